"""What a call costs: its time, and the memory that PyTorch allocates for it."""

import itertools
import os
import time
from collections.abc import Callable

import torch
from torch.autograd.profiler import profile

from tensorbytensor.basics import check_count

os.environ.setdefault("KINETO_LOG_LEVEL", "6")  # else the profiler prints lines


def measure_time(
    call: Callable[[], object], repeats: int = 3, device: str = "cpu"
) -> float:
    """Seconds of the fastest of `repeats` calls: the one that was held up least."""
    check_count(repeats=repeats)
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        if device == "cuda":
            torch.cuda.synchronize()  # a GPU works on after the call has returned
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def measure_memory(call: Callable[[], object], device: str = "cpu") -> int:
    """The most bytes that tensors made during the call take up at once."""
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
