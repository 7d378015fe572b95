"""Little stories: their grammar, who reads them, and the models that tell them."""

import math
import random

import pytest
import torch

from support.optimizer_steps import place_of_highest, steps_by_fresh_gradients
from tensorbytensor.basics import END, PAD, START
from tensorbytensor.stories import (
    BOYS,
    GIRLS,
    NUMBERS,
    THINGS,
    StoryModel,
    batches,
    count_mistakes,
    draw_stories,
    exponents,
    grammar,
    losses_after,
    mistake,
    options,
    scaling,
    story_vocabulary,
    surprises,
    tell_on,
    to_ids,
    train,
    train_teller,
    trained_teller,
)
from tensorbytensor.stories.events_and_sentences import alike
from tensorbytensor.stories.train_teller import recipe

GOOD = "Anna has one pear . Ben has four pears . She gives him one pear . Now Anna has none and Ben has five ."
HARD = {"start": (1, 6), "most_events": 6}


def words_of(text: str) -> list[str]:
    return text.split()


def test_no_story_that_is_drawn_has_a_mistake():
    for wide in ({}, HARD):
        assert all(mistake(story, **wide) is None for story in draw_stories(300, **wide))


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("him", "her", "pronoun"),
        ("him", "Tom", "name"),
        ("Ben has four", "Emma has four", "name"),
        ("She gives", "Tom gives", "name"),
        ("has five", "has four", "quantity"),
        ("has none", "has one", "quantity"),
        ("one pear . Ben", "one pears . Ben", "grammar"),
        ("Now Anna", "and Anna", "grammar"),
        ("Anna has", "Anna Ben", "grammar"),  # no name may stand there, right or wrong
        ("him one", "him him", "grammar"),
        ("him one", "six one", "grammar"),
    ],
)
def test_each_kind_of_mistake_is_noticed_and_named(old, new, kind):
    words = [*GOOD.split(), END]
    assert mistake(words) is None
    wrong = [*GOOD.replace(old, new, 1).split(), END]
    found = mistake(wrong)
    assert found.kind == kind
    assert words[: found.place] == wrong[: found.place]


def test_a_story_that_breaks_off_or_goes_on_after_its_end_is_no_story():
    words = GOOD.split()
    assert mistake(words) == ("grammar", len(words))
    assert mistake([*words, END, "Anna"]) == ("grammar", len(words) + 1)


def test_whoever_takes_an_animal_along_takes_their_own():
    words = words_of("Anna has one pear . Ben has one pear . He takes")
    assert set(options(words)[-1]) == {"his"}


@pytest.mark.parametrize(
    ("events", "hers", "his"),
    [
        ("She finds one pear .", "three", "two"),
        ("She loses one pear .", "one", "two"),
        ("She gives him one pear .", "one", "three"),
        ("He gives Anna one pear .", "three", "one"),
        ("He takes his dog to the park .", "two", "two"),
        ("She finds one pear . She finds one pear .", "four", "two"),
    ],
)
def test_the_sum_counts_what_happened(events, hers, his):
    told = f"Anna has two pears . Ben has two pears . {events} Now Anna has"
    assert options(words_of(told))[-1] == {hers: 1.0}
    assert options(words_of(f"{told} {hers} and Ben has"))[-1] == {his: 1.0}


def test_what_somebody_does_not_have_cannot_be_lost_or_given():
    words = words_of("Anna has one pear . Ben has one pear . He loses one pear . He")
    assert set(options(words)[-1]) == {"finds", "takes"}
    words = words_of("Anna has six pears . Ben has one pear . Anna")
    assert set(options(words, start=(1, 6))[-1]) == {"loses", "gives", "takes"}
    words = words_of("Anna has six pears . Ben has one pear . Ben")
    assert "gives" not in options(words, start=(1, 6))[-1]


