"""Training, taking parts out, and measuring what a call costs."""

from tensorbytensor.experiments.ablation import Nothing, learned, outcomes, without
from tensorbytensor.experiments.quiet_trainer import Recorder, quiet_trainer
from tensorbytensor.experiments.time_and_memory import measure_memory, measure_time
from tensorbytensor.experiments.train_many import train_many
from tensorbytensor.experiments.train_once_for_all_chapters import kept

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
