"""Train a translator on your own sentences, and translate by it.

    python -m tensorbytensor.translation fit --help
    python -m tensorbytensor.translation translate --help

Errors are one line; with the environment variable JSONARGPARSE_DEBUG, a traceback.
"""

import os
import signal
import sys

from jsonargparse import ArgumentError
from lightning.pytorch.utilities import rank_zero_only
from lightning.pytorch.utilities.exceptions import (
    MisconfigurationException,
    SIGTERMException,
)

from tensorbytensor.translation.train_command import fit
from tensorbytensor.translation.translate_command import translate
from tensorbytensor.translation.watch_training import say

COMMANDS = {"fit": fit, "translate": translate}
EXPECTED = (ArgumentError, MisconfigurationException, OSError, ValueError)


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
