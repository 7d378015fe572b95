"""The language model: a text as tokens in a file, windows of them, training by command, writing."""

import csv
import inspect
import math
import multiprocessing
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor, nn

from support.copies import ROOT, environment
from support.dropout_places import given_and_dropped
from support.weights_by_seed import drawn_by_seed
from tensorbytensor.corpus import draw_corpus
from tensorbytensor.language_model import (
    LanguageModel,
    TextData,
    Windows,
    __main__,
    encode_to_file,
    read_blocks,
    tokenize_into_file,
    train_tokenizer,
    windows_of_text,
)
from tensorbytensor.language_model.decoder import MIDDLE, Decoder
from tensorbytensor.transformer import Sizes

pytestmark = pytest.mark.xdist_group("language_model")  # one worker makes what they share
SIZES = {"d_model": 16, "d_ff": 32, "n_layers": 2, "n_heads": 2, "dropout": 0.1, "max_len": 32}
ARGUMENTS = [
    *("--data.path", "text.txt", "--data.vocabulary_size", "300", "--data.batch_size", "16"),
    *(part for name, size in SIZES.items() for part in (f"--model.sizes.{name}", str(size))),
    *("--trainer.accelerator", "cpu", "--trainer.max_epochs", "3", "--model.lr", "1e-2"),
    *("--trainer.log_every_n_steps", "1", "--sample.text", "She has", "--sample.n_tokens", "8"),
]
KILLED = """
import os, signal
from tensorbytensor.language_model import LanguageModel, __main__

def die(self, optimizer):
    if self.global_step == self.trainer.num_training_batches + 3:
        os.kill(os.getpid(), signal.SIGKILL)

LanguageModel.on_before_zero_grad = die
__main__.main()
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Path:
    """A folder with text.txt: two hundred lines in two languages."""
    folder = tmp_path_factory.mktemp("home")
    lines = [f"{pair.english} {pair.french}" for pair in draw_corpus(200)]
    (folder / "text.txt").write_text("\n".join(lines), "utf8")
    return folder


@pytest.fixture(scope="module")
def tokenizer(home):
    return train_tokenizer(home / "text.txt", 300)


def start(home: Path, root: str, *arguments: str, script: str | None = None):
    how = ["-c", script] if script else ["-m", "tensorbytensor.language_model"]
    given = ["fit", *ARGUMENTS, "--trainer.default_root_dir", root, *arguments]
    env = environment(ROOT) | {"OMP_NUM_THREADS": "1"}
    return subprocess.run(
        [sys.executable, *how, *given],
        cwd=home,
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.fixture(scope="module")
def whole(home) -> subprocess.CompletedProcess:
    """A training that nothing interrupts."""
    return start(home, "whole")


def saved(root: Path) -> dict:
    return torch.load(root / "checkpoints/last.ckpt", weights_only=True)


def column(root: Path, name: str, version: int = 0) -> list[float]:
    with (root / f"lightning_logs/version_{version}/metrics.csv").open() as file:
        return [float(row[name]) for row in csv.DictReader(file) if row[name]]


def test_it_trains_on_a_text_and_shows_how_it_writes(home, whole):
    assert whole.returncode == 0, whole.stderr
    samples = re.findall(r"^epoch (\d): (She has.+)", whole.stderr, re.M)
    assert [number for number, _ in samples] == ["0", "1", "2"]
    assert all(len(said) > len("She has") for _, said in samples)
    assert re.search(r"^best: epoch 2, test_loss", whole.stderr, re.M)
    assert re.search(r"[^_]loss[=:]", whole.stdout), "no progress is shown"
    assert re.search(r"test_loss[=:]", whole.stdout)
    kept = {path.name for path in (home / "whole/checkpoints").iterdir()}
    assert kept == {"best.ckpt", "last.ckpt"}
    assert len([*(home / "whole").glob("tokens-*.bin")]) == 1


def test_unless_told_otherwise_it_is_a_model_of_middle_size(tmp_path):
    """Four layers, 256 wide, ten times over the text; what it reads, shows and seeds is told, too."""
    command = [sys.executable, "-m", "tensorbytensor.language_model", "fit", "--print_config"]
    given = {"env": environment(ROOT), "cwd": tmp_path, "text": True, "check": True}
    printed = subprocess.run(
        [*command, "--data.path", "a.txt"], stdout=subprocess.PIPE, timeout=120, **given
    )
    told = yaml.safe_load(printed.stdout)
    assert told["model"]["sizes"] == vars(MIDDLE)
    assert vars(MIDDLE) == {
        **{"d_model": 256, "n_heads": 8, "d_ff": 1024, "n_layers": 4, "max_len": 256},
        **{"dropout": 0.1, "activation": "gelu", "norm_first": True},
    }
    assert told["sample"] == {"text": "The", "n_tokens": 50}
    assert told["trainer"]["max_epochs"] == 10 and told["model"]["seed"] == 0
    data = {"vocabulary_size": 8000, "batch_size": 32, "test_share": 0.05, "seed": 0}
    assert told["data"] == data | {"path": "a.txt"}
    assert inspect.signature(TextData).parameters["max_len"].default == 256  # that of the model


def test_what_it_learns_is_more_than_how_frequent_each_token_is(home, whole):
    data = TextData(str(home / "text.txt"), 300, folder=str(home / "whole"), max_len=32)
    counts = torch.cat([*data.train]).bincount(minlength=300) + 1.0
    shares = (counts / counts.sum()).log()
    by_frequency = -shares[torch.cat([window[1:] for window in data.test])].mean()
    assert column(home / "whole", "test_loss")[-1] < by_frequency - 0.2


def test_killed_and_resumed_it_ends_with_the_same_weights(home, whole):
    first = start(home, "killed", script=KILLED)
    assert first.returncode == -9, first.stderr
    second = start(home, "killed", "--ckpt_path", "last")
    assert second.returncode == 0, second.stderr
    ours, theirs = (saved(home / root)["state_dict"] for root in ("killed", "whole"))
    assert all(torch.equal(ours[name], theirs[name]) for name in theirs)
    losses = column(home / "whole", "loss")
    assert column(home / "killed", "loss", 1) == losses[len(losses) // 3 :]


def test_two_processes_learn_what_one_learns(home):
    """But for the biases of the keys, which a softmax does not see."""
    plain = "--model.sizes.dropout", "0"
    together = start(home, "two", *plain, "--trainer.devices", "2", "--trainer.strategy", "ddp")
    alone = start(home, "one", *plain)
    assert together.returncode == alone.returncode == 0, together.stderr + alone.stderr
    assert together.stderr.count("epoch 0: She has") == 1
    ours, theirs = (torch.tensor(column(home / root, "test_loss")) for root in ("two", "one"))
    # where a batch has an odd number of windows, each process means over its own
    torch.testing.assert_close(ours, theirs, atol=2e-3, rtol=0)


def test_half_precision_trains_as_well(home, whole):
    half = start(home, "half", "--trainer.precision", "bf16-mixed")
    assert half.returncode == 0, half.stderr
    ours, theirs = (column(home / root, "test_loss")[-1] for root in ("half", "whole"))
    assert ours != theirs and abs(ours - theirs) < 0.05
    assert {each.dtype for each in saved(home / "half")["state_dict"].values()} == {torch.float32}


def written(monkeypatch, capsys, *arguments: str) -> tuple[object, str]:
    monkeypatch.setattr(sys, "argv", ["__main__.py", *arguments])
    monkeypatch.setattr(sys.stdout, "reconfigure", lambda **_: None, raising=False)
    with pytest.raises(SystemExit) as end:
        __main__.main()
    return end.value.code, capsys.readouterr().out


@pytest.mark.parametrize("warmup", [-0.1, 1.0, math.nan])
def test_a_warmup_that_is_no_share_is_refused(tokenizer, warmup):
    with pytest.raises(ValueError, match=re.escape(f"warmup is {warmup}, but must be in [0, 1)")):
        LanguageModel(tokenizer.state, Sizes(**SIZES), warmup=warmup)
    assert LanguageModel(tokenizer.state, Sizes(**SIZES), warmup=0.0).warmup == 0


@pytest.mark.parametrize("arguments", [[], ["-h"], ["--help"]], ids=str)
def test_without_a_command_its_help_is_printed(monkeypatch, capsys, arguments):
    monkeypatch.setattr(sys, "argv", ["__main__.py", *arguments])
    try:
        __main__.main()
    except SystemExit as end:
        assert not end.code
    assert capsys.readouterr() == (f"{__main__.__doc__}\n", "")


def test_it_writes_letters_that_the_terminal_does_not_say_it_has(home, whole):
    path = str(home / "whole/checkpoints/best.ckpt")
    command = [sys.executable, "-m", "tensorbytensor.language_model", "write"]
    result = subprocess.run(
        [*command, "--ckpt_path", path, "--text", "garçon 他", "--n_tokens", "2"],
        cwd=home,
        env=environment(ROOT) | {"OMP_NUM_THREADS": "1", "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.decode("utf8").startswith("garçon 他")


def test_its_checkpoint_writes(home, whole, monkeypatch, capsys):
    path = str(home / "whole/checkpoints/best.ckpt")
    given = "write", "--ckpt_path", path, "--text", "She has", "--n_tokens"
    status, text = written(monkeypatch, capsys, *given, "12", "--temperature", "0.5")
    model = LanguageModel.load_from_checkpoint(path)
    assert (status, text) == (0, model.write("She has", 12, 0.5) + "\n")
    _, other = written(monkeypatch, capsys, *given, "12", "--temperature", "0.5", "--seed", "1")
    assert other.startswith("She has") and other != text


def test_at_a_temperature_of_almost_nothing_it_writes_what_is_most_probable(whole, home):
    """The logits themselves, divided by it, would be infinite."""
    model = LanguageModel.load_from_checkpoint(home / "whole/checkpoints/best.ckpt")
    texts = {model.write("She has", 9, 1e-45, seed=seed) for seed in range(3)}
    assert texts == {model.write("She has", 9, 1e-4)}


def test_without_options_it_writes_200_tokens_as_the_model_draws_them(
    home, whole, monkeypatch, capsys
):
    path = str(home / "whole/checkpoints/best.ckpt")
    _, text = written(monkeypatch, capsys, "write", "--ckpt_path", path, "--text", "She has")
    model = LanguageModel.load_from_checkpoint(path)
    assert text == model.write("She has", 200, 1.0, seed=0) + "\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            "fit --data.path nowhere.txt",
            r"path is 'nowhere\.txt' \(No such file or directory\), but",
        ),
        ("fit --data.path .", r"path is '\.' \(Is a directory\), but"),
        ("fit --data.path latin.txt", r"path is 'latin\.txt' \(invalid .+ byte\), but must be"),
        ("fit --data.path empty.txt", r"empty\.txt is empty, but must be a text"),
        ("fit --data.vocabulary_size 255", "vocabulary_size is 255, but must be 256"),
        ("fit --data.vocabulary_size 65537", "vocabulary_size is 65537, but must be 256"),
        ("fit --data.test_share 1", r"test_share is 1\.0, but must be between 0 and 1"),
        ("fit --data.test_share 0", r"test_share is 0\.0, but must be between 0 and 1"),
        ("fit --data.test_share 0.001", r"\d+ of them to train on, but each part needs more than"),
        ("fit --data.batch_size 0", "batch_size is 0, but"),
        ("fit --model.warmup 1", r"warmup is 1\.0, but must be in \[0, 1\)"),
        ("fit --sample.n_tokens 0", "n_tokens is 0, but"),
        ("fit --sample.text ''", "'' has no tokens, but at least one is needed"),
        ("fit --model.lr x", "lr"),
        ("fit --trainer.max_epochs 0", "max_epochs is 0, but"),
        ("write --ckpt_path text.txt --text x", "text.txt cannot be read"),
        ("write --text x", "ckpt_path"),
        ("draw", "'draw' given, but must be fit or write"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(home, tmp_path, monkeypatch, arguments, said):
    (home / "latin.txt").write_bytes("déjà vu\n".encode("latin1") * 30_000)
    (home / "empty.txt").write_text("")
    command, *more = [part.strip("'") for part in arguments.split()]
    given = [*ARGUMENTS, "--trainer.default_root_dir", str(tmp_path)] if command == "fit" else []
    monkeypatch.setattr(sys, "argv", ["__main__.py", command, *given, *more])
    monkeypatch.chdir(home)
    with pytest.raises(SystemExit) as end:
        __main__.main()
    assert re.search(said, str(end.value.code)) and "\n" not in str(end.value.code)
    assert not [*tmp_path.rglob("*.ckpt")] and not [*tmp_path.rglob("*.part")]


def test_a_finished_training_is_not_overwritten_nor_changed(home, whole):
    again = start(home, "whole")
    assert again.returncode == 1 and "last.ckpt exists" in again.stderr
    for changed in (("--model.lr", "2e-2"), ("--data.vocabulary_size", "301")):
        other = start(home, "whole", "--ckpt_path", "last", *changed)
        assert other.returncode == 1 and "in the checkpoint" in other.stderr


def test_a_text_is_read_as_it_is_whatever_the_size_of_a_block(tmp_path):
    text = "Ça va ?\r\n你好，世界。\n\n\ttabs 🎉 and  blanks \n"
    path = tmp_path / "text.txt"
    path.write_bytes(b"\xef\xbb\xbf" + text.encode("utf8"))
    for size in (1, 3, 7, 1000):
        blocks = [*read_blocks(path, size)]
        assert "".join(blocks) == text and {len(block) for block in blocks[:-1]} <= {size}


@settings(max_examples=60)
@given(st.text(st.characters(codec="utf-8"), min_size=1))
def test_no_text_is_lost_in_tokens(tokenizer, text):
    ids = tokenizer.inner.encode(text).ids
    assert tokenizer.inner.decode(ids) == text and all(0 <= number < 300 for number in ids)


def test_the_tokenizer_learns_from_the_first_blocks(tmp_path, monkeypatch):
    path = tmp_path / "text.txt"
    path.write_text("abab" * 100 + "cdcd" * 100)
    monkeypatch.setattr(tokenize_into_file, "read_blocks", lambda path: read_blocks(path, 400))
    first, both = (train_tokenizer(path, 400, blocks) for blocks in (1, 2))
    assert "cd" not in first.inner.get_vocab() and "cd" in both.inner.get_vocab()
    assert "ab" in first.inner.get_vocab() and len(first) < 400


def test_a_vocabulary_has_a_token_for_each_byte_and_no_more_than_two_bytes_can_number(home, capfd):
    bytes_alone, most = (train_tokenizer(home / "text.txt", size) for size in (256, 65_536))
    assert len(bytes_alone) == 256 and 300 < len(most) <= 65_536
    assert capfd.readouterr() == ("", "")  # no line of progress
    for size in (255, 65_537):
        with pytest.raises(ValueError, match=f"vocabulary_size is {size}, but must be 256.+65536"):
            train_tokenizer(home / "text.txt", size)
    for size in ("300", 300.0, True, None):
        with pytest.raises(ValueError, match=r"vocabulary_size is .+ must be an integer"):
            train_tokenizer(home / "text.txt", size)


def test_a_text_of_one_token_is_a_text(tokenizer, tmp_path):
    (tmp_path / "a.txt").write_text("a", "utf8")
    ids = encode_to_file(tmp_path / "a.txt", tokenizer, tmp_path / "folder" / "below" / "ids.bin")
    assert tokenizer.inner.decode(ids.tolist()) == "a" and len(ids) == 1
    (tmp_path / "none.txt").write_text("", "utf8")
    with pytest.raises(ValueError, match=r"none\.txt is empty, but must be a text"):
        encode_to_file(tmp_path / "none.txt", tokenizer, tmp_path / "none.bin")


def test_the_file_of_tokens_has_those_of_the_text(home, tokenizer, tmp_path):
    target = tmp_path / "below" / "ids.bin"
    ids = encode_to_file(home / "text.txt", tokenizer, target)
    text = (home / "text.txt").read_text("utf8")
    assert ids.tolist() == tokenizer.inner.encode(text).ids
    assert target.stat().st_size == 2 * len(ids) and os.listdir(target.parent) == ["ids.bin"]
    target.write_bytes(b"\x01\x01\x02\x00")
    assert encode_to_file(home / "text.txt", tokenizer, target).tolist() == [257, 2]


def test_a_text_that_breaks_off_leaves_no_tokens(tokenizer, tmp_path):
    (tmp_path / "bad.txt").write_bytes(b"good\n" * 300_000 + b"\xff")
    with pytest.raises(ValueError, match=r"bad\.txt.+UTF-8"):
        encode_to_file(tmp_path / "bad.txt", tokenizer, tmp_path / "ids.bin")
    assert os.listdir(tmp_path) == ["bad.txt"]


def test_two_processes_that_want_the_file_at_once_both_get_it(tokenizer, tmp_path, monkeypatch):
    path, target = tmp_path / "text.txt", tmp_path / "ids.bin"
    path.write_text("a cat sat\n" * 50, "utf8")
    processes = multiprocessing.get_context("fork")
    both_write, ids = processes.Barrier(2), processes.Queue()

    def read_together(path):
        yield from read_blocks(path, 100)
        both_write.wait(30)

    monkeypatch.setattr(tokenize_into_file, "read_blocks", read_together)
    want = [
        processes.Process(target=lambda: ids.put(encode_to_file(path, tokenizer, target).tolist()))
        for _ in range(2)
    ]
    for process in want:
        process.start()
    for process in want:
        process.join(60)
    assert [process.exitcode for process in want] == [0, 0]
    text = path.read_text("utf8")
    parts = [text[start : start + 100] for start in range(0, len(text), 100)]
    wanted = [number for part in parts for number in tokenizer.inner.encode(part).ids]
    assert [ids.get(timeout=10), ids.get(timeout=10)] == [wanted, wanted]
    assert sorted(os.listdir(tmp_path)) == ["ids.bin", "text.txt"]


def test_a_large_file_of_tokens_is_not_loaded(tmp_path):
    """Six hundred megabytes, of which two windows are read."""
    with open(tmp_path / "ids.bin", "wb") as file:
        file.truncate(600 << 20)
    script = (
        "import resource\nfrom pathlib import Path\n"
        "from tensorbytensor.language_model import Windows, encode_to_file\n"
        "used = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "before = used()\n"
        "windows = Windows(encode_to_file('no.txt', None, Path('ids.bin')), 64)\n"
        "windows[0], windows[len(windows) - 1]\n"
        "print((used() - before) >> 10)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=environment(ROOT),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert int(result.stdout) < 60


@pytest.mark.parametrize(("n", "length"), [(20, 4), (21, 4), (22, 4), (5, 4), (4, 4), (9, 1)])
def test_windows_guess_each_token_once(n, length):
    ids = torch.arange(100, 100 + n).to(torch.uint16)
    windows = [*map(Windows(ids, length).__getitem__, range(len(Windows(ids, length))))]
    assert all(window.shape == (length + 1,) and window.dtype == torch.long for window in windows)
    guessed = [number for window in windows for number in window[1:].tolist()]
    assert guessed == list(range(101, 101 + (n - 1) // length * length))


def test_the_end_of_the_text_is_for_the_test(home, tokenizer, tmp_path):
    data = TextData(str(home / "text.txt"), 300, max_len=16, test_share=0.25, folder=str(tmp_path))
    text = (home / "text.txt").read_text("utf8")
    ids = tokenizer.inner.encode(text).ids
    n_train = round(0.75 * len(ids))
    assert data.train[0].tolist() == ids[:17]
    assert data.test[0].tolist() == ids[n_train : n_train + 17]
    assert len(data.train) == (n_train - 1) // 16
    assert len(data.test) == (len(ids) - n_train - 1) // 16


def test_what_the_data_has_is_known_by_text_and_tokens(home, tmp_path, monkeypatch):
    def contents(path: Path, size: int) -> str:
        return TextData(str(path), size, max_len=16, folder=str(tmp_path)).contents

    (tmp_path / "copy.txt").write_bytes((home / "text.txt").read_bytes())
    (tmp_path / "other.txt").write_bytes((home / "text.txt").read_bytes() + b".")
    one = contents(home / "text.txt", 300)
    assert contents(tmp_path / "copy.txt", 300) == one
    assert len({one, contents(tmp_path / "other.txt", 300), contents(home / "text.txt", 301)}) == 3
    # in blocks it is the same, and each of them counts
    monkeypatch.setattr(windows_of_text, "read_blocks", lambda path: read_blocks(path, 100))
    assert contents(home / "text.txt", 300) == one
    first, second, *lines = (home / "text.txt").read_text("utf8").splitlines(keepends=True)
    assert first != second and len(first + second) < 500 < len("".join(lines))
    (tmp_path / "moved.txt").write_text("".join([second, first, *lines]), "utf8")
    assert contents(tmp_path / "moved.txt", 300) != one


def test_each_epoch_reads_every_window_once_in_another_order(home, tmp_path):
    data = TextData(str(home / "text.txt"), 300, 16, 16, folder=str(tmp_path))
    loader = data.train_dataloader()
    firsts = []
    for epoch in (0, 1):
        loader.batch_sampler.set_epoch(epoch)
        read = [window.tolist() for batch in loader for window in batch]
        assert sorted(read) == sorted(
            window.tolist() for window in map(data.train.__getitem__, range(len(data.train)))
        )
        firsts.append(read[0])
    assert firsts[0] != firsts[1]
    assert sum(len(batch) for batch in data.val_dataloader()) == len(data.test)


def test_the_order_of_reading_depends_on_the_seed(home, tmp_path):
    def first(seed: int) -> list[list[int]]:
        data = TextData(str(home / "text.txt"), 300, 16, 16, folder=str(tmp_path), seed=seed)
        return next(iter(data.train_dataloader())).tolist()

    assert first(1) == first(1) != first(2)


def test_each_process_reads_its_share_of_each_batch(home, tmp_path):
    data = TextData(str(home / "text.txt"), 300, 16, 16, folder=str(tmp_path))
    whole = [batch.tolist() for batch in data.train_dataloader()]
    loop = SimpleNamespace(epoch_loop=SimpleNamespace(batch_progress=SimpleNamespace()))
    loop.epoch_loop.batch_progress.current = SimpleNamespace(ready=0)
    shares = []
    for rank in (0, 1):
        data.trainer = SimpleNamespace(world_size=2, global_rank=rank, fit_loop=loop)
        shares.append([batch.tolist() for batch in data.train_dataloader()])
    data.trainer = None
    for batch, *halves in zip(whole, *shares, strict=True):
        assert len(halves[0]) == -(-len(batch) // 2) and len(halves[1]) == len(batch) // 2
        assert sorted(halves[0] + halves[1]) == sorted(batch)


def small(tokenizer, **changes: object) -> LanguageModel:
    sizes = Sizes(16, 2, 32, 2, 0.0, "gelu", norm_first=True, max_len=12)
    return LanguageModel(tokenizer.state, sizes, **changes)


@pytest.mark.parametrize("norm_first", [True, False])
def test_the_decoder_is_pytorchs_encoder_with_a_causal_mask(norm_first):
    sizes = Sizes(16, 4, 24, 2, 0.0, "gelu", norm_first=norm_first, max_len=9)
    ours = Decoder(11, sizes, torch.Generator().manual_seed(0)).double().eval()
    layer = nn.TransformerEncoderLayer(
        16, 4, 24, 0.0, "gelu", batch_first=True, norm_first=norm_first, dtype=torch.float64
    )
    theirs = [nn.TransformerEncoder(layer, 1, enable_nested_tensor=False) for _ in range(2)]
    x = ours.positions(ours.embedding.weight[IDS] * 4.0)
    for mine, stack in zip(ours.layers, theirs):
        (its,) = stack.layers
        attention, network = mine.self_attention, mine.feed_forward
        parts = [attention.W_q, attention.W_k, attention.W_v]
        for kind in ("weight", "bias"):
            joined = torch.cat([getattr(part, kind) for part in parts]).detach()
            setattr(its.self_attn, f"in_proj_{kind}", nn.Parameter(joined))
        its.self_attn.out_proj.load_state_dict(attention.W_o.state_dict())
        linears = [part for part in network.modules() if isinstance(part, nn.Linear)]
        its.linear1.load_state_dict(linears[0].state_dict())
        its.linear2.load_state_dict(linears[1].state_dict())
        x = stack(x, nn.Transformer.generate_square_subsequent_mask(9, dtype=torch.float64))
    if norm_first:
        x = nn.functional.layer_norm(x, (16,))
    expected = x @ ours.output.weight.T + ours.output.bias
    torch.testing.assert_close(ours(IDS), expected)


IDS = torch.randint(11, (3, 9), generator=torch.Generator().manual_seed(1))


def test_all_weights_are_drawn_from_the_generator():
    drawn_by_seed(lambda rng: Decoder(300, Sizes(**SIZES), rng))


def test_no_token_sees_a_later_one(tokenizer):
    model = small(tokenizer).model
    ids = torch.randint(300, (12,), generator=torch.Generator().manual_seed(0))
    changed = ids.clone()
    changed[7] = (changed[7] + 1) % 300
    same = torch.isclose(model(ids), model(changed)).all(dim=-1)
    assert same[:7].all() and not same[7:].any()


def test_the_loss_is_that_of_each_next_token(tokenizer):
    model = small(tokenizer)
    ids = torch.randint(300, (2, 13), generator=torch.Generator().manual_seed(0))
    logits = model.model(ids[:, :-1]).log_softmax(dim=-1)
    expected = -logits.gather(-1, ids[:, 1:, None]).mean()
    torch.testing.assert_close(model._loss(ids), expected)
    assert abs(expected - math.log(300)) < 1, "a new model should guess"


class Chosen(nn.Module):
    """Logits that depend on the last id alone; which windows it was asked for."""

    def __init__(self, logits: Tensor, max_len: int):
        super().__init__()
        self.logits, self.asked = logits, []
        self.sizes = Sizes(4, 1, 4, 1, max_len=max_len)

    def forward(self, ids: Tensor) -> Tensor:
        self.asked.append(ids.tolist())
        return self.logits[ids]


@pytest.fixture
def chain(tokenizer) -> LanguageModel:
    """After b always c; after a, b in nine of ten and c in one; after c, a."""
    a, b, c = (tokenizer.inner.encode(letter).ids[0] for letter in "abc")
    logits = torch.full((300, 300), -math.inf)
    logits[a, b], logits[a, c] = math.log(0.9), math.log(0.1)
    logits[b, c] = logits[c, a] = 0.0
    model = small(tokenizer)
    model.model = Chosen(logits, 5)
    return model


def test_tokens_are_drawn_as_often_as_they_are_probable(chain):
    followers = [chain.write("a", 1, seed=seed)[-1] for seed in range(400)]
    assert set(followers) == {"b", "c"} and 20 <= followers.count("c") <= 60
    flat = [chain.write("a", 1, 1e6, seed)[-1] for seed in range(400)]
    assert 160 <= flat.count("c") <= 240
    assert all(chain.write("a", 1, 0.01, seed) == "ab" for seed in range(50))


def test_it_reads_no_more_than_it_can(chain):
    assert chain.write("bca", 6, 0.01) == "bcabcabca"
    assert [len(ids) for ids in chain.model.asked] == [3, 4, 5, 5, 5, 5]
    assert chain.model.asked[-1] == chain.tokenizer.inner.encode("abcabc").ids[1:]


def test_writing_depends_on_the_seed_alone_and_changes_no_model(tokenizer):
    model = small(tokenizer, seed=3)
    before = {name: each.clone() for name, each in model.state_dict().items()}
    assert model.write("She", 9, seed=1) == model.write("She", 9, seed=1) != model.write("She", 9)
    assert model.training and all(torch.equal(before[n], w) for n, w in model.state_dict().items())
    model.eval()
    model.write("She", 1)
    assert not model.training


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"text": ""}, "'' has no tokens"),
        ({"n_tokens": 0}, "n_tokens is 0"),
        ({"n_tokens": 1.5}, "n_tokens"),
        ({"temperature": 0.0}, "temperature"),
        ({"temperature": -1.0}, "temperature"),
        ({"temperature": math.nan}, "temperature"),
    ],
)
def test_wrong_wishes_are_refused(tokenizer, changed, said):
    with pytest.raises((ValueError, TypeError), match=said):
        small(tokenizer).write(**{"text": "She", "n_tokens": 2} | changed)


def test_dropout_of_a_training_differs_by_step_and_seed(tokenizer):
    sizes = Sizes(16, 2, 32, 1, 0.5, "gelu", norm_first=True, max_len=12)
    one, other = (LanguageModel(tokenizer.state, sizes, seed=seed) for seed in (0, 1))
    assert not torch.equal(one.model.output.weight, other.model.output.weight)
    ids = torch.arange(12)
    assert not torch.equal(one.model(ids), one.model(ids))
    assert given_and_dropped(one.model, ids) == 3
    said = one.write("She", 9)
    one.eval()
    assert one.write("She", 9) == said, "what it writes should have no dropout"
    assert torch.equal(one.model(ids), one.model(ids))


def test_a_model_goes_on_with_its_own_arguments_alone(tokenizer):
    saved = {LanguageModel.CHECKPOINT_HYPER_PARAMS_KEY: dict(small(tokenizer, lr=0.5).hparams)}
    small(tokenizer, lr=0.5).on_load_checkpoint(saved)
    with pytest.raises(ValueError, match="lr not as in the checkpoint"):
        small(tokenizer).on_load_checkpoint(saved)


def test_readme_says_how_much_of_the_text_is_set_aside():
    """A share in words, which no comparison of digits sees."""
    share = inspect.signature(TextData.__init__).parameters["test_share"].default
    assert share == 1 / 20
    for page, words in (
        ("README.md", "its last twentieth (`--data.test_share`)"),
        ("README.zh.md", "最后的二十分之一（`--data.test_share`）"),
    ):
        assert words in (ROOT / page).read_text("utf8")
