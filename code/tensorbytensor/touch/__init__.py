"""What a cell hands to its page besides its output: numbers to work with."""

from tensorbytensor.touch.exported import EXPORTED_TYPE, Exported, exact
from tensorbytensor.touch.relation import relation

__all__ = ["EXPORTED_TYPE", "Exported", "exact", "relation"]
