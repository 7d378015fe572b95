"""Greedy decoding, kept keys and values, the loss, many models at once, Lightning's Trainer."""

import copy
import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor, nn
from torch.utils.data import DataLoader, TensorDataset

from support.copies import ROOT, environment
from support.small_models import (
    ENGLISH,
    SOURCE,
    SPANISH,
    TARGET,
    continuer,
    draw,
    generator,
    translator,
)
from tensorbytensor.basics import next_token_loss
from tensorbytensor.decoding import beam_search, greedy
from tensorbytensor.experiments import Recorder, quiet_trainer, train_many
from tensorbytensor.small import CachedDecoder, EncoderDecoder, SmallDecoder, SmallEncoder

sizes = st.integers(1, 5)
END, PAD = 1, 0
SRC, TGT = torch.tensor([[0, 1, 2, 5], [4, 5, 3, 3]]), torch.tensor([[1, 2, 3, 4], [1, 5, 4, 0]])
BATCHES = {translator: (SRC, TGT), continuer: (TGT,)}


def chain(seed: int, V: int = 4) -> Callable[[Tensor], Tensor]:
    """Logits that depend on each token so far and on its place, in the way of a model."""
    table, out = 3 * draw(V, 8, seed=seed), draw(8, V, seed=seed + 1)
    return lambda ids: table[ids].cumsum(dim=-2).sin() @ out


def naive(predict: Callable, prompt: list[int], end: int, steps: int) -> list[int]:
    ids = list(prompt)
    for _ in range(steps):
        ids.append(predict(torch.tensor(ids))[-1].argmax().item())
        if ids[-1] == end:
            break
    return ids


def test_a_token_whose_logit_is_minus_infinity_is_never_written():
    """As a rule of the caller's may forbid it; a row must leave one."""
    wanted = torch.tensor([0.0, 3.0, 2.0, 1.0])

    def predict(ids: Tensor) -> Tensor:
        return wanted.masked_fill(torch.arange(4) == 1, -torch.inf).expand(*ids.shape, 4)

    assert greedy(predict, torch.tensor([2]), END, 3, PAD).tolist() == [2, 2, 2, 2]
    best = beam_search(predict, torch.tensor([2]), END, steps=3, width=2)
    assert best.tolist() == [2, 2, 2, 2]


@settings(deadline=None, max_examples=100)
@given(
    prompts=st.lists(st.lists(st.integers(1, 3), min_size=1, max_size=4), min_size=1, max_size=4),
    steps=sizes,
    seed=st.integers(0, 99),
)
def test_greedy_equals_a_naive_loop_row_by_row(prompts, steps, seed):
    """Prompts of unequal lengths, padded, as one batch and each alone."""
    predict, longest = chain(seed), max(map(len, prompts))
    rows = [naive(predict, prompt, END, steps) for prompt in prompts]
    batch = torch.tensor([p + [PAD] * (longest - len(p)) for p in prompts])
    got = greedy(predict, batch, END, steps, PAD)
    width = max(map(len, rows))
    assert got.tolist() == [row + [PAD] * (width - len(row)) for row in rows]
    for prompt, row in zip(prompts, rows):
        assert greedy(predict, torch.tensor(prompt), END, steps, PAD).tolist() == row


@settings(deadline=None, max_examples=60)
@given(B=sizes, T=sizes, steps=sizes, seed=st.integers(0, 99))
def test_without_padding_the_end_token_fills(B, T, steps, seed):
    predict = chain(seed)
    prompts = torch.randint(4, (B, T), generator=generator(seed))  # <PAD>'s id is like any other
    rows = [naive(predict, prompt.tolist(), END, steps) for prompt in prompts]
    width = max(map(len, rows))
    expected = [row + [END] * (width - len(row)) for row in rows]
    assert greedy(predict, prompts, END, steps).tolist() == expected


