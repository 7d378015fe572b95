"""The modules of the taught code, and the tests that belong to each folder of them."""

import sys
from pathlib import Path

from support.copies import ROOT

TAUGHT = Path("code/tensorbytensor")
TESTS = {  # of each folder; those that take long, last
    "attention": (
        *("attention", "attention_heads", "layers", "faces_of_attention", "time_and_memory"),
        "bad_input",
    ),
    "basics": (
        *("vocabulary_and_positions", "layers", "attention", "attention_heads"),
        *("small_models", "faces_of_attention", "transformer", "bad_input"),
        "decoding_and_training",
    ),
    "by_hand": ("by_hand", "bad_input"),
    "command_line": (
        *("translation_command", "translator", "tokenizer_and_data"),
        "training_outside",
    ),
    "corpus": ("corpus", "bad_input"),
    "decoding": ("decoding_and_training", "translation_tools", "bad_input"),
    "experiments": (
        "time_and_memory",
        "ablation",
        "keep_result_on_disk",
        "bad_input",
        "decoding_and_training",
    ),
    "generation": ("generation", "bad_input"),
    "language_model": ("language_model",),
    "learning": ("learning", "bad_input"),
    "masked_words": ("masked_words", "bad_input"),
    "modern": ("modern", "bad_input"),
    "pictures": ("what_is_drawn", "plots", "tensors_in_page", "bad_input"),
    "predict_in_notebooks": ("predict_in_notebooks", "bad_input"),
    "small": ("small_models", "bad_input", "decoding_and_training", "attention_heads"),
    "stories": ("stories", "bad_input"),
    "touch": ("tensors_in_page", "bad_input"),
    "transformer": ("transformer", "bad_input"),
    "translation": (
        *("tokenizer_and_data", "translation_tools", "translation_command", "translator"),
        *("keep_result_on_disk", "training_outside"),
    ),
    "vision": ("vision", "bad_input"),
}


def tests_of(path: Path) -> tuple[str, ...]:
    """Pytest's arguments for a module: of the wrong arguments, those of its folder."""
    folder = path.parent.name
    files = (f"tests/test_{name}.py" for name in TESTS[folder])
    return (*files, "-k", f"not test_a_wrong_argument or {folder}.")


def find_modules(names: list[str]) -> list[Path]:
    """The files of the modules that are named, or of all."""
    paths = sorted(path.relative_to(ROOT) for path in (ROOT / TAUGHT).glob("*/*.py"))
    modules = [path for path in paths if path.name != "__init__.py"]
    if unknown := [name for name in names if not any(belongs(path, name) for path in modules)]:
        sys.exit(f"No module {', '.join(unknown)}; there are: {', '.join(map(dotted, modules))}")
    return [path for path in modules if not names or any(belongs(path, name) for name in names)]


def dotted(path: Path) -> str:
    return f"{path.parent.name}.{path.stem}"


def belongs(path: Path, name: str) -> bool:
    return name in (dotted(path), path.parent.name)
