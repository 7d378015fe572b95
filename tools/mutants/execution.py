"""What builds the book, `execution`, broken on purpose."""

from mutants.mutant import BOOK, BUILD, LIST, OUTPUTS, Mutant

SHARED = "tests/test_shared_computations.py"

MUTANTS = [
    Mutant(
        "stale pages after a change in code",
        BOOK + "execution/when_to_run_again.py",
        "return _digest(code_digest(book, text), _extension(), terms)",
        "return _digest(text)",
        f"{BUILD}::test_a_change_in_code_reaches_the_pages_and_nothing_else_is_run",
    ),
    Mutant(
        "a script of before stays in the site",
        BOOK + "build_start_and_end.py",
        "outdated.add(app.config.root_doc)",
        "pass",
        f"{BUILD}::test_a_change_of_a_script_or_a_style_reaches_all_pages_and_reads_the_first_alone",
    ),
    Mutant(
        "all pages are read again for a script",
        BOOK + "execution/when_to_run_again.py",
        "(path.suffix not in BESIDE_PAGES or path.name in PART_OF_PAGES)",
        "path.suffix",
        f"{BUILD}::test_a_change_of_a_script_or_a_style_reaches_all_pages_and_reads_the_first_alone",
    ),
    Mutant(
        "stale outputs after a change in code",
        BOOK + "execution/when_to_run_again.py",
        'code_digest(book, "\\n".join(cells))',
        '""',
        f"{BUILD}::test_a_change_in_code_reaches_the_pages_and_nothing_else_is_run",
    ),
    Mutant(
        "modules used at second hand are not seen",
        BOOK + "execution/when_to_run_again.py",
        "wanted += _named(package, used[name])",
        "pass",
        f"{BUILD}::test_a_change_in_code_reaches_the_pages_and_nothing_else_is_run",
    ),
    Mutant(
        "unequal cells pass",
        BOOK + "execution/equal_cells.py",
        "if ours != theirs:",
        "if False:",
        f"{BUILD}::test_an_unequal_cell_ends_the_build",
    ),
    Mutant(
        "outputs of old code are kept as those of new code",
        BOOK + "execution/stored_outputs.py",
        "store.save(notebook, begun[chapter])",
        "store.save(notebook, store.path_of(notebook))",
        f"{BUILD}::test_what_changes_while_it_runs_is_not_taken_for_what_ran",
    ),
    Mutant(
        "chapters run one after another",
        BOOK + "execution/stored_outputs.py",
        "max_workers=(os.cpu_count() or 1) + waiting",
        "max_workers=1",
        f"{BUILD}::test_chapters_run_side_by_side",
    ),
    Mutant(
        "what is kept is kept whatever changes",
        BOOK + "execution/when_to_run_again.py",
        'return book.build / "kept" / code_digest(book, "\\n".join(named))',
        'return book.build / "kept"',
        f"{SHARED}::test_chapters_share_what_one_of_them_computes_until_its_code_changes",
    ),
    Mutant(
        "chapters that wait for each other begin when their turn comes",
        BOOK + "execution/stored_outputs.py",
        "(p in keeping, len(codes[p]))",
        "len(codes[p])",
        f"{SHARED}::test_chapters_that_wait_for_each_other_begin_first_and_leave_no_core_idle",
    ),
    Mutant(
        "a chapter that waits for another takes its core",
        BOOK + "execution/stored_outputs.py",
        "max(0, len(keeping) - 1)",
        "0",
        f"{SHARED}::test_chapters_that_wait_for_each_other_begin_first_and_leave_no_core_idle",
    ),
    Mutant(
        "kernels are not told where results are kept",
        BOOK + "execution/stored_outputs.py",
        "os.environ[KEPT] = str(kept_folder(book))",
        "pass",
        f"{SHARED}::test_chapters_share_what_one_of_them_computes_until_its_code_changes",
    ),
    Mutant(
        "only the first translation has all pages",
        BOOK + "execution/equal_cells.py",
        "for language in book.languages]",
        "for language in book.languages[::2]]",
        f"{LIST}::test_a_book_in_three_languages",
    ),
    Mutant(
        "sums that depend on who made the processor",
        BOOK + "execution/when_to_run_again.py",
        '"MKL_CBWR": "COMPATIBLE"',
        '"MKL_CBWR": "AVX2"',
        f"{OUTPUTS}::test_sums_take_the_path_that_all_processors_have",
    ),
    Mutant(
        "a draft taken for a chapter that has run",
        BOOK + "execution/stored_outputs.py",
        'if not any(OutputStore(book).folder.glob("*.json")):',
        'if not any(OutputStore(book).folder.glob("*")):',
        f"{SHARED}::test_libraries_are_imported_early_only_where_nothing_has_run",
    ),
    Mutant(
        "imports over several lines are none",
        BOOK + "execution/when_to_run_again.py",
        "import (\\([^)]*\\)|[^\\n]*)",
        "import ([^\\n]*)",
        "tests/test_build.py::test_a_chapter_depends_on_the_module_that_brings_a_name_however_it_is_imported",
    ),
    Mutant(
        "a changed term renders no page",
        BOOK + "execution/when_to_run_again.py",
        "return _digest(code_digest(book, text), _extension(), terms)",
        "return _digest(code_digest(book, text), _extension())",
        "tests/test_build.py::test_a_changed_term_reaches_the_pages",
    ),
    Mutant(
        "a cell may take its time, whatever the configuration says",
        "code/bilingual_book/execution/stored_outputs.py",
        "timeout=timeout_s",
        "timeout=600",
        "tests/test_build.py::test_a_cell_may_take_as_long_as_the_configuration_says",
    ),
]