def counting(fed: list[int]) -> Callable[[Tensor], Tensor]:
    """After token t comes t + 1; `fed` notes how many tokens were read."""

    def predict(ids: Tensor) -> Tensor:
        fed.append(ids.shape[-1])
        return F.one_hot(ids + 1, 12).float()

    return predict


def test_greedy_stops_at_the_end_of_the_last_row():
    fed = []
    got = greedy(counting(fed), torch.tensor([[5], [3], [6]]), end=7, steps=9, pad=0)
    assert got.tolist() == [[5, 6, 7, 0, 0], [3, 4, 5, 6, 7], [6, 7, 0, 0, 0]]
    assert fed == [1, 2, 3, 4]


def test_an_end_token_in_the_prompt_ends_nothing():
    assert greedy(counting([]), torch.tensor([4, 7]), 7, 2).tolist() == [4, 7, 8, 9]


def test_greedy_leaves_its_prompt_alone_and_keeps_no_gradients():
    prompt, table = torch.tensor([[2, 0], [3, 3]]), draw(4, 4).requires_grad_()
    got = greedy(lambda ids: table[ids] * table.sum(), prompt, 1, 2, 0)
    assert prompt.tolist() == [[2, 0], [3, 3]] and not got.requires_grad


SENTENCES = ["a b c d e", "b", "c e a", "d a", "e e"]


def filled(row: Tensor, width: int) -> list[int]:
    return F.pad(row, (0, width - len(row)), value=TARGET.pad).tolist()


@pytest.mark.parametrize("seed", range(5))
def test_a_batch_is_translated_like_its_sentences(seed):
    model = translator(seed)
    batch = model.generate(SOURCE.encode_batch(SENTENCES))
    for sentence, row in zip(SENTENCES, batch):
        alone = model.generate(SOURCE.encode(sentence))
        assert row.tolist() == filled(alone, batch.shape[1])


def test_these_translations_end_at_different_places():
    """Else the test above would not see what happens after the end."""
    batches = [translator(seed).generate(SOURCE.encode_batch(SENTENCES)) for seed in range(5)]
    end = TARGET.id("<EOS>")
    ends = [{*(row == end).sum(dim=-1).tolist()} for row in batches]
    assert {0, 1} in ends


@pytest.mark.parametrize("seed", range(8))
def test_a_batch_of_unequal_prompts_is_continued_like_its_rows(seed):
    """With as many new tokens as the longest prompt leaves room for."""
    model, prompts = continuer(seed), ["u v w", "<SOS>", "w u"]
    batch = model.generate(TARGET.encode_batch(prompts))
    for prompt, row in zip(prompts, batch):
        ids = TARGET.encode(prompt)
        alone = model.generate(ids)[: len(ids) + 6 - 3 + 1]
        assert row.tolist() == filled(alone, batch.shape[1])


@pytest.mark.parametrize("T", [1, 4, 6])
def test_generating_reads_at_most_max_len_tokens_and_adds_one(T):
    fed, model, alone = [], translator(), continuer()
    for layer in (model.decoder, alone):
        layer.register_forward_pre_hook(lambda _, inputs: fed.append(inputs[0].shape[-1]))
        with torch.no_grad():
            layer.output.bias[TARGET.id("<EOS>")] = -1e9
    assert model.generate(SRC).shape == (2, 7) and fed == [1, 2, 3, 4, 5, 6]
    fed.clear()
    assert alone.generate(torch.ones(T, dtype=torch.int64)).shape == (7,)
    assert fed == list(range(T, 7))


@settings(deadline=None, max_examples=20)
@given(shape=st.lists(sizes, max_size=1), S=sizes, T=sizes, seed=st.integers(0, 9))
def test_kept_keys_and_values_change_nothing(shape, S, T, seed):
    decoder, memory = translator(seed).decoder, draw(*shape, S, 4, seed=seed)
    ids = torch.randint(6, (*shape, T), generator=generator(seed))
    mask = torch.rand(*shape, 1, S, generator=generator(seed)) < 0.4
    for memory_mask in (None, mask):
        cached = CachedDecoder(decoder, memory, memory_mask)
        logits = [cached(ids[..., t : t + 1]) for t in range(T)]
        torch.testing.assert_close(torch.cat(logits, dim=-2), decoder(ids, memory, memory_mask))


