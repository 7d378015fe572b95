"""Predict before you look: outputs are covered, the reader answers, and the page says what the answer was."""
