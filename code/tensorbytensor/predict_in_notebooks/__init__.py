"""Predict before you look, in a notebook: a cell asks and replies."""

from tensorbytensor.predict_in_notebooks.notebook_questions import Questions

__all__ = ["Questions"]
