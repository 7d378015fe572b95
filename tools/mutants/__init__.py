"""The book broken on purpose, one thing at a time, by area: run_mutants.py sees each caught."""

from importlib import import_module
from pathlib import Path

AREAS = sorted({path.stem for path in Path(__file__).parent.glob("*.py")} - {"__init__", "mutant"})
MUTANTS = [mutant for area in AREAS for mutant in import_module(f"mutants.{area}").MUTANTS]