def test_no_key_and_no_value_is_computed_twice():
    decoder, rows = translator().decoder, {}
    layers = {"past": decoder.self_attention, "source": decoder.cross_attention}
    for name, heads in layers.items():
        for part, module in heads.named_modules():
            if part.endswith(("W_k", "W_v")):
                rows[name, part] = 0

                def count(_, inputs, output, key=(name, part)):
                    rows[key] += output.shape[-2]

                module.register_forward_hook(count)
    cached = CachedDecoder(decoder, draw(2, 5, 4))
    for t in range(4):
        cached(torch.full((2, 1), t))
    assert len(rows) == 2 * 2 * 2 * 2  # kinds, layers, heads, keys and values
    assert all(n == {"past": 4, "source": 5}[name] for (name, _), n in rows.items())


@settings(deadline=None)
@given(
    shape=st.lists(sizes, max_size=2),
    T=sizes,
    V=st.integers(2, 5),
    pad=st.integers(0, 4),
    seed=st.integers(0, 9),
)
def test_the_loss_is_cross_entropy_and_leaves_padding_out(shape, T, V, pad, seed):
    pad %= V
    logits = draw(*shape, T, V, seed=seed).requires_grad_()
    labels = torch.randint(V, (*shape, T), generator=generator(seed))
    labels.view(-1)[0] = (pad + 1) % V  # something real
    per_token = -logits.log_softmax(-1).gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    torch.testing.assert_close(next_token_loss(logits, labels), per_token.mean())
    loss = next_token_loss(logits, labels, pad=pad)
    torch.testing.assert_close(loss, per_token[labels != pad].mean())
    expected = F.cross_entropy(logits.reshape(-1, V), labels.reshape(-1), ignore_index=pad)
    torch.testing.assert_close(loss, expected)
    loss.backward()
    assert (logits.grad[labels == pad] == 0).all() and (logits.grad[labels != pad] != 0).all()


@pytest.mark.parametrize("pad", [-1, -100, 9])
def test_padding_in_labels_need_be_no_token(pad):
    logits, labels = draw(2, 3, 5), torch.tensor([[1, pad, 4], [pad, 0, pad]])
    wanted = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad)
    torch.testing.assert_close(next_token_loss(logits, labels, pad=pad), wanted)


def test_without_padding_no_id_is_left_out():
    logits, labels = draw(150, 150), torch.arange(150)
    torch.testing.assert_close(next_token_loss(logits, labels), F.cross_entropy(logits, labels))


def test_a_model_predicts_the_next_token():
    """The loss of a model that knows: after token t comes t + 1."""
    logits = 50 * F.one_hot(torch.arange(1, 7), 7).double()
    model, other = translator(), continuer()
    model.forward = lambda src, tgt: logits[tgt]
    other.forward = lambda ids: logits[ids]
    tgt = torch.tensor([1, 2, 3, 4, 5])
    for loss in (model.loss(SRC[0], tgt), other.loss(tgt)):
        assert loss < 1e-9
    assert other.loss(tgt.flip(0)) > 10


@pytest.mark.parametrize("n_models", [1, 3])
@pytest.mark.parametrize("make", BATCHES)
def test_training_many_equals_training_each_alone(make, n_models):
    batch, epochs = BATCHES[make], 4
    batches = [tuple(x[i : i + 1] for x in batch) for i in range(2)]
    models = [make(seed) for seed in range(n_models)]
    singles = copy.deepcopy(models)
    before, places = copy.deepcopy(models), [[*model.parameters()] for model in models]
    train_many(models, batches, epochs, lr=0.1)
    for model, single, old, place in zip(models, singles, before, places, strict=True):
        optimizer = torch.optim.Adam(single.parameters(), lr=0.1)
        for part in batches * epochs:
            optimizer.zero_grad()
            single.loss(*part).backward()
            optimizer.step()
        for mine, alone, first, own in zip(
            model.parameters(), single.parameters(), old.parameters(), place, strict=True
        ):
            torch.testing.assert_close(mine, alone, rtol=1e-5, atol=1e-5)
            assert mine is own and not torch.allclose(mine, first)  # in place, and trained


