"""The full Transformer and its parts: equal to PyTorch's with the same weights, both norm orders."""

import dataclasses
import inspect
import math

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor, nn

from support.dropout_places import given_and_dropped
from support.pytorch_layers import layer_weights, module_weights
from support.small_models import draw, generator
from support.weights_by_seed import drawn_by_seed
from tensorbytensor.attention import causal_mask
from tensorbytensor.transformer import DecoderLayer, EncoderLayer, FeedForward, Sizes, Transformer

SIZES = Sizes(d_model=8, n_heads=2, d_ff=16, n_layers=2, dropout=0.0, max_len=9)
ORDERS = [
    Sizes(**{**vars(SIZES), "norm_first": first, "activation": activation})
    for first in (False, True)
    for activation in ("relu", "gelu")
]
SRC = torch.tensor([[3, 5, 2, 7], [4, 6, 0, 0]])
TGT = torch.tensor([[1, 5, 4, 2, 3], [1, 6, 2, 0, 0]])


def weights_of(ours: EncoderLayer | DecoderLayer) -> dict[str, Tensor]:
    """The weights of a layer under the names of PyTorch's layer."""
    attentions = {"self_attn": ours.self_attention}
    if isinstance(ours, DecoderLayer):
        attentions["multihead_attn"] = ours.cross_attention
        norms = ours.self_norm, ours.cross_norm, ours.feed_forward_norm
    else:
        norms = ours.attention_norm, ours.feed_forward_norm
    return layer_weights(norms, ours.feed_forward, **attentions)


def pytorch_layer(kind: type, sizes: Sizes) -> nn.Module:
    return kind(
        sizes.d_model,
        sizes.n_heads,
        sizes.d_ff,
        dropout=0.0,
        activation=sizes.activation,
        batch_first=True,
        norm_first=sizes.norm_first,
    )


def shake(module: nn.Module) -> nn.Module:
    """Norms away from 1 and 0, where a mistake with them would not show."""
    random = generator(7)
    with torch.no_grad():
        for parameter in module.parameters():
            parameter += 0.3 * torch.randn(parameter.shape, generator=random)
    return module


def equal(ours: Tensor, theirs: Tensor, parameters: list[Tensor]) -> None:
    """Outputs and the gradients of the parameters, which both were computed from."""
    torch.testing.assert_close(ours, theirs, atol=1e-6, rtol=1e-5)
    weight = draw(*ours.shape, seed=3, dtype=torch.float32)
    for mine, yours in zip(
        *(torch.autograd.grad((out * weight).sum(), parameters) for out in (ours, theirs))
    ):
        torch.testing.assert_close(mine, yours, atol=1e-5, rtol=1e-4)


@pytest.mark.parametrize("sizes", ORDERS, ids=str)
def test_an_encoder_layer_equals_pytorchs(sizes):
    ours, theirs = (
        shake(EncoderLayer(sizes, generator())),
        pytorch_layer(nn.TransformerEncoderLayer, sizes),
    )
    x = draw(2, 4, 8, dtype=torch.float32)
    padding = SRC == 0
    expected = torch.func.functional_call(
        theirs, weights_of(ours), (x,), {"src_key_padding_mask": padding}
    )
    equal(ours(x, padding[:, None]), expected, list(ours.parameters()))


@pytest.mark.parametrize("sizes", ORDERS, ids=str)
def test_a_decoder_layer_equals_pytorchs(sizes):
    ours, theirs = (
        shake(DecoderLayer(sizes, generator())),
        pytorch_layer(nn.TransformerDecoderLayer, sizes),
    )
    x, memory = draw(2, 5, 8, dtype=torch.float32), draw(2, 4, 8, seed=1, dtype=torch.float32)
    mask, padding = causal_mask(5), SRC == 0
    expected = torch.func.functional_call(
        theirs,
        weights_of(ours),
        (x, memory),
        {"tgt_mask": mask, "memory_key_padding_mask": padding},
    )
    equal(ours(x, memory, mask, padding[:, None]), expected, list(ours.parameters()))


