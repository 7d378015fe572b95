"""What a cell hands to its page besides its output: numbers to work with."""

from tensorbytensor.touch.export_tensors import EXPORTED_TYPE, Exported

__all__ = ["EXPORTED_TYPE", "Exported"]
