"""Writing: what is drawn and with which probability, what a cache keeps, and who proposes; against plain formulas."""

import math
from dataclasses import replace

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from support.optimizer_steps import place_of_highest, steps_by_fresh_gradients
from support.pytorch_layers import layer_weights
from support.weights_by_seed import drawn_by_seed
from tensorbytensor.attention import MultiHeadAttention, attention, causal_mask
from tensorbytensor.basics import END as END_TOKEN
from tensorbytensor.basics import PAD, START
from tensorbytensor.decoding import greedy
from tensorbytensor.generation import (
    Cache,
    CachedTransformer,
    GroupedAttention,
    KeyValues,
    Writer,
    accept,
    draw,
    min_p,
    penalize,
    speculate,
    top_k,
    top_p,
    train_writers,
    trained_writers,
    write,
)
from tensorbytensor.generation.train_writers import train
from tensorbytensor.transformer import Sizes, Transformer

SIZES = Sizes(16, 4, 32, 2, dropout=0.0, norm_first=True, max_len=24)
N_TOKENS, END = 11, 10


def seeded(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def texts(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randint(1, END, shape, generator=seeded(seed))


def writer(
    n_groups: int = 4, window: int | None = None, seed: int = 0, sizes: Sizes = SIZES
) -> Writer:
    return Writer(N_TOKENS, sizes, n_groups, window, generator=seeded(seed)).eval()


def cached(model: Writer, ids: torch.Tensor, *ends: int) -> tuple[torch.Tensor, Cache]:
    """Logits of pieces of ids, which end there, read one after another."""
    cache, starts = model.cache(), (0, *ends)
    with torch.no_grad():
        parts = [model(ids[:, a:b], cache) for a, b in zip(starts, (*ends, ids.shape[1]))]
    return torch.cat(parts, dim=1), cache


class Anew(Writer):
    """Reads all ids in each call, by any function of them, and keeps them in the place of keys."""

    def __init__(self, read):
        super().__init__(N_TOKENS, SIZES)
        self.read = read

    def forward(self, ids, cache):
        keys = ids[None, :, :, None].float()  # (1, 1, T, 1)
        for layer in cache.layers:
            whole, _ = layer.add(keys, keys)
        return self.read(whole[0, :, :, 0].long())[:, -ids.shape[1] :]


def test_tokens_are_drawn_as_often_as_they_are_probable():
    weights = torch.tensor([0.0, 3.0, 0.0, 1.0, 4.0, 0.0])
    drawn = draw(weights.expand(40_000, 6), seeded()).bincount(minlength=6) / 40_000
    assert torch.allclose(drawn, weights / 8, atol=0.01)
    assert (drawn[weights == 0] == 0).all()


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float32])
def test_each_of_many_tokens_can_be_drawn_in_every_precision(dtype):
    """Where shares end is added up in double precision: 8 bits would have one end for many, and 11 for some."""
    drawn = draw(torch.full((4096,), 1 / 4096, dtype=dtype).expand(2 * 4096, -1), seeded())
    assert len(drawn.unique()) == pytest.approx(4096 * (1 - math.exp(-2)), abs=100)


def test_a_draw_follows_its_generator_and_keeps_the_shape():
    p = torch.rand(3, 4, 50, generator=seeded())
    assert draw(p, seeded(1)).equal(draw(p, seeded(1)))
    assert not draw(p, seeded(1)).equal(draw(p, seeded(2)))
    assert draw(p, seeded()).shape == (3, 4)


@pytest.mark.parametrize("k", [1, 3, 99])
def test_top_k_keeps_the_k_largest_of_each_row(k):
    logits = torch.randn(5, 20, generator=seeded())
    kept = top_k(logits, k)
    for row, before in zip(kept, logits):
        assert set(row.isfinite().nonzero()[:, 0].tolist()) == set(
            before.argsort(descending=True)[:k].tolist()
        )
    assert kept[kept.isfinite()].equal(logits[kept.isfinite()])