@pytest.mark.parametrize("sizes", ORDERS, ids=str)
def test_the_transformer_equals_pytorchs(sizes):
    """PyTorch's has stacks without ids; embeddings, positions and output are ours to add."""
    ours = shake(Transformer(8, 7, sizes, generator=generator()))
    norm = [nn.LayerNorm(8) if sizes.norm_first else None for _ in range(2)]
    theirs = nn.Transformer(
        batch_first=True,
        custom_encoder=nn.TransformerEncoder(
            pytorch_layer(nn.TransformerEncoderLayer, sizes), 2, norm[0], enable_nested_tensor=False
        ),
        custom_decoder=nn.TransformerDecoder(
            pytorch_layer(nn.TransformerDecoderLayer, sizes), 2, norm[1]
        ),
        d_model=8,
        nhead=2,
    )
    weights = {}
    for side in ("encoder", "decoder"):
        for number, layer in enumerate(getattr(ours, side)):
            weights |= {
                f"{side}.layers.{number}.{name}": w for name, w in weights_of(layer).items()
            }
        if sizes.norm_first:
            weights |= module_weights(getattr(ours, f"{side}_norm"), f"{side}.norm")
    src, tgt = (
        ours.positions(table(ids) * math.sqrt(8))
        for table, ids in ((ours.src_embedding, SRC), (ours.tgt_embedding, TGT))
    )
    masks = {
        "tgt_mask": causal_mask(5),
        "src_key_padding_mask": SRC == 0,
        "tgt_key_padding_mask": TGT == 0,
        "memory_key_padding_mask": SRC == 0,
    }
    expected = ours.output(torch.func.functional_call(theirs, weights, (src, tgt), masks))
    equal(ours(SRC, TGT), expected, list(ours.parameters()))


def transformer(**changes) -> Transformer:
    return Transformer(8, 7, Sizes(**{**vars(SIZES), **changes}), generator=generator()).double()


@settings(deadline=None, max_examples=20)
@given(seed=st.integers(0, 10_000), place=st.integers(1, 4))
def test_the_future_never_changes_the_past(seed, place):
    model = transformer()
    random = generator(seed)
    tgt = torch.randint(1, 7, (2, 5), generator=random)
    changed = tgt.clone()
    changed[:, place:] = torch.randint(1, 7, (2, 5 - place), generator=random)
    one, other = model(SRC, tgt), model(SRC, changed)
    torch.testing.assert_close(one[:, :place], other[:, :place])


def test_a_padded_batch_gives_what_its_sentences_give_alone():
    model = transformer(norm_first=True)
    together = model(SRC, TGT)
    torch.testing.assert_close(together[0], model(SRC[0], TGT[0]))
    torch.testing.assert_close(together[1, :3], model(SRC[1, :2], TGT[1, :3]))


@pytest.mark.parametrize("pad", [0, 6])
def test_padding_is_what_the_model_was_told(pad):
    """A sentence gives what it gives alone."""
    model = Transformer(8, 7, SIZES, pad=pad, generator=generator()).double()
    real = {6: 3, 0: pad}  # no other token has the id of padding
    src, tgt = (ids.clone().apply_(lambda n: real.get(n, n)) for ids in (SRC, TGT))
    for i, (s, t) in enumerate(((4, 5), (2, 3))):
        alone = model(src[i, :s], tgt[i, :t])
        torch.testing.assert_close(model(src, tgt)[i, :t], alone)
    assert model.padding_mask(src).tolist() == [[[False] * 4], [[False, False, True, True]]]


def test_a_model_unless_told_otherwise_is_the_papers_base_model():
    """Table 3 of the paper; PyTorch's defaults are the same."""
    base, theirs = Sizes(), inspect.signature(nn.Transformer).parameters
    assert (base.d_model, base.n_heads, base.d_ff) == (512, 8, 2048)
    assert (base.n_layers, base.dropout, base.norm_first) == (6, 0.1, False)
    assert base.activation == "relu" and base.max_len == 512
    names = {"d_model": "d_model", "nhead": "n_heads", "num_encoder_layers": "n_layers"}
    names |= {"dim_feedforward": "d_ff", "dropout": "dropout", "norm_first": "norm_first"}
    assert all(theirs[name].default == getattr(base, ours) for name, ours in names.items())


def test_embeddings_times_the_root_of_the_width_are_standard_normal():
    """Drawn one after the other, the source's first, each with the spread 1/√d_model."""
    model, random = Transformer(8, 7, SIZES, generator=generator()), generator()
    for table, n in ((model.src_embedding, 8), (model.tgt_embedding, 7)):
        expected = torch.empty(n, 8).normal_(generator=random)
        torch.testing.assert_close(table.weight * math.sqrt(8), expected)


def test_a_model_draws_all_its_weights_from_its_generator():
    drawn_by_seed(lambda rng: Transformer(8, 7, SIZES, generator=rng))


