"""Measured costs: peak memory to the byte, the fastest of several times."""

import itertools
import time

import pytest
import torch

from tensorbytensor.attention import attention, causal_mask, fused_attention
from tensorbytensor.experiments import measure_memory, measure_time

FLOAT = 4  # bytes


def both_at_once() -> None:
    first, second = torch.empty(1000), torch.empty(500)
    del first, second


def one_after_the_other() -> None:
    first = torch.empty(500)
    del first
    second = torch.empty(1000)
    del second


@pytest.mark.parametrize(
    ("call", "floats"),
    [
        (both_at_once, 1500),
        (one_after_the_other, 1000),
        (lambda: None, 0),
        (lambda: torch.empty(8, 8) @ torch.empty(8, 8), 3 * 64),
    ],
)
def test_memory_is_what_is_held_at_once(call, floats):
    assert measure_memory(call) == floats * FLOAT


def test_memory_does_not_count_what_was_there_before():
    kept = [torch.empty(1000)]
    assert measure_memory(kept.clear) <= 0
    assert measure_memory(lambda: kept.append(torch.empty(10))) == 10 * FLOAT
    assert measure_memory(lambda: torch.empty(10)) == 10 * FLOAT


def test_the_profiler_is_quiet(capfd):
    measure_memory(lambda: torch.ones(3))
    assert capfd.readouterr() == ("", "")


def test_time_is_that_of_the_fastest_call():
    pauses = iter([0.2, 0.05, 0.2])
    assert 0.05 <= measure_time(lambda: time.sleep(next(pauses))) < 0.15
    assert next(pauses, None) is None  # three calls
    with pytest.raises(ValueError, match="repeats is 0, but must be"):
        measure_time(lambda: None, repeats=0)


def test_a_gpu_is_waited_for_before_and_after_each_call(monkeypatch):
    """Else what it still had to do would count, or what it has yet to do would not."""
    events, clock = [], itertools.count()
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "synchronize", lambda: events.append("wait"))
    monkeypatch.setattr(time, "perf_counter", lambda: events.append("clock") or next(clock))
    assert measure_time(lambda: events.append("call"), repeats=2, device="cuda") == 1
    assert events == ["wait", "clock", "call", "wait", "clock"] * 2


def test_the_memory_of_a_gpu_is_the_peak_above_what_was_there(monkeypatch):
    state = {"now": 100, "peak": 500}  # the peak is of something before

    def call():
        state["peak"] = max(state["peak"], state["now"] + 30)

    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "memory_allocated", lambda: state["now"])
    monkeypatch.setattr(torch.cuda, "max_memory_allocated", lambda: state["peak"])
    monkeypatch.setattr(
        torch.cuda, "reset_peak_memory_stats", lambda: state.update(peak=state["now"])
    )
    assert measure_memory(call, device="cuda") == 30


def test_three_calls_are_timed_unless_told_otherwise():
    calls = []
    measure_time(lambda: calls.append(1))
    assert len(calls) == 3


def cost(face, length: int, *batch: int, **options) -> int:
    x = torch.randn(*batch, length, 64)
    return measure_memory(lambda: face(x, x, x, **options))


def test_attention_holds_three_matrices():
    # scores, weights, and weights once more with what is hidden set to 0
    for length in (256, 512):
        matrix = FLOAT * length**2
        used = cost(attention, length, 1, 1, mask=causal_mask(length))
        assert 3 * matrix <= used < 3.1 * matrix


@pytest.mark.parametrize("batch", [(), (1,), (1, 1)], ids=str)
def test_fused_attention_holds_no_matrix(batch):
    used = cost(fused_attention, 2048, *batch, causal=True)
    longer = cost(fused_attention, 4096, *batch, causal=True)
    assert used < longer < 2.1 * used  # at most linear
    assert longer < FLOAT * 4096**2 / 4  # each of many threads has a block of its own


def test_a_mask_makes_fused_attention_store_a_matrix():
    matrix = FLOAT * 1024**2
    assert cost(fused_attention, 1024, 1, 1, mask=causal_mask(1024)) > matrix


@pytest.mark.parametrize("measure", [measure_time, measure_memory])
def test_a_gpu_that_is_not_there_is_named_before_anything_runs(measure, monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    calls = []
    with pytest.raises(
        ValueError, match=r"^device is 'cuda', but must be 'cpu': PyTorch finds no GPU$"
    ):
        measure(lambda: calls.append(1), device="cuda")
    assert not calls
