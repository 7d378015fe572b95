"""Taking parts out of a model: what is gone, what is left, and what no training can bring back."""

import pytest
import torch

from small_models import SOURCE, TARGET, continuer, translator
from tensorbytensor.ablation import without

SRC = SOURCE.encode_batch(["a b c", "c b a"])
TGT = TARGET.encode("<SOS> u v")
BOTH = TGT.expand(2, 3)


def test_nothing_taken_out_leaves_the_model_as_it_is():
    torch.testing.assert_close(without(translator(), None)(SRC, BOTH), translator()(SRC, BOTH))


def test_without_positions_a_sentence_is_a_bag_of_words():
    one, other = without(translator(), "positions")(SRC, BOTH)
    torch.testing.assert_close(one, other)
    one, other = translator()(SRC, BOTH)
    assert not torch.allclose(one, other)


@pytest.mark.parametrize("model", [translator, continuer])
def test_without_the_mask_the_future_changes_the_past(model):
    def logits(model, text):
        ids = TARGET.encode(text)
        return model(SRC[0], ids)[0] if hasattr(model, "encoder") else model(ids)[0]

    texts = "<SOS> u v", "<SOS> u w"
    one, other = (logits(without(model(), "mask"), text) for text in texts)
    assert not torch.allclose(one, other)
    one, other = (logits(model(), text) for text in texts)
    torch.testing.assert_close(one, other)


def test_without_cross_attention_the_source_is_not_read():
    one, other = without(translator(), "decoder.cross_attention")(SRC, BOTH)
    torch.testing.assert_close(one, other)


@pytest.mark.parametrize("part", ["encoder.self_attention", "decoder.self_attention"])
def test_without_self_attention_each_token_is_alone(part):
    model = without(translator(), part)
    if part.startswith("encoder"):
        memory = model.encoder(SRC[0])
        changed = model.encoder(SOURCE.encode("a b d"))
        torch.testing.assert_close(memory[:2], changed[:2])
    else:
        logits = model(SRC[0], TGT)[2]
        torch.testing.assert_close(logits, model(SRC[0], TARGET.encode("<SOS> w v"))[2])


def test_an_attention_that_is_taken_out_adds_nothing():
    model = without(continuer(), "self_attention")
    alone = model.output(model.positions(model.embedding(TGT)))
    torch.testing.assert_close(model(TGT), alone)


def test_a_model_without_a_part_still_has_gradients_for_the_rest():
    model = without(continuer(), "self_attention")
    model.loss(TARGET.encode("<SOS> u v <EOS>")).backward()
    assert all(parameter.grad is not None for parameter in model.parameters())


@pytest.mark.parametrize(
    "part, message",
    [
        ("dropout", "part is 'dropout', but must be one of positions, mask, self_attention"),
        ("encoder.self_attention", "part is 'encoder.self_attention', but DecoderOnly has none"),
    ],
)
def test_unknown_parts_are_refused(part, message):
    with pytest.raises(ValueError, match=message):
        without(continuer(), part)
