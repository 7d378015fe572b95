"""Train a translator on your own sentences, and translate by it.

    python -m tensorbytensor.translation fit --help
    python -m tensorbytensor.translation translate --help

    python -m tensorbytensor.translation translate \\
        --ckpt_path checkpoints/best.ckpt < sentences.txt > translations.txt

Errors are one line; with the environment variable JSONARGPARSE_DEBUG, a traceback.
"""

import os
import signal
import sys

from jsonargparse import ArgumentError, ArgumentParser
from lightning.pytorch.utilities import rank_zero_only
from lightning.pytorch.utilities.exceptions import (
    MisconfigurationException,
    SIGTERMException,
)

from tensorbytensor.basics import check_count
from tensorbytensor.translation.checkpoints import read_checkpoint
from tensorbytensor.translation.train_command import fit
from tensorbytensor.translation.translator import Translator
from tensorbytensor.translation.watch_training import say

EXPECTED = (ArgumentError, MisconfigurationException, OSError, ValueError)


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


def translate() -> None:
    """By the arguments of the command line; status 1 where a line failed."""
    parser = ArgumentParser(
        exit_on_error=False, description=translate_lines.__doc__
    )
    parser.add_function_arguments(translate_lines, as_positional=False)
    given = parser.parse_args(sys.argv[2:])
    try:
        good = translate_lines(**given)
    except BrokenPipeError:  # `| head` ends it without a word, at exit too
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    sys.exit(not good)


COMMANDS = {"fit": fit, "translate": translate}


def main() -> None:
    command = sys.argv[1] if len(sys.argv) > 1 else "--help"
    if command in ("-h", "--help"):
        print(__doc__)
        return
    if command not in COMMANDS:
        sys.exit(f"error: {command!r} given, but must be {' or '.join(COMMANDS)}")
    try:
        COMMANDS[command]()
    except SIGTERMException:
        say("stopped by SIGTERM: --ckpt_path last goes on")
        sys.exit(128 + signal.SIGTERM)  # as a shell counts it
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
    except Exception as error:
        if "JSONARGPARSE_DEBUG" in os.environ:
            raise
        kind = "" if isinstance(error, EXPECTED) else f"{type(error).__name__}: "
        message = " ".join(str(error).split())
        sys.exit(1 if rank_zero_only.rank else f"error: {kind}{message}")


if __name__ == "__main__":
    main()
