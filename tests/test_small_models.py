"""Encoder, decoder and both models: against the source tutorial, by property, on bad input."""

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.utils.data import DataLoader, TensorDataset

from support.small_models import (
    DEEP,
    ENGLISH,
    PROMPTS,
    SOURCE,
    SPANISH,
    TARGET,
    continuer,
    draw,
    generator,
    tiny_translator,
    translator,
)
from tensorbytensor.attention import WideHeadAttention
from tensorbytensor.basics import Vocabulary, sinusoids
from tensorbytensor.experiments import quiet_trainer
from tensorbytensor.small import DecoderOnly, EncoderDecoder, SmallDecoder, SmallEncoder

SRC = ENGLISH.encode_batch(["<SOS> lets go", "<SOS> to go"])
TGT = SPANISH.encode_batch(["<SOS> vamos <EOS>", "<SOS> ir <EOS>"])
ASKED = PROMPTS.encode_batch(["what is statquest <EOS>", "statquest is what <EOS>"])
ANSWERED = PROMPTS.encode_batch(
    ["what is statquest <EOS> awesome <EOS>", "statquest is what <EOS> awesome <EOS>"]
)


def ids(*shape: int, seed: int = 0) -> Tensor:
    """Ids of words that both SOURCE and TARGET have, none of them <PAD>."""
    words = torch.tensor([1, 2, 4, 5])
    return words[torch.randint(4, shape, generator=generator(seed))]


class OfTheTutorial(nn.Module):
    """The source tutorial's model, written down plainly and seeded as it is there."""

    def __init__(self):
        super().__init__()
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(42)
            self.en = nn.Embedding(4, 2)
            self.encode = nn.ModuleList(nn.Linear(2, 2, bias=False) for _ in range(3))
            torch.manual_seed(43)
            self.es = nn.Embedding(5, 2)
            self.look_back = nn.ModuleList(nn.Linear(2, 2, bias=False) for _ in range(3))
            self.look_up = nn.ModuleList(nn.Linear(2, 2, bias=False) for _ in range(3))
            self.out = nn.Linear(2, 5)

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        def attend(weights, a, b, causal=False):
            q, k, v = (layer(x) for layer, x in zip(weights, (a, b, b)))
            return F.scaled_dot_product_attention(q, k, v, is_causal=causal)

        row = torch.arange(3.0)
        places = torch.stack([row.sin(), row.cos()], dim=1)
        x = self.en(src) + places[: len(src)]
        memory = x + attend(self.encode, x, x)
        y = self.es(tgt) + places[: len(tgt)]
        y = y + attend(self.look_back, y, y, causal=True)
        return self.out(y + attend(self.look_up, y, memory))


def assert_equal_weights(ours: nn.Module, theirs: nn.Module, **tolerance: float) -> None:
    for mine, yours in zip(ours.parameters(), theirs.parameters(), strict=True):
        torch.testing.assert_close(mine, yours, **tolerance)


def test_the_translator_is_the_tutorials_before_and_after_training():
    ours, theirs = tiny_translator(), OfTheTutorial()
    assert_equal_weights(ours, theirs, rtol=0, atol=0)
    for src, tgt in zip(SRC, TGT):
        torch.testing.assert_close(ours(src, tgt), theirs(src, tgt))
    optimizer = torch.optim.Adam(theirs.parameters(), lr=0.1)
    for src, tgt in [*zip(SRC, TGT)] * 3:
        optimizer.zero_grad()
        F.cross_entropy(theirs(src, tgt[:-1]), tgt[1:]).backward()
        optimizer.step()
    quiet_trainer(3).fit(ours, DataLoader(TensorDataset(SRC, TGT)))
    assert_equal_weights(ours, theirs, rtol=1e-4, atol=1e-5)


