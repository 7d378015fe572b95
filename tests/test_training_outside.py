"""Training outside the book: the command line on a tiny file, killed, resumed, in two processes."""

import csv
import io
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch
from torch import Tensor

from bilingual_book.export import wheel
from support.copies import ROOT, environment
from tensorbytensor.command_line import BestAndLast, base_of_training_commands
from tensorbytensor.corpus import draw_corpus
from tensorbytensor.translation import Translator, __main__

pytestmark = pytest.mark.xdist_group("training_outside")  # one worker makes what they share

SIZES = {"d_model": 16, "d_ff": 16, "n_layers": 1, "n_heads": 2, "dropout": 0.0}
ARGUMENTS = [
    "fit",
    *("--data.path", "pairs.tsv", "--data.n_test", "24", "--data.batch_size", "16"),
    *("--data.tokens", "words", "--model.lr", "5e-3", "--model.smoothing", "0"),
    *(part for name, size in SIZES.items() for part in (f"--model.sizes.{name}", str(size))),
    *("--trainer.accelerator", "cpu", "--trainer.max_epochs", "4"),
    *("--trainer.log_every_n_steps", "1"),
]
DROPOUT = ["--model.sizes.dropout", "0.2"]
# six steps an epoch
STOPPED_IN_A_STEP = """
import os, signal
from tensorbytensor.translation import Translator, __main__

def die(self, optimizer):
    if self.global_step == 15:
        os.kill(os.getpid(), signal.SIGNAL)

Translator.on_before_zero_grad = die
__main__.main()
"""
KILLED_WHILE_WRITING = """
import os, signal
from fsspec.implementations.local import LocalFileOpener
from tensorbytensor.translation import __main__

whole = LocalFileOpener.commit

def half(self):
    if "last.ckpt" not in self.path:
        return whole(self)
    content = open(self.temp, "rb").read()
    with open(self.path, "wb") as file:
        file.write(content[: len(content) // 2])
    os.kill(os.getpid(), signal.SIGKILL)

LocalFileOpener.commit = half
__main__.main()
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
    how = ["-c", script] if script else ["-m", "tensorbytensor.translation"]
    command = [sys.executable, *how, *ARGUMENTS, "--trainer.default_root_dir", root, *arguments]
    env = environment(ROOT) | {"OMP_NUM_THREADS": "1"}
    return subprocess.run(
        command, cwd=home, env=env, capture_output=True, text=True, check=False, timeout=120
    )


def saved(root: Path, name: str) -> dict:
    return torch.load(root / f"checkpoints/{name}.ckpt", weights_only=True)


def weights(home: Path, root: str) -> dict[str, Tensor]:
    return saved(home / root, "last")["state_dict"]


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
    # where rich is installed, Lightning draws with it
    assert re.search(r"Epoch 3(: 100%|/3 )", whole.stdout)
    assert re.search(r"test_loss[=:]", whole.stdout)
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
    first = start(home, "killed", *DROPOUT, script=STOPPED_IN_A_STEP.replace("SIGNAL", "SIGKILL"))
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


def test_stopped_by_sigterm_it_goes_on_from_that_step(home, whole):
    first = start(home, "stopped", *DROPOUT, script=STOPPED_IN_A_STEP.replace("SIGNAL", "SIGTERM"))
    assert first.returncode == 128 + 15
    assert first.stderr.endswith("stopped by SIGTERM: --ckpt_path last goes on\n")
    assert saved(home / "stopped", "last")["global_step"] == 16  # within the third epoch
    second = start(home, "stopped", *DROPOUT, "--ckpt_path", "last")
    assert second.returncode == 0 and "resuming" not in second.stderr, second.stderr
    ours, theirs = weights(home, "stopped"), weights(home, "whole")
    assert all(torch.equal(ours[name], theirs[name]) for name in theirs)
    logged = [column(home, "stopped", "loss", version) for version in range(2)]
    losses = column(home, "whole", "loss")
    assert logged == [losses[:16], losses[16:]]


def test_the_wheel_alone_translates_line_by_line(home, whole, tmp_path):
    wheel.build(ROOT, tmp_path)
    with zipfile.ZipFile(tmp_path / wheel.name(ROOT)) as file:
        file.extractall(tmp_path / "wheel")
    command = [sys.executable, "-m", "tensorbytensor.translation", "translate"]
    checkpoint = saved(home / "whole", "best")
    checkpoint["state_dict"]["model.output.bias"][2] -= 9  # it would write nothing: <EOS>
    torch.save(checkpoint, tmp_path / "it.ckpt")
    command += ["--ckpt_path", "it.ckpt"]
    long = b"I see " * 80
    result = subprocess.run(
        command,
        input=b"I love oranges.\n\n\xe9\n" + long + b"\nShe sees him.",
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": "wheel", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        check=False,
        timeout=120,
    )
    translator = Translator.load_from_checkpoint(tmp_path / "it.ckpt")
    said = [translator.translate(text, beams=4) for text in ("I love oranges.", "She sees him.")]
    assert all(said)
    assert result.stdout.decode().split("\n") == [said[0], "", "", "", said[1], ""]
    problems = result.stderr.decode().splitlines()
    assert problems[0].startswith("line 3: 'utf-8' codec can't decode byte 0xe9")
    assert problems[1] == "line 4: 162 tokens, but max_len is 128" and len(problems) == 2
    assert result.returncode == 1


def call(monkeypatch, home: Path, root: Path, *arguments: str) -> None:
    """The command in this process."""
    given = [*ARGUMENTS, "--trainer.default_root_dir", str(root), *arguments]
    monkeypatch.setattr(sys, "argv", ["__main__.py", *given])
    monkeypatch.chdir(home)
    __main__.main()


IMPATIENT = ["--model.lr", "0.05", "--trainer.max_epochs", "40", "--early_stopping.patience"]


def test_it_stops_early_says_so_and_goes_on_with_more_patience(home, tmp_path, monkeypatch, capfd):
    call(monkeypatch, home, tmp_path, *IMPATIENT, "2")
    losses = column(home, str(tmp_path), "test_loss")
    best = losses.index(min(losses))
    assert len(losses) == best + 1 + 2 < 40
    said = capfd.readouterr().err
    assert "stopped early: 2 epochs without a lower test_loss, before the learning" in said
    file = tmp_path / "checkpoints/best.ckpt"
    assert f"\nbest: epoch {best}, test_loss {min(losses):.3f}, {file}\n" in said
    assert [saved(tmp_path, name)["epoch"] for name in ("best", "last")] == [best, best + 2]
    call(monkeypatch, home, tmp_path, *IMPATIENT, "2", "--ckpt_path", "last")
    assert saved(tmp_path, "last")["epoch"] == best + 2
    assert "stopped early: 2 epochs" in capfd.readouterr().err
    call(monkeypatch, home, tmp_path, *IMPATIENT, "3", "--ckpt_path", "last")
    assert saved(tmp_path, "last")["epoch"] > best + 2


@pytest.mark.parametrize(
    ("arguments", "message", "kept"),
    [
        (
            "--model.lr 1e9",
            "the loss is nan in step 2: training diverged, a lower --model.lr",
            set(),
        ),
        (
            "--model.lr 1e-9 --trainer.max_epochs 1",
            "the last test_loss is 5.370, and guessing has 5.298: training diverged or was short",
            {"best.ckpt", "last.ckpt"},
        ),
    ],
)
def test_a_training_that_learns_nothing_is_an_error(
    home, tmp_path, monkeypatch, capfd, arguments, message, kept
):
    assert message in refused(monkeypatch, home, tmp_path, *arguments.split())
    assert {path.name for path in tmp_path.glob("checkpoints/*")} == kept


def refused(monkeypatch, home: Path, root: Path, *arguments: str) -> str:
    with pytest.raises(SystemExit) as stop:
        call(monkeypatch, home, root, *arguments)
    message = str(stop.value)
    assert message.startswith("error: ") and "\n" not in message
    message = re.sub(r"\b(\d+)\.0\b", r"\1", message)  # what is int or float, one or the other
    return message.removeprefix("error: ")


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--data.path no.tsv", "path is 'no.tsv' (No such file or directory), but must be"),
        ("--data.path .", "path is '.' (Is a directory), but must be a file of lines"),
        ("--data.path=", "path is '' (Is a directory), but must be a file of lines"),
        ("--data.path empty.tsv", "empty.tsv has no sentence pairs"),
        ("--data.path utf16.tsv", "utf16.tsv has no sentence pairs; line 1: a zero byte"),
        ("--data.n_test 120", "120 pairs (120 sources), but n_test is 120: none would be left to"),
        ("--data.tokens letters", "kind is 'letters', but must be words or byte-pairs"),
        (
            "--data.tokens byte-pairs --data.vocabulary_size 99",
            "size is 99, but byte-pairs need 260 or more",
        ),
        ("--data.batch_size many", "Parser key \"data.batch_size\": Expected a <class 'int'>"),
        ("--data.batch_sise 8", "unrecognized arguments: --data.batch_sise 8"),
        (
            "--data.batch_size 1 --trainer.devices 2 --trainer.strategy ddp",
            "batch_size is 1, n_train 96, but must be at least 2, a pair for each process",
        ),
        ("--model.sizes.n_heads 3", "d_model is 16, but must be a multiple of n_heads, 3"),
        ("--model.sizes.max_len 3", "no pair has 3 tokens or fewer a side"),
        ("--model.warmup 1", "warmup is 1, but must be in [0, 1)"),
        ("--model.smoothing 2", "smoothing is 2, but must be in [0, 1)"),
        ("--model.lr nan", "Parser key \"model.lr\": Expected a <class 'float'>"),
        ("--model.seed 99999999999999999999", "Overflow when unpacking long"),
        ("--early_stopping.patience 0", "patience is 0, but must be an integer of at least 1"),
        ("--early_stopping.monitor nothing", "unrecognized arguments: --early_stopping.monitor"),
        ("--trainer.max_epochs -1", "max_epochs is -1, but must be a number of epochs"),
        ("--trainer.max_epochs 0", "max_epochs is 0, but must be a number of epochs"),
        ("--trainer.max_epochs three", 'Parser key "trainer.max_epochs": Does not validate'),
        ("--trainer.max_steps 5", "max_steps is 5, but must be at least 6, an epoch"),
        (
            "--trainer.limit_val_batches 0",
            "limit_val_batches is 0, but the test sentences decide",
        ),
        ("--trainer.limit_train_batches 0", "limit_train_batches is 0: nothing to train on"),
        ("--trainer.accumulate_grad_batches 0", "accumulate_grad_batches is 0, but must be an int"),
        ("--trainer.accelerator tpu", "ModuleNotFoundError: Requirement 'torch_xla"),
        ("--trainer.precision 7", 'Parser key "trainer.precision": Does not validate'),
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
    assert "Traceback" not in result.stderr and result.stderr.count("error: path is 'no.tsv'") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("fitt", "'fitt' given, but must be fit or translate"),
        ("translate --ckpt_path pairs.tsv", "pairs.tsv cannot be read (BadZipFile), but must be a"),
        ("translate --ckpt_path no.ckpt", "no.ckpt cannot be read (FileNotFoundError), but must"),
        ("translate --ckpt_path x --beams 0", "beams is 0, but must be an integer of at least 1"),
        ("translate --ckpt_path x --beams two", "Parser key \"beams\": Expected a <class 'int'>"),
        ("translate", "the following arguments are required: ckpt_path"),
    ],
)
def test_a_wrong_command_is_one_line(home, monkeypatch, arguments, message):
    monkeypatch.setattr(sys, "argv", ["__main__.py", *arguments.split()])
    monkeypatch.chdir(home)
    with pytest.raises(SystemExit) as stop:
        __main__.main()
    assert str(stop.value).startswith("error: ") and "\n" not in str(stop.value)
    assert message in str(stop.value)


def test_tensorboard_is_asked_for_where_it_is_missing(home, tmp_path, monkeypatch):
    monkeypatch.setattr(base_of_training_commands, "find_spec", lambda name: None)
    options = "--trainer.logger", "TensorBoardLogger"
    assert "pip install tensorboard" in refused(monkeypatch, home, tmp_path, *options)


def test_a_training_is_neither_overwritten_nor_lengthened_nor_changed(home, whole, monkeypatch):
    root, before = home / "whole", weights(home, "whole")
    message = refused(monkeypatch, home, root, *DROPOUT)
    assert "last.ckpt exists: --ckpt_path last goes on with it" in message
    resume = (*DROPOUT, "--ckpt_path", "last")
    longer = refused(monkeypatch, home, root, *resume, "--trainer.max_epochs", "5")
    assert longer == "the checkpoint's training has 24 steps, but 30 are asked for"
    shutil.copy(home / "whole/checkpoints/last.ckpt", home / "elsewhere.ckpt")
    foreign = refused(monkeypatch, home, root, *DROPOUT, "--ckpt_path", "elsewhere.ckpt")
    assert foreign.startswith(f"ckpt_path is in {home}, but must be in {root}/checkpoints")
    assert all(torch.equal(before[name], w) for name, w in weights(home, "whole").items())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--data.batch_size 8", "data.batch_size is 8, but 16 in the checkpoint: a resumed run"),
        ("--data.vocabulary_size 50", "data.vocabulary_size is 50, but 8000 in the checkpoint"),
        ("--data.path other.tsv", "the data's digest is "),
        ("--model.lr 0.1", "model.lr is 0.1, but 0.005 in the checkpoint"),
        ("--trainer.gradient_clip_val 1", "trainer.gradient_clip_val is 1, but None in the"),
        ("--trainer.accumulate_grad_batches 2", "trainer.accumulate_grad_batches is 2, but 1 in"),
        ("--trainer.precision bf16-mixed", "trainer.precision is bf16-mixed, but None in the"),
        ("--trainer.devices 2 --trainer.strategy ddp", "processes is 2, but 1 in the checkpoint"),
    ],
)
def test_what_decides_the_outcome_is_the_checkpoints(home, whole, monkeypatch, arguments, message):
    lines = (home / "pairs.tsv").read_text("utf8").splitlines()
    lines[0] = lines[0] + " Non."
    (home / "other.tsv").write_text("\n".join(lines), "utf8")
    resume = (*DROPOUT, "--ckpt_path", "last", *arguments.split())
    before = (home / "whole/checkpoints/last.ckpt").read_bytes()
    assert refused(monkeypatch, home, home / "whole", *resume).startswith(message)
    assert (home / "whole/checkpoints/last.ckpt").read_bytes() == before


def halves(content: bytes) -> dict[str, bytes]:
    """What a file can be instead of the checkpoint that it was."""
    foreign = io.BytesIO()
    torch.save({"state_dict": {}}, foreign)
    flipped = content[: len(content) // 2] + b"?" + content[len(content) // 2 + 1 :]
    half, text = content[: len(content) // 2], b"hello"
    return {
        "text": text,
        "empty": b"",
        "half": half,
        "flipped": flipped,
        "foreign": foreign.getvalue(),
    }


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        *((kind, "(BadZipFile), but must be a whole") for kind in ("text", "empty", "half")),
        ("flipped", "(ValueError), but must be a whole checkpoint"),
        ("foreign", "has no arguments, hyper_parameters, loops, but must be a checkpoint of"),
    ],
)
def test_a_broken_checkpoint_is_one_line(home, whole, tmp_path, monkeypatch, kind, message):
    content = (home / "whole/checkpoints/last.ckpt").read_bytes()
    path = tmp_path / "checkpoints/last.ckpt"
    path.parent.mkdir()
    path.write_bytes(halves(content)[kind])
    before = files(tmp_path)
    assert message in refused(monkeypatch, home, tmp_path, *DROPOUT, "--ckpt_path", "last")
    assert files(tmp_path) == before and path.read_bytes() == halves(content)[kind]


def test_in_a_folder_that_was_moved_the_best_stays_the_best(home, whole, tmp_path):
    [state] = [
        state for key, state in saved(home / "whole", "last")["callbacks"].items() if "Best" in key
    ]
    moved = BestAndLast(str(tmp_path))
    moved.load_state_dict(state)
    assert moved.best_model_path == moved.kth_best_model_path == f"{tmp_path}/best.ckpt"
    lowest = min(column(home, "whole", "test_loss")[:4])
    assert moved.best_model_score == lowest
    moved.load_state_dict(state | {"current_score": torch.tensor(lowest + 1)})  # it got worse
    alone = SimpleNamespace(strategy=SimpleNamespace(reduce_boolean_decision=bool))
    for change, better in ((0.5, False), (-1e-3, True)):
        assert moved.check_monitor_top_k(alone, torch.tensor(lowest + change)) is better


@pytest.mark.parametrize("tokens", [[], ["--data.tokens", "words"]])
def test_chinese_is_read_by_byte_pairs_unless_told_otherwise(
    home, tmp_path, monkeypatch, capfd, tokens
):
    lines = [f"{pair.english}\t我喜欢{pair.french[:3]}橙子。" for pair in draw_corpus(40)]
    (tmp_path / "zh.tsv").write_text("\n".join(lines), "utf8")
    at = ARGUMENTS.index("--data.tokens")
    monkeypatch.setattr(sys.modules[__name__], "ARGUMENTS", [*ARGUMENTS[:at], *ARGUMENTS[at + 2 :]])
    options = ["--data.path", str(tmp_path / "zh.tsv"), "--trainer.max_epochs", "12", *tokens]
    call(monkeypatch, home, tmp_path / "run", *options)
    translator = Translator.load_from_checkpoint(tmp_path / "run/checkpoints/best.ckpt")
    assert translator.tgt_tokenizer.by_words == bool(tokens)
    told = "1 problems:\ntargets have no blanks between words: tokens should be byte-pairs\n"
    assert (told in capfd.readouterr().err) == bool(tokens)


def test_at_most_twenty_problems_are_named(capsys):
    base_of_training_commands.report([f"line {n}: no tab" for n in range(1, 24)])
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "23 problems:" and lines[20] == "line 20: no tab"
    assert lines[21:] == ["and 3 more"]
    base_of_training_commands.report([])
    assert capsys.readouterr().err == ""


def test_the_model_decides_how_long_a_sentence_may_be(home, tmp_path, monkeypatch, capfd):
    options = ["--model.sizes.max_len", "9", "--trainer.max_epochs", "1"]
    call(monkeypatch, home, tmp_path, *options)
    assert "pairs have more than 9 tokens on a side" in capfd.readouterr().err
    translator = Translator.load_from_checkpoint(tmp_path / "checkpoints/best.ckpt")
    assert translator.model.sizes.max_len == 9