def test_training_many_equals_lightning():
    def make(seed: int) -> EncoderDecoder:
        encoder = SmallEncoder(ENGLISH, generator=generator(seed))
        return EncoderDecoder(encoder, SmallDecoder(SPANISH, generator=generator(seed + 1)))

    data = ENGLISH.encode_batch(["<SOS> lets go"]), SPANISH.encode_batch(["<SOS> vamos <EOS>"])
    many, alone = [make(0), make(7)], make(7)
    train_many(many, [data], 5, lr=0.1)
    quiet_trainer(5).fit(alone, DataLoader(TensorDataset(*data)))
    for mine, yours in zip(many[1].parameters(), alone.parameters(), strict=True):
        torch.testing.assert_close(mine, yours, rtol=1e-4, atol=1e-5)


def test_the_learning_rate_is_the_models_own():
    for model in (EncoderDecoder(*translator().children(), lr=0.25), continuer()):
        optimizer = model.configure_optimizers()
        assert isinstance(optimizer, torch.optim.Adam)
        assert optimizer.defaults["lr"] == model.lr == (0.1 if model.lr != 0.25 else 0.25)


@pytest.mark.parametrize("make", BATCHES)
def test_the_recorder_keeps_each_loss_and_each_epochs_parameters(make):
    model, batch, recorder = make(), BATCHES[make], Recorder()
    first = {name: p.detach().clone() for name, p in model.named_parameters()}
    with torch.no_grad():
        loss = model.loss(*(x[:1] for x in batch)).item()
    quiet_trainer(3, recorder).fit(model, DataLoader(TensorDataset(*batch)))
    assert len(recorder.losses) == 3 * 2 and len(recorder.parameters) == 3 + 1
    assert recorder.losses[0] == pytest.approx(loss)
    last = dict(model.named_parameters())
    for kept, real in ((recorder.parameters[0], first), (recorder.parameters[-1], last)):
        assert kept.keys() == real.keys() and all(kept[name].equal(real[name]) for name in real)
    for old, new in zip(recorder.parameters, recorder.parameters[1:]):
        assert all(not old[name].equal(new[name]) for name in old)
    # numbers, no parts of a graph
    assert not any(p.requires_grad for kept in recorder.parameters for p in kept.values())


def test_the_recorder_keeps_all_weights_after_the_steps_that_it_is_told():
    model, batch, recorder = continuer(), BATCHES[continuer], Recorder(2, 6)
    quiet_trainer(3, recorder).fit(model, DataLoader(TensorDataset(*batch)))
    assert recorder.after.keys() == {2, 6}
    for step, kept in recorder.after.items():  # an epoch has two steps
        for name, parameter in recorder.parameters[step // 2].items():
            assert kept[name].equal(parameter)


IMPORTS = """
import importlib, sys
for name in {names}:
    importlib.import_module(f"tensorbytensor.{{name}}")
print([name for name in sys.modules if "lightning" in name][:3])
"""
TRAINING = """
from torch.utils.data import DataLoader, TensorDataset
from support.small_models import continuer
from tensorbytensor.experiments import quiet_trainer
import torch
quiet_trainer(2).fit(continuer(), DataLoader(TensorDataset(torch.tensor([[1, 2, 4]] * 3))))
"""


def run(script: str, folder: Path) -> subprocess.CompletedProcess:
    env = environment(ROOT)
    env["PYTHONPATH"] += f"{os.pathsep}{ROOT / 'tests'}"
    command = [sys.executable, "-c", script]
    return subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, check=True, timeout=120
    )