@pytest.mark.parametrize("norm_first", [False, True])
def test_layers_without_masks_see_everything(norm_first):
    sizes = Sizes(**{**vars(SIZES), "norm_first": norm_first})
    x, memory = draw(2, 5, 8, dtype=torch.float32), draw(2, 4, 8, seed=1, dtype=torch.float32)
    encoder, decoder = EncoderLayer(sizes, generator()), DecoderLayer(sizes, generator())
    seen = torch.zeros(2, 1, 4, dtype=torch.bool)
    torch.testing.assert_close(encoder(memory), encoder(memory, seen))
    torch.testing.assert_close(
        decoder(x, memory), decoder(x, memory, torch.zeros(5, 5, dtype=torch.bool), seen)
    )


def test_a_feed_forward_network_sees_each_token_by_itself():
    layer = FeedForward(8, 16, generator=generator())
    x = draw(2, 5, 8, dtype=torch.float32)
    torch.testing.assert_close(layer(x)[1, 3], layer(x[1, 3:4])[0])
    inner = F.relu(x @ layer.inner.weight.T + layer.inner.bias)
    torch.testing.assert_close(layer(x), inner @ layer.outer.weight.T + layer.outer.bias)


def test_mixed_precision_is_close_to_single_precision():
    """Within `torch.autocast`, what comes from one layer has fewer digits than the weights of the next."""
    model = Transformer(9, 8, Sizes(16, 4, 32, 2, dropout=0.0, max_len=9), generator=generator())
    src, tgt = torch.randint(1, 8, (2, 3, 5), generator=generator())
    exact = model(src, tgt)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        mixed = model(src, tgt)
    assert mixed.dtype == torch.bfloat16
    torch.testing.assert_close(mixed.float(), exact, atol=0.15, rtol=0.1)
    part, x = FeedForward(8, 16, generator=generator()), draw(2, 3, 8, dtype=torch.float32)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        rough = part(x.bfloat16())
    torch.testing.assert_close(rough.float(), part(x), atol=0.05, rtol=0.1)
    with pytest.raises(ValueError, match=r"x is torch\.bfloat16, but must be torch\.float32"):
        part(x.bfloat16())


def test_dropout_acts_in_training_only_and_comes_from_the_generator():
    before = torch.get_rng_state()
    models = [
        Transformer(8, 7, Sizes(**{**vars(SIZES), "dropout": 0.5}), generator=generator())
        for _ in range(2)
    ]
    one, other = (model(SRC, TGT) for model in models)
    torch.testing.assert_close(one, other)
    assert not torch.allclose(one, models[0](SRC, TGT))
    models[0].eval()
    torch.testing.assert_close(models[0](SRC, TGT), models[0](SRC, TGT))
    assert torch.equal(before, torch.get_rng_state())


@pytest.mark.parametrize("norm_first", [False, True])
def test_dropout_acts_where_the_paper_has_it(norm_first):
    assert given_and_dropped(transformer(dropout=0.5, norm_first=norm_first), SRC, TGT) == 12


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: FeedForward(8, 16, "tanh"), "activation is 'tanh', but must be one of relu, gelu"),
        (lambda: transformer(n_heads=3), "d_model is 8, but must be a multiple of n_heads, 3"),
        (
            lambda: transformer()(SRC[:, :0], TGT),
            r"src has shape \(2, 0\), but at least one token is needed",
        ),
        (lambda: transformer()(SRC, TGT + 9), "id 15 given, but the vocabulary has 0 to 6"),
        (
            lambda: transformer()(SRC.repeat(1, 3), TGT),
            "12 tokens, but max_len is 9",
        ),
        (lambda: transformer()(SRC, TGT[:1]), "src has shape"),
        (lambda: transformer()(SRC + 9, TGT), "id 16 given, but the vocabulary has 0 to 7"),
        (
            lambda: FeedForward(8, 16)(torch.zeros(2, 3)),
            r"x has shape \(2, 3\), but its last dimension must be 8",
        ),
    ],
)
def test_bad_input_says_what_was_given_and_what_is_allowed(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_sizes_stay_what_they_are():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Sizes().n_heads = 3


@pytest.mark.parametrize(("n_src", "n_tgt"), [(8, 4), (4, 8)])
def test_padding_is_a_token_of_both_languages(n_src, n_tgt):
    sizes = Sizes(8, 2, 8, 1)
    assert Transformer(n_src, n_tgt, sizes, pad=3).pad == 3
    with pytest.raises(ValueError, match="pad"):
        Transformer(n_src, n_tgt, sizes, pad=4)