def test_the_translator_repeats_the_recorded_facts():
    model = tiny_translator()
    assert sum(p.numel() for p in model.parameters()) == 69
    logits = [
        [0.0417, 0.0945, 0.2714, -0.0105, 0.0902],
        [0.8693, -1.0257, -0.6939, 0.1791, -0.6546],
    ]
    given = model(SRC[0], SPANISH.encode("<SOS> vamos"))
    torch.testing.assert_close(given, torch.tensor(logits), rtol=0, atol=5.1e-5)
    assert [SPANISH.decode(model.generate(src)) for src in SRC] == ["<SOS> vamos <SOS> ir"] * 2
    quiet_trainer(30).fit(model, DataLoader(TensorDataset(SRC, TGT)))
    assert [SPANISH.decode(row) for row in model.generate(SRC)] == [
        "<SOS> vamos <EOS>",
        "<SOS> ir <EOS>",
    ]
    tokens = model.encoder.positions(model.encoder.embedding(SRC[0]))
    expected = torch.tensor([[1.16, 0.23], [0.57, 1.36], [4.41, -2.16]])
    torch.testing.assert_close(tokens, expected, rtol=0, atol=5.1e-3)
    W_q = model.encoder.self_attention[0].heads[0].W_q.weight
    expected = torch.tensor([[2.22, 0.41], [0.17, -0.51]])
    torch.testing.assert_close(W_q.T, expected, rtol=0, atol=5.1e-3)


def test_the_decoder_only_model_repeats_the_recorded_facts():
    model = DecoderOnly(PROMPTS, generator=generator(42))
    assert sum(p.numel() for p in model.parameters()) == 37
    end, awesome = (PROMPTS.id(word) for word in ("<EOS>", "awesome"))
    assert model.generate(ASKED).equal(F.pad(ASKED, (0, 1), value=end))
    quiet_trainer(30).fit(model, DataLoader(TensorDataset(ANSWERED)))
    assert model.generate(ASKED)[:, 4:].tolist() == [[awesome, end]] * 2


def test_several_layers_draw_one_after_another():
    random = generator()
    encoder = SmallEncoder(SOURCE, **DEEP, generator=random)
    again = generator()
    expected = [
        torch.empty(6, 4).normal_(generator=again),
        *(p for _ in range(2) for p in WideHeadAttention(4, 2, again).parameters()),
    ]
    for mine, yours in zip(encoder.parameters(), expected, strict=True):
        assert mine.equal(yours)
    assert random.get_state().equal(again.get_state())


def test_a_later_token_never_changes_earlier_logits():
    decoder, alone, memory = translator().decoder, continuer(), draw(2, 5, 4)
    for predict in (lambda x: decoder(x, memory), alone):
        before = predict(ids(2, 6))
        for t in range(1, 6):
            changed = ids(2, 6)
            changed[:, t:] = 3  # ids() never draws it
            after = predict(changed)
            torch.testing.assert_close(after[:, :t], before[:, :t], rtol=0, atol=1e-12)
            assert not torch.allclose(after[:, t], before[:, t])


def test_every_token_of_the_source_reaches_every_logit():
    model, src, tgt = translator(), ids(5), ids(6)
    before = model(src, tgt)
    for s in range(5):
        changed = src.clone()
        changed[s] = 0
        assert ((model(changed, tgt) - before).abs() > 1e-9).all()


def test_without_positions_a_permuted_source_permutes_the_memory():
    encoder, src, order = translator().encoder, torch.tensor([0, 1, 4, 5, 2]), [3, 0, 4, 2, 1]
    assert not torch.allclose(encoder(src[order]), encoder(src)[order])
    encoder.positions = nn.Identity()
    torch.testing.assert_close(encoder(src[order]), encoder(src)[order])


SENTENCES = ["a b c d e", "b", "c e a", "d a"]
ANSWERS = ["<SOS> u v <EOS>", "<SOS> w w v u <EOS>", "<SOS> <EOS>", "<SOS> v u v <EOS>"]


def padded_and_real() -> tuple[Tensor, Tensor, list[tuple[Tensor, Tensor]]]:
    rows = [(SOURCE.encode(s), TARGET.encode(a)) for s, a in zip(SENTENCES, ANSWERS)]
    return SOURCE.encode_batch(SENTENCES), TARGET.encode_batch(ANSWERS), rows


