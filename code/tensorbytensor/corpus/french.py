"""French sentences from their parts: agreement, elision, negation, order."""

from tensorbytensor.basics import check_choice, check_texts
from tensorbytensor.corpus import check_parts_of_sentences as checks
from tensorbytensor.corpus.lexicon import Adjective, Noun, Verb

VOWELS = "aeiouyhâàäéèêëîïôöûüœ"  # every h of the lexicon is mute
ELIDED = {"je": "j'", "ne": "n'", "le": "l'", "la": "l'", "que": "qu'", "de": "d'"}
PRONOUNS = ("je", "tu", "il", "elle", "nous", "ils")
FORM = (0, 1, 2, 2, 3, 5)  # of a verb's six, for each pronoun
HAVE = ("ai", "as", "a", "avons", "avez", "ont")
ENDINGS = ("ai", "as", "a", "ons", "ez", "ont")
PLURALS = {"the": "les", "all": "les", "my": "mes", "this": "ces", "some": "des"}
OBJECTS = {"him": ("le", ""), "her": ("la", "e"), "them": ("les", "s")}


def starts_with_vowel(word: str) -> bool:
    checks.check_words(word=[word])
    return word[0].lower() in VOWELS


def adjective_form(adjective: Adjective, noun: Noun, plural: bool) -> str:
    """It agrees with its noun; some have a form of their own before a vowel."""
    checks.check_form(adjective, noun, plural)
    masculine, feminine = adjective.fr[0 + 2 * plural], adjective.fr[1 + 2 * plural]
    if noun.gender == "f":
        return feminine
    special = adjective.liaison and not plural and starts_with_vowel(noun.fr)
    return adjective.liaison if special else masculine


def article(determiner: str, gender: str, plural: bool, before: str) -> str:
    """the, a, my, this; all and some for bare plurals, no after a negation."""
    checks.check_article(determiner, gender, plural, before)
    vowel, feminine = starts_with_vowel(before), gender == "f"
    if determiner == "no":
        return "de"
    if plural:
        return PLURALS[determiner]
    if determiner == "this":
        return "cette" if feminine else "cet" if vowel else "ce"
    if determiner == "my":
        return "ma" if feminine and not vowel else "mon"
    return {"the": ("le", "la"), "a": ("un", "une")}[determiner][feminine]


def noun_phrase(
    determiner: str, noun: Noun, plural: bool, adjective: Adjective | None
) -> list[str]:
    """As in English; and no for what follows a negation: de."""
    checks.check_phrase(determiner, noun, plural, adjective, ("no",))
    words = [noun.fr_plural if plural else noun.fr]
    if adjective:
        form = adjective_form(adjective, noun, plural)
        words.insert(0 if adjective.before else 1, form)
        if determiner == "some" and adjective.before:
            determiner = "no"  # des pommes, but de petites pommes
    return [article(determiner, noun.gender, plural, words[0]), *words]


def clause(
    subject: list[str],
    person: int,
    verb: Verb,
    tense: str,
    negative: bool,
    question: bool,
    direct: list[str],
    pronoun: str | None,
) -> list[str]:
    """Subject, ne, object pronoun, verb, pas, participle, object."""
    checks.check_clause(subject, person, verb, tense, negative, question)
    check_choice((*OBJECTS, None), pronoun=pronoun)
    check_texts(direct=direct)
    form, participle = FORM[person], []
    if tense == "past":
        finite = HAVE[form]
        agrees = OBJECTS[pronoun][1] if pronoun else ""
        ending = "" if agrees == "s" and verb.participle.endswith("s") else agrees
        participle = [verb.participle + ending]
    else:
        future = tense == "future"
        finite = verb.future + ENDINGS[form] if future else verb.present[form]
    clitic = [OBJECTS[pronoun][0]] if pronoun else []
    middle = ["ne", *clitic, finite, "pas"] if negative else [*clitic, finite]
    start = ["est-ce", "que", *subject] if question else subject
    return [*start, *middle, *participle, *direct, "?" if question else "."]


def write(words: list[str]) -> str:
    """One sentence: elision, spaces, a capital."""
    checks.check_words(words=words)
    text = ""
    for word, following in zip(words, [*words[1:], "."]):
        elides = word in ELIDED and starts_with_vowel(following)
        text += ELIDED[word] if elides else word + " "
    text = text.strip().replace(" .", ".")
    return text[0].upper() + text[1:]
