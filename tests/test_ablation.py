"""Taking parts out of a model: what is gone, what is left, and what no training can bring back."""

from dataclasses import replace

import pytest
import torch

from support.small_models import SOURCE, TARGET, continuer, translator
from tensorbytensor.experiments import Recorder, learned, outcomes, quiet_trainer, without
from tensorbytensor.transformer import Sizes, Transformer
from tensorbytensor.translation import Tokenizer, Translator

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


SIZES = Sizes(d_model=8, n_heads=2, d_ff=16, n_layers=2, dropout=0.0, max_len=9)
EN, FR = torch.tensor([[3, 4, 5], [5, 4, 3]]), torch.tensor([[1, 4, 3], [1, 4, 3]])


def full(norm_first=True, seed=0) -> Transformer:
    sizes = Sizes(**{**vars(SIZES), "norm_first": norm_first})
    return Transformer(6, 6, sizes, generator=torch.Generator().manual_seed(seed))


@pytest.mark.parametrize("norm_first", [False, True])
def test_the_full_model_without_positions_reads_a_bag_of_words(norm_first):
    one, other = without(full(norm_first), "positions")(EN, FR)
    torch.testing.assert_close(one, other)
    one, other = full(norm_first)(EN, FR)
    assert not torch.allclose(one, other)


@pytest.mark.parametrize("norm_first", [False, True])
def test_the_full_model_without_cross_attention_does_not_read_the_source(norm_first):
    model = without(full(norm_first), "decoder.cross_attention")
    torch.testing.assert_close(model(EN[:1], FR[:1]), model(EN[:1] * 0 + 5, FR[:1]))


def test_the_full_model_without_its_mask_sees_the_future():
    later = torch.tensor([[1, 4, 5]])
    model = full()
    torch.testing.assert_close(model(EN[:1], FR[:1])[:, :2], model(EN[:1], later)[:, :2])
    model = without(full(), "mask")
    assert not torch.allclose(model(EN[:1], FR[:1])[:, :2], model(EN[:1], later)[:, :2])


@pytest.mark.parametrize("side", ["encoder", "decoder"])
def test_in_the_full_model_without_self_attention_each_token_is_alone(side):
    model = without(full(), f"{side}.self_attention")
    if side == "encoder":
        one, other = (model.encode(ids)[0] for ids in (EN[0], EN[0] * 0 + EN[0, 0]))
        torch.testing.assert_close(one[0], other[0])
        assert not torch.allclose(full().encode(EN[0])[0][0], full().encode(EN[0] * 0 + 3)[0][0])
    else:
        changed = torch.tensor([1, 5, 3])
        torch.testing.assert_close(model(EN[0], FR[0])[2], model(EN[0], changed)[2])
        assert not torch.allclose(full()(EN[0], FR[0])[2], full()(EN[0], changed)[2])


def test_without_feed_forward_its_weights_do_not_matter():
    model = full()
    with torch.no_grad():
        for layer in (*model.encoder, *model.decoder):
            layer.feed_forward.outer.weight.zero_()
            layer.feed_forward.outer.bias.zero_()
    torch.testing.assert_close(without(full(), "feed_forward")(EN, FR), model(EN, FR))


def test_a_deep_model_loses_a_part_of_each_layer_and_of_one_side_alone():
    """From layer 10 on, the number in a layer's name has two digits."""
    deep = Transformer(6, 6, replace(SIZES, n_layers=12))
    left = {name for name, _ in without(deep, "decoder.self_attention").named_parameters()}
    assert not any(name.startswith("decoder.") and ".self_attention." in name for name in left)
    assert sum("encoder." in name and ".self_attention.W_q.weight" in name for name in left) == 12
    assert sum(".cross_attention.W_q.weight" in name for name in left) == 12


def test_a_translator_loses_the_parts_of_its_model():
    states = [Tokenizer.train(["a b c ."]).state] * 2
    translator = without(Translator(*states, SIZES), "encoder.self_attention")
    names = {name for name, _ in translator.named_parameters()}
    assert not any("encoder.0.self_attention" in name for name in names)
    assert any("decoder.0.self_attention" in name for name in names)


def test_learned_sums_up_what_is_right_of_the_trained_models():
    seen = []

    def make(seed):
        return continuer(seed)

    def train(models):
        for number, model in enumerate(models):
            model.trained = number

    def right(model):
        seen.append(isinstance(model.positions, torch.nn.Identity))
        return model.trained

    assert outcomes("positions", make, train, right, seeds=range(4)) == [0, 1, 2, 3]
    assert learned("positions", make, train, right, seeds=range(4)) == 0 + 1 + 2 + 3
    assert seen == [True] * 8


def test_a_hundred_models_are_asked_unless_told_otherwise():
    made = []

    def make(seed):
        made.append(seed)
        return torch.nn.Identity()

    assert learned(None, make, lambda models: None, lambda model: True) == 100
    assert made == [*range(100)]


def test_the_record_has_the_accuracy_of_each_step():
    texts = [Tokenizer.train(["a b c ."])] * 2
    translator, recorder = Translator(*(text.state for text in texts), SIZES), Recorder()
    batches = [(EN, FR), (EN, FR)]
    quiet_trainer(3, recorder).fit(
        translator, torch.utils.data.DataLoader(batches, batch_size=None)
    )
    assert len(recorder.accuracies) == len(recorder.losses) == 6
    assert all(0 <= accuracy <= 1 for accuracy in recorder.accuracies)


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
