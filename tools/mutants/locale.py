"""What builds the book, `locale`, broken on purpose."""

from mutants.mutant import BOOK, LIST, Mutant

MUTANTS = [
    Mutant(
        "a word without its Chinese",
        BOOK + "locale/zh_CN/LC_MESSAGES/bilingual_book.po",
        'msgid "Contents"\nmsgstr "目录"\n',
        "",
        f"{LIST}::test_a_catalog_has_each_message_and_no_other",
    ),
]