@pytest.mark.parametrize("p", [0.01, 0.3, 0.7, 0.95, 1.0])
def test_top_p_keeps_the_fewest_that_reach_p(p):
    logits = 2 * torch.randn(30, 20, generator=seeded()).double()
    for row, kept in zip(logits.softmax(dim=-1), top_p(logits, p).isfinite()):
        assert row[kept].sum() >= p - 1e-12
        assert kept.sum() == 1 or row[kept].sum() - row[kept].min() < p
        assert kept.all() or row[kept].min() >= row[~kept].max()


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64])
def test_top_p_keeps_its_share_of_many_in_any_dtype(dtype):
    assert top_p(torch.zeros(5000, dtype=dtype), 0.9).isfinite().sum().item() in (4500, 4501)


def test_top_p_stops_at_the_token_that_reaches_p_exactly():
    logits = torch.tensor([0.25, 0.5, 0.125, 0.125]).log()
    assert top_p(logits, 0.75).isfinite().tolist() == [True, True, False, False]
    assert top_p(logits, 0.76).isfinite().sum() == 3


def test_min_p_measures_by_the_most_probable_token():
    p = torch.tensor([[0.5, 0.3, 0.15, 0.05], [0.25, 0.25, 0.25, 0.25]])
    assert min_p(p.log(), 0.31).isfinite().sum(dim=-1).tolist() == [2, 4]
    assert min_p(p.log(), 0.29).isfinite().sum(dim=-1).tolist() == [3, 4]


def test_what_is_dropped_becomes_minus_infinity_and_equals_stay_together():
    logits = torch.tensor([2.0, 2.0, 1.0])
    dropped = [2.0, 2.0, -torch.inf]
    for kept in (top_k(logits, 1), top_p(logits, 0.8), min_p(logits, 1.0)):
        assert kept.tolist() == dropped
    assert top_k(torch.tensor([0.5]), 1).tolist() == [0.5]
    assert penalize(torch.tensor([-0.5]), torch.tensor([0]), 2.0).tolist() == [-1.0]


def test_a_penalty_lowers_what_was_seen_once_whatever_its_sign():
    logits = torch.tensor([[3.0, -3.0, 1.0, -1.0, 0.75]])
    seen = torch.tensor([[0, 1, 1, 1, 4]])
    assert penalize(logits, seen, 3.0).tolist() == [[1.0, -9.0, 1.0, -1.0, 0.25]]
    assert logits.tolist() == [[3.0, -3.0, 1.0, -1.0, 0.75]]


def test_each_row_of_logits_needs_a_token_that_may_follow():
    rows = torch.tensor([[1.0, 2.0], [-torch.inf, -torch.inf]])
    with pytest.raises(ValueError, match="logits has a row without a largest number"):
        top_k(rows, 1)
    assert draw(torch.ones(1)).item() == 0  # one token alone is enough
    with pytest.raises(ValueError, match="probabilities has no tokens, but must have one"):
        draw(torch.ones(0))


@pytest.mark.parametrize("share", [0, -0.5, 1.5])
def test_a_share_is_above_0_and_at_most_1(share):
    for keep in (top_p, min_p):
        with pytest.raises(ValueError, match=f"p is {share}, but must be"):
            keep(torch.ones(3), share)


def test_groups_divide_heads_and_heads_the_width_and_a_text_has_a_token():
    with pytest.raises(ValueError, match="d_model is 8, but must be a multiple of 3"):
        GroupedAttention(8, 3, 1)
    with pytest.raises(ValueError, match="n_heads is 4, but must be a multiple of 3"):
        GroupedAttention(8, 4, 3)
    with pytest.raises(ValueError, match=r"x has shape \(2, 0, 8\), but at least one token"):
        GroupedAttention(8, 4, 2)(torch.zeros(2, 0, 8))


@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("ends", [(1, 2, 3, 4, 5), (3, 4, 5), (2, 5), ()])
def test_a_cached_transformer_gives_the_logits_of_the_whole(norm_first, ends):
    sizes = Sizes(16, 4, 32, 2, dropout=0.0, norm_first=norm_first, max_len=12)
    model = Transformer(N_TOKENS, N_TOKENS, sizes, generator=seeded()).double().eval()
    src, tgt = texts(3, 7), texts(3, 6, seed=1)
    src[1, 5:] = tgt[0, 3] = tgt[1, 4:] = 0  # padding, which nobody may see
    with torch.no_grad():
        memory, mask = model.encode(src)
        wanted = model.decode(tgt, memory, mask)
        read = CachedTransformer(model, memory, mask)
        parts = [read(part) for part in tgt.tensor_split(ends, dim=1)]
    assert torch.allclose(torch.cat(parts, dim=1), wanted, atol=1e-12)
    assert [k.shape for k, _ in read.crossed] == [(3, 4, 7, 4)] * 2
    assert sum(layer.n_bytes for layer in read.kept) == 3 * 6 * 2 * 2 * 4 * 4 * 8