def test_unless_told_otherwise_a_child_begins_with_one_to_four_and_two_things_happen():
    has, few = words_of("Anna has"), {"one", "two", "three", "four"}
    assert set(options(has)[-1]) == few
    story = grammar()
    next(story)
    assert story.send("Anna") == {"has": 1.0}
    assert set(story.send("has")) == few
    assert mistake([*has, "five"]) == ("quantity", 2)
    assert mistake([*has, "four"]) == ("grammar", 3)  # no mistake, but no story either
    told = words_of("Anna has two pears . Ben has two pears .")
    assert set(options(told)[-1]) == {"Anna", "Ben", "She", "He"}
    told += words_of("She finds one pear .")
    assert set(options(told)[-1]) == {"Anna", "Ben", "She", "He", "Now"}
    told += words_of("He finds one pear .")
    assert options(told)[-1] == {"Now": 1.0}
    assert "He" in options(told, most_events=3)[-1]
    assert mistake([*told, "He"]) == ("grammar", len(told))
    assert mistake([*told, "He"], most_events=3) == ("grammar", len(told) + 1)


@pytest.mark.parametrize(
    "start", [(0, 4), (3, 2), (1, 7), (1,), (1, 2, 3), (1.0, 2), (1, 2.0), "14", 3]
)
def test_bounds_that_are_none_are_refused_with_what_is_allowed(start):
    for given in (
        grammar,
        lambda start: options(["Anna"], start),
        lambda s: draw_stories(1, start=s),
    ):
        with pytest.raises(
            ValueError, match="two integers in 1 to 6, the smaller one first"
        ) as said:
            given(start)
        assert f"start is {start!r}" in str(said.value)
    assert set(options(["Anna", "has"], (3, 3))[-1]) == {"three"}


def test_words_to_choose_from_are_equally_probable_and_there_is_one():
    assert alike(["a", "b"]) == {"a": 0.5, "b": 0.5}
    with pytest.raises(ValueError, match="no words given"):
        alike([])


def test_each_thing_has_its_plural_and_stands_behind_its_number():
    behind = [set(options(words_of(f"Anna has {number}"))[-1]) for number in ("one", "two")]
    assert behind == [set(THINGS), {f"{thing}s" for thing in THINGS}]
    assert all(several == f"{one}s" for one, several in THINGS.items())


def test_probabilities_add_up_at_every_place():
    for story in draw_stories(50, seed=3):
        for allowed in options(story)[:-1]:
            assert math.isclose(sum(allowed.values()), 1)


def test_words_are_drawn_as_often_as_they_are_probable():
    stories = draw_stories(4_000)
    firsts = torch.tensor([GIRLS.index(story[0]) for story in stories]).bincount()
    assert (firsts / 4_000 - 1 / 4).abs().max() < 0.02
    n_events = [sum(w in ("gives", "finds", "loses", "takes") for w in s) for s in stories]
    # one event and a sum, then the end: 3/4 of 1/2
    assert abs(n_events.count(1) / 4_000 - 0.375) < 0.03


def test_what_is_no_story_has_no_surprises():
    with pytest.raises(ValueError, match="words have a mistake at place 1, but must begin a story"):
        surprises(["Anna", "is"])
    assert len(surprises(["Anna", "has"])) == 2


def test_the_surprises_of_a_story_are_those_of_its_draw():
    words = [*GOOD.split(), END]
    given = surprises(words)
    assert math.isclose(given[0], math.log(4))
    assert math.isclose(given[words.index("gives")], math.log(4))
    # behind an event: one of four words to go on with 1/4, the sum with 3/4
    assert math.isclose(given[words.index("Now")], -math.log(0.75))
    assert given[words.index("five")] == 0


def test_stories_follow_their_seed():
    assert draw_stories(5, seed=1) == draw_stories(5, seed=1) != draw_stories(5, seed=2)
    before = random.getstate()
    draw_stories(5)
    assert random.getstate() == before


