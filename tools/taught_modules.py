"""The modules of the taught code, and the tests that belong to each folder of them."""

import sys
from pathlib import Path

from support.copies import ROOT

TAUGHT = Path("code/tensorbytensor")
TESTS = {  # of each folder; those that take long, last
    "attention": ("attention", "attention_heads", "layers", "faces_of_attention", "measure"),
    "basics": (
        *("vocabulary_and_positions", "layers", "attention", "attention_heads"),
        *("small_models", "decoding_and_training"),
    ),
    "corpus": ("corpus",),
    "decoding": ("decoding_and_training", "translation_tools"),
    "experiments": ("measure", "ablation", "train_once", "decoding_and_training"),
    "pictures": ("what_is_drawn", "plots"),
    "touch": ("exported",),
    "small": ("small_models", "decoding_and_training", "attention_heads"),
    "transformer": ("transformer",),
    "translation": (
        *("tokenizer_and_data", "translation_tools", "translator", "train_once"),
        "training_outside",
    ),
}


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
