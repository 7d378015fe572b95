"""What builds the book, `glossary`, broken on purpose."""

from mutants.mutant import BOOK, SITE, WAY, Mutant

MUTANTS = [
    Mutant(
        "a term that two pages introduce",
        BOOK + "glossary/terms.py",
        "for place in others:",
        "for place in ():",
        f"{WAY}::test_a_term_that_two_pages_introduce_is_named_whoever_read_them",
    ),
    Mutant(
        "a glossary link that leads nowhere",
        BOOK + "glossary/terms.py",
        'f"#{place.id}"',
        'f"#x{place.id}"',
        f"{SITE}::test_internal_links_lead_somewhere",
    ),
    Mutant(
        "a term that is marked again in its section",
        BOOK + "glossary/links_to_glossary.py",
        "        seen.add((section, slug(term)))\n",
        "",
        "tests/test_glossary.py::test_a_section_marks_a_term_once_and_only_in_prose",
    ),
    Mutant(
        "the shortest term that fits",
        BOOK + "glossary/links_to_glossary.py",
        "key=len, reverse=True",
        "key=len",
        "tests/test_glossary.py::test_the_longest_term_is_found_and_no_everyday_word",
    ),
    Mutant(
        "a term that a Tab opens",
        BOOK + "glossary/popups.js",
        '    if (!isInside(event.target)) hide();\n  });\n  addEventListener("click"',
        '    if (termOf(event.target)) show(termOf(event.target));\n  });\n  addEventListener("click"',
        "tests/test_glossary.py::test_the_keyboard_enters_an_entry_on_purpose",
    ),
    Mutant(
        "an entry that the keyboard cannot enter",
        BOOK + "glossary/popups.js",
        'byKeyboard && open?.popover?.querySelector("a").focus()',
        "undefined",
        "tests/test_glossary.py::test_the_keyboard_enters_an_entry_on_purpose",
    ),
    Mutant(
        "a glossary that begins with the sentence of the chapter",
        BOOK + "glossary/terms.py",
        "sentence.insert(0, ",
        "sentence.append(",
        "tests/test_glossary.py::test_the_glossary_defines_first",
    ),
    Mutant(
        "a Chinese sentence without the question that it answers",
        BOOK + "glossary/popup_sentences.py",
        '.endswith(("?", "？"))',
        '.endswith("?")',
        "tests/test_glossary.py::test_the_sentence_that_introduces_a_term",
    ),
    Mutant(
        "an entry above the window",
        BOOK + "glossary/popups.js",
        "below + popover.offsetHeight > page.clientHeight && above > 0 ? above : below",
        "below + popover.offsetHeight > page.clientHeight ? above : below",
        "tests/test_glossary.py::test_an_entry_stands_where_there_is_room_and_never_above_the_window",
    ),
    Mutant(
        "every term is linked, whatever the file says",
        BOOK + "glossary/links_to_glossary.py",
        "introduced(app.env).keys() - read_unlinked(app.bilingual_book)",
        "introduced(app.env).keys()",
        "tests/test_glossary.py::test_a_term_that_the_file_says_is_not_linked_leads_nowhere_but_where_it_is_introduced",
    ),
    Mutant(
        "a second tap leads nowhere",
        BOOK + "glossary/popups.js",
        "if (!byKeyboard && (!touched || (open?.popover && open.link === link))) return;",
        "if (!byKeyboard && !touched) return;",
        "tests/test_glossary.py::test_the_first_tap_opens_the_entry_and_its_link_goes_on",
    ),
    Mutant(
        "a Chinese term that has its English in it is introduced with it again",
        BOOK + "glossary/terms.py",
        "if book.is_source or term in terms[term]",
        "if book.is_source",
        "tests/test_glossary.py::test_a_chinese_term_is_introduced_with_its_english_once",
    ),
    Mutant(
        "terms with a capital letter before all others",
        "code/bilingual_book/glossary/terms.py",
        "sorted(places, key=str.lower)",
        "sorted(places)",
        "tests/test_glossary.py::test_the_glossary_lists_what_is_introduced",
    ),
]