def test_only_what_trains_needs_lightning(tmp_path):
    names = {path.parent.name for path in (ROOT / "code/tensorbytensor").glob("*/__init__.py")}
    need = {"small", "experiments", "translation", "command_line", "language_model"}
    need |= {"generation", "vision", "stories"}  # whose models are trained for their chapters
    need |= {"modern"}  # which has the attention of generation
    assert need < names
    assert run(IMPORTS.format(names=sorted(names - need)), tmp_path).stdout == "[]\n"


def test_the_quiet_trainer_prints_nothing_and_writes_no_files(tmp_path):
    result = run(TRAINING, tmp_path)
    assert (result.stdout, result.stderr, [*tmp_path.iterdir()]) == ("", "", [])


def test_the_quiet_trainer_only_trains():
    recorder = Recorder()
    trainer = quiet_trainer(3, recorder)
    assert trainer.max_epochs == 3 and recorder in trainer.callbacks
    assert trainer.loggers == trainer.checkpoint_callbacks == []
    assert trainer.progress_bar_callback is None and trainer.num_sanity_val_steps == 0
    assert trainer.accelerator.__class__.__name__ == "CPUAccelerator"


def test_the_record_is_restored_from_its_state():
    model, batch, recorder, again = continuer(), BATCHES[continuer], Recorder(2), Recorder()
    quiet_trainer(2, recorder).fit(model, DataLoader(TensorDataset(*batch)))
    state = recorder.state_dict()
    assert state.keys() == vars(Recorder()).keys()
    again.load_state_dict(state)
    assert again.state_dict() == state
    assert len(again.losses) == 4 and again.metrics == [{}, {}] and again.after.keys() == {2}


IDS = torch.tensor([[1], [2]])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: greedy(chain(0), IDS, END, 0), "steps is 0, but must be an integer of at least"),
        (
            lambda: greedy(chain(0), torch.tensor([[1, 2], [0, 1]]), END, 2, PAD),
            "each row must begin with a token, and padding only end it",
        ),
        (
            lambda: greedy(chain(0), torch.tensor([1, PAD, 2]), END, 2, PAD),
            "each row must begin with a token, and padding only end it",
        ),
        (
            lambda: greedy(chain(0), torch.tensor([PAD, PAD]), END, 2, PAD),
            "each row must begin with a token, and padding only end it",
        ),
        *[
            (lambda p=prompt: greedy(chain(0), p, END, 2, pad=4), "^pad is 4, but must be .* 3")
            for prompt in (IDS[0], IDS)
        ],
        (
            lambda: continuer().generate(torch.tensor([0, 1])),
            "each row must begin with a token, and padding only end it",
        ),
        (
            lambda: CachedDecoder(translator().decoder, draw(2, 3, 4))(IDS.T),
            r"ids have shape \(1, 2\), but must be one token: \(\.\.\., 1\)",
        ),
        (
            lambda: [*map(CachedDecoder(translator().decoder, draw(2, 3, 4)), [IDS] * 7)],
            "^7 tokens, but max_len is 6$",
        ),
        (lambda: train_many([], [], 1, 0.1), "no models given, but at least one is needed"),
        (
            lambda: train_many([nn.Linear(2, 2)], [(IDS, IDS)], 1, 0.1),
            "^models has a Linear, but all must be modules with a loss$",
        ),
        (
            lambda: train_many([SimpleNamespace(loss=print)], [(IDS, IDS)], 1, 0.1),
            "^models has a SimpleNamespace, but all must be modules with a loss$",
        ),
    ],
)
def test_bad_input_says_what_was_given_and_what_is_allowed(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_quiet_trainer_silences_lightning_alone():
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        quiet_trainer(1)
        warnings.warn("of someone else", UserWarning, stacklevel=1)
        warnings.warn_explicit("of Lightning", UserWarning, "a.py", 1, "lightning.pytorch.loops")
    messages = {str(warning.message) for warning in seen}
    assert "of someone else" in messages and "of Lightning" not in messages