@pytest.mark.parametrize("ends", [(1, 2, 3, 4, 5), (3, 4), ()])
def test_a_cached_transformer_hides_padding_before_a_text(ends):
    model = Transformer(N_TOKENS, N_TOKENS, SIZES, generator=seeded()).double().eval()
    tgt = texts(2, 6, seed=1)
    tgt[1, :2] = 0
    with torch.no_grad():
        memory, mask = model.encode(texts(2, 7))
        wanted = model.decode(tgt, memory, mask)
        read = CachedTransformer(model, memory, mask)
        got = torch.cat([read(part) for part in tgt.tensor_split(ends, dim=1)], dim=1)
    assert torch.allclose(got[0], wanted[0], atol=1e-12)
    assert torch.allclose(got[1, 2:], wanted[1, 2:], atol=1e-12)


@pytest.mark.parametrize("seed", range(6))
def test_a_cached_transformer_writes_what_greedy_decoding_writes(seed):
    model = Transformer(N_TOKENS, N_TOKENS, SIZES, generator=seeded(seed)).double().eval()
    with torch.no_grad():
        memory, mask = model.encode(texts(6, 5))
    prompt = texts(6, 1, seed=2)
    wanted = greedy(lambda ids: model.decode(ids, memory, mask), prompt, 4, 15, 0)
    assert write(CachedTransformer(model, memory, mask), prompt, 4, 15, 0).equal(wanted)


@pytest.mark.parametrize("n_groups", [1, 2, 4])
@pytest.mark.parametrize("window", [None, 1, 3, 5])
def test_a_writer_with_a_cache_gives_the_logits_of_the_whole(n_groups, window):
    model, ids = writer(n_groups, window).double(), texts(2, 9)
    ids[1, :3] = 0
    wanted = model(ids)
    for ends in ((1, 2, 3, 4, 5, 6, 7, 8), (4, 5, 6, 7, 8), (4, 6), (5,)):
        logits, cache = cached(model, ids, *ends)
        assert torch.allclose(logits[0], wanted[0], atol=1e-12)
        assert torch.allclose(logits[1, 3:], wanted[1, 3:], atol=1e-12)
    held = 9 if window is None else window - 1
    assert cache.n_bytes == 2 * 2 * n_groups * 4 * 8 * held * 2


@pytest.mark.parametrize("columns", [1, 4])
def test_padding_before_a_text_changes_none_of_its_logits(columns):
    model, ids = writer(2, 4), texts(2, 6)
    padded = F.pad(ids, (columns, 0))
    assert torch.allclose(model(padded)[:, columns:], model(ids), atol=1e-5)
    assert torch.allclose(cached(model, padded, columns + 2)[0][:, columns:], model(ids), atol=1e-5)


@pytest.mark.parametrize("window", [None, 1, 3])
def test_what_lies_outside_of_a_window_is_not_seen_in_one_layer(window):
    sizes = Sizes(16, 4, 32, 1, dropout=0.0, norm_first=True, max_len=24)
    model = Writer(N_TOKENS, sizes, window=window, generator=seeded()).eval()
    ids, other = texts(1, 8), texts(1, 8)
    other[0, 2] = ids[0, 2] % 9 + 1
    changed = ~torch.isclose(model(ids), model(other), atol=1e-6).all(dim=-1)[0]
    last = 8 if window is None else 2 + window
    assert changed.nonzero()[:, 0].tolist() == list(range(2, last))


def test_as_many_groups_as_heads_are_multi_head_attention():
    grouped, plain = GroupedAttention(12, 3, 3, seeded()), MultiHeadAttention(12, 3)
    plain.load_state_dict(grouped.state_dict())
    x, mask = torch.randn(2, 5, 12, generator=seeded()), causal_mask(5)
    assert torch.allclose(grouped(x, mask[None]), plain(x, x, x, mask), atol=1e-6)


