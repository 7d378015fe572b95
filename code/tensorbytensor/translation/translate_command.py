"""Translate lines of text by a checkpoint.

    python -m tensorbytensor.translation translate \\
        --ckpt_path checkpoints/best.ckpt < english.txt > french.txt

One line is written for each line read; where a line cannot be translated, it is
empty, and the standard error stream says why.
"""

import signal
import sys

from jsonargparse import ArgumentParser

from tensorbytensor.basics import check_count
from tensorbytensor.translation.resume import read_checkpoint
from tensorbytensor.translation.translator import Translator
from tensorbytensor.translation.watch_training import say


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
    if hasattr(signal, "SIGPIPE"):  # `| head` ends it without a word
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    parser = ArgumentParser(
        exit_on_error=False, description=translate_lines.__doc__
    )
    parser.add_function_arguments(translate_lines, as_positional=False)
    given = parser.parse_args(sys.argv[2:])
    sys.exit(not translate_lines(**given))
