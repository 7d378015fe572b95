"""The command of the translator without a training: its words, its checks, its checkpoints."""

import io
import os
import pickle
import signal
import sys
from collections import Counter
from functools import partial
from types import SimpleNamespace

import pytest
import torch
from jsonargparse import Namespace
from lightning.pytorch.utilities import rank_zero_only
from lightning.pytorch.utilities.exceptions import SIGTERMException

from tensorbytensor.command_line import (
    BestAndLast,
    arguments_of_a_resumed_run,
    base_of_training_commands,
    check_before_training,
    save_and_read_checkpoints,
    stop_early,
)
from tensorbytensor.transformer import Sizes
from tensorbytensor.translation import (
    Tokenizer,
    Translator,
    __main__,
)

SIZES = Sizes(d_model=8, n_heads=2, d_ff=8, n_layers=1, dropout=0.0, max_len=9)
STATE = Tokenizer.train(["à é ç ."]).state


def run(monkeypatch, *arguments: str) -> str | int | None:
    """With what status, or words, the command ends; None where it goes on."""
    monkeypatch.setattr(sys, "argv", ["__main__.py", *arguments])
    try:
        __main__.main()
    except SystemExit as stop:
        return stop.code
    return None


@pytest.mark.parametrize("arguments", [[], ["-h"], ["--help"]], ids=str)
def test_without_a_command_its_help_is_printed(monkeypatch, capsys, arguments):
    assert run(monkeypatch, *arguments) is None
    assert capsys.readouterr() == (f"{__main__.__doc__}\n", "")


@pytest.mark.parametrize("command", ["fit", "translate"])
@pytest.mark.parametrize(
    ("error", "ended", "said"),
    [
        (SIGTERMException(), 143, "stopped by SIGTERM: --ckpt_path last goes on\n"),
        (KeyboardInterrupt(), 130, ""),
        (ValueError("a\n b"), "error: a b", ""),
        (OSError("full"), "error: full", ""),
        (RuntimeError("a\n b"), "error: RuntimeError: a b", ""),
        (KeyError("x"), "error: KeyError: 'x'", ""),
    ],
    ids=repr,
)
def test_however_it_fails_it_ends_with_a_line_or_a_status(
    monkeypatch, capsys, command, error, ended, said
):
    def fail():
        raise error

    monkeypatch.setitem(__main__.COMMANDS, command, fail)
    monkeypatch.delenv("JSONARGPARSE_DEBUG", raising=False)
    assert run(monkeypatch, command) == ended and capsys.readouterr() == ("", said)
    if isinstance(ended, str):  # another process of several is silent
        monkeypatch.setattr(rank_zero_only, "rank", 1)
        assert run(monkeypatch, command) == 1
        monkeypatch.setenv("JSONARGPARSE_DEBUG", "1")
        with pytest.raises(type(error)):
            run(monkeypatch, command)


@pytest.fixture
def checkpoint(tmp_path) -> str:
    translator = Translator(STATE, STATE, SIZES, seed=1)
    with torch.no_grad():
        translator.model.output.bias[2] -= 9  # it would write nothing: <EOS>
    content = {"state_dict": translator.state_dict(), "loops": {}, "arguments": {}}
    content |= {"hyper_parameters": dict(translator.hparams), "pytorch-lightning_version": "2.0.0"}
    torch.save(content, tmp_path / "it.ckpt")
    return str(tmp_path / "it.ckpt")


def translated(monkeypatch, given: bytes, *arguments: str) -> tuple[str | int | None, list[str]]:
    """How `translate` ends, and the lines it writes; both streams know ASCII only."""
    written = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), "ascii"))
    monkeypatch.setattr(sys, "stdout", written)
    ended = run(monkeypatch, "translate", *arguments)
    return ended, written.buffer.getvalue().decode("utf8").split("\n")


def test_lines_are_translated_one_by_one_and_what_fails_is_named(monkeypatch, capsys, checkpoint):
    translator = Translator.load_from_checkpoint(checkpoint)
    first, second = (translator.translate(text, beams=4) for text in ("à é", "ç ."))
    assert first and second and not (first + second).isascii()
    path = "--ckpt_path", checkpoint
    given = "\ufeffà é\n\n ç . \n".encode()
    assert translated(monkeypatch, given, *path) == (0, [first, "", second, ""])
    assert capsys.readouterr().err == ""
    given = "à é\n".encode() + b"a " * 9 + b"\n\xff\n" + "à é\n".encode()
    assert translated(monkeypatch, given, *path) == (1, [first, "", "", first, ""])
    problems = capsys.readouterr().err.splitlines()
    assert [problem.partition(":")[0] for problem in problems] == ["line 2", "line 3"]


