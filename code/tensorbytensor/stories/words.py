"""The words of the little stories."""

from tensorbytensor.basics import END, PAD, START, Vocabulary

GIRLS = ("Anna", "Emma", "Lily", "Rosa")
BOYS = ("Ben", "Felix", "Leo", "Tom")
NUMBERS = ("none", "one", "two", "three", "four", "five", "six")
THINGS = {  # one, and several
    "apple": "apples",
    "book": "books",
    "coin": "coins",
    "egg": "eggs",
    "pear": "pears",
    "shell": "shells",
}
PLACES = ("garden", "market", "park", "river")
PETS = ("cat", "dog", "goat", "pony")
GIRL, BOY = ("She", "her", "her"), ("He", "him", "his")  # subject, object, whose
OTHERS = ("Now", "and", "has", "gives", "finds", "loses", "takes", "to", "the", ".")
KINDS = {
    "name": (*GIRLS, *BOYS),
    "pronoun": ("She", "He", "her", "him", "his"),
    "quantity": NUMBERS,
}


def story_vocabulary() -> Vocabulary:
    """Padding, start, end, and the words of the grammar."""
    kinds = (word for kind in KINDS.values() for word in kind)
    things = (word for pair in THINGS.items() for word in pair)
    marks = PAD, START, END
    return Vocabulary([*marks, *kinds, *things, *PLACES, *PETS, *OTHERS])
