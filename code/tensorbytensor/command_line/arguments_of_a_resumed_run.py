"""Which arguments a resumed run must keep, and the check that it does."""

import hashlib

from jsonargparse import Namespace

from tensorbytensor.basics import require

# Arguments without an effect on what is learned, and those checked otherwise:
# the data itself, not where its file is, and the number of all steps.
FREE = (
    *("ckpt_path", "config", "weights_only", "checkpoint.dirpath", "data.path"),
    *("early_stopping.patience", "early_stopping.verbose", "checkpoint.verbose"),
    *("trainer.accelerator", "trainer.default_root_dir", "trainer.detect_anomaly"),
    *("trainer.devices", "trainer.enable_", "trainer.log", "trainer.num_nodes"),
    *("trainer.max_", "trainer.profiler", "trainer.strategy"),
    "trainer.use_distrib",
)


def outcome_arguments(
    config: Namespace, data: object, world: int
) -> dict[str, str]:
    """What decides the outcome: arguments, a digest of the data, processes."""
    given = vars(config.as_flat()).items()
    kept = {name: str(value) for name, value in given if not name.startswith(FREE)}
    digest = hashlib.sha256(repr(data).encode("utf8")).hexdigest()
    return kept | {"processes": str(world), "the data's digest": digest[:12]}


def check_arguments(checkpoint: dict, given: dict[str, str]) -> None:
    """All that decides the outcome must be as in the checkpoint."""
    saved = checkpoint["arguments"]
    for name in [*saved, *(given.keys() - saved.keys())]:
        pair = (
            f"{name} is {given.get(name)}, but {saved.get(name)} in the checkpoint"
        )
        same = given.get(name) == saved.get(name)
        require(same, f"{pair}: a resumed run keeps its arguments")