def test_a_reader_who_has_enough_ends_it_without_a_word(monkeypatch, capfd, checkpoint):
    reading, writing = os.pipe()
    os.close(reading)
    before = signal.getsignal(signal.SIGPIPE)
    with open(writing, "w") as nobody_reads:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("à é\n".encode())))
        monkeypatch.setattr(sys, "stdout", nobody_reads)
        assert run(monkeypatch, "translate", "--ckpt_path", checkpoint) == 1
        nobody_reads.write("what a buffer still holds")
    assert capfd.readouterr().err == ""
    assert signal.getsignal(signal.SIGPIPE) == before  # who calls it may have pipes of his own


def test_as_many_beams_search_as_are_asked_for_and_four_otherwise(monkeypatch, checkpoint):
    asked = []
    monkeypatch.setattr(
        Translator, "translate", lambda self, text, beams: asked.append(beams) or ""
    )
    for more in ([], ["--beams", "2"], ["--beams", "1"]):
        translated(monkeypatch, b"a\n", "--ckpt_path", checkpoint, *more)
    assert asked == [4, 2, 1]


def test_translate_says_what_it_reads_and_writes(monkeypatch, capsys):
    run(monkeypatch, "translate", "--help")
    assert "Standard input to standard output" in capsys.readouterr().out


def trainer(**changes: object) -> SimpleNamespace:
    """One that would train epochs of six batches."""
    given = {"world_size": 1, "accumulate_grad_batches": 1, "limit_train_batches": 1.0}
    given |= {"limit_val_batches": 1.0, "max_epochs": 4, "max_steps": -1}
    saver = SimpleNamespace(last="/nowhere/last.ckpt", dirpath="/nowhere")
    return SimpleNamespace(**given | {"checkpoint_callback": saver} | changes)


def check(config: dict | None = None, **changes: object) -> dict[str, str]:
    """What decides the outcome, of a training that passes all checks."""
    data = SimpleNamespace(shares=lambda world: range(6), contents=[("a", "b")])
    given, asked = Namespace({"ckpt_path": None} | (config or {})), trainer(**changes)
    check_before_training.check_before_training(given, asked, data)
    return asked.checkpoint_callback.arguments


@pytest.mark.parametrize(
    ("limit", "accumulated", "steps"),
    [
        (1.0, 1, 6),
        (0.5, 1, 3),
        (1, 1, 1),
        (4, 1, 4),
        (99, 1, 6),
        (1.0, 6, 1),
        (1.0, 4, 2),
        (5, 2, 3),
    ],
)
def test_as_many_steps_as_an_epoch_has_are_enough(limit, accumulated, steps):
    given = {"limit_train_batches": limit, "accumulate_grad_batches": accumulated}
    check(max_steps=steps, **given)
    check(max_steps=steps, max_epochs=-1, **given)
    if steps > 1:
        with pytest.raises(ValueError, match=f"must be at least {steps}, an epoch"):
            check(max_steps=steps - 1, **given)


@pytest.mark.parametrize("limit", [0, 0.0, 0.1])
def test_an_epoch_without_a_batch_is_refused(limit):
    with pytest.raises(ValueError, match=f"limit_train_batches is {limit}: nothing to train on"):
        check(limit_train_batches=limit)


@pytest.mark.parametrize("count", [0, -1, 1.5])
def test_batches_that_are_accumulated_are_a_number_from_one_on(count):
    with pytest.raises(ValueError, match=f"accumulate_grad_batches is {count}, but must be an int"):
        check(accumulate_grad_batches=count)


@pytest.mark.parametrize("limit", [1, 0.5, 7])
def test_one_batch_of_test_sentences_is_enough(limit):
    check(limit_val_batches=limit)
    with pytest.raises(ValueError, match="but the test sentences decide"):
        check(limit_val_batches=limit * 0)


@pytest.mark.parametrize(("epochs", "good"), [(1, True), (2, True), (0, False), (-1, False)])
def test_a_training_has_an_end(epochs, good):
    if good:
        check(max_epochs=epochs)
        return
    with pytest.raises(ValueError, match=f"max_epochs is {epochs}, but must be a number of epochs"):
        check(max_epochs=epochs)


