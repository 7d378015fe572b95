"""What a call costs: its time, and the memory that PyTorch allocates for it."""

import itertools
import os
import time
from collections.abc import Callable

import torch
from torch.autograd.profiler import profile

from tensorbytensor.basics import check_count
from tensorbytensor.experiments.check_models_and_batches import check_measured

os.environ.setdefault("KINETO_LOG_LEVEL", "6")  # else the profiler prints lines


def measure_time(
    call: Callable[[], object], repeats: int = 3, device: str = "cpu"
) -> float:
    """Seconds of the fastest of `repeats` calls: the one that was held up least."""
    check_measured(call, device)
    check_count(repeats=repeats)
    # a GPU works on after a call has returned
    wait = torch.cuda.synchronize if device == "cuda" else lambda: None
    seconds = []
    for _ in range(repeats):
        wait()
        start = time.perf_counter()
        call()
        wait()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def measure_memory(call: Callable[[], object], device: str = "cpu") -> int:
    """The most bytes that tensors made during the call take up at once."""
    check_measured(call, device)
    if device == "cuda":
        before = torch.cuda.memory_allocated()
        torch.cuda.reset_peak_memory_stats()
        call()
        return torch.cuda.max_memory_allocated() - before
    with profile(profile_memory=True) as run:
        call()
    events = run.kineto_results.events()
    # an allocation counts up, a release counts down
    sizes = [event.nbytes() for event in events if event.name() == "[memory]"]
    return max(itertools.accumulate(sizes), default=0)
