"""The taught code of `vision`: against PyTorch, by property, and the chapter's own functions."""

import importlib
import inspect
import itertools
import re
from dataclasses import replace
from functools import partial

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from support.dropout_places import given_and_dropped
from support.optimizer_steps import place_of_highest, steps_by_fresh_gradients
from support.small_models import draw, generator
from support.weights_by_seed import drawn_by_seed
from tensorbytensor import vision
from tensorbytensor.experiments.keep_result_on_disk import FOLDER
from tensorbytensor.transformer import Sizes, Transformer
from tensorbytensor.vision import CHINESE, ENGLISH, PLACES, Thing, cut, put_together

LINE = r"([\d.]+) ([\d.]+) (?=\nL|\n\" clip)"
SIZES = Sizes(8, 2, 16, 2, dropout=0.0, norm_first=True, max_len=9)


def pictures(*shape: int) -> torch.Tensor:
    return draw(*shape, dtype=torch.float32)


def embedding(class_token: bool = False) -> vision.PatchEmbedding:
    return vision.PatchEmbedding(3, 2, 6, 8, class_token, generator())


def reader() -> vision.PictureReader:
    return vision.PictureReader(embedding(), 7, SIZES, 0, generator()).eval()


@pytest.mark.parametrize("shape", [(3, 4, 6), (2, 3, 4, 6), (2, 2, 1, 6, 4), (1, 2, 2)], ids=str)
def test_patches_are_those_of_unfold_and_go_together_again(shape):
    x = pictures(*shape)
    patches = cut(x, 2)
    expected = F.unfold(x.reshape(-1, *shape[-3:]), 2, stride=2).mT
    torch.testing.assert_close(patches, expected.reshape(patches.shape), rtol=0, atol=0)
    assert put_together(patches, shape[-3], shape[-1] // 2).equal(x)


def test_no_patches_are_no_picture():
    with pytest.raises(ValueError, match="must be full rows of 1 squares"):
        put_together(torch.zeros(0, 12), 3, 1)


def test_a_pixel_alone_is_a_picture():
    x = pictures(1, 1, 1)
    assert cut(x, 1).equal(x[0]) and put_together(x[0], 1, 1).equal(x)


def test_a_patch_holds_its_own_pixels():
    x = pictures(3, 4, 6)
    assert cut(x, 2)[4].equal(x[:, 2:4, 2:4].flatten())


def test_the_embedding_is_a_convolution_forward_and_backward():
    ours, x = embedding(), pictures(2, 3, 4, 6).requires_grad_()
    conv = nn.Conv2d(3, 8, kernel_size=2, stride=2)
    with torch.no_grad():
        conv.weight.copy_(ours.project.weight.view(8, 3, 2, 2))
        conv.bias.copy_(ours.project.bias)
    y = x.detach().clone().requires_grad_()
    got, want = ours(x), conv(y).flatten(2).mT + ours.positions
    torch.testing.assert_close(got, want)
    upstream = pictures(*got.shape)
    got.backward(upstream)
    want.backward(upstream)
    torch.testing.assert_close(x.grad, y.grad)
    torch.testing.assert_close(ours.project.weight.grad, conv.weight.grad.flatten(1))
    torch.testing.assert_close(ours.project.bias.grad, conv.bias.grad)


def test_the_class_token_comes_first_and_has_a_position():
    ours, x = embedding(class_token=True), pictures(2, 3, 4, 6)
    sequence = ours(x)
    assert sequence.shape == (2, 7, 8)
    for row in sequence[:, 0]:
        torch.testing.assert_close(row, ours.class_token[0] + ours.positions[0])
    torch.testing.assert_close(sequence[:, 1:], ours.project(cut(x, 2)) + ours.positions[1:])


def test_positions_differ_and_come_from_the_generator():
    one, two = embedding(), embedding()
    assert one.positions.equal(two.positions) and one.project.weight.equal(two.project.weight)
    assert len(one.positions.unique(dim=0)) == 6


def test_the_reader_is_the_transformer_with_another_embedding():
    """Given the same vectors at the encoder's door, both say the same."""
    ours, x = reader(), pictures(2, 3, 4, 6)
    plain = Transformer(7, 7, SIZES, generator=generator(1)).eval()
    shared = {name: p for name, p in ours.state_dict().items() if "src_embedding" not in name}
    plain.load_state_dict(shared, strict=False)
    tgt = torch.tensor([[1, 2, 3], [4, 5, 0]])
    memory = ours.src_embedding(x)
    for layer in plain.encoder:
        memory = layer(memory)
    torch.testing.assert_close(ours(x, tgt), plain.decode(tgt, plain.encoder_norm(memory), None))


def test_positions_are_all_that_the_reader_knows_of_places():
    ours, x, tgt = reader(), pictures(2, 3, 4, 6), torch.tensor([[1, 2], [3, 4]])
    moved = put_together(cut(x, 2)[:, [3, 0, 5, 1, 2, 4]], 3, 3)
    assert not torch.allclose(ours(x, tgt), ours(moved, tgt), atol=1e-4)
    with torch.no_grad():
        ours.src_embedding.positions.zero_()
    torch.testing.assert_close(ours(x, tgt), ours(moved, tgt))


def test_the_classifier_reads_the_class_token_alone():
    model = vision.PictureClassifier(embedding(class_token=True), 5, SIZES, generator()).eval()
    x = pictures(2, 3, 4, 6)
    sequence = model.embedding(x)
    for layer in model.encoder:
        sequence = layer(sequence)
    assert len(model.encoder) == 2
    torch.testing.assert_close(model(x), model.output(model.norm(sequence[:, 0])))
    torch.testing.assert_close(model(x)[1], model(x[1]))


def test_a_classifier_needs_a_class_token():
    with pytest.raises(ValueError, match="class token"):
        vision.PictureClassifier(embedding(), 5, SIZES)


@pytest.mark.parametrize(
    ("shape", "said"),
    [((1, 4, 6), "3 channel"), ((3, 4, 4), "6 patches"), ((3, 5, 6), "multiples")],
)
def test_a_picture_that_does_not_fit_is_refused(shape, said):
    with pytest.raises(ValueError, match=said):
        embedding()(pictures(*shape))


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("shift", itertools.product((0, 1), (0, 1)))
def test_a_thing_stays_in_its_quarter(place, shift):
    picture = vision.draw([Thing("yellow", "cross", place)], [shift])
    y, x = PLACES[place]
    assert picture[:, y : y + 6, x : x + 6].sum() == picture.sum() == 2 * 9
    bright = picture[0].nonzero()
    assert bright.amin(dim=0).tolist() == [y + shift[0], x + shift[1]]


def test_shapes_and_colours_all_differ():
    drawn = [
        vision.draw([Thing(colour, shape, "top left")], [(0, 0)])
        for colour in vision.COLOURS
        for shape in vision.SHAPES
    ]
    assert len(torch.stack(drawn).flatten(1).unique(dim=0)) == 16


def test_captions_say_it_in_the_order_of_each_language():
    things = Thing("red", "circle", "top left"), Thing("blue", "cross", "bottom right")
    english = "<en> red circle top left , blue cross bottom right <EOS>"
    assert vision.caption(things, ENGLISH) == english
    assert vision.caption(things, CHINESE) == "<zh> 左上 红色 圆形 ， 右下 蓝色 十字 <EOS>"


def test_the_vocabulary_has_the_words_of_all_captions():
    words = vision.caption_words()
    used = set()
    for things, language in itertools.product(vision.scenes(), (ENGLISH, CHINESE)):
        used |= set(vision.caption(things, language).split())
    assert used | {"<PAD>"} == set(words.tokens) and words.pad == 0


def test_scenes_are_all_pairs_in_the_order_of_reading():
    order = list(PLACES)
    scenes = vision.scenes()
    assert len(set(scenes)) == len(scenes) == 6 * 16 * 16
    assert all(order.index(a.place) < order.index(b.place) for a, b in scenes)
    counts = torch.tensor([vision.count_unseen(things) for things in scenes]).bincount()
    assert counts.tolist() == [6 * 12 * 12, 6 * 2 * 4 * 12, 6 * 4 * 4]


def test_no_scene_of_the_training_is_tested_or_has_an_unseen_look():
    train, test = vision.training_scenes()
    assert len(test) == 144 and not set(train) & set(test)
    assert len(train) + len(test) == 6 * 12 * 12
    assert not any(vision.count_unseen(things) for things in train + test)
    assert vision.training_scenes(seed=0) == (train, test) != vision.training_scenes(seed=1)
    assert vision.training_scenes() == (train, test)


def test_each_quarter_has_its_own_thing_as_it_is_drawn_alone():
    """In its colour and shape, at its shift; what comes later covers what was there."""
    things = Thing("red", "square", "top left"), Thing("blue", "circle", "bottom right")
    shifts = (0, 1), (1, 0)
    alone = [vision.draw([thing], [shift]) for thing, shift in zip(things, shifts)]
    assert vision.draw(things, shifts).equal(sum(alone))
    assert alone[0][:, 0:5, 1:6].sum() == alone[0].sum() > 0 == alone[0][1:].sum()  # red alone
    again = Thing("green", "cross", "top left")
    assert vision.draw([things[0], again], [(0, 0)] * 2).equal(vision.draw([again], [(0, 0)]))


@pytest.mark.parametrize(
    ("colour", "light"),
    [("red", (1, 0, 0)), ("green", (0, 1, 0)), ("blue", (0, 0, 1)), ("yellow", (1, 1, 0))],
)
def test_a_colour_lights_its_channels(colour, light):
    drawn = vision.draw([Thing(colour, "cross", "top left")], [(0, 0)])
    assert drawn.amax(dim=(1, 2)).tolist() == list(light)


@pytest.mark.parametrize("shift", [(0, 2), (-1, 0), (0,), (0, 1, 0)])
def test_a_shift_is_two_of_0_and_1(shift):
    with pytest.raises(ValueError, match="but must have two of 0 and 1"):
        vision.draw([Thing("red", "cross", "top left")], [shift])


@pytest.mark.parametrize("shift", [(0, 0), (1, 0), (0, 1)])
@pytest.mark.parametrize("place", PLACES)
def test_a_thing_begins_in_the_corner_of_its_quarter_or_one_pixel_further(place, shift):
    rows, columns = vision.draw([Thing("red", "square", place)], [shift])[0].nonzero().T
    y, x = 6 * ("bottom" in place) + shift[0], 6 * ("right" in place) + shift[1]
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == (y, y + 4, x, x + 4)


def test_drawings_are_shifted_at_random_and_by_the_generator():
    things = [(Thing("red", "square", "top left"),)] * 40
    drawn = vision.draw_all(things, generator())
    assert len(drawn.flatten(1).unique(dim=0)) == 4
    assert drawn.equal(vision.draw_all(things, generator()))


def test_training_takes_what_it_is_given_and_lowers_the_loss():
    scenes = vision.training_scenes()[0][:8]
    one, two = vision.new_reader(1), vision.new_reader(1)
    losses = vision.train_reader(one, scenes, n_steps=30)
    assert len(losses) == 30 and losses[-1] < 0.8 * losses[0]
    assert vision.train_reader(two, scenes, n_steps=30) == losses
    assert vision.train_reader(vision.new_reader(1), scenes, 3, seed=1) != losses[:3]


def test_unless_told_otherwise_the_reader_is_that_of_the_book():
    model = vision.new_reader()
    sizes = Sizes(32, 4, 64, 2, dropout=0.0, norm_first=True, max_len=16)
    assert model.sizes == sizes and len(model.src_embedding.positions) == 16
    given = inspect.signature(vision.train_reader).parameters
    assert (given["n_steps"].default, given["seed"].default) == (400, 0)


@pytest.mark.parametrize("is_kept", [False, True])
def test_the_reader_of_the_book_has_learned_the_scenes_of_the_training(
    is_kept, monkeypatch, tmp_path
):
    """Each seed has one of its own, also where they are kept."""
    monkeypatch.setenv(FOLDER, str(tmp_path) if is_kept else "")
    short = partial(vision.train_reader, n_steps=3)
    module = importlib.import_module("tensorbytensor.vision.train_reader")
    monkeypatch.setattr(module, "train_reader", short)
    for seed in (0, 1, 0):
        model, losses = vision.trained_reader(seed)
        other = vision.new_reader(seed)
        assert losses == short(other, vision.training_scenes()[0], seed=seed)
        assert not model.training
        torch.testing.assert_close(model.state_dict(), other.state_dict(), rtol=0, atol=0)


def test_each_step_of_the_reader_takes_its_own_gradients_and_a_rate_that_rises_and_falls():
    one = vision.new_reader()
    with steps_by_fresh_gradients(one) as rates:
        vision.train_reader(one, vision.training_scenes()[0][:8], n_steps=20)
    top = place_of_highest(rates)
    assert len(rates) == 20 and 0 < top < 10 and 0.0035 < max(rates) <= 0.004


def test_dropout_acts_on_patches_and_words_and_on_what_each_sublayer_gives():
    one = vision.PictureReader(embedding(), 7, replace(SIZES, dropout=0.5), 0, generator())
    given = pictures(2, 3, 4, 6), torch.ones(2, 3, dtype=torch.int64)
    assert given_and_dropped(one, *given, embeds=vision.PatchEmbedding) == 12


def test_a_picture_on_the_page_has_a_title_and_the_edges_of_its_patches():
    x = torch.zeros(3, 6, 6)
    svg = vision.show(("one", x), ("two", x), across=2, width=3).svg
    assert ">one<" in svg and ">two<" in svg and svg.count("<image") == 2
    fine, coarse = (vision.show(("one", x), across=1, width=width).svg for width in (2, 6))
    edges = fine.count("<path") - coarse.count("<path")
    assert edges == 2 * (4 - 2)  # on both sides of three patches, or of one
    for wrong in (x + 2, x - 0.5):
        with pytest.raises(ValueError, match="one has others, but must have numbers from 0 to 1"):
            vision.show(("one", wrong))
    with pytest.raises(ValueError, match="no panels given, but at least one is needed"):
        vision.show()


def test_a_last_row_that_is_not_full_is_shown(count=5):
    panels = [(f"picture {n}", torch.full((3, 6, 6), n / count)) for n in range(count)]
    for across, rows in ((2, 3), (4, 2), (5, 1)):
        svg = vision.show(*panels, across=across).svg
        assert svg.count("<image") == count and f">picture {count - 1}<" in svg
        high = float(re.search(r'viewBox="0 0 [\d.]+ ([\d.]+)"', svg)[1])
        assert high == pytest.approx(1.35 * 72 * rows)


def test_the_edges_of_patches_begin_at_the_edge_of_the_picture():
    svg = vision.show(("$x$", torch.zeros(3, 6, 9)), across=1, width=3).svg
    assert ">$x$<" in svg  # a title is no formula
    assert 'viewBox="0 0 82.8 97.2"' in svg  # points: 1.15 and 1.35 inches
    ends = torch.tensor([[float(n) for n in pair] for pair in re.findall(LINE, svg)])
    across, down = ends.view(-1, 2, 2)[-7:].split([3, 4])  # before them the frame
    left, top, right, bottom = *across[0, 0].tolist(), *across[-1, 1].tolist()
    rows, columns = torch.linspace(top, bottom, 3), torch.linspace(left, right, 4)
    torch.testing.assert_close(across[..., 1], rows[:, None].expand(3, 2), atol=1e-3, rtol=0)
    torch.testing.assert_close(down[..., 0], columns[:, None].expand(4, 2), atol=1e-3, rtol=0)
    assert {*across[:, :, 0].flatten().tolist()} == {left, right}
    assert {*down[:, :, 1].flatten().tolist()} == {top, bottom}


@pytest.mark.parametrize(
    "make",
    [
        lambda rng: vision.PictureClassifier(embedding(True), 5, SIZES, rng),
        lambda rng: vision.PictureReader(embedding(), 7, SIZES, generator=rng),
    ],
    ids=["classifier", "reader"],
)
def test_all_weights_are_drawn_from_the_generator(make):
    drawn_by_seed(make)
