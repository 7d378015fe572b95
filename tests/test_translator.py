"""The translator: its steps, its translations, its checkpoints."""

import inspect
import itertools
import math
import signal
import sys
from pathlib import Path
from types import SimpleNamespace

import lightning as L
import pytest
import torch
import torch.nn.functional as F
from lightning.pytorch.utilities.exceptions import SIGTERMException

from tensorbytensor.command_line import BestAndLast, save_and_read_checkpoints
from tensorbytensor.command_line.stop_early import Watch
from tensorbytensor.corpus import draw_corpus
from tensorbytensor.experiments import Recorder, quiet_trainer
from tensorbytensor.transformer import Sizes
from tensorbytensor.translation import (
    Tokenizer,
    TranslationData,
    Translator,
    collate,
    exact,
    translate,
    translate_by_beams,
)

PAIRS = [(pair.english, pair.french) for pair in draw_corpus(120)]
TINY = Sizes(d_model=16, n_heads=2, d_ff=16, n_layers=1, dropout=0.0, norm_first=True, max_len=14)
STATES = [Tokenizer.train(side).state for side in zip(*PAIRS)]


def tiny(seed: int = 0, **changes) -> Translator:
    sizes = Sizes(**vars(TINY) | {key: changes.pop(key) for key in [*changes] if key in vars(TINY)})
    return Translator(*STATES, sizes=sizes, seed=seed, **changes).eval()


def batch(translator: Translator, count: int = 8) -> tuple[torch.Tensor, torch.Tensor]:
    encode = translator.src_tokenizer.encode, translator.tgt_tokenizer.encode
    return collate([(encode[0](src), encode[1](tgt)) for src, tgt in PAIRS[:count]])


@pytest.fixture
def data(tmp_path) -> TranslationData:
    path = tmp_path / "pairs.tsv"
    path.write_text("".join(f"{src}\t{tgt}\n" for src, tgt in PAIRS), "utf8")
    return TranslationData(str(path), batch_size=48, n_test=24)


def fit(data: TranslationData, epochs: int = 1, *callbacks: L.Callback, **options) -> Translator:
    states = data.src_tokenizer.state, data.tgt_tokenizer.state
    translator = Translator(*states, sizes=TINY, **options)
    trainer = quiet_trainer(epochs, *callbacks)
    trainer.fit(translator, data)
    translator.saved_by = trainer
    return translator


class Steps(L.Callback):
    """What went into each step and what came out of it."""

    def __init__(self):
        self.logits, self.labels, self.outputs, self.rates = [], [], [], []

    def on_train_batch_start(self, trainer, module, batch, batch_idx):
        src, tgt = batch
        with torch.no_grad():
            self.logits.append(module.model(src, tgt[:, :-1]))
        self.labels.append(tgt[:, 1:])
        self.rates.append(trainer.optimizers[0].param_groups[0]["lr"])

    def on_train_batch_end(self, trainer, module, outputs, batch, batch_idx):
        self.outputs.append(outputs)


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_a_steps_loss_and_accuracy_are_pytorchs(data, smoothing):
    steps = Steps()
    fit(data, 1, steps, smoothing=smoothing)
    assert len(steps.outputs) == 2
    for logits, labels, output in zip(steps.logits, steps.labels, steps.outputs):
        flat = logits.flatten(0, 1), labels.flatten()
        loss = F.cross_entropy(*flat, ignore_index=0, label_smoothing=smoothing)
        torch.testing.assert_close(output["loss"].detach(), loss, atol=1e-6, rtol=1e-6)
        real = labels != 0
        right = (logits.argmax(-1) == labels)[real]
        assert output["accuracy"].item() == pytest.approx(right.float().mean().item())
        assert not real.all()


def test_the_learning_rate_rises_to_its_highest_and_falls(data):
    steps = Steps()
    fit(data, 10, steps, lr=0.02, warmup=0.2)
    top = steps.rates.index(max(steps.rates))
    assert len(steps.rates) == 20 and top == 3 and steps.rates[top] == pytest.approx(0.02)
    assert steps.rates == [*sorted(steps.rates[:top]), *sorted(steps.rates[top:], reverse=True)]
    assert steps.rates[-1] < 1e-5