@pytest.mark.parametrize("n_groups", [1, 2, 4])
@pytest.mark.parametrize("shape", [(7, 16), (2, 7, 16), (3, 2, 7, 16)])
def test_neighbouring_heads_share_keys_and_values(n_groups, shape):
    layer, mask = GroupedAttention(16, 4, n_groups, seeded(), bias=True).double(), causal_mask(7)
    x = torch.randn(shape, generator=seeded(1), dtype=torch.double)
    q, k, v = (
        project(x).unflatten(-1, (-1, 4)).transpose(-3, -2)
        for project in (layer.W_q, layer.W_k, layer.W_v)
    )
    heads = []
    for h in range(4):
        own = (q.select(-3, h), *(t.select(-3, h * n_groups // 4) for t in (k, v)))
        heads.append(attention(*own, mask)[0])
    wanted, kept = layer.W_o(torch.cat(heads, dim=-1)), KeyValues(7)
    assert torch.allclose(layer(x, mask), wanted, atol=1e-12)
    assert torch.allclose(layer(x, mask, kept), wanted, atol=1e-12)
    assert kept.keys.shape == kept.values.shape == (*shape[:-2], n_groups, 7, 4)


def test_heads_of_a_group_share_keys_and_values_as_in_pytorch():
    layer = GroupedAttention(16, 4, 2, seeded())
    x, mask = torch.randn(2, 5, 16, generator=seeded()), causal_mask(5)[None]
    q = layer.W_q(x).view(2, 5, 4, 4).transpose(1, 2)
    k, v = (w(x).view(2, 5, 2, 4).transpose(1, 2) for w in (layer.W_k, layer.W_v))
    repeated = [t[:, [0, 0, 1, 1]] for t in (k, v)]
    wanted = F.scaled_dot_product_attention(q, *repeated, is_causal=True)
    assert torch.allclose(layer(x, mask), layer.W_o(wanted.transpose(1, 2).flatten(2)), atol=1e-6)


def test_key_values_keep_what_was_added_and_forget_what_is_cut():
    kept, parts = KeyValues(6), torch.randn(2, 1, 3, 6, 4, generator=seeded())
    assert kept.n_bytes == 0
    kept.add(*parts[..., :4, :])
    place = kept.keys.data_ptr()
    kept.cut(2)
    k, v = kept.add(*parts[..., 2:6, :])
    assert k.equal(parts[0]) and v.equal(parts[1])
    assert kept.keys.data_ptr() == place  # nothing was copied elsewhere
    assert kept.n_bytes == 2 * 3 * 6 * 4 * 4
    with pytest.raises(ValueError, match="7 tokens, but room is 6"):
        kept.add(*parts[..., :1, :])
    with pytest.raises(ValueError, match="length is 7, but must be at most 6"):
        kept.cut(7)


@pytest.mark.parametrize("window", [None, 3])
@pytest.mark.parametrize("shape", [(1, 3, 1, 4), (2, 3, 1, 5), (3, 1, 4), (2, 1, 3, 1, 4)])
def test_key_values_are_added_in_one_shape(window, shape):
    """One row would otherwise be copied into all."""
    kept = KeyValues(5, window)
    kept.add(torch.ones(2, 3, 2, 4), torch.ones(2, 3, 2, 4))
    with pytest.raises(ValueError, match=r"key has shape .*, but must be \(2, 3, n, 4\)"):
        kept.add(torch.zeros(shape), torch.zeros(shape))
    k, v = kept.add(torch.ones(2, 3, 2, 4), torch.ones(2, 3, 2, 4))
    assert kept.read == 4 and k.shape[:2] == (2, 3) and k.all() and v.all()


@pytest.mark.parametrize("rows", [1, 3])
def test_what_is_refused_leaves_a_memory_as_it_was(rows):
    """Other rows, or more than there is room for."""
    model, ids = writer(2), texts(2, 8)
    _, cache = cached(model, ids[:, :6], 4)
    with pytest.raises(ValueError, match=r"ids has shape .*, but must be \(2, n\) as before"):
        model(texts(rows, 2), cache)
    wanted = model(ids)[:, 6:]
    assert torch.allclose(model(ids[:, 6:], cache), wanted, atol=1e-5)
    small = model.cache(6)
    model(ids[:, :4], small)
    with pytest.raises(ValueError, match="7 tokens, but room is 6"):
        model(ids[:, 4:7], small)
    assert small.read == small.real.shape[1] == 4
    assert torch.allclose(model(ids[:, 4:6], small), model(ids[:, :6])[:, 4:], atol=1e-5)


def test_a_cached_transformer_refuses_other_rows():
    model = Transformer(N_TOKENS, N_TOKENS, SIZES, generator=seeded()).eval()
    memory, mask = model.encode(texts(1, 7))
    read, ids = CachedTransformer(model, memory, mask), texts(2, 4)
    read(ids[:, :2])
    with pytest.raises(ValueError, match=r"ids has shape \(3, 1\), but must be \(2, n\)"):
        read(texts(3, 1))
    wanted = model.decode(ids, memory.expand(2, -1, -1), mask.expand(2, -1, -1))[:, 2:]
    assert torch.allclose(read(ids[:, 2:]), wanted, atol=1e-5)


def test_a_writer_takes_no_memory_of_another():
    """One of fewer layers would leave out the others; one that forgets what the model sees, too."""
    model, ids = writer(2), texts(1, 4)
    for cache in (Cache(1, 9), Cache(3, 9), Cache(len(model.layers), 9, window=2)):
        with pytest.raises(ValueError, match="but must be of 2 layers and window None"):
            model(ids, cache)
        assert cache.read == 0
    with pytest.raises(ValueError, match="cache is a str"):
        model(ids, "memory")


def test_a_cache_that_was_cut_goes_on_as_if_the_rest_had_never_been_read():
    model, ids = writer(2), texts(1, 8)
    _, cache = cached(model, ids, 5)
    cache.cut(3)
    other = torch.cat([ids[:, :3], texts(1, 4, seed=9)], dim=1)
    assert torch.allclose(model(other[:, 3:], cache), model(other)[:, 3:], atol=1e-5)


def test_rows_end_by_themselves_and_are_filled_up():
    said = torch.tensor([[3, END, 4, 4], [END, 4, 4, 4], [3, 3, END, 4]])
    asked = []

    def read(ids):
        asked.append(ids.shape[1])
        return F.one_hot(said[:, len(asked) - 1], N_TOKENS)[:, None].float()

    prompt = torch.tensor([[1, 2], [1, 2], [0, 1]])
    written = write(read, prompt, END, 9, 0)
    assert written[:, 2:].tolist() == [[3, END, 0], [END, 0, 0], [3, 3, END]]
    assert asked == [2, 1, 1]  # the prompt at once, and each token once


def test_what_chooses_is_given_the_last_logits_and_all_ids_so_far():
    said, given = torch.randn(4, 2, N_TOKENS, generator=seeded()), []

    def choose(logits, ids):
        given.append(ids)
        assert logits.equal(said[len(given) - 1])
        return logits.argmin(dim=-1)

    def read(ids):
        return torch.stack([torch.zeros_like(said[0]), said[len(given)]], dim=1)

    prompt = torch.tensor([[1, 2, 3], [0, 1, 2]])
    written = write(read, prompt, END, 4, 0, choose)
    assert [ids.shape[1] for ids in given] == [3, 4, 5, 6]
    assert all(ids.equal(written[:, : ids.shape[1]]) for ids in given)
    assert written[:, 3:].equal(said.argmin(dim=-1).T)


def test_prompts_of_unequal_length_get_together_what_they_get_alone():
    model = writer(2, seed=3)
    prompts = [texts(n, seed=n) for n in (2, 5, 3)]
    left = torch.stack([F.pad(prompt, (5 - len(prompt), 0)) for prompt in prompts])

    def go_on(prompt):
        cache = model.cache()
        return write(lambda ids: model(ids, cache), prompt, END, 12, 0)

    for row, prompt in zip(go_on(left), prompts):
        alone = go_on(prompt[None])[0]
        assert row[row != 0].equal(alone)


def test_accepted_and_replaced_tokens_have_the_distribution_of_the_target():
    n, p, q = 60_000, *torch.rand(2, 2, 6, generator=seeded()).double().softmax(dim=-1)
    p, q = (t**4 / (t**4).sum(-1, keepdim=True) for t in (p, q))
    target = torch.cat([p, p[:1]])[None].expand(n, 3, 6)
    draft = q[None].expand(n, 2, 6)
    proposed = draw(draft, seeded(1))
    stand, token = accept(target, draft, proposed, seeded(2))
    first = torch.where(stand > 0, proposed[:, 0], token)
    assert torch.allclose(first.bincount(minlength=6) / n, p[0].float(), atol=0.01)
    reached = stand > 0
    second = torch.where(stand > 1, proposed[:, 1], token)[reached]
    assert torch.allclose(second.bincount(minlength=6) / len(second), p[1].float(), atol=0.012)
    third = token[stand == 2]
    assert torch.allclose(third.bincount(minlength=6) / len(third), p[0].float(), atol=0.015)
    expected = torch.minimum(p[0], q[0]).sum()
    assert abs((stand > 0).double().mean() - expected) < 0.01


def test_a_proposal_refused_by_rounding_alone_is_replaced_by_what_the_target_may_write():
    both = torch.tensor([0.0, 0.5, 0.5, 0.0], dtype=torch.bfloat16).expand(5000, 2, 4)
    proposed = torch.full((5000, 1), 1)
    n, tokens = accept(both, both[:, :1], proposed, seeded())
    assert (n == 0).sum() > 3  # a number close to 1 is rounded to it
    assert {*tokens[n == 0].tolist()} <= {1, 2}


def test_a_draft_equal_to_the_target_is_never_refused():
    p = torch.rand(500, 4, 6, generator=seeded()).softmax(dim=-1)
    stand, _ = accept(p, p[:, :3], draw(p[:, :3], seeded(1)), seeded(2))
    assert (stand == 3).all()


def test_speculation_writes_texts_as_often_as_the_target_does():
    """A target whose next token depends on the last one alone: all texts of three tokens, counted."""
    table = 1.5 * torch.randn(5, 5, generator=seeded(4))
    draft = 1.5 * torch.randn(5, 5, generator=seeded(5))
    target, helper = Anew(table.__getitem__), Anew(draft.__getitem__)
    counts, n = torch.zeros(5, 5), 4_000
    rng = seeded(6)
    for _ in range(n):
        ids, given = speculate(target, helper, torch.tensor([0]), 4, 2, 3, rng)
        assert len(ids) - 1 <= 2 and sum(given) >= len(ids) - 1
        counts[ids[1], ids[2] if len(ids) > 2 else 4] += 1
    p = table.softmax(dim=-1)
    wanted = p[0, :, None] * p
    wanted[4] = 0
    wanted[4, 4] = p[0, 4]
    assert torch.allclose(counts / n, wanted, atol=0.025)


def test_speculation_ends_with_the_end_token_and_calls_the_target_less():
    model, calls, written = writer(seed=1), [], 0

    def target(ids):
        calls.append(ids.shape[1])
        return model(ids)

    for seed in range(8):
        before = len(calls)
        ids, given = speculate(Anew(target), model, texts(2), END, 12, 3, seeded(seed))
        new = ids[2:].tolist()
        assert END not in new[:-1] and (new[-1] == END or len(new) == 12)
        assert len(calls) - before == len(given)
        assert max(given) <= 4 and sum(given) >= len(new)
        written += len(new)
    assert len(calls) < written / 2  # the draft is the target, so that all is accepted


@pytest.mark.parametrize("ahead", [1, 2, 9])
def test_speculation_gives_as_many_tokens_as_are_asked_for_up_to_the_last_position(ahead):
    """The draft is the target, so that whatever it proposes is taken."""
    model = writer(2, sizes=Sizes(8, 2, 8, 1, dropout=0.0, max_len=6))
    model.output.bias.data[END] = -torch.inf
    for steps in (1, 3, 5):  # the last token has no position, for it is never read
        ids, given = speculate(model, model, texts(2), END, steps, ahead, seeded())
        assert sum(given) == len(ids) - 2 == steps and max(given) <= ahead + 1


def test_only_an_end_that_was_written_stops_speculation():
    """A prompt may hold whole sentences, each with its end."""
    models, prompt = [writer(seed=1), writer(2, seed=2)], torch.tensor([1, END, 2])
    for seed in range(8):
        ids, given = speculate(*models, prompt, END, 6, 2, seeded(seed))
        new = ids[3:].tolist()
        assert ids[:3].equal(prompt) and sum(given) >= len(new) > 0
        assert END not in new[:-1] and (new[-1] == END or len(new) == 6)


def test_speculation_writes_with_a_cache_what_it_writes_without():
    """Both models differ, so that proposals are accepted and refused."""
    models, read, every = [writer(seed=1).double(), writer(2, seed=2).double()], [], []
    models[0].register_forward_pre_hook(lambda _, given: read.append(given[0].shape[1]))
    for seed in range(12):
        one = (texts(2, seed=seed), END, 14, 3)
        ids, given = speculate(*models, *one, seeded(seed))
        first, *others = read
        assert (
            first == 2 + 3 and max(others, default=1) <= 4
        )  # the last token and what was proposed
        wanted = speculate(*map(Anew, models), *one, seeded(seed))
        assert ids.equal(wanted[0]) and given == wanted[1]
        read.clear()
        every += given
    assert {1, 2, 3, 4} <= {*every}


@pytest.mark.parametrize("window", [None, 3])
def test_nobody_writes_on_behind_the_last_position(window):
    model = writer(window=window)
    _, cache = cached(model, texts(1, 24), 23)
    with pytest.raises(ValueError, match="1 tokens, but max_len is 0"):
        model(texts(1, 1), cache)


def test_no_translation_goes_on_behind_the_last_position():
    model = Transformer(N_TOKENS, N_TOKENS, SIZES, generator=seeded()).eval()
    with torch.no_grad():
        read = CachedTransformer(model, *model.encode(texts(1, 5)))
    read(texts(1, 23)), read(texts(1, 1))
    with pytest.raises(ValueError, match="1 tokens, but max_len is 0"):
        read(texts(1, 1))


def theirs(layer, activation: str) -> nn.TransformerEncoderLayer:
    """PyTorch's layer with the weights of a writer's; its attention keeps biases of 0."""
    sizes = SIZES.d_model, SIZES.n_heads, SIZES.d_ff
    order = {"batch_first": True, "norm_first": True, "activation": activation}
    plain = nn.TransformerEncoderLayer(*sizes, 0.0, **order).double()
    weights = layer_weights(layer.norms, layer.feed_forward, self_attn=layer.attention)
    plain.load_state_dict(weights, strict=False)
    return plain


@pytest.mark.parametrize("activation", ["relu", "gelu"])
def test_a_writer_is_pytorchs_layers_between_embeddings_and_output(activation):
    """Forward and backward."""
    model = writer(sizes=replace(SIZES, activation=activation)).double()
    ids = texts(2, 9)
    rng = seeded(3)
    for parameter in model.parameters():
        parameter.data += 0.2 * torch.randn(parameter.shape, generator=rng)
    places, pairs = torch.arange(9.0).double(), torch.arange(0, 16, 2).double()
    angle = places[:, None] / 10_000 ** (pairs / 16)
    table = torch.stack((angle.sin(), angle.cos()), dim=-1).flatten(-2)
    weight = model.embedding.weight.detach().clone().requires_grad_()
    x, mask = weight[ids] * 4 + table, nn.Transformer.generate_square_subsequent_mask(9).isinf()
    for layer in model.layers:
        x = theirs(layer, activation)(x, mask)
    wanted, given = model.output(model.norm(x)), model(ids)
    torch.testing.assert_close(given, wanted, rtol=0, atol=1e-6)  # its table is in single precision
    upstream = torch.randn(wanted.shape, generator=seeded()).double()
    given.backward(upstream), wanted.backward(upstream)
    torch.testing.assert_close(model.embedding.weight.grad, weight.grad, rtol=1e-5, atol=1e-5)


def test_all_weights_of_a_writer_are_drawn_from_the_generator():
    drawn_by_seed(lambda rng: Writer(N_TOKENS, SIZES, 2, generator=rng))


def test_the_writers_of_the_book_are_trained_by_their_recipes(monkeypatch):
    trained, large, small = [], (64, 4, 256, 2), (16, 2, 32, 1)

    def short(model, texts, steps, lr):
        trained.append((texts, steps, lr))
        train(model, texts, 2, lr)

    monkeypatch.setattr(train_writers, "train", short)
    *models, words = trained_writers()
    assert [rest for _, *rest in trained] == [[200, 5e-3], [200, 2e-2]]
    assert words.tokens[:3] == [PAD, START, END_TOKEN] and "apple" in words.tokens[3:]
    for model, sizes, (batch, _, lr) in zip(models, (large, small), trained):
        sizes = Sizes(*sizes, dropout=0.0, norm_first=True, max_len=32)
        other = Writer(len(words), sizes, generator=seeded())
        train(other, batch, 2, lr)
        assert not model.training and len(batch) == 8_000
        torch.testing.assert_close(model.state_dict(), other.state_dict(), rtol=0, atol=0)
    assert words.decode(trained[0][0][0]).split()[0] == START
    known = [{name: weight + 1 for name, weight in model.state_dict().items()} for model in models]
    monkeypatch.setattr(train_writers, "kept", lambda *_: {"weights": known})
    for model, weights in zip(trained_writers(), known):
        torch.testing.assert_close({**model.state_dict()}, weights, rtol=0, atol=0)


def test_each_step_of_a_writer_takes_its_own_gradients_and_a_rate_that_rises_and_falls():
    model = Writer(N_TOKENS, SIZES, generator=seeded())
    read = set()
    model.register_forward_pre_hook(lambda _, given: read.add(given[0].shape))
    with steps_by_fresh_gradients(model) as rates:
        train(model, texts(40, 6), 20, 1e-2)
    assert read == {(128, 5)}
    top = place_of_highest(rates)
    assert len(rates) == 20 and 0 < top < 10 and 0.009 < max(rates) <= 0.01


@pytest.mark.parametrize("bias", [True, False])
def test_grouped_attention_has_a_bias_in_all_four_products_or_in_none(bias):
    layer = GroupedAttention(8, 4, 2, seeded(), bias)
    found = {name for name, _ in layer.named_parameters() if name.endswith("bias")}
    assert found == ({f"W_{name}.bias" for name in "qkvo"} if bias else set())


def test_with_a_window_more_is_read_than_there_is_room_for():
    kept, long = KeyValues(room=3, window=3), torch.arange(14.0).reshape(1, 7, 2)
    for start, end in ((0, 2), (2, 6), (6, 7)):
        keys, _ = kept.add(long[:, start:end], long[:, start:end])
        assert keys.equal(long[:, max(0, start - 2) : end])
    assert kept.read == 7 and kept.length == 2
    with pytest.raises(ValueError, match=r"^4 tokens, but room is 3$"):
        KeyValues(room=3).add(long[:, :4], long[:, :4])


def test_room_is_counted_in_tokens():
    """Not in the width of a head."""
    memory, key = KeyValues(4), torch.randn(2, 3, 8)
    assert memory.add(key, key)[0].shape == (2, 3, 8)
    with pytest.raises(ValueError, match="room"):
        memory.add(key[:, :2], key[:, :2])


def test_a_token_is_drawn_by_a_number_in_double_precision():
    ends = torch.tensor([[0.2, 0.3, 0.5]]).double().cumsum(-1)
    points = torch.rand(1000, dtype=torch.float64, generator=torch.Generator().manual_seed(3))
    wanted = (points[:, None] >= ends).sum(-1)
    rows = torch.tensor([0.2, 0.3, 0.5]).expand(1000, 3)
    assert draw(rows, torch.Generator().manual_seed(3)).equal(wanted)


def test_a_writer_has_a_bias_in_its_output_and_two_norms_a_layer():
    sizes = Sizes(8, 2, 16, 3)
    writer = Writer(11, sizes)
    attention, network, norms = 4 * 8 * 8, 2 * 8 * 16 + 16 + 8, 4 * 8
    layer = attention + network + norms
    count = sum(p.numel() for p in writer.parameters())
    assert count == 11 * 8 + 3 * layer + 2 * 8 + 8 * 11 + 11  # a norm behind the last, too
