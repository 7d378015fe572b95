"""Models whose weights are set for a reason, and models to compare them with."""

from tensorbytensor.by_hand.adder import SIGNS, Adder
from tensorbytensor.by_hand.circle import circle, reflection, rotation
from tensorbytensor.by_hand.two_layers import TwoLayers

__all__ = ["SIGNS", "Adder", "TwoLayers", "circle", "reflection", "rotation"]
