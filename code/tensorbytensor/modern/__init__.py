"""From the paper's model to today's: one part exchanged at a time."""

from tensorbytensor.modern.block import Block
from tensorbytensor.modern.feed_forward import FeedForward
from tensorbytensor.modern.language_model import LanguageModel
from tensorbytensor.modern.online_softmax import online_attention
from tensorbytensor.modern.read_llama_folder import read_llama, read_safetensors
from tensorbytensor.modern.recipe_of_layers import Recipe
from tensorbytensor.modern.rms_norm import RMSNorm
from tensorbytensor.modern.rope import angles, halved, rotate
from tensorbytensor.modern.rotary_attention import RotaryAttention

__all__ = [
    "Block",
    "FeedForward",
    "LanguageModel",
    "RMSNorm",
    "Recipe",
    "RotaryAttention",
    "angles",
    "halved",
    "online_attention",
    "read_llama",
    "read_safetensors",
    "rotate",
]
