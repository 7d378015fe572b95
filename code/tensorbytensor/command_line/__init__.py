"""What commands that train share: checkpoints, checks, shares of processes."""

from tensorbytensor.command_line.save_and_read_checkpoints import (
    BestAndLast,
    WholeFiles,
    read_checkpoint,
)

__all__ = ["BestAndLast", "WholeFiles", "read_checkpoint"]
