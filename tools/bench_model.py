"""Time the full model beside PyTorch's, and attention against length: `bench_model.py [--rounds N]`.

A training step of ours, of one around `nn.Transformer`, and of one alike, which drops only where the paper and
ours do, taken in turns, so that what else the machine does meets all; ratios round by round: by the clock, and, for a machine that has other work, by what
the main thread computed, which does not count its waiting. Then time and peak memory of the two faces of attention, and writing with a key–value cache and without.
Where a CUDA device is at hand, these run there, too, in bfloat16. Then the small model of the first chapters
is trained by Lightning's Trainer, by a bare loop, and a hundred times at once.
"""

import argparse
import importlib
import os
import statistics
import time
from collections.abc import Callable
from functools import partial

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # a thread that waits lets others work

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.utils.data import DataLoader, TensorDataset

from tensorbytensor.attention import attention, causal_mask, fused_attention
from tensorbytensor.basics import PositionEncoding, next_token_loss
from tensorbytensor.experiments import measure_memory, measure_time
from tensorbytensor.generation import CachedTransformer, write
from tensorbytensor.transformer import Sizes, Transformer

SIZES = Sizes(d_model=256, n_heads=4, d_ff=1024, n_layers=3, dropout=0.1)
VOCABULARY, BATCH, LENGTH, PAD, THREADS = 8_000, 32, 32, 0, 2
LENGTHS = [2**n for n in range(8, 14)]
HEADS, WIDTH = 4, 64
WRITER, WRITTEN, EVERY = Sizes(256, 4, 1024, 4, dropout=0.0, max_len=512), (32, 128, 256), 8
PLAIN, FUSED = "Adam", "Adam(fused=True)"


class Theirs(nn.Module):
    """What one writes around `nn.Transformer`: embeddings, positions, masks, output layer."""

    def __init__(self):
        super().__init__()
        d = SIZES.d_model
        self.src_embedding = nn.Embedding(VOCABULARY, d)
        self.tgt_embedding = nn.Embedding(VOCABULARY, d)
        self.positions = PositionEncoding(d, SIZES.max_len)
        self.dropout = nn.Dropout(SIZES.dropout)
        n = SIZES.n_layers
        self.transformer = nn.Transformer(
            d, SIZES.n_heads, n, n, SIZES.d_ff, SIZES.dropout, batch_first=True
        )
        self.output = nn.Linear(d, VOCABULARY)

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        root = SIZES.d_model**0.5
        padding = src == PAD
        x = self.transformer(
            self.dropout(self.positions(self.src_embedding(src) * root)),
            self.dropout(self.positions(self.tgt_embedding(tgt) * root)),
            tgt_mask=causal_mask(tgt.shape[1], tgt.device),
            src_key_padding_mask=padding,
            tgt_key_padding_mask=tgt == PAD,
            memory_key_padding_mask=padding,
            tgt_is_causal=True,
        )
        return self.output(x)


def alike() -> Theirs:
    """Theirs with dropout only where the paper has it and ours, too: no weights, nothing in the feed-forward network."""
    model = Theirs()
    for layer in (*model.transformer.encoder.layers, *model.transformer.decoder.layers):
        layer.dropout.p = layer.self_attn.dropout = 0.0
        if isinstance(layer, nn.TransformerDecoderLayer):
            layer.multihead_attn.dropout = 0.0
    return model


def ours() -> Transformer:
    return Transformer(VOCABULARY, VOCABULARY, SIZES, PAD)


def their_loss(logits: Tensor, labels: Tensor) -> Tensor:
    return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=PAD)


def our_loss(logits: Tensor, labels: Tensor) -> Tensor:
    return next_token_loss(logits, labels, PAD)


def training_step(
    model: nn.Module, loss: Callable[[Tensor, Tensor], Tensor], optimizer: str, device: str
) -> Callable[[], None]:
    """A step of training on one batch, always the same; on a GPU in bfloat16 where that is safe."""
    model = model.to(device).train()
    adam = torch.optim.Adam(model.parameters(), lr=1e-4, fused=True if optimizer == FUSED else None)
    ids = torch.randint(1, VOCABULARY, (BATCH, 2 * LENGTH + 1), device=device)
    src, tgt = ids[:, :LENGTH], ids[:, LENGTH:]

    def step() -> None:
        adam.zero_grad()
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            result = loss(model(src, tgt[:, :-1]), tgt[:, 1:])
        result.backward()
        adam.step()

    return step


def compare_training(rounds: int, device: str) -> None:
    """Print how many tokens a second ours and theirs train on, with the same optimizer and with each."""
    torch.manual_seed(0)
    steps = {
        (whose, optimizer): training_step(model(), loss, optimizer, device)
        for whose, model, loss in (
            ("theirs", Theirs, their_loss),
            ("alike", alike, their_loss),
            ("ours", ours, our_loss),
        )
        for optimizer in (PLAIN, FUSED)
    }
    clock, computed = ({way: [] for way in steps} for _ in range(2))
    for number in range(rounds + 2):
        for way, step in steps.items():
            start = time.thread_time()
            taken = measure_time(step, 1, device)
            if number >= 2:  # the first ones warm up
                clock[way].append(taken)
                computed[way].append(time.thread_time() - start)
    tokens = 2 * BATCH * LENGTH
    heading(f"Training, {device}, medians of {rounds} steps taken in turns")
    for (whose, optimizer), taken in clock.items():
        low, middle, high = statistics.quantiles(taken, n=4)
        print(
            f"{whose:7s} {optimizer:17s} {tokens / middle:9,.0f} tokens/s  "
            f"{middle * 1e3:7.1f} ms, half of them {low * 1e3:.1f} to {high * 1e3:.1f}"
        )
    for what, seconds in (("by the clock", clock), ("by the main thread", computed)):
        if device == "cuda" and seconds is computed:
            continue  # the work is the GPU's
        for mine, whose, other in (
            (FUSED, "theirs", PLAIN),
            (FUSED, "theirs", FUSED),
            (PLAIN, "theirs", PLAIN),
            (FUSED, "alike", FUSED),
        ):
            name = f"ours with {mine}, {whose} with {other}, {what}"
            print_ratio(name, seconds[whose, other], seconds["ours", mine])


