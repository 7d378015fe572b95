"""What a training may go on with: its own checkpoint, and its own arguments."""

import hashlib
import zipfile

import torch
from jsonargparse import Namespace

from tensorbytensor.basics import require

# Arguments without an effect on what is learned, and those checked otherwise:
# the pairs themselves, not where their file is, and the number of all steps.
FREE = (
    *("ckpt_path", "config", "weights_only", "checkpoint.dirpath", "data.path"),
    *("early_stopping.patience", "early_stopping.verbose", "checkpoint.verbose"),
    *("trainer.accelerator", "trainer.default_root_dir", "trainer.detect_anomaly"),
    *("trainer.devices", "trainer.enable_", "trainer.log", "trainer.num_nodes"),
    *(
        "trainer.max_",
        "trainer.profiler",
        "trainer.strategy",
        "trainer.use_distrib",
    ),
)


def outcome_arguments(config: Namespace, pairs: list, world: int) -> dict[str, str]:
    """What decides the outcome: arguments, a digest of the pairs, processes."""
    given = vars(config.as_flat()).items()
    kept = {name: str(value) for name, value in given if not name.startswith(FREE)}
    digest = hashlib.sha256(repr(pairs).encode("utf8", "surrogatepass")).hexdigest()
    return kept | {"processes": str(world), "the pairs' digest": digest[:12]}


def read_checkpoint(path: str) -> dict:
    """What is in a checkpoint of a translator; anything else is a ValueError."""
    try:
        with zipfile.ZipFile(path) as file:
            require(file.testzip() is None, "damaged")  # which torch.load overlooks
        checkpoint = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:  # a file can be broken in too many ways to name them
        given = f"{path} cannot be read ({type(error).__name__})"
        raise ValueError(f"{given}, but must be a whole checkpoint") from error
    names = {"state_dict", "hyper_parameters", "loops", "arguments"}
    missing = names - set(checkpoint if isinstance(checkpoint, dict) else ())
    given = f"{path} has no {', '.join(sorted(missing))}"
    require(not missing, f"{given}, but must be a checkpoint of this command")
    return checkpoint


def check_arguments(checkpoint: dict, given: dict[str, str]) -> None:
    """All that decides the outcome must be as in the checkpoint."""
    saved = checkpoint["arguments"]
    for name in [*saved, *(given.keys() - saved.keys())]:
        pair = (
            f"{name} is {given.get(name)}, but {saved.get(name)} in the checkpoint"
        )
        same = given.get(name) == saved.get(name)
        require(same, f"{pair}: a training goes on with its own arguments")