def mean_of_tokens(losses: list[Tensor], rows: list[Tensor]) -> Tensor:
    counts = torch.tensor([len(row) - 1 for row in rows])
    return (torch.stack(losses) * counts).sum() / counts.sum()


@pytest.mark.parametrize("seed", range(3))
def test_padding_changes_nothing_in_a_translator(seed):
    model = translator(seed)
    src, tgt, rows = padded_and_real()
    memory, logits = model.encoder(src), model(src, tgt)
    for i, (a, b) in enumerate(rows):
        torch.testing.assert_close(memory[i, : len(a)], model.encoder(a))
        torch.testing.assert_close(logits[i, : len(b)], model(a, b))
    losses = [model.loss(a, b) for a, b in rows]
    torch.testing.assert_close(model.loss(src, tgt), mean_of_tokens(losses, [b for _, b in rows]))


def test_padding_may_be_the_first_token():
    words = Vocabulary(["<PAD>", "a", "b", "<EOS>"])
    encoder = SmallEncoder(words, **DEEP, generator=generator())
    memory = encoder(words.encode_batch(["a b a", "b"]))
    torch.testing.assert_close(memory[1, :1], encoder(words.encode("b")))


@pytest.mark.parametrize("seed", range(3))
def test_padding_changes_nothing_in_a_decoder_only_model(seed):
    model = continuer(seed)
    _, tgt, rows = padded_and_real()
    logits = model(tgt)
    for i, (_, b) in enumerate(rows):
        torch.testing.assert_close(logits[i, : len(b)], model(b))
    losses = [model.loss(b) for _, b in rows]
    torch.testing.assert_close(model.loss(tgt), mean_of_tokens(losses, [b for _, b in rows]))


@pytest.mark.parametrize("B", [1, 3])
def test_batched_equals_one_by_one(B):
    src, tgt = ids(B, 5), ids(B, 6, seed=1)
    model, alone = translator(), continuer()
    for i in range(B):
        torch.testing.assert_close(model(src, tgt)[i], model(src[i], tgt[i]))
        torch.testing.assert_close(alone(tgt)[i], alone(tgt[i]))
    losses = torch.stack([model.loss(a, b) for a, b in zip(src, tgt)])
    torch.testing.assert_close(model.loss(src, tgt), losses.mean())


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
def test_low_precision_is_close_to_double(dtype):
    tolerance = 40 * torch.finfo(dtype).eps
    src, tgt = SOURCE.encode_batch(SENTENCES), TARGET.encode_batch(ANSWERS)
    for make, batch in (translator, (src, tgt)), (continuer, (tgt,)):
        rough = make(dtype=dtype)
        exact = make()
        exact.load_state_dict(rough.state_dict())  # the same rounded weights
        logits = rough(*batch)
        assert logits.dtype == dtype
        torch.testing.assert_close(logits.double(), exact(*batch), rtol=tolerance, atol=tolerance)
        rough.loss(*batch).backward()
        assert all(p.grad.isfinite().all() for p in rough.parameters())
        assert rough.generate(batch[0]).dtype == torch.int64


@pytest.mark.parametrize(("read", "written"), [(6, 3), (2, 5)])
def test_how_much_is_written_depends_on_the_room_of_the_decoder_alone(read, written):
    encoder = SmallEncoder(SOURCE, max_len=read, generator=generator(1))
    decoder = SmallDecoder(TARGET, max_len=written, generator=generator(2))
    with torch.no_grad():
        decoder.output.bias[TARGET.id("<EOS>")] = -100.0  # it never ends by itself
    ids = EncoderDecoder(encoder, decoder).generate(torch.tensor([[0, 1], [2, 4]]))
    assert ids.shape == (2, written + 1) and TARGET.id("<EOS>") not in ids


