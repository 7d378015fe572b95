"""The corpus: correct French sentence by sentence, distinct pairs, few words."""

import re

import pytest

from tensorbytensor.corpus import ADJECTIVES, NOUNS, PRONOUNS, VERBS, draw_corpus, english, french

CORPUS = draw_corpus(20_000)
NOUN = {noun.en: noun for noun in NOUNS}
ADJECTIVE = {adjective.en: adjective for adjective in ADJECTIVES}
VERB = {verb.en[0]: verb for verb in VERBS}


def phrase(determiner: str, noun: str, plural: bool = False, adjective: str | None = None) -> str:
    words = french.noun_phrase(determiner, NOUN[noun], plural, ADJECTIVE.get(adjective))
    return french.write([*words, "."])[:-1].lower()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("the", "apple"), "la pomme"),
        (("the", "orange"), "l'orange"),
        (("the", "man"), "l'homme"),
        (("all", "orange", True), "les oranges"),
        (("some", "apple", True), "des pommes"),
        (("some", "apple", True, "red"), "des pommes rouges"),
        (("some", "apple", True, "small"), "de petites pommes"),
        (("no", "apple", True), "de pommes"),
        (("no", "orange", True), "d'oranges"),
        (("a", "cat", False, "beautiful"), "un beau chat"),
        (("a", "bird", False, "beautiful"), "un bel oiseau"),
        (("the", "bird", True, "beautiful"), "les beaux oiseaux"),
        (("a", "picture", False, "beautiful"), "une belle image"),
        (("this", "cat"), "ce chat"),
        (("this", "bird"), "cet oiseau"),
        (("this", "bird", False, "small"), "ce petit oiseau"),
        (("this", "orange"), "cette orange"),
        (("my", "orange"), "mon orange"),
        (("my", "orange", False, "small"), "ma petite orange"),
        (("my", "friend", False, "old"), "mon vieil ami"),
        (("the", "horse", True, "white"), "les chevaux blancs"),
        (("the", "car", True, "white"), "les voitures blanches"),
    ],
)
def test_french_noun_phrases_agree(arguments, expected):
    assert phrase(*arguments) == expected


@pytest.mark.parametrize(
    ("person", "verb", "tense", "negative", "question", "pronoun", "expected"),
    [
        (0, "love", "present", False, False, None, "J'aime les oranges."),
        (0, "love", "present", True, False, None, "Je n'aime pas les oranges."),
        (3, "see", "past", False, False, None, "Elle a vu les oranges."),
        (5, "eat", "past", True, False, None, "Ils n'ont pas mangé les oranges."),
        (4, "eat", "present", False, False, None, "Nous mangeons les oranges."),
        (1, "buy", "future", False, False, None, "Tu achèteras les oranges."),
        (2, "want", "present", False, True, None, "Est-ce qu'il veut les oranges ?"),
        (0, "forget", "past", False, True, None, "Est-ce que j'ai oublié les oranges ?"),
        (0, "see", "present", False, False, "him", "Je le vois."),
        (0, "love", "present", False, False, "her", "Je l'aime."),
        (0, "love", "present", True, False, "them", "Je ne les aime pas."),
        (0, "see", "past", False, False, "her", "Je l'ai vue."),
        (2, "choose", "past", True, False, "them", "Il ne les a pas choisis."),
    ],
)
def test_french_clauses(person, verb, tense, negative, question, pronoun, expected):
    direct = [] if pronoun else ["les", "oranges"]
    subject = [french.PRONOUNS[person]]
    words = french.clause(subject, person, VERB[verb], tense, negative, question, direct, pronoun)
    assert french.write(words) == expected


@pytest.mark.parametrize(
    ("person", "verb", "tense", "negative", "question", "expected"),
    [
        (0, "love", "present", False, False, "I love"),
        (2, "watch", "present", False, False, "he watches"),
        (3, "wash", "present", True, False, "she does not wash"),
        (5, "eat", "past", False, False, "they ate"),
        (5, "eat", "past", True, False, "they did not eat"),
        (1, "see", "future", False, True, "will you see"),
    ],
)
def test_english_clauses(person, verb, tense, negative, question, expected):
    words = english.clause([PRONOUNS[person]], person, VERB[verb], tense, negative, question)
    assert " ".join(words) == expected


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("a", "apple", False, None), "an apple"),
        (("a", "apple", False, "red"), "a red apple"),
        (("a", "cat", False, "old"), "an old cat"),
        (("this", "knife", True, None), "these knives"),
        (("some", "cherry", True, None), "cherries"),
        (("the", "box", True, None), "the boxes"),
    ],
)
def test_english_noun_phrases(arguments, expected):
    determiner, noun, plural, adjective = arguments
    words = english.noun_phrase(determiner, NOUN[noun], plural, ADJECTIVE.get(adjective))
    assert " ".join(words) == expected


def test_the_corpus_has_twenty_thousand_pairs_of_a_few_hundred_words():
    assert len({pair.english for pair in CORPUS}) == len(CORPUS) == 20_000
    for side in ("english", "french"):
        words = {
            word for pair in CORPUS for word in re.findall(r"\w+", getattr(pair, side).lower())
        }
        assert 150 < len(words) < 600, len(words)


def test_each_english_sentence_has_one_translation_and_the_same_seed_gives_the_same_corpus():
    again = draw_corpus(20_000)
    assert again == CORPUS
    assert draw_corpus(200, seed=1) != CORPUS[:200]


def test_french_is_elided_wherever_it_must_be():
    """No je, ne, le, la, que, de, ce before a vowel, no l' or d' before a consonant."""
    vowel = "[aeiouyhâàéèêëîïôûœ]"
    for pair in CORPUS:
        text = pair.french.lower()
        assert not re.search(rf"\b(je|ne|le|la|que|de|ce|ma) {vowel}", text), text
        assert not re.search(rf"'(?!{vowel})", text), text
        assert re.fullmatch(r"[A-ZÉ][^.?]*(\.| \?)", pair.french), text


def test_negation_stands_around_the_verb():
    for pair in CORPUS:
        negative = " not " in pair.english
        assert negative == bool(re.search(r"\b(ne |n')(l'|\w+ )?(\w+) pas\b", pair.french)), pair


def test_meetings_name_the_words_that_stand_together():
    met = [pair for pair in CORPUS if ("apple", "red") in pair.meetings]
    assert met and all(re.search(r"\bred apples?\b", pair.english) for pair in met)
    met = [pair for pair in CORPUS if ("love", "apple") in pair.meetings]
    assert met and all(re.search(r"\blove.* apples?\b", pair.english) for pair in met)
