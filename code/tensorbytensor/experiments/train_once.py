"""The result of a long computation, kept in a file: whoever asks again loads it."""

import os
from collections.abc import Callable
from pathlib import Path

import torch
from filelock import FileLock

FOLDER = "TENSORBYTENSOR_KEPT"  # an environment variable


def kept(name: str, compute: Callable[[], dict]) -> dict:
    """What compute() returns; where the environment names a folder, computed once.

    Whoever asks in the meantime waits. Who names the folder, as the book's build
    does, sees to it that another code gets another folder.
    """
    folder = os.environ.get(FOLDER)
    if not folder:
        return compute()
    path = Path(folder, f"{name}.pt")
    path.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{path}.lock"):  # a process that is killed lets go of it
        if not path.exists():
            torch.save(compute(), f"{path}.part")
            os.replace(f"{path}.part", path)  # whole, or not there
    return torch.load(path, weights_only=True)