@pytest.mark.parametrize(
    ("make", "vocabulary", "longest"),
    [(SmallEncoder, ENGLISH, 3), (SmallDecoder, SPANISH, 3), (DecoderOnly, PROMPTS, 6)],
)
def test_a_model_unless_told_otherwise_is_the_tutorials(make, vocabulary, longest):
    """One layer of one head, two numbers a token, and no longer than the tutorial's sentences."""
    model = make(vocabulary)
    assert model.max_len == longest and model.embedding.embedding_dim == 2
    assert [len(layer.heads) for layer in model.self_attention] == [1]
    given = torch.zeros(longest + 1, dtype=torch.int64)
    memory = [torch.zeros(1, 2)] if make is SmallDecoder else []
    assert model(given[1:], *memory).shape[0] == longest
    with pytest.raises(ValueError, match=f"{longest + 1} tokens, but max_len is {longest}"):
        model(given, *memory)


SIX, SEVEN = ids(2, 6), ids(2, 7)
MODEL, ALONE, MEMORY = translator(), continuer(), draw(2, 3, 4)
CHECKED = {
    "encoder": MODEL.encoder,
    "decoder": lambda x: MODEL.decoder(x, MEMORY),
    "source": lambda x: MODEL(x, SIX),
    "target": lambda x: MODEL(SIX, x),
    "translate": MODEL.generate,
    "decoder_only": ALONE,
    "continue": ALONE.generate,
}


@pytest.mark.parametrize("name", CHECKED)
@pytest.mark.parametrize(
    ("given", "message"),
    [
        (SEVEN, "^7 tokens, but max_len is 6$"),
        (
            SIX[:, :0],
            r"(ids have|src has|tgt has) shape \(2, 0\), but at least one token is needed",
        ),
        (
            SIX.float(),
            r"(ids are|src is|tgt is) torch\.float32, but must be a tensor of torch\.int64",
        ),
        (SIX - 2, "^id -1 given, but the vocabulary has 0 to 5$"),
        (SIX + 1, "^id 6 given, but the vocabulary has 0 to 5$"),
    ],
    ids=["long", "empty", "floats", "negative", "large"],
)
def test_every_model_checks_its_ids(name, given, message):
    with pytest.raises(ValueError, match=message):
        CHECKED[name](given)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: SmallEncoder(SOURCE, n_heads=0), "n_heads is 0, but must be"),
        (
            lambda: SmallEncoder(SOURCE, n_layers=0),
            "n_layers is 0, but must be an integer of at lea",
        ),
        (
            lambda: SmallDecoder(TARGET, n_layers=0),
            "n_layers is 0, but must be an integer of at lea",
        ),
        (lambda: DecoderOnly(TARGET, n_layers=0), "n_layers is 0, but must be an integer of at"),
        (lambda: SmallEncoder(SOURCE, d_model=3), "d_model is 3, but must be even"),
        (lambda: SmallDecoder(TARGET, d_model=3), "d_model is 3, but must be even"),
        (lambda: DecoderOnly(TARGET, d_model=3), "d_model is 3, but must be even"),
        (
            lambda: MODEL(SIX, SIX[:1]),
            r"src has shape \(2, 6\), tgt \(1, 6\), but both must be one sentence or batches",
        ),
        (lambda: MODEL.loss(SIX, SIX[0]), r"src has shape \(2, 6\), tgt \(5,\), but both must be"),
        (
            lambda: translator().decoder(SIX, draw(2, 3, 2)),
            r"memory has shape \(2, 3, 2\), but its last dimension must be 4",
        ),
        (
            lambda: EncoderDecoder(MODEL.encoder, SmallDecoder(ENGLISH)).generate(SIX),
            "unknown token '<EOS>'; the vocabulary has only: <SOS>, lets, to, go",
        ),
    ],
)
def test_bad_input_says_what_was_given_and_what_is_allowed(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_each_layer_of_the_decoder_only_model_adds_to_its_input():
    model = DecoderOnly(PROMPTS, d_model=4, n_layers=2, generator=generator(1))
    ids = torch.tensor([2, 3, 1, 4])
    x = model.embedding.weight[ids] + sinusoids(4, 4)
    for attend in model.self_attention:
        x = x + attend(x, x, x, torch.ones(4, 4, dtype=torch.bool).triu(1))
    torch.testing.assert_close(model(ids), x @ model.output.weight.T + model.output.bias)