def rates(steps: int, warmup: float) -> list[float]:
    """The learning rate of each step."""
    translator = tiny(lr=0.02, warmup=warmup)
    translator.trainer = SimpleNamespace(estimated_stepping_batches=steps)
    made = translator.configure_optimizers()
    schedule, found = made["lr_scheduler"]["scheduler"], []
    for _ in range(steps):
        found.append(made["optimizer"].param_groups[0]["lr"])
        made["optimizer"].step()
        schedule.step() if len(found) < steps else None
    return found


@pytest.mark.parametrize(
    ("steps", "warmup", "top"),
    [
        (20, 0.2, 3),
        (15, 0.1, 0.5),
        (10, 0.1, 0),
        (10, 0.0, 0),
        (2, 0.1, 0),
        (30, 0.1, 2),
        (4, 0.4, 0.6),
    ],
)
def test_the_highest_rate_is_reached_after_the_warmup(steps, warmup, top):
    """Before it the rate rises, after it it falls; where that is within the first step, it only falls."""
    found = rates(steps, warmup)
    best = found.index(max(found))
    assert best in (math.floor(top), math.ceil(top)) and max(found) < 0.020001
    assert found == [*sorted(found[:best]), *sorted(found[best:], reverse=True)]
    assert found[-1] < 1e-5 and found[best] > (0.02 / steps if top < 1 else 0.0199)
    if top > 0:
        assert found[0] < 0.02 / 5


def test_the_defaults_are_those_that_the_readme_names():
    translator = Translator(*STATES)
    found = translator.lr, translator.warmup, translator.smoothing, translator.seed
    assert found == (5e-3, 0.1, 0.0, 0)
    defaults = inspect.signature(translate_by_beams).parameters
    assert (defaults["width"].default, defaults["penalty"].default) == (4, 0.6)


def test_no_step_draws_what_the_first_weights_were_drawn_from():
    translator = tiny(seed=3)
    seeds = set()
    for epoch, step, rank in itertools.product(range(3), range(3), range(2)):
        translator.trainer = SimpleNamespace(
            global_rank=rank, current_epoch=epoch, world_size=2, num_training_batches=3
        )
        translator.on_train_batch_start((), step)
        seeds.add(translator.generator.initial_seed())
    assert len(seeds) == 18 and 3 not in seeds


@pytest.mark.parametrize("penalty", [0.0, 5.0])
def test_beams_are_judged_with_the_penalty_that_is_given(monkeypatch, penalty):
    translator, given = tiny(1), []
    monkeypatch.setattr(
        sys.modules[translate.__module__],
        "beam_search",
        lambda *arguments: given.append(arguments[2:]),
    )
    translate_by_beams(translator.model, torch.tensor([1, 5, 2]), 3, penalty)
    assert given == [(2, TINY.max_len - 1, 3, penalty)]  # <EOS>; the longest that has positions


def test_a_text_is_translated_by_as_many_beams_as_are_asked_for(monkeypatch):
    translator, widths = tiny(1), []
    module = "tensorbytensor.translation.translator"
    written = torch.tensor([1, 5, 2])
    monkeypatch.setattr(f"{module}.translate", lambda *_: widths.append("greedy") or written)
    monkeypatch.setattr(
        f"{module}.translate_by_beams", lambda model, src, width: widths.append(width) or written
    )
    for beams in ([], [1], [2], [7]):
        translator.translate("I see.", *beams)
    assert widths == ["greedy", "greedy", 2, 7]


@pytest.mark.parametrize("epochs", [1, 5])
def test_trainings_of_few_steps_run_also_where_the_warmup_is_one_step(data, epochs):
    """A tenth of ten steps is one: no room to rise in."""
    recorder = Recorder()
    fit(data, epochs, recorder)
    assert len(recorder.losses) == 2 * epochs
    assert all(0 < loss < 10 for loss in recorder.losses)


def test_training_lowers_the_loss_of_the_test_sentences(data):
    recorder = Recorder()
    fit(data, 12, recorder)
    first, *_, last = [metrics["test_loss"] for metrics in recorder.metrics]
    assert last < first - 0.5


