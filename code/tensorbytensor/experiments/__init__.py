"""Training, taking parts out, and measuring what a call costs."""

from tensorbytensor.experiments.ablation import Nothing, learned, outcomes, without
from tensorbytensor.experiments.keep_result_on_disk import kept
from tensorbytensor.experiments.quiet_trainer import Recorder, quiet_trainer
from tensorbytensor.experiments.time_and_memory import measure_memory, measure_time
from tensorbytensor.experiments.train_many import train_many

__all__ = [
    "Nothing",
    "Recorder",
    "kept",
    "learned",
    "measure_memory",
    "measure_time",
    "outcomes",
    "quiet_trainer",
    "train_many",
    "without",
]
