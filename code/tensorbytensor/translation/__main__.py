"""Train a translator on your own sentences, and translate by it.

    python -m tensorbytensor.translation fit --help
    python -m tensorbytensor.translation translate --help

    python -m tensorbytensor.translation translate \\
        --ckpt_path checkpoints/best.ckpt < sentences.txt > translations.txt

Errors are one line; with the environment variable JSONARGPARSE_DEBUG, a traceback.
"""

import sys
from functools import partial

from tensorbytensor.basics import check_count
from tensorbytensor.command_line import read_checkpoint
from tensorbytensor.command_line.how_a_command_ends import run_command, run_function
from tensorbytensor.command_line.messages import say
from tensorbytensor.translation.train_command import fit
from tensorbytensor.translation.translator import Translator


def translate_lines(ckpt_path: str, beams: int = 4) -> bool:
    """Standard input to standard output; whether all lines could be translated.

    ckpt_path: a checkpoint of `fit`. beams: of the beam search; 1 is greedy.
    """
    check_count(beams=beams)
    read_checkpoint(ckpt_path)
    translator = Translator.load_from_checkpoint(
        ckpt_path, map_location="cpu"
    ).eval()
    sys.stdout.reconfigure(encoding="utf8")
    good = True
    for number, line in enumerate(sys.stdin.buffer, 1):
        written = ""
        try:
            text = line.decode("utf-8-sig").strip()
            written = translator.translate(text, beams) if text else ""
        except ValueError as error:
            say(f"line {number}: {error}")
            good = False
        print(written, flush=True)
    return good


COMMANDS = {"fit": fit, "translate": partial(run_function, translate_lines)}


def main() -> None:
    run_command(__doc__, COMMANDS)


if __name__ == "__main__":
    main()