@pytest.mark.parametrize("smoothing", [0.0, 0.2])
def test_validation_measures_loss_and_exact_translations(data, smoothing):
    """The loss of the labels as they are, so that runs with any smoothing can be compared."""
    recorder = Recorder()
    translator = fit(data, 1, recorder, smoothing=smoothing).eval()
    src, tgt = collate(data.test_rows)
    with torch.no_grad():
        logits = translator.model(src, tgt[:, :-1])
    loss = F.cross_entropy(logits.flatten(0, 1), tgt[:, 1:].flatten(), ignore_index=0)
    assert recorder.metrics[-1]["test_loss"] == pytest.approx(loss.item(), abs=1e-5)
    share = exact(translate(translator.model, src), tgt).float().mean().item()
    assert recorder.metrics[-1]["test_exact"] == pytest.approx(share)


def test_the_same_seed_gives_the_same_weights_and_leaves_the_global_generator_alone():
    before = torch.get_rng_state()
    one, same, other = (tiny(seed).state_dict() for seed in (0, 0, 1))
    assert all(torch.equal(one[name], same[name]) for name in one)
    assert not torch.equal(one["model.output.weight"], other["model.output.weight"])
    assert torch.equal(before, torch.get_rng_state())


def test_dropout_depends_on_epoch_step_and_process_alone():
    draws = {}
    for place in [*itertools.product(range(3), range(2), range(2))] * 2:
        epoch, step, rank = place
        translator = tiny(dropout=0.5).train()
        count = {"world_size": 2, "num_training_batches": 2}
        trainer = SimpleNamespace(global_rank=rank, current_epoch=epoch, **count)
        translator.trainer = trainer
        src, tgt = batch(translator)
        translator.on_train_batch_start((src, tgt), step)
        logits = translator.model(src, tgt)
        assert torch.equal(draws.setdefault(place, logits), logits)
    sums = {logits.sum().item() for logits in draws.values()}
    assert len(sums) == len(draws) == 12


def ended(translator: Translator) -> Translator:
    """One whose random weights end some translations early."""
    with torch.no_grad():
        translator.model.output.bias[2] += 0.9
    return translator


@pytest.mark.parametrize("seed", range(3))
def test_a_batch_is_translated_as_its_sentences_are(seed):
    translator = ended(tiny(seed))
    src, _ = batch(translator, 24)
    together = translate(translator.model, src)
    lengths = set()
    for row, ids in zip(together, src):
        alone = translate(translator.model, ids[ids != 0])
        assert torch.equal(row[: len(alone)], alone) and (row[len(alone) :] == 0).all()
        assert alone[0] == 1 and (alone[-1] == 2 or len(alone) == TINY.max_len)
        lengths.add(len(alone))
    assert len(lengths) > 1


@pytest.mark.parametrize("seed", range(3))
def test_a_beam_of_one_is_greedy(seed):
    translator = ended(tiny(seed))
    for src in batch(translator)[0]:
        src = src[src != 0]
        greedy = translate(translator.model, src)
        assert torch.equal(translate_by_beams(translator.model, src, width=1), greedy)


def test_a_text_is_translated_greedily_or_by_beams_and_training_goes_on():
    translator = ended(tiny(1, dropout=0.3)).train()
    text = PAIRS[3][0]
    src = translator.src_tokenizer.encode(text)
    eager = [translator.translate(text, beams) for beams in (1, 4)]
    assert all(module.training for module in translator.modules())
    translator.eval()
    ids = translate(translator.model, src), translate_by_beams(translator.model, src, 4)
    assert eager == [translator.tgt_tokenizer.decode(each) for each in ids]
    for beams, said in zip((1, 4), eager, strict=True):
        assert translator.translate(text, beams) == said
        assert not any(module.training for module in translator.modules())