def test_a_story_is_over_when_its_end_was_sent():
    story = grammar()
    next(story)
    with pytest.raises(StopIteration):
        for word in [*GOOD.split(), END]:
            story.send(word)


@pytest.mark.parametrize("n_stories", [64, 67])
def test_batches_have_every_story_once_and_hardly_any_padding(n_stories):
    wanted, drawn = draw_stories(n_stories, seed=5), batches(n_stories, 8, seed=5)
    rows = [row for ids in drawn for row in ids]
    vocabulary = story_vocabulary()
    assert sorted(vocabulary.decode(row[1:]).split() for row in rows) == sorted(wanted)
    assert max(map(len, drawn)) <= 8
    alone = sum(len(story) + 1 for story in wanted)
    assert sum(ids.numel() for ids in drawn) < 1.2 * alone


def test_the_loss_counts_no_padding():
    model, stories = StoryModel(8, 1), draw_stories(6)
    lengths = [len(story) for story in stories]
    with torch.no_grad():
        alone = [model.loss(to_ids([story])).item() for story in stories]
        together = model.loss(to_ids(stories)).item()
    mean = sum(a * n for a, n in zip(alone, lengths)) / sum(lengths)
    assert math.isclose(together, mean, rel_tol=1e-5)


def test_training_lowers_the_loss_and_follows_its_seed():
    first = StoryModel(8, 1)
    losses = train(first, 40, seed=1)
    assert sum(losses[-5:]) < 0.9 * sum(losses[:5])
    again = StoryModel(8, 1)
    assert train(again, 40, seed=1) == losses
    few = [train(StoryModel(8, 1), 3, seed=seed) for seed in (1, 2)]
    assert few[0] != few[1]


def test_each_step_of_the_teller_takes_its_own_gradients_and_a_rate_that_rises_and_falls():
    model = StoryModel(8, 1)
    with steps_by_fresh_gradients(model) as rates:
        train(model, 20)
    top = place_of_highest(rates)
    assert len(rates) == 20 and 0 < top < 5 and math.isclose(max(rates), 8e-3, rel_tol=0.01)


def test_the_teller_of_the_book_is_trained_by_its_recipe(monkeypatch):
    monkeypatch.setattr(train_teller, "STEPS", 3)
    model, losses = trained_teller()
    other = StoryModel(width=32, layers=2, seed=0)
    assert losses == train(other, 3, seed=1) and not model.training
    torch.testing.assert_close(model.state_dict(), other.state_dict(), rtol=0, atol=0)


def test_unless_told_otherwise_stories_and_their_teller_are_those_of_the_book():
    assert recipe() == recipe(width=32, layers=2) == StoryModel().gpt.recipe
    assert draw_stories(50) == draw_stories(50, 0, start=(1, 4), most_events=2)
    n = len(story_vocabulary())
    never = torch.nn.functional.one_hot(torch.tensor(story_vocabulary().id("pear")), n).float()
    [told] = tell_on(lambda ids: never.expand(*ids.shape, n), [["Anna"]])
    assert told == ["Anna"] + 60 * ["pear"]


def test_the_vocabulary_is_what_stories_say_and_names_alone_have_capitals():
    told = {word for story in draw_stories(2_000, **HARD) for word in story}
    assert {*story_vocabulary().tokens} == told | {PAD, START}
    begins = {*GIRLS, *BOYS, "She", "He", "Now"}
    assert all(word.islower() for word in told - begins - {".", END})


def test_telling_on_keeps_the_beginning_and_stops_at_the_end():
    vocabulary = story_vocabulary()
    n = len(vocabulary)
    beginnings = [["Anna", "has", "one"], ["Ben", "has", "two"]]
    at_once = torch.nn.functional.one_hot(torch.tensor(vocabulary.id(END)), n).float()
    told = tell_on(lambda ids: at_once.expand(*ids.shape, n), beginnings)
    assert told == [[*beginning, END] for beginning in beginnings]


