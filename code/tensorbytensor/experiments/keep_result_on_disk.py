"""The result of a long computation, kept in a file: whoever asks again loads it."""

import os
from collections.abc import Callable
from pathlib import Path

import torch
from filelock import FileLock

from tensorbytensor.basics import check_call, check_kind, require

FOLDER = "TENSORBYTENSOR_KEPT"  # an environment variable


def kept(name: str, compute: Callable[[], dict]) -> dict:
    """What compute() returns; where the environment names a folder, computed once.

    Whoever asks in the meantime waits. Who names the folder, as the book's build
    does, sees to it that another code gets another folder.
    """
    check_kind(str, name=name)
    allowed = "must be the name of a file, without a folder"
    require(Path(name).name == name, f"name is {name!r}, but {allowed}")
    check_call(compute=compute)
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