@pytest.mark.parametrize(
    ("written", "tgt", "expected"),
    [
        ([[1, 5, 2]], [[1, 5, 2]], [True]),
        ([[1, 5, 2, 0, 0]], [[1, 5, 2]], [True]),
        ([[1, 5, 2]], [[1, 5, 2, 0]], [True]),
        ([[1, 5, 2, 6]], [[1, 5, 2]], [False]),
        ([[1, 5]], [[1, 5, 2]], [False]),
        ([[1, 5, 2], [1, 2, 0]], [[1, 5, 2], [1, 5, 2]], [True, False]),
        ([[3, 5, 2]], [[1, 5, 2]], [False]),
    ],
)
def test_a_translation_is_right_when_all_its_tokens_are(written, tgt, expected):
    assert exact(torch.tensor(written), torch.tensor(tgt)).tolist() == expected


@pytest.mark.parametrize("weights_only", [None, True])
def test_a_checkpoint_alone_can_translate(data, tmp_path, weights_only):
    translator = fit(data, 2)
    translator.saved_by.save_checkpoint(tmp_path / "it.ckpt")
    loaded = Translator.load_from_checkpoint(tmp_path / "it.ckpt", weights_only=weights_only)
    theirs = loaded.state_dict()
    assert all(torch.equal(theirs[name], w) for name, w in translator.state_dict().items())
    assert dict(loaded.hparams) == dict(translator.hparams) and loaded.hparams.sizes == TINY
    for text in ("I love oranges.", PAIRS[5][0]):
        assert loaded.translate(text) == translator.translate(text)


def trained(folder: Path, data: TranslationData, *more: L.Callback, **options) -> Translator:
    """As the command trains: with the best checkpoint and the last, as long as it helps."""
    saver = BestAndLast(str(folder / "kept"))
    saver.arguments = {"lr": "0.02"}
    path = options.pop("ckpt_path", None)
    quiet = dict.fromkeys(("logger", "enable_progress_bar", "enable_model_summary"), False)
    watch = Watch(options.pop("patience", 5))
    trainer = L.Trainer(accelerator="cpu", callbacks=[saver, watch, *more], **quiet, **options)
    states = data.src_tokenizer.state, data.tgt_tokenizer.state
    translator = Translator(*states, sizes=TINY, lr=0.02)
    trainer.fit(translator, data, ckpt_path=path)
    return translator


def test_the_best_epoch_and_the_last_are_kept_with_what_decided_them(data, tmp_path, capfd):
    recorder = Recorder()
    translator = trained(tmp_path, data, recorder, max_epochs=6, patience=6)
    losses = [metrics["test_loss"] for metrics in recorder.metrics]
    folder = tmp_path / "kept"
    assert {path.name for path in folder.iterdir()} == {"best.ckpt", "last.ckpt"}
    best, last = (
        save_and_read_checkpoints.read_checkpoint(str(folder / f"{n}.ckpt"))
        for n in ("best", "last")
    )
    assert (best["epoch"], last["epoch"]) == (losses.index(min(losses)), 5)
    assert best["arguments"] == last["arguments"] == {"lr": "0.02"}
    assert all(last["state_dict"][name].equal(w) for name, w in translator.state_dict().items())
    assert "optimizer_states" in last and len(losses) == 6
    found = f"best: epoch {best['epoch']}, test_loss {min(losses):.3f}, {folder}/best.ckpt\n"
    assert capfd.readouterr().err.endswith(found)
    with pytest.raises(ValueError, match="training has 12 steps, but 14 are asked for"):
        trained(tmp_path, data, max_epochs=7, ckpt_path=folder / "last.ckpt")


def test_what_trains_no_longer_stops_and_says_so(data, tmp_path, capfd, monkeypatch):
    """From the second epoch on each is worse than the one before."""
    recorder = Recorder()
    losses = itertools.count(1.0)
    monkeypatch.setattr(
        Translator, "validation_step", lambda self, *_: self.log("test_loss", next(losses))
    )
    trained(tmp_path, data, recorder, max_epochs=9, patience=2, num_sanity_val_steps=0)
    assert len(recorder.metrics) == 3
    said = capfd.readouterr().err
    assert "stopped early: 2 epochs without a lower test_loss, before the learning rate" in said
    ways = "; fewer --trainer.max_epochs or more --model.sizes.dropout may do better\n"
    assert ways in said
    assert said.splitlines()[-1] == f"best: epoch 0, test_loss 1.000, {tmp_path}/kept/best.ckpt"


