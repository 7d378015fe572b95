"""What a decoder-only model is made of: the choices of 2017, of GPT-2, of Llama."""

from dataclasses import dataclass

from tensorbytensor.basics import (
    check_choice,
    check_count,
    check_kind,
    check_positive,
    require,
)

NORMS = ("layer", "rms")
PLACES = ("sinusoids", "learned", "rope")
ACTIVATIONS = ("relu", "gelu", "swiglu")


@dataclass(frozen=True)
class Recipe:
    """The layers of 2017, unless told otherwise; n_kv_heads: None is n_heads."""

    n_tokens: int
    d_model: int = 32
    n_heads: int = 4
    d_ff: int = 128
    n_layers: int = 2
    max_len: int = 64
    norm_first: bool = False
    norm: str = "layer"
    bias: bool = True
    places: str = "sinusoids"
    activation: str = "relu"
    n_kv_heads: int | None = None
    tied: bool = False
    eps: float = 1e-5
    base: float = 10000.0

    def __post_init__(self):
        check_count(n_tokens=self.n_tokens, d_model=self.d_model, d_ff=self.d_ff)
        check_count(n_heads=self.n_heads, n_layers=self.n_layers)
        check_count(max_len=self.max_len)
        if self.n_kv_heads is not None:
            check_count(n_kv_heads=self.n_kv_heads)
        check_kind(bool, norm_first=self.norm_first, bias=self.bias, tied=self.tied)
        check_choice(NORMS, norm=self.norm)
        check_choice(PLACES, places=self.places)
        check_choice(ACTIVATIONS, activation=self.activation)
        check_positive(eps=self.eps, base=self.base)
        given, heads = f"d_model is {self.d_model}", self.n_heads
        ok = self.d_model % (2 * heads) == 0
        require(ok, f"{given}, but must be an even multiple of n_heads, {heads}")
        ok = heads % self.kv_heads == 0
        allowed = f"must divide n_heads, {heads}"
        require(ok, f"n_kv_heads is {self.n_kv_heads}, but {allowed}")

    @property
    def kv_heads(self) -> int:
        """How many heads have a key and a value of their own."""
        return self.n_kv_heads or self.n_heads
