"""How a command of several ends: its words, its errors in one line, its status."""

import os
import signal
import sys
from collections.abc import Callable

from jsonargparse import ArgumentError, ArgumentParser
from lightning.pytorch.utilities import rank_zero_only
from lightning.pytorch.utilities.exceptions import (
    MisconfigurationException,
    SIGTERMException,
)

from tensorbytensor.command_line.messages import say

EXPECTED = (ArgumentError, MisconfigurationException, OSError, ValueError)


def run_function(function: Callable[..., bool]) -> None:
    """Call it with the command line's arguments; status 1 where it is False."""
    parser = ArgumentParser(exit_on_error=False, description=function.__doc__)
    parser.add_function_arguments(function, as_positional=False)
    given = parser.parse_args(sys.argv[2:])
    try:
        good = function(**given)
    except BrokenPipeError:  # `| head` ends it without a word, at exit too
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    sys.exit(not good)


def run_command(help_text: str, commands: dict[str, Callable[[], None]]) -> None:
    """Run the one that the command line names; an error is one line."""
    command = sys.argv[1] if len(sys.argv) > 1 else "--help"
    if command in ("-h", "--help"):
        print(help_text)
        return
    if command not in commands:
        sys.exit(f"error: {command!r} given, but must be {' or '.join(commands)}")
    try:
        commands[command]()
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