def test_what_chooses_is_asked_for_each_word():
    vocabulary = story_vocabulary()

    def next_one(logits, ids):
        return ids[:, -1] + 1

    told = tell_on(
        lambda ids: torch.zeros(*ids.shape, len(vocabulary)), [["Anna"]], next_one, steps=3
    )
    at = vocabulary.id("Anna")
    assert told == [vocabulary.tokens[at : at + 4]]


def test_what_reads_and_what_chooses_must_be_functions():
    for name, given in (("read", {"read": 3}), ("choose", {"choose": "best"})):
        with pytest.raises(ValueError, match=f"{name} is a .*, but must be a function"):
            tell_on(**({"read": len, "beginnings": [["Anna"]]} | given))


@pytest.mark.parametrize(("width", "heads"), [(4, 1), (8, 1), (24, 3), (32, 4)])
def test_heads_have_a_width_of_8_and_the_gate_two_thirds_of_the_papers_hidden_layer(width, heads):
    """Shazeer 2020: two thirds of 4 times the width, since it has three matrices in place of two."""
    told = recipe(width, layers=3)
    assert (told.n_heads, told.d_ff, told.n_layers) == (heads, 4 * width * 2 // 3, 3)
    assert (told.d_model, told.max_len) == (width, 128)


def test_mistakes_are_counted_by_the_first_one():
    words = GOOD.split()
    stories = [[*words, END], words, ["Anna", "has", "Anna"]]
    stories.append(GOOD.replace("five", "six").replace("none", "six").split())
    counts = {"none": 1, "name": 0, "pronoun": 0, "quantity": 1, "grammar": 2}
    assert count_mistakes(stories) == counts


def test_exponents_are_those_of_the_powers():
    x = torch.tensor([1.0, 10.0, 50.0])
    y = torch.stack([3 * x**-0.5, 2 * x**1.5], dim=1)
    assert torch.allclose(exponents(x, y), torch.tensor([-0.5, 1.5]))
    for wrong in ((-x, y), (x, -y), (0 * x, y)):
        with pytest.raises(ValueError, match="x or y has a number that is not above 0"):
            exponents(*wrong)


def test_stacked_models_learn_what_they_would_alone():
    ids = to_ids(draw_stories(20, seed=9))
    n_parameters, losses = losses_after(8, 3, ids, seeds=(0, 1))
    assert n_parameters == sum(p.numel() for p in StoryModel(8, 2).parameters())
    assert not losses.requires_grad
    for seed in (0, 1):
        _, alone = losses_after(8, 3, ids, seeds=(seed,))
        assert torch.allclose(alone[0], losses[seed], atol=1e-4)
    assert not torch.allclose(losses[0], losses[1], atol=1e-3)


def test_unless_told_otherwise_three_seeds_are_trained():
    ids = to_ids(draw_stories(8, seed=9))
    assert losses_after(8, 1, ids)[1].equal(losses_after(8, 1, ids, seeds=(0, 1, 2))[1])


def test_models_of_the_scaling_section_do_not_read_the_stories_that_they_are_tested_on(monkeypatch):
    """Both are drawn; whole stories are the same by chance now and then."""
    lessons = []
    monkeypatch.setattr(scaling, "train_many", lambda models, given, **_: lessons.extend(given))
    held_out = draw_stories(300, seed=2)  # as the chapter draws them
    losses_after(4, 100, to_ids(held_out))
    vocabulary = story_vocabulary()
    read = {vocabulary.decode(row[1:]) for (rows,) in lessons for row in rows}
    assert len(read) > 1000
    assert len(read & {" ".join(story) for story in held_out}) < 30


def test_numbers_count_from_none():
    assert NUMBERS.index("none") == 0
    assert NUMBERS.index("six") == 6


def test_the_teller_has_no_biases():
    names = [name for name, _ in StoryModel().named_parameters()]
    assert names and not [name for name in names if "bias" in name]