def print_ratio(name: str, theirs: list[float], own: list[float]) -> None:
    """How many times as fast ours is: the median of the rounds, and the middle half of them."""
    low, ratio, high = statistics.quantiles([a / b for a, b in zip(theirs, own)], n=4)
    print(f"{name:80s} {ratio:.2f} ×, half of the rounds {low:.2f} to {high:.2f}")


def compare_attention(device: str) -> None:
    """Print time and peak memory of both faces, causal, against length."""
    dtype = torch.bfloat16 if device == "cuda" else torch.float32
    heading(f"Attention, {HEADS} heads of {WIDTH}, causal, {dtype}, {device}")
    print(f"{'':8s}{'attention':>46s}{'fused_attention':>46s}")
    print(f"{'length':8s}" + f"{'forward':>23s}{'and backward':>23s}" * 2)
    for length in LENGTHS:
        x = torch.randn(1, HEADS, length, WIDTH, dtype=dtype, device=device, requires_grad=True)
        explained = partial(attention, x, x, x, causal_mask(length, device))
        fused = partial(fused_attention, x, x, x, causal=True)
        cells = [cell for face in (explained, fused) for cell in costs(face, x, device)]
        print(f"{length:<8d}" + "".join(f"{cell:>23s}" for cell in cells), flush=True)


def costs(face: Callable[[], Tensor | tuple], x: Tensor, device: str) -> list[str]:
    """What the forward pass costs, and both passes."""

    def forward() -> None:
        with torch.no_grad():
            face()

    def both() -> None:
        context = face()
        context = context if isinstance(context, Tensor) else context[0]
        torch.autograd.grad(context.sum(), x)

    return [
        f"{measure_time(call, 3, device) * 1e3:9.1f} ms {measure_memory(call, device) / 2**20:8.1f} MiB"
        for call in (forward, both)
    ]


@torch.no_grad()
def compare_writing(device: str) -> None:
    """Print what a batch of texts takes with a key–value cache and without, against their length.

    Without one, the middle of each eight steps is measured and counts eight times; both write on from one token.
    """
    heading(f"Writing, {WRITER.n_layers} layers of {WRITER.d_model}, batch {BATCH}, {device}")
    model = Transformer(VOCABULARY, VOCABULARY, WRITER).to(device).eval()
    memory, mask = model.encode(torch.randint(1, VOCABULARY, (BATCH, LENGTH), device=device))
    first = torch.ones(BATCH, 1, dtype=torch.int64, device=device)

    def kept(length: int) -> None:
        write(CachedTransformer(model, memory, mask), first, VOCABULARY - 1, length, PAD)

    def anew(length: int) -> None:
        model.decode(first.expand(-1, length), memory, mask)

    kept(EVERY), anew(EVERY)  # the first ones warm up
    for length in WRITTEN:
        lengths = range(EVERY // 2, length, EVERY)
        without = EVERY * sum(measure_time(partial(anew, n), 1, device) for n in lengths)
        seconds = measure_time(partial(kept, length), 1, device)
        print(
            f"{length:4d} tokens {without:8.2f} s without a cache {seconds:8.2f} s with it  "
            f"{without / seconds:5.1f} ×",
            flush=True,
        )


def compare_ways_of_training() -> None:
    """Print what training the 69 parameters takes: by the Trainer, bare, a hundred at once."""
    start = time.perf_counter()
    importlib.import_module("lightning")
    imported = time.perf_counter() - start
    from support.small_models import ENGLISH, SPANISH, tiny_translator
    from tensorbytensor.experiments import quiet_trainer, train_many

    src = ENGLISH.encode_batch(["<SOS> lets go", "<SOS> to go"])
    tgt = SPANISH.encode_batch(["<SOS> vamos <EOS>", "<SOS> ir <EOS>"])
    batches = list(zip(src.split(1), tgt.split(1)))

    def bare() -> None:
        model = tiny_translator()
        optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
        for _ in range(30):
            for batch in batches:
                optimizer.zero_grad()
                model.loss(*batch).backward()
                optimizer.step()

    def trainer() -> None:
        data = DataLoader(TensorDataset(src, tgt))
        quiet_trainer(30).fit(tiny_translator(), data)

    def hundred() -> None:
        train_many([tiny_translator() for _ in range(100)], batches, 30, 0.1)

    heading(f"60 steps of the small model; importing Lightning took {imported:.1f} s")
    seconds = {}
    for way in (bare, trainer, hundred):
        way()  # the first time warms up
        start = time.perf_counter()
        way()
        seconds[way] = time.perf_counter() - start
    for way, name in (
        (bare, "bare loop"),
        (trainer, "Lightning's Trainer"),
        (hundred, "100 models at once"),
    ):
        ratio = seconds[way] / seconds[bare]
        print(f"{name:28s} {seconds[way]:7.2f} s  {ratio:.1f} × the bare loop")


def heading(text: str) -> None:
    print(f"\n{text}\n{'-' * len(text)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    torch.set_num_threads(THREADS)
    for device in ["cpu"] + ["cuda"] * torch.cuda.is_available():
        compare_training(rounds, device)
        compare_attention(device)
        compare_writing(device)
    compare_ways_of_training()


if __name__ == "__main__":
    main()
