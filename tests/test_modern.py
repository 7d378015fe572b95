"""From 2017 to today: each part by property and against PyTorch, and the whole against HuggingFace's Llama and GPT-2."""

import importlib
import json
import struct
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from support.llama_folder import write_llama, write_safetensors
from support.pytorch_layers import layer_weights
from support.weights_by_seed import drawn_by_seed
from tensorbytensor.attention import attention, causal_mask
from tensorbytensor.generation import KeyValues
from tensorbytensor.modern import (
    FeedForward,
    LanguageModel,
    Recipe,
    RMSNorm,
    RotaryAttention,
    angles,
    halved,
    online_attention,
    read_llama,
    read_safetensors,
    rotate,
)

PAPER = Recipe(n_tokens=20, d_model=16, n_heads=4, d_ff=24, n_layers=2, max_len=12)
TODAY = replace(
    PAPER,
    **{"norm_first": True, "norm": "rms", "bias": False, "places": "rope"},
    **{"activation": "swiglu", "n_kv_heads": 2, "eps": 1e-3, "base": 50.0},
)
KINDS = [PAPER, TODAY, replace(TODAY, tied=True), replace(PAPER, places="learned", norm_first=True)]
TOLERANCE = {torch.float32: 1e-5, torch.float64: 1e-12}


