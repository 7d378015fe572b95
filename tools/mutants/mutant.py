"""What a mutant is, and short names for what it edits and for the tests that catch it."""

from dataclasses import dataclass
from pathlib import Path

CODE = "code/tensorbytensor/"
BOOK = "code/bilingual_book/"
ATTENTION, LAYERS = "tests/test_attention.py", "tests/test_layers.py"
VOCABULARY, HEADS = "tests/test_vocabulary_and_positions.py", "tests/test_attention_heads.py"
MODELS, DECODING = "tests/test_small_models.py", "tests/test_decoding_and_training.py"
PLOTS = "tests/test_plots.py"
OUTPUTS, LANGUAGES = "tests/test_outputs.py", "tests/test_languages.py"
DATA, FACES = "tests/test_tokenizer_and_data.py", "tests/test_faces_of_attention.py"
TRANSLATOR, OUTSIDE = "tests/test_translator.py", "tests/test_training_outside.py"
COMMAND = "tests/test_translation_command.py"
BUILD, SITE = "tests/test_build.py", "tests/test_site.py"
STRUCTURE = "tests/test_page_structure.py"
SHELL = "tests/test_page_shell.py"
DIAGRAMS = "tests/test_diagrams.py"
LIST = "tests/test_language_list.py"
SOLUTIONS, HANDOUTS = "tests/test_solutions.py", "tests/test_handouts.py"
DOWNLOADS, PACK = "tests/test_downloads.py", "tests/test_pack.py"
BOTH = "tests/test_side_by_side.py"
LANDING, PREVIEWS = "tests/test_landing.py", "tests/test_previews_and_sitemap.py"
PLAIN, DISTRIBUTIONS = "tests/test_plain_sphinx.py", "tests/test_distributions.py"
TASKS = "tests/test_tasks.py"
BAD = "tests/test_bad_input.py"
TRIAL = BAD + "::test_a_wrong_argument_is_refused_by_its_name_or_gives_a_right_result"
WEIGHT, WAY = "tests/test_page_weight.py", "tests/test_build_steps.py"
SEARCH = "tests/test_search.py"
PHONES = "tests/test_phones.py"
TOUCH, EXPORTED = "tests/test_touch.py", "tests/test_tensors_in_page.py"
PREDICT = "tests/test_predict.py"
NOTEBOOKS = "tests/test_predict_in_notebooks.py"
QUESTIONS = "tests/test_predict_questions.py"
DIGITS = "tests/test_digits.py"


@dataclass(frozen=True)
class Mutant:
    """In `file`, `old` becomes `new` (where it first occurs); then one of `tests` must fail."""

    what: str
    file: str
    old: str
    new: str
    tests: str
    both: bool = False  # the same edit in chapters/zh, too

    @property
    def arguments(self) -> list[str]:
        """For pytest."""
        return [self.tests]

    def _files(self) -> list[str]:
        return [self.file, self.file.replace("/en/", "/zh/")][: 1 + self.both]

    def stale(self, book: Path) -> str:
        """Which file has nothing left to break, or nothing."""
        for name in self._files():
            if self.old not in (book / name).read_text("utf8"):
                return f"{name} has no {self.old!r} any more: bring the mutant up to date"
        return ""

    def edit(self, book: Path) -> None:
        """Break a copy."""
        for name in self._files():
            text = (book / name).read_text("utf8")
            (book / name).write_text(text.replace(self.old, self.new, 1), "utf8")
