"""Predict before you look, in a notebook: a cell asks and replies."""

from tensorbytensor.predict.notebook_questions import Questions

__all__ = ["Questions"]
