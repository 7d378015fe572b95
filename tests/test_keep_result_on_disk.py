"""What takes long is computed once, by whoever asks first, and kept whole."""

import multiprocessing
import os
import pickle
import signal
import time
from pathlib import Path

import pytest
import torch

from tensorbytensor.corpus import draw_corpus
from tensorbytensor.experiments import kept
from tensorbytensor.experiments.keep_result_on_disk import FOLDER
from tensorbytensor.translation import TranslationData, train_book_translator

PROCESSES = multiprocessing.get_context("fork")


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv(FOLDER, str(tmp_path / "kept"))
    return tmp_path


def count_in(folder: Path) -> dict:
    """Takes a second, and leaves a line each time."""
    with (folder / "computed").open("a") as file:
        file.write("once\n")
    time.sleep(1)
    return {"number": torch.tensor(7)}


def ask(folder: Path, answers) -> None:
    answers.put(kept("sum", lambda: count_in(folder))["number"].item())


def die_while_writing(folder: Path) -> None:
    def half(result, path):
        Path(path).write_bytes(b"half a")
        os.kill(os.getpid(), signal.SIGKILL)

    torch.save = half
    kept("sum", lambda: count_in(folder))


@pytest.mark.parametrize("given", [None, ""])
def test_without_a_folder_nothing_is_kept(tmp_path, monkeypatch, given):
    monkeypatch.delenv(FOLDER, raising=False)
    if given is not None:
        monkeypatch.setenv(FOLDER, given)
    monkeypatch.chdir(tmp_path)
    numbers = iter(range(2))
    assert [kept("n", lambda: {"n": next(numbers)}) for _ in range(2)] == [{"n": 0}, {"n": 1}]
    assert not [*tmp_path.iterdir()]


def test_a_folder_is_made_however_deep_it_lies(folder, monkeypatch):
    monkeypatch.setenv(FOLDER, str(folder / "a" / "b"))
    for name in ("one", "two"):
        assert kept(name, lambda: {"n": 7}) == {"n": 7}
    assert {path.name for path in (folder / "a" / "b").glob("*.pt*")} >= {"one.pt", "two.pt"}


def test_what_is_loaded_holds_data_and_no_code(folder):
    with pytest.raises(pickle.UnpicklingError, match="weights_only"):
        kept("path", lambda: {"n": Path("x")})


def test_two_that_ask_at_once_compute_once(folder):
    answers = PROCESSES.Queue()
    asking = [PROCESSES.Process(target=ask, args=(folder, answers)) for _ in range(2)]
    for process in asking:
        process.start()
    assert [answers.get(timeout=60) for _ in asking] == [7, 7]
    for process in asking:
        process.join()
    assert (folder / "computed").read_text() == "once\n"


def test_a_killed_computation_leaves_nothing_half_written_and_no_lock(folder):
    process = PROCESSES.Process(target=die_while_writing, args=(folder,))
    process.start()
    process.join(timeout=60)
    assert process.exitcode == -signal.SIGKILL
    assert "sum.pt" not in os.listdir(folder / "kept")
    assert kept("sum", lambda: count_in(folder)) == {"number": torch.tensor(7)}
    assert (folder / "computed").read_text() == "once\n" * 2


# What the chapters say of the book's translator.
BOOKS = {"d_model": 64, "n_heads": 4, "d_ff": 128, "n_layers": 2, "dropout": 0.0}
BOOKS |= {"norm_first": True, "max_len": 32, "activation": "relu"}


def test_the_translator_that_is_loaded_is_the_one_that_was_trained(folder, monkeypatch):
    """Weights, those after 50 steps, losses and what was measured on the test sentences."""
    path = folder / "pairs.tsv"
    path.write_text("".join(f"{p.english}\t{p.french}\n" for p in draw_corpus(300)), "utf8")
    monkeypatch.setattr(
        train_book_translator,
        "TranslationData",
        lambda: TranslationData(str(path), batch_size=10, n_test=10),
    )
    trained, _, record = train_book_translator.trained_translator()
    monkeypatch.setattr(train_book_translator, "quiet_trainer", None)
    loaded, data, loaded_record = train_book_translator.trained_translator()
    assert not loaded.training and len(data.test) == 10
    assert vars(loaded.model.sizes) == BOOKS and (trained.lr, trained.warmup) == (8e-3, 0.1)
    assert len(record.losses) == len(record.accuracies) == 2 * 29 and len(record.metrics) == 2
    for name in ("losses", "accuracies", "metrics"):
        assert getattr(loaded_record, name) == getattr(record, name)
    state, early = trained.state_dict(), record.after[50]
    assert all(x.equal(loaded.state_dict()[name]) for name, x in state.items())
    assert all(x.equal(loaded_record.after[50][name]) for name, x in early.items())
    assert early.keys() == state.keys()
    assert not early["model.output.weight"].equal(state["model.output.weight"])


def test_a_name_that_leads_out_of_the_folder_is_refused_before_anything_is_computed(folder):
    computed = []
    with pytest.raises(
        ValueError, match=r"^name is '\.\./a', but must be the name of a file, without"
    ):
        kept("../a", lambda: computed.append(1))
    assert not computed
