"""Training outside the book: the command line on a tiny file, killed, resumed, in two processes."""

import csv
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from torch import Tensor

from support.copies import ROOT, environment
from tensorbytensor.corpus import draw_corpus
from tensorbytensor.translation import Translator, train_command

pytestmark = pytest.mark.xdist_group("training_outside")  # one worker makes what they share

SIZES = {"d_model": 16, "d_ff": 16, "n_layers": 1, "n_heads": 2}
ARGUMENTS = [
    "fit",
    *("--data.path", "pairs.tsv", "--data.n_test", "24", "--data.batch_size", "16"),
    *(part for name, size in SIZES.items() for part in (f"--model.sizes.{name}", str(size))),
    *("--trainer.accelerator", "cpu", "--trainer.max_epochs", "4"),
    *("--trainer.log_every_n_steps", "1"),
]
DROPOUT = ["--model.sizes.dropout", "0.2"]
# six steps an epoch
KILLED_IN_A_STEP = """
import os, signal
from tensorbytensor.translation import train_command
from tensorbytensor.translation import Translator

def die(self, batch, batch_idx):
    if self.global_step == 15:
        os.kill(os.getpid(), signal.SIGKILL)

Translator.on_train_batch_start = die
train_command.main()
"""
KILLED_WHILE_WRITING = """
import os, signal
from fsspec.implementations.local import LocalFileOpener
from tensorbytensor.translation import train_command

whole = LocalFileOpener.commit

def half(self):
    if "last.ckpt" not in self.path:
        return whole(self)
    content = open(self.temp, "rb").read()
    with open(self.path, "wb") as file:
        file.write(content[: len(content) // 2])
    os.kill(os.getpid(), signal.SIGKILL)

LocalFileOpener.commit = half
train_command.main()
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Path:
    """A folder with pairs.tsv: 120 pairs, and three lines that are none."""
    folder = tmp_path_factory.mktemp("home")
    lines = [f"{pair.english}\t{pair.french}" for pair in draw_corpus(120)]
    lines[40:40] = ["no tab", "\tno source", "no target\t"]
    (folder / "pairs.tsv").write_text("\n".join(lines), "utf8")
    return folder


def start(home: Path, root: str, *arguments: str, script: str | None = None):
    """The command in a process of its own; what it writes goes to the folder `root`."""
    how = ["-c", script] if script else ["-m", "tensorbytensor.translation.train_command"]
    command = [sys.executable, *how, *ARGUMENTS, "--trainer.default_root_dir", root, *arguments]
    env = environment(ROOT) | {"OMP_NUM_THREADS": "1"}
    return subprocess.run(
        command, cwd=home, env=env, capture_output=True, text=True, check=False, timeout=120
    )


def weights(home: Path, root: str) -> dict[str, Tensor]:
    return torch.load(home / root / "checkpoints/last.ckpt", weights_only=True)["state_dict"]


def column(home: Path, root: str, name: str, version: int = 0) -> list[float]:
    path = home / root / f"lightning_logs/version_{version}/metrics.csv"
    with path.open() as file:
        return [float(row[name]) for row in csv.DictReader(file) if row[name]]


@pytest.fixture(scope="module")
def whole(home) -> subprocess.CompletedProcess:
    """A training that nothing interrupts."""
    return start(home, "whole", *DROPOUT)


def test_it_trains_on_a_file_with_a_progress_bar_checkpoints_and_a_log(home, whole):
    assert whole.returncode == 0, whole.stderr
    assert "Epoch 3: 100%" in whole.stdout and "test_loss=" in whole.stdout
    assert "3 problems:\nline 41: no tab" in whole.stderr
    assert "line 42: the source is empty\nline 43: the target is empty\n" in whole.stderr
    kept = {path.name for path in (home / "whole/checkpoints").iterdir()}
    assert kept == {"best.ckpt", "last.ckpt"}
    losses, tests = (column(home, "whole", name) for name in ("loss", "test_loss"))
    assert (len(losses), len(tests)) == (24, 4) and losses[-1] < losses[0]
    best = torch.load(home / "whole/checkpoints/best.ckpt", weights_only=True)
    assert best["epoch"] == tests.index(min(tests))


def test_its_checkpoint_translates(home, whole):
    translator = Translator.load_from_checkpoint(home / "whole/checkpoints/last.ckpt")
    assert vars(translator.hparams.sizes).items() >= {**SIZES, "dropout": 0.2}.items()
    assert all(
        torch.equal(w, translator.state_dict()[n]) for n, w in weights(home, "whole").items()
    )
    assert isinstance(translator.translate("I love oranges."), str)


def test_killed_twice_and_resumed_it_ends_with_the_same_weights(home, whole):
    resume = (*DROPOUT, "--ckpt_path", "last")
    first = start(home, "killed", *DROPOUT, script=KILLED_IN_A_STEP)
    assert first.returncode == -9, first.stderr
    second = start(home, "killed", *resume, script=KILLED_WHILE_WRITING)
    assert second.returncode == -9, second.stderr
    for name in ("best", "last"):
        torch.load(home / f"killed/checkpoints/{name}.ckpt", weights_only=True)
    third = start(home, "killed", *resume)
    assert third.returncode == 0, third.stderr
    ours, theirs = weights(home, "killed"), weights(home, "whole")
    assert all(torch.equal(ours[name], theirs[name]) for name in theirs)
    logged = [column(home, "killed", "loss", version) for version in range(3)]
    losses = column(home, "whole", "loss")
    assert logged == [losses[:15], losses[12:18], losses[12:]]
    kept = {path.name for path in (home / "killed/checkpoints").iterdir()}
    assert kept == {"best.ckpt", "last.ckpt"}


def test_two_processes_learn_what_one_learns(home):
    """Same batches, losses equal to 1e-5, weights to 1e-5.

    But for the biases of the keys: a softmax does not see them, their gradients are 0, and what the
    optimizer makes of the rounding errors in place of gradients differs.
    """
    together = start(home, "two", "--trainer.devices", "2", "--trainer.strategy", "ddp")
    alone = start(home, "one")
    assert together.returncode == alone.returncode == 0, together.stderr + alone.stderr
    for name in ("loss", "test_loss"):
        ours, theirs = (torch.tensor(column(home, root, name)) for root in ("two", "one"))
        torch.testing.assert_close(ours, theirs, atol=1e-5, rtol=0)
    ours, theirs = weights(home, "two"), weights(home, "one")
    for name in theirs:
        tolerance = 0.01 if name.endswith("W_k.bias") else 1e-5
        torch.testing.assert_close(ours[name], theirs[name], atol=tolerance, rtol=0)


def call(monkeypatch, home: Path, root: Path, *arguments: str) -> None:
    """The command in this process."""
    given = [*ARGUMENTS, "--trainer.default_root_dir", str(root), *arguments]
    monkeypatch.setattr(sys, "argv", ["train_command.py", *given])
    monkeypatch.chdir(home)
    train_command.main()


def test_it_stops_early_and_keeps_best_and_last(home, tmp_path, monkeypatch, capfd):
    options = ["--model.lr", "0.5", "--trainer.max_epochs", "40", "--early_stopping.patience", "2"]
    call(monkeypatch, home, tmp_path, *options)
    losses = column(home, str(tmp_path), "test_loss")
    best = losses.index(min(losses))
    assert len(losses) == best + 1 + 2 < 40
    epochs = [
        torch.load(tmp_path / f"checkpoints/{name}.ckpt", weights_only=True)["epoch"]
        for name in ("best", "last")
    ]
    assert epochs == [best, best + 2]


def refused(monkeypatch, home: Path, root: Path, *arguments: str) -> str:
    with pytest.raises(SystemExit) as stop:
        call(monkeypatch, home, root, *arguments)
    message = str(stop.value)
    assert message.startswith("error: ") and "\n" not in message
    return message.removeprefix("error: ")


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--data.path no.tsv", "no.tsv cannot be read (No such file or directory), but must be"),
        ("--data.path .", ". cannot be read (Is a directory), but must be a file of lines"),
        ("--data.path empty.tsv", "empty.tsv has no sentence pairs"),
        ("--data.path utf16.tsv", "utf16.tsv has no sentence pairs; line 1: a zero byte"),
        ("--data.n_test 120", "120 pairs, but n_test is 120: none would be left to train on"),
        ("--data.tokens letters", "kind is 'letters', but must be words or byte-pairs"),
        (
            "--data.tokens byte-pairs --data.vocabulary_size 99",
            "size is 99, but byte-pairs need 260 or more",
        ),
        ("--data.batch_size many", "Parser key \"data.batch_size\": Expected a <class 'int'>"),
        ("--data.batch_sise 8", "unrecognized arguments: --data.batch_sise 8"),
        (
            "--data.batch_size 15 --trainer.devices 2 --trainer.strategy ddp",
            "batch_size is 15, but must be a multiple of 2 processes",
        ),
        ("--model.sizes.n_heads 3", "d_model is 16, but must be a multiple of n_heads, 3"),
        ("--model.sizes.max_len 3", "no pair has 3 tokens or fewer a side"),
        ("--model.warmup -1", "warmup is -1.0, but must be in [0, 1]"),
        ("--trainer.max_epochs -1", "max_epochs is -1, but must be a number of epochs"),
        ("--ckpt_path no.ckpt", "ckpt_path is 'no.ckpt', but must be last or a checkpoint"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(home, tmp_path, monkeypatch, arguments, message):
    (home / "empty.tsv").touch()
    (home / "utf16.tsv").write_text("été\tsummer\n", "utf-16")
    before = files(home)
    assert message in refused(monkeypatch, home, tmp_path, *arguments.split())
    assert files(tmp_path) == set() and files(home) == before


def test_a_missing_file_ends_the_process_with_one_line_and_status_1(home):
    result = start(home, "nothing", "--data.path", "no.tsv")
    assert result.returncode == 1 and not (home / "nothing").exists()
    assert "Traceback" not in result.stderr and result.stderr.count("error: no.tsv cannot be") == 1


def test_tensorboard_is_asked_for_where_it_is_missing(home, tmp_path, monkeypatch):
    monkeypatch.setattr(train_command, "find_spec", lambda name: None)
    options = "--trainer.logger", "TensorBoardLogger"
    assert "pip install tensorboard" in refused(monkeypatch, home, tmp_path, *options)


def test_a_training_is_neither_overwritten_nor_lengthened_nor_changed(home, whole, monkeypatch):
    root, before = home / "whole", weights(home, "whole")
    message = refused(monkeypatch, home, root, *DROPOUT)
    assert "last.ckpt exists: --ckpt_path last goes on with it" in message
    resume = (*DROPOUT, "--ckpt_path", "last")
    longer = refused(monkeypatch, home, root, *resume, "--trainer.max_epochs", "5")
    assert longer == "the checkpoint's training has 24 steps, but 30 are asked for"
    changed = refused(monkeypatch, home, root, *resume, "--data.vocabulary_size", "50")
    assert changed.startswith("src_state, tgt_state not as in the checkpoint")
    assert all(torch.equal(before[name], w) for name, w in weights(home, "whole").items())


def test_at_most_twenty_problems_are_named(capsys):
    train_command.report([f"line {n}: no tab" for n in range(1, 24)])
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "23 problems:" and lines[20] == "line 20: no tab"
    assert lines[21:] == ["and 3 more"]
    train_command.report([])
    assert capsys.readouterr().err == ""


def test_the_model_decides_how_long_a_sentence_may_be(home, tmp_path, monkeypatch, capfd):
    options = ["--model.sizes.max_len", "9", "--trainer.max_epochs", "1"]
    call(monkeypatch, home, tmp_path, *options)
    assert "pairs have more than 9 tokens on a side" in capfd.readouterr().err
    translator = Translator.load_from_checkpoint(tmp_path / "checkpoints/best.ckpt")
    assert translator.model.sizes.max_len == 9