FREE = {
    "checkpoint": "dirpath verbose",
    "data": "path",
    "early_stopping": "patience verbose",
    "trainer": """accelerator default_root_dir detect_anomaly devices enable_progress_bar logger
        enable_model_summary log_every_n_steps num_nodes max_epochs max_steps max_time profiler
        strategy use_distributed_sampler""",
}
FIXED = {
    "data": "batch_size n_test seed tokens vocabulary_size max_len",
    "early_stopping": "min_delta",
    "model": "lr warmup smoothing seed sizes.d_model sizes.dropout",
    "trainer": """precision gradient_clip_val accumulate_grad_batches limit_train_batches
        limit_val_batches""",
}


def dotted(names: dict[str, str]) -> set[str]:
    return {f"{group}.{name}" for group, each in names.items() for name in each.split()}


def test_what_decides_the_outcome_is_known():
    config = Namespace()
    for name in ("ckpt_path", "config", "weights_only", *dotted(FREE), *dotted(FIXED)):
        config[name] = 7
    outcome = partial(arguments_of_a_resumed_run.outcome_arguments, config)
    one, other = outcome([("a", "b")], 2), outcome([("a", "c")], 2)
    digest = "the data's digest"
    assert {*one} == dotted(FIXED) | {"processes", digest} and one["model.lr"] == "7"
    assert one["processes"] == "2" and len(one[digest]) == 12
    assert [name for name in one if one[name] != other[name]] == [digest]
    assert outcome([("a", "b")], 2) == one
    outcome([("\ud800", "é")], 1)  # half a sign, as a script of one's own may give


def test_the_checkpoint_learns_what_decides_the_outcome():
    arguments, more = check({"model.lr": 0.1}), check({"model.lr": 0.1}, world_size=3)
    assert arguments["model.lr"] == "0.1" and "the data's digest" in arguments
    assert (arguments["processes"], more["processes"]) == ("1", "3")


def saver(folder, arguments: dict) -> SimpleNamespace:
    place = str(folder.resolve())
    return SimpleNamespace(last=f"{place}/last.ckpt", dirpath=place, arguments=arguments)


@pytest.fixture
def kept(tmp_path):
    """A folder with the checkpoint of a training."""
    names = ("state_dict", "hyper_parameters", "loops")
    content = dict.fromkeys(names) | {"arguments": {"model.lr": "0.1", "processes": "1"}}
    torch.save(content, tmp_path / "last.ckpt")
    return tmp_path


@pytest.mark.parametrize("name", ["last", "last.ckpt"])
def test_a_resumed_run_keeps_its_arguments(kept, name):
    given = name if name == "last" else str(kept / name)
    same = {"model.lr": "0.1", "processes": "1"}
    check_before_training.check_ckpt_path(given, saver(kept, same))
    for other, problem in (
        (same | {"model.lr": "0.2"}, "model.lr is 0.2, but 0.1 in the checkpoint"),
        (same | {"new": "1"}, "new is 1, but None in the checkpoint"),
        ({"processes": "1"}, "model.lr is None, but 0.1 in the checkpoint"),
    ):
        with pytest.raises(ValueError, match=f"^{problem}: a resumed run keeps its arguments"):
            check_before_training.check_ckpt_path(given, saver(kept, other))