def test_a_trial_run_keeps_nothing_and_need_not_learn(data, tmp_path):
    trained(tmp_path, data, fast_dev_run=True)
    assert not [*tmp_path.glob("kept/*")]


@pytest.mark.parametrize(("loss", "message"), [(math.nan, "diverged"), (99.0, "guessing has 5")])
def test_what_learns_nothing_ends_with_an_error(data, tmp_path, monkeypatch, loss, message):
    monkeypatch.setattr(Translator, "validation_step", lambda self, *_: self.log("test_loss", loss))
    with pytest.raises((ValueError, RuntimeError), match=message):
        trained(tmp_path, data, max_epochs=1)


@pytest.mark.parametrize("loss", [math.inf, math.nan])
def test_a_step_without_a_finite_loss_ends_the_training(data, tmp_path, monkeypatch, loss):
    """Although its gradients are finite, and the steps after it would be as before."""
    whole = Translator.training_step

    def spoiled(self, batch, nth):
        output = whole(self, batch, nth)
        return output | {"loss": output["loss"] + (loss if nth == 1 else 0.0)}

    monkeypatch.setattr(Translator, "training_step", spoiled)
    with pytest.raises(ValueError, match=f"the loss is {loss} in step 2: training diverged"):
        trained(tmp_path, data, max_epochs=2)
    assert not [*tmp_path.glob("kept/*")]


class Stop(L.Callback):
    """SIGTERM comes within this batch, counted from one."""

    def __init__(self, batch: int):
        self.batch = batch

    def on_train_batch_start(self, trainer, module, batch, batch_idx):
        if batch_idx + 1 == self.batch:
            signal.raise_signal(signal.SIGTERM)


def test_stopped_between_two_steps_of_its_first_epoch_it_goes_on_and_loses_none(data, tmp_path):
    """No epoch is the best one yet. Between two batches of a step half of a gradient would be lost."""
    data.batch_size = 16  # six batches an epoch
    options = {"max_epochs": 1, "accumulate_grad_batches": 2}
    whole = trained(tmp_path / "whole", data, **options).state_dict()
    for batch, kept in ((5, False), (2, True)):  # after two steps and a half, and after one
        with pytest.raises(SIGTERMException):
            trained(tmp_path, data, Stop(batch), **options)
        assert [*tmp_path.glob("kept/*")] == [tmp_path / "kept/last.ckpt"] * kept
    resumed = trained(tmp_path, data, **options, ckpt_path=tmp_path / "kept/last.ckpt")
    assert all(w.equal(whole[name]) for name, w in resumed.state_dict().items())


def test_training_does_not_go_on_with_other_data_or_arguments(data, tmp_path):
    translator = fit(data, 1)
    translator.saved_by.save_checkpoint(tmp_path / "it.ckpt")
    changed = Translator(*STATES, sizes=TINY)
    with pytest.raises(ValueError, match="src_state, tgt_state not as in the checkpoint, but"):
        quiet_trainer(2).fit(changed, data, ckpt_path=tmp_path / "it.ckpt")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tiny(warmup=1.0), r"warmup is 1.0, but must be in \[0, 1\)"),
        (lambda: tiny(warmup=-0.1), r"warmup is -0.1, but must be in \[0, 1\)"),
        (lambda: tiny(smoothing=2), r"smoothing is 2, but must be in \[0, 1\)"),
        (lambda: tiny(smoothing=-0.1), r"smoothing is -0.1, but must be in \[0, 1\)"),
        (lambda: Translator("x", "y"), "state 'x' is not a learned one"),
        (
            lambda: translate_by_beams(tiny().model, batch(tiny())[0]),
            r"src is \(8, 11\), but must be \(S,\)",
        ),
        (lambda: tiny().translate(" "), "' ' has no tokens, but at least one is needed"),
        (lambda: tiny().translate("I see " * 9), "20 tokens, but max_len is 14"),
        (lambda: tiny().translate("I see.", 0), "width is 0, but must be an integer of at least 1"),
    ],
)
def test_bad_input_says_what_was_given_and_what_is_allowed(call, message):
    with pytest.raises(ValueError, match=message):
        call()
