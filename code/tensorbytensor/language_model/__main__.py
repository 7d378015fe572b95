"""Train a language model on a text of your own, and write with it.

    python -m tensorbytensor.language_model fit --help
    python -m tensorbytensor.language_model write --help

    python -m tensorbytensor.language_model write \\
        --ckpt_path checkpoints/best.ckpt --text "Once upon a time"

Errors are one line; with the environment variable JSONARGPARSE_DEBUG, a traceback.
"""

import sys
from functools import partial

from tensorbytensor.command_line import read_checkpoint
from tensorbytensor.command_line.how_a_command_ends import run_command, run_function
from tensorbytensor.language_model.model import LanguageModel
from tensorbytensor.language_model.train_command import fit


def write_text(
    ckpt_path: str,
    text: str,
    n_tokens: int = 200,
    temperature: float = 1.0,
    seed: int = 0,
) -> bool:
    """A text and its continuation, to standard output.

    ckpt_path: a checkpoint of `fit`. text: its beginning. n_tokens: how many more.
    temperature: what logits are divided by. seed: of the draws.
    """
    read_checkpoint(ckpt_path)
    model = LanguageModel.load_from_checkpoint(ckpt_path, map_location="cpu")
    sys.stdout.reconfigure(encoding="utf8")
    print(model.write(text, n_tokens, temperature, seed))
    return True


COMMANDS = {"fit": fit, "write": partial(run_function, write_text)}


def main() -> None:
    run_command(__doc__, COMMANDS)


if __name__ == "__main__":
    main()