def test_a_training_begins_where_none_was_and_never_over_another(kept, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    for given in (None, "last"):
        check_before_training.check_ckpt_path(given, saver(empty, {}))
    with pytest.raises(
        ValueError, match=r"last.ckpt exists: --ckpt_path last goes on with it, --t"
    ):
        check_before_training.check_ckpt_path(None, saver(kept, {}))
    with pytest.raises(ValueError, match=r"ckpt_path is 'no.ckpt', but must be last or"):
        check_before_training.check_ckpt_path("no.ckpt", saver(empty, {}))
    with pytest.raises(ValueError, match=rf"ckpt_path is in {kept}, but must be in {empty}, where"):
        check_before_training.check_ckpt_path(str(kept / "last.ckpt"), saver(empty, {}))


def test_a_link_leads_to_the_run_that_it_is_of(kept, tmp_path):
    arguments = {"model.lr": "0.1", "processes": "1"}
    other = tmp_path / "other"
    other.mkdir()
    (tmp_path / "link").symlink_to(kept)
    check_before_training.check_ckpt_path(
        str(tmp_path / "link" / "last.ckpt"), saver(kept, arguments)
    )
    (other / "mine.ckpt").symlink_to(kept / "last.ckpt")
    with pytest.raises(ValueError, match=rf"ckpt_path is in {kept}, but must be in {other}, where"):
        check_before_training.check_ckpt_path(str(other / "mine.ckpt"), saver(other, arguments))


def test_a_checkpoint_that_is_code_or_no_dictionary_is_refused(tmp_path):
    class Foreign:
        def __reduce__(self):
            return print, ("run",)

    for content, problem in (
        ({"state_dict": Foreign()}, r"cannot be read \(UnpicklingError\)"),
        (["state_dict", "hyper_parameters", "loops", "arguments"], "has no arguments, hyper_param"),
    ):
        torch.save(content, tmp_path / "x.ckpt", pickle_module=pickle)
        with pytest.raises(ValueError, match=problem):
            save_and_read_checkpoints.read_checkpoint(str(tmp_path / "x.ckpt"))


@pytest.mark.parametrize(
    ("changes", "is_kept"),
    [
        ({}, True),
        ({"ready": 4, "accumulate": 2}, True),
        ({"ready": 5, "accumulate": 2}, False),  # half of a step
        ({"validating": True}, False),
        ({"world_size": 2}, False),
        ({"exception": ValueError()}, False),
        ({"exception": KeyboardInterrupt(), "ready": 4}, False),
    ],
    ids=str,
)
def test_sigterm_keeps_what_is_done_and_nothing_half_done(tmp_path, changes, is_kept):
    given = {"ready": 3, "accumulate": 1, "validating": False, "world_size": 1} | changes
    progress = SimpleNamespace(current=SimpleNamespace(ready=given["ready"]))
    kept = []
    trainer = SimpleNamespace(
        fit_loop=SimpleNamespace(epoch_loop=SimpleNamespace(batch_progress=progress)),
        accumulate_grad_batches=given["accumulate"],
        validating=given["validating"],
        world_size=given["world_size"],
        save_checkpoint=lambda path, weights_only: kept.append((path, weights_only)),
    )
    saver = BestAndLast(str(tmp_path))
    saver.on_exception(trainer, None, given.get("exception", SIGTERMException()))
    assert kept == [(f"{tmp_path}/last.ckpt", False)] * is_kept


def test_a_checkpoint_has_its_name_only_when_it_is_whole(tmp_path, monkeypatch):
    path, seen = tmp_path / "x.ckpt", []
    monkeypatch.setattr(
        save_and_read_checkpoints.os, "replace", lambda part, whole: seen.append((part, whole))
    )
    save_and_read_checkpoints.WholeFiles().save_checkpoint({"n": 1}, path)
    assert seen == [(f"{path}.part", path)] and not path.exists()
    assert torch.load(seen[0][0], weights_only=True) == {"n": 1}


@pytest.mark.parametrize("count", [1, 19, 20, 21, 22])
def test_of_many_problems_the_first_twenty_are_named(capsys, count):
    base_of_training_commands.report([f"problem {n}" for n in range(count)])
    first, *lines = capsys.readouterr().err.splitlines()
    assert first == f"{count} problems:"
    assert lines[:20] == [f"problem {n}" for n in range(min(count, 20))]
    assert lines[20:] == ([f"and {count - 20} more"] if count > 20 else [])


def test_patience_is_five_epochs_and_any_lower_loss_counts():
    watch = stop_early.Watch()
    assert (watch.monitor, watch.patience, watch.min_delta) == ("test_loss", 5, 0.0)
    eager = stop_early.Watch(patience=2, min_delta=0.5)
    assert (eager.patience, abs(eager.min_delta)) == (2, 0.5)
    eager.load_state_dict(watch.state_dict())
    assert eager.patience == 2


def test_the_defaults_of_the_command_are_those_that_its_help_and_the_readme_name(
    monkeypatch, capsys
):
    assert run(monkeypatch, "fit", "--print_config") == 0
    shown = Counter(line.strip() for line in capsys.readouterr().out.splitlines())
    for line in (
        *("tokens: byte-pairs", "vocabulary_size: 8000", "batch_size: 128", "n_test: 1000"),
        *("dropout: 0.1", "max_len: 128", "max_epochs: 10", "default_root_dir: .", "patience: 5"),
        *("class_path: lightning.pytorch.loggers.CSVLogger", "use_distributed_sampler: false"),
        *("lr: 0.005", "warmup: 0.1", "smoothing: 0.0", "d_model: 64", "n_layers: 2"),
    ):
        assert shown[line] == 1, (line, shown)
    assert shown["seed_everything: false"] == 1  # model and data have their own seeds
    assert not any(line.startswith(("monitor", "optimizer", "lr_scheduler")) for line in shown)