@pytest.fixture
def transformers(monkeypatch):
    """The library that lies apart from the others, found by the tests that ask for it alone."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(Path(sys.prefix) / "reference")])
    return importlib.import_module("transformers")


def draw(*shape: int, seed: int = 0, dtype: torch.dtype = torch.float64) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed), dtype=dtype)


def made(recipe: Recipe) -> LanguageModel:
    return LanguageModel(recipe, torch.Generator().manual_seed(0)).double()


def some_ids() -> torch.Tensor:
    return torch.randint(20, (2, 12), generator=torch.Generator().manual_seed(1))


@pytest.mark.parametrize("eps", [1e-6, 0.5])
def test_the_norm_is_that_of_pytorch_forward_and_backward(eps):
    ours, theirs = RMSNorm(6, eps).double(), nn.RMSNorm(6, eps).double()
    weight = draw(6, seed=1)
    results = []
    for norm in (ours, theirs):
        norm.weight.data.copy_(weight)
        x = draw(2, 3, 6).requires_grad_()
        y = norm(x)
        y.pow(3).sum().backward()
        results.append((y, x.grad, norm.weight.grad))
    for mine, other in zip(*results):
        torch.testing.assert_close(mine, other)


def test_the_norm_of_16_bits_adds_up_in_32_and_changes_nothing_it_is_given():
    x = torch.full((1, 4), 300.0, dtype=torch.float16)  # its square is no float16
    assert RMSNorm(4).half()(x).equal(torch.ones(1, 4, dtype=torch.float16))
    rows = draw(3, 4, dtype=torch.float32)
    before = rows.clone()
    RMSNorm(4)(rows)
    assert rows.equal(before)


def test_interleaved_pairs_turn_like_complex_numbers():
    x, angle = draw(2, 5, 6), angles(5, 6, base=30.0, start=3)
    turned = torch.view_as_complex(x.unflatten(-1, (3, 2)))
    turned = turned * torch.polar(torch.ones_like(angle), angle)
    expected = torch.view_as_real(turned).flatten(-2)
    torch.testing.assert_close(rotate(x, angle, "interleaved"), expected)


@pytest.mark.parametrize("pairs", ["interleaved", "halved"])
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_half_precision_turns_by_the_same_angles(dtype, pairs):
    """They are never rounded to half: of 1,001 it would make 1,000, another place."""
    x, angle = draw(5, 8), angles(5, 8, start=1001)
    turned = rotate(x.to(dtype), angle, pairs)
    assert turned.dtype == dtype
    torch.testing.assert_close(turned.double(), rotate(x, angle, pairs), rtol=0.02, atol=0.02)


def test_a_permutation_leads_from_one_convention_to_the_other():
    x, angle, order = draw(5, 8), angles(5, 8), halved(8)
    expected = rotate(x, angle, "interleaved")[:, order]
    torch.testing.assert_close(rotate(x[:, order], angle), expected)
    assert order.tolist() == [0, 2, 4, 6, 1, 3, 5, 7]


@pytest.mark.parametrize("pairs", ["interleaved", "halved"])
def test_scores_depend_on_the_distance_alone_and_lengths_stay(pairs):
    q, k = draw(2, 1, 8).expand(2, 6, 8)
    scores = [
        rotate(q, turn, pairs) @ rotate(k, turn, pairs).T
        for turn in (angles(6, 8), angles(6, 8, start=77))
    ]
    torch.testing.assert_close(*scores)
    for t in range(-5, 6):
        diagonal = scores[0].diagonal(t)
        torch.testing.assert_close(diagonal, diagonal[:1].expand_as(diagonal))
    turned = rotate(q, angles(6, 8), pairs)
    torch.testing.assert_close(turned.norm(dim=-1), q.norm(dim=-1))


def test_the_gate_is_that_of_the_formula():
    layer = FeedForward(TODAY).double()
    x = draw(3, 16)
    gate, inner, outer = (part.weight.T for part in (layer.gate, layer.inner, layer.outer))
    torch.testing.assert_close(layer(x), (F.silu(x @ gate) * (x @ inner)) @ outer)
    plain = FeedForward(replace(PAPER, activation="gelu")).double()
    wide = F.gelu(plain.inner(x), approximate="tanh")
    torch.testing.assert_close(plain(x), plain.outer(wide))


@pytest.mark.parametrize("groups", [1, 2, 4])
def test_queries_and_keys_turn_before_keys_are_kept(groups):
    layer, kept = RotaryAttention(replace(TODAY, n_kv_heads=groups)).double(), KeyValues(7)
    x, mask, turn = draw(7, 16), causal_mask(7), angles(7, 4, base=50.0)
    q, k, v = (
        project(x).view(7, -1, 4).transpose(0, 1) for project in (layer.W_q, layer.W_k, layer.W_v)
    )
    q, k = rotate(q, turn), rotate(k, turn)
    heads = [attention(q[h], k[h * groups // 4], v[h * groups // 4], mask)[0] for h in range(4)]
    expected = layer.W_o(torch.cat(heads, dim=-1))
    torch.testing.assert_close(layer(x, mask), expected)
    torch.testing.assert_close(layer(x, mask, kept), expected)
    torch.testing.assert_close(kept.keys, k)
    torch.testing.assert_close(kept.values, v)


def test_places_go_on_where_a_window_has_forgotten_the_first():
    layer, x = RotaryAttention(TODAY).double(), draw(2, 9, 16)
    back = torch.arange(9)[:, None] - torch.arange(9)
    mask, kept = (back < 0) | (back >= 3), KeyValues(9, window=3)
    whole = layer(x, mask)
    for t in range(9):
        held = kept.length + 1
        one = layer(x[:, t : t + 1], torch.zeros(1, held, dtype=torch.bool), kept)
        torch.testing.assert_close(one[:, 0], whole[:, t])
    assert kept.read == 9 and kept.length == 2


@pytest.mark.parametrize("recipe", KINDS)
def test_a_cache_changes_nothing(recipe):
    model, ids = made(recipe), some_ids()
    cache = model.cache()
    hidden = torch.zeros(2, 12, dtype=torch.bool)
    hidden[0, :2] = True
    parts = [model(ids[:, a:b], hidden[:, :b], cache) for a, b in ((0, 5), (5, 6), (6, 12))]
    whole = model(ids, hidden)
    torch.testing.assert_close(torch.cat(parts, dim=1)[~hidden], whole[~hidden])


@pytest.mark.parametrize("recipe", KINDS)
def test_a_cache_with_more_room_than_the_model_has_places_does_not_make_them(recipe):
    model, ids = made(recipe), some_ids()
    cache = model.cache(room=20)
    model(ids[:, :10], cache=cache)
    with pytest.raises(ValueError, match="3 tokens, but max_len is 2"):
        model(ids[:, :3], cache=cache)


@pytest.mark.parametrize("recipe", KINDS)
def test_neither_the_future_nor_padding_changes_a_logit(recipe):
    model, ids = made(recipe), some_ids()
    other = ids.clone()
    other[:, 8:] = (other[:, 8:] + 1) % 20
    torch.testing.assert_close(model(ids)[:, :8], model(other)[:, :8])
    hidden = torch.zeros(2, 12, dtype=torch.bool)
    hidden[:, 3] = True
    other = ids.clone()
    other[:, 3] = (other[:, 3] + 1) % 20
    seen = ~hidden[0]
    torch.testing.assert_close(model(ids, hidden)[:, seen], model(other, hidden)[:, seen])


def test_the_norm_stands_behind_the_sum_or_first():
    for first in (False, True):
        block = made(replace(PAPER, norm_first=first)).blocks[0]
        x = draw(5, 16)
        if first:
            middle = x + block.attention(block.attention_norm(x))
            expected = middle + block.feed_forward(block.feed_forward_norm(middle))
        else:
            middle = block.attention_norm(x + block.attention(x))
            expected = block.feed_forward_norm(middle + block.feed_forward(middle))
        torch.testing.assert_close(block(x), expected)


def theirs_of_2017(block, recipe: Recipe) -> nn.TransformerEncoderLayer:
    """PyTorch's layer with a block's weights."""
    sizes = recipe.d_model, recipe.n_heads, recipe.d_ff
    layer = nn.TransformerEncoderLayer(*sizes, dropout=0.0, batch_first=True).double()
    norms = block.attention_norm, block.feed_forward_norm
    layer.load_state_dict(layer_weights(norms, block.feed_forward, self_attn=block.attention))
    return layer


def test_the_recipe_of_2017_is_pytorchs_layers_between_the_papers_embeddings_and_output():
    """Vaswani et al. 2017, sections 3.4 and 3.5: scaled embeddings plus sinusoids; no norm behind the last layer."""
    model = made(PAPER)
    for parameter in model.parameters():
        parameter.data += 0.2 * draw(*parameter.shape)
    ids, places, pairs = some_ids(), torch.arange(12.0).double(), torch.arange(0, 16, 2)
    angle = places[:, None] / 10_000 ** (pairs.double() / 16)
    sinusoids = torch.stack((angle.sin(), angle.cos()), dim=-1).flatten(-2)
    x = model.embedding.weight[ids] * 4 + sinusoids
    for block in model.blocks:
        x = theirs_of_2017(block, PAPER)(
            x, nn.Transformer.generate_square_subsequent_mask(12).isinf()
        )
    torch.testing.assert_close(model(ids), model.output(x), rtol=0, atol=1e-6)


def test_unless_told_otherwise_a_model_has_the_documented_sizes():
    """Small enough for a page; RoPE turns as the sinusoids do, by powers of 10,000 (Su et al. 2021)."""
    sizes = {"d_model": 32, "n_heads": 4, "d_ff": 128, "n_layers": 2, "max_len": 64}
    assert Recipe(20) == Recipe(20, **sizes, eps=1e-5, base=10_000.0)
    assert RMSNorm(4).eps == 1e-6


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("places", ["learned", "rope"])
def test_each_part_of_a_block_has_a_bias_or_none_has(places, bias):
    model = LanguageModel(replace(TODAY, norm="layer", places=places, bias=bias))
    parts = [m for m in model.blocks.modules() if isinstance(m, (nn.Linear, nn.LayerNorm))]
    assert len(parts) == 2 * 9 and all((part.bias is not None) == bias for part in parts)


@pytest.mark.parametrize("recipe", KINDS)
def test_one_text_is_read_like_the_row_of_a_batch(recipe):
    model, ids = LanguageModel(recipe).double(), torch.arange(6) + 9
    torch.testing.assert_close(model(ids), model(ids[None])[0])


@pytest.mark.parametrize("recipe", KINDS)
def test_all_weights_are_drawn_from_the_generator(recipe):
    drawn_by_seed(lambda rng: LanguageModel(recipe, rng))


def test_one_text_has_one_row_of_padding():
    model, ids = LanguageModel(TODAY), torch.arange(6)
    with pytest.raises(ValueError, match="hidden"):
        model(ids, torch.zeros(6, 6, dtype=torch.bool))


def test_heads_of_an_odd_width_are_refused():
    """Places turn pairs."""
    with pytest.raises(
        ValueError, match="d_model is 12, but must be an even multiple of n_heads, 4"
    ):
        Recipe(20, d_model=12, n_heads=4)


@pytest.mark.parametrize("width", [2, 4])
@pytest.mark.parametrize("size", [1, 3, 7, 20])
def test_attention_in_blocks_is_attention_forward_and_backward(size, width):
    results = []
    for function in (attention, lambda q, k, v: (online_attention(q, k, v, size), None)):
        q, k, v = (
            draw(2, 7, n, seed=seed).mul(30).requires_grad_()
            for seed, n in enumerate((4, 4, width))
        )
        context, _ = function(q, k, v)
        context.pow(2).sum().backward()
        results.append((context, q.grad, k.grad, v.grad))
    for mine, other in zip(*results):
        torch.testing.assert_close(mine, other)


@pytest.mark.parametrize("level", [-1e4, -200.0, 200.0, 1e4])
def test_attention_in_blocks_sees_differences_between_scores_far_from_zero(level):
    q, k, v = draw(5, 3, seed=1), draw(6, 3, seed=2), draw(6, 2, seed=3)
    q[:, 0], k[:, 0] = 1, level  # each score is so much larger or smaller
    q, k, v = q.double(), k.double(), v.double()
    torch.testing.assert_close(online_attention(q, k, v, 2), attention(q, k, v)[0])
    with pytest.raises(ValueError, match="no key given, but at least one is needed"):
        online_attention(q, k[:0], v[:0], 2)
    torch.testing.assert_close(online_attention(q, k[:1], v[:1], 2), v[:1].expand(5, 2))


def as_theirs_in_double(model) -> None:
    """Their norm and their angles are single precision whatever the model is."""
    for module in model.modules():
        for name, child in list(module.named_children()):
            if type(child).__name__ == "LlamaRMSNorm":
                norm = nn.RMSNorm(child.weight.shape, child.variance_epsilon).double()
                norm.weight = child.weight
                setattr(module, name, norm)
    rotary, config = model.model.rotary_emb, model.config

    def forward(x, position_ids):
        width = config.hidden_size // config.num_attention_heads
        base = config.rope_parameters["rope_theta"]
        theta = base ** -(torch.arange(0, width, 2).double() / width)
        angle = (position_ids[..., None] * theta).repeat(1, 1, 2)
        return angle.cos(), angle.sin()

    rotary.forward = forward


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("groups, tied", [(4, False), (2, True), (1, False)])
def test_a_folder_of_llama_is_read_and_computes_what_theirs_does(
    transformers, tmp_path, dtype, groups, tied
):
    config = transformers.LlamaConfig(
        **{"vocab_size": 20, "hidden_size": 16, "intermediate_size": 24},
        **{"num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": groups},
        **{"max_position_embeddings": 12, "rms_norm_eps": 1e-3, "rope_theta": 50.0},
        tie_word_embeddings=tied,
    )
    torch.manual_seed(0)
    theirs = transformers.LlamaForCausalLM(config).to(dtype).eval()
    for parameter in theirs.parameters():
        parameter.data += 0.2 * torch.randn_like(parameter)
    theirs.save_pretrained(tmp_path)
    ours = read_llama(tmp_path)
    if dtype == torch.float64:
        as_theirs_in_double(theirs)
    assert ours.recipe == replace(TODAY, n_kv_heads=groups, tied=tied)
    compare(ours, theirs, dtype)


def test_a_base_stands_in_one_of_two_places_and_unless_it_does_is_that_of_theirs(
    transformers, tmp_path
):
    config = transformers.LlamaConfig(
        **{"vocab_size": 20, "hidden_size": 16, "intermediate_size": 24},
        **{"num_hidden_layers": 1, "num_attention_heads": 4},
    )
    transformers.LlamaForCausalLM(config).save_pretrained(tmp_path)
    told = json.loads((tmp_path / "config.json").read_text())
    theirs = told.pop("rope_parameters")["rope_theta"]
    for top, base in (({}, theirs), ({"rope_theta": 500.0}, 500.0)):
        (tmp_path / "config.json").write_text(json.dumps(told | top))
        assert read_llama(tmp_path).recipe.base == base


def compare(ours, theirs, dtype) -> None:
    """Logits without and with cache, without and with padding on either side; gradients."""
    ids, seen = some_ids(), torch.ones(2, 12, dtype=torch.long)
    seen[0, :3], seen[1, 9:] = 0, 0
    close = {"rtol": 0, "atol": TOLERANCE[dtype]}
    places = torch.arange(12).expand(2, 12)
    with torch.no_grad():
        torch.testing.assert_close(ours(ids), theirs(ids).logits, **close)
        padded = theirs(ids, attention_mask=seen, position_ids=places).logits[seen == 1]
        torch.testing.assert_close(ours(ids, seen == 0)[seen == 1], padded, **close)
        cache, parts = ours.cache(), []
        for a, b in ((0, 5), (5, 6), (6, 12)):
            parts.append(ours(ids[:, a:b], (seen == 0)[:, :b], cache))
        torch.testing.assert_close(torch.cat(parts, dim=1)[seen == 1], padded, **close)
    embeddings = ours.embedding.weight, theirs.get_input_embeddings().weight
    for logits in (ours(ids), theirs(ids).logits):
        F.cross_entropy(logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten()).backward()
    torch.testing.assert_close(*(weight.grad for weight in embeddings), **close)


@pytest.mark.parametrize("dtype", TOLERANCE)
def test_other_settings_compute_what_gpt_2_does(transformers, dtype):
    config = transformers.GPT2Config(
        **{"vocab_size": 20, "n_embd": 16, "n_head": 4, "n_layer": 2, "n_inner": 24},
        **{"n_positions": 12, "layer_norm_epsilon": 1e-3},
    )
    torch.manual_seed(0)
    theirs = transformers.GPT2LMHeadModel(config).to(dtype).eval()
    for parameter in theirs.parameters():
        parameter.data += 0.2 * torch.randn_like(parameter)
    recipe = replace(PAPER, places="learned", norm_first=True, activation="gelu")
    ours = LanguageModel(replace(recipe, tied=True, eps=1e-3)).to(dtype)
    weights = theirs.state_dict()

    def copy(layer, name, part=slice(None)):
        weight = weights[f"transformer.{name}.weight"]
        turned = weight.T[part] if isinstance(layer, nn.Linear) else weight
        layer.weight.data.copy_(turned)
        if getattr(layer, "bias", None) is not None:
            layer.bias.data.copy_(weights[f"transformer.{name}.bias"][part])

    copy(ours.embedding, "wte")
    copy(ours.positions, "wpe")
    copy(ours.norm, "ln_f")
    for i, block in enumerate(ours.blocks):
        for j, matrix in enumerate((block.attention.W_q, block.attention.W_k, block.attention.W_v)):
            copy(matrix, f"h.{i}.attn.c_attn", slice(16 * j, 16 * (j + 1)))
        copy(block.attention.W_o, f"h.{i}.attn.c_proj")
        copy(block.attention_norm, f"h.{i}.ln_1")
        copy(block.feed_forward_norm, f"h.{i}.ln_2")
        copy(block.feed_forward.inner, f"h.{i}.mlp.c_fc")
        copy(block.feed_forward.outer, f"h.{i}.mlp.c_proj")
    compare(ours, theirs, dtype)


def test_safetensors_of_each_kind_are_read(tmp_path):
    path = tmp_path / "model.safetensors"
    header = {
        "__metadata__": {"format": "pt"},
        "b": {"dtype": "F64", "shape": [1], "data_offsets": [8, 16]},
        "a": {"dtype": "F16", "shape": [2, 2], "data_offsets": [0, 8]},
    }
    write_safetensors(path, header, struct.pack("<4ed", 1, 2, 3, 4, 0.1))
    tensors = read_safetensors(path)
    assert set(tensors) == {"a", "b"}
    assert tensors["a"].equal(torch.tensor([[1, 2], [3, 4]], dtype=torch.float16))
    assert tensors["b"].equal(torch.tensor([0.1], dtype=torch.float64))


def test_what_cannot_be_read_is_refused(tmp_path):
    path = tmp_path / "model.safetensors"
    write_safetensors(path, {"a": {"dtype": "I8", "shape": [1], "data_offsets": [0, 1]}}, b"0")
    with pytest.raises(ValueError, match="a is I8, but must be one of"):
        read_safetensors(path)
    older = {"rope_scaling": {"type": "linear", "factor": 2.0}}
    scaled = {"rope_parameters": {"rope_type": "llama3"}}
    for config, kind in ((older, "linear"), (scaled, "llama3")):
        (tmp_path / "config.json").write_text(json.dumps(config))
        with pytest.raises(ValueError, match=f"rope_type is '{kind}', but must be 'default'"):
            read_llama(tmp_path)
    with pytest.raises(ValueError, match="folder is a str, but must be a"):
        read_llama(str(tmp_path))


def test_a_folder_needs_no_library_of_theirs(tmp_path):
    written = write_llama(tmp_path)
    ids = torch.tensor([[0, 3, 5, 1]])
    torch.testing.assert_close(read_llama(tmp_path)(ids), written(ids))


def test_a_file_that_was_cut_off_says_what_is_missing(tmp_path):
    write_llama(tmp_path)
    path = tmp_path / "model.safetensors"
    whole = path.read_bytes()
    header = 8 + int.from_bytes(whole[:8], "little")
    for length in (0, 7, 8, 100, header - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(ValueError, match=rf"model.safetensors has {length} bytes, but"):
            read_safetensors(path)
    for length in (header, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(ValueError, match=rf"has {length} bytes, but needs \d+ for [\w.]+$"):
            read_llama(tmp_path)
