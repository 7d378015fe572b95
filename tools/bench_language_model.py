"""A step of our language model beside one of a plain loop with a model as nanoGPT has it.

That model: no biases, one product for queries, keys and values, learned positions, the output tied to the embedding;
its loop clips gradients and lets AdamW choose its kernel, as nanoGPT does away from a GPU. Sizes are nanoGPT's for
a CPU, and the defaults of our command. Both have dropout 0, in turn, the median of each; then again on a GPU, in
bfloat16 where that is safe, if there is one.
"""

import argparse
import statistics
from collections.abc import Callable
from functools import partial

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tensorbytensor.basics import next_token_loss
from tensorbytensor.experiments import measure_time
from tensorbytensor.language_model.decoder import MIDDLE, Decoder
from tensorbytensor.transformer import Sizes

NANO = Sizes(128, 4, 512, 4, 0.0, "gelu", norm_first=True, max_len=64)
COMPARED = {"nanoGPT's for a CPU": (NANO, 12, 65), "our defaults": (MIDDLE, 32, 8000)}


class Attention(nn.Module):
    def __init__(self, d_model: int, n_heads: int):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        parts = self.qkv(x).chunk(3, dim=-1)
        heads = (part.unflatten(-1, (self.n_heads, -1)).transpose(1, 2) for part in parts)
        context = F.scaled_dot_product_attention(*heads, is_causal=True)
        return self.out(context.transpose(1, 2).flatten(2))


class Block(nn.Module):
    def __init__(self, sizes: Sizes):
        super().__init__()
        d = sizes.d_model
        self.attention, self.first, self.second = (
            Attention(d, sizes.n_heads),
            nn.LayerNorm(d, bias=False),
            nn.LayerNorm(d, bias=False),
        )
        wide, narrow = (nn.Linear(*ends, bias=False) for ends in ((d, 4 * d), (4 * d, d)))
        self.network = nn.Sequential(wide, nn.GELU(), narrow)

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.attention(self.first(x))
        return x + self.network(self.second(x))


class Plain(nn.Module):
    def __init__(self, n_tokens: int, sizes: Sizes):
        super().__init__()
        d = sizes.d_model
        self.tokens, self.positions = nn.Embedding(n_tokens, d), nn.Embedding(sizes.max_len, d)
        self.blocks = nn.Sequential(*(Block(sizes) for _ in range(sizes.n_layers)))
        self.norm = nn.LayerNorm(d, bias=False)

    def forward(self, ids: Tensor) -> Tensor:
        x = self.tokens(ids) + self.positions.weight[: ids.shape[1]]
        return self.norm(self.blocks(x)) @ self.tokens.weight.T


def on(device: str) -> torch.autocast:
    return torch.autocast(device, torch.bfloat16, enabled=device == "cuda")


def plain_step(n_tokens: int, sizes: Sizes, device: str) -> Callable[[Tensor], None]:
    model = Plain(n_tokens, sizes).to(device)
    adam = torch.optim.AdamW(model.parameters(), lr=1e-3)

    def step(ids: Tensor) -> None:
        with on(device):
            logits = model(ids[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
        adam.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        adam.step()

    return step


def our_step(n_tokens: int, sizes: Sizes, device: str) -> Callable[[Tensor], None]:
    model = Decoder(n_tokens, sizes).to(device)
    adam = torch.optim.AdamW(model.parameters(), lr=1e-3, fused=True)

    def step(ids: Tensor) -> None:
        with on(device):
            logits = model(ids[:, :-1])
        loss = next_token_loss(logits, ids[:, 1:])
        adam.zero_grad()
        loss.backward()
        adam.step()

    return step


def compare(name: str, sizes: Sizes, batch: int, n_tokens: int, rounds: int, device: str) -> None:
    """Print tokens a second of both, and their ratio."""
    sizes = Sizes(**vars(sizes) | {"dropout": 0.0})
    ids = torch.randint(n_tokens, (batch, sizes.max_len + 1), device=device)
    makers = {"plain loop": plain_step, "ours": our_step}
    steps = {way: make(n_tokens, sizes, device) for way, make in makers.items()}
    seconds: dict[str, list[float]] = {way: [] for way in steps}
    for number in range(rounds + 3):
        for way, step in steps.items():
            taken = measure_time(partial(step, ids), 1, device)
            if number >= 3:  # the first ones warm up
                seconds[way].append(taken)
    print(f"\n{device}, sizes {name}: {batch} windows of {sizes.max_len} tokens", flush=True)
    rates = {way: batch * sizes.max_len / statistics.median(s) for way, s in seconds.items()}
    for way, rate in rates.items():
        ratio = rate / rates["plain loop"]
        print(f"{way:12s} {rate:9,.0f} tokens a second, {ratio:.2f} × the plain loop", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    torch.set_num_threads(2)
    for device in ["cpu"] + ["cuda"] * torch.cuda.is_available():
        for name, (sizes, batch, n_tokens) in COMPARED.items():
            compare(name, sizes, batch, n_tokens, rounds, device)


if __name__ == "__main__":
    main()
