"""The taught code, `corpus`, broken on purpose."""

from mutants.mutant import BAD, CODE, DATA, Mutant

MUTANTS = [
    Mutant(
        "participles that do not agree",
        CODE + "corpus/french.py",
        "[verb.participle + ending]",
        "[verb.participle]",
        "tests/test_corpus.py",
    ),
    Mutant(
        "des before an adjective",
        CODE + "corpus/french.py",
        'if determiner == "some" and adjective.before:',
        "if False:",
        "tests/test_corpus.py",
    ),
    Mutant(
        "no form before a vowel",
        CODE + "corpus/french.py",
        "return adjective.liaison if special else masculine",
        "return masculine",
        "tests/test_corpus.py",
    ),
    Mutant(
        "unseen combinations that are learned",
        CODE + "corpus/split.py",
        "(unseen if met else known)",
        "(known if met else unseen)",
        DATA,
    ),
    Mutant(
        "nous with the ending of vous",
        CODE + "corpus/french.py",
        "FORM = (0, 1, 2, 2, 3, 5)",
        "FORM = (0, 1, 2, 2, 4, 5)",
        "tests/test_corpus.py",
    ),
    Mutant(
        "persons that are yellow",
        CODE + "corpus/grammar.py",
        'if a.of_persons or noun.kind != "person"',
        'if a.of_persons or noun.kind == "person"',
        "tests/test_corpus.py",
    ),
    Mutant(
        "a negation without de",
        CODE + "corpus/grammar.py",
        'if negative and determiner in ("a", "some"):',
        'if negative and determiner == "some":',
        "tests/test_corpus.py",
    ),
    Mutant(
        "an article that does not suit its number",
        CODE + "corpus/check_parts_of_sentences.py",
        "(PLURAL if plural else SINGULAR) + more",
        "PLURAL + SINGULAR + more",
        f"{BAD}::test_words_that_make_no_sentence_are_refused",
    ),
    Mutant(
        "a negation that is lost in a question",
        CODE + "corpus/english.py",
        "not (negative and question)",
        "True",
        f"{BAD}::test_words_that_make_no_sentence_are_refused",
    ),
    Mutant(
        "persons may be red",
        CODE + "corpus/recognize.py",
        'fitting = [a for a in ADJECTIVES if a.of_persons or noun.kind != "person"]',
        "fitting = ADJECTIVES",
        "tests/test_corpus.py::test_a_person_is_described_by_what_suits_persons_alone",
    ),
    Mutant(
        "any object for any verb",
        CODE + "corpus/recognize.py",
        "if noun.kind in verb.kinds.split())",
        "if noun.kind)",
        "tests/test_corpus.py::test_a_grammar_knows_its_sentences_and_no_others",
    ),
    Mutant(
        "objects of one word are none",
        CODE + "corpus/recognize.py",
        "range(2, len(words))",
        "range(2, len(words) - 1)",
        "tests/test_corpus.py::test_a_grammar_knows_its_sentences_and_no_others",
    ),
]
