"""The taught code of `masked_words`: the shares of the paper, against the full model's encoder, and what it learns."""

import pytest
import torch
import torch.nn.functional as F

from support.small_models import generator
from support.weights_by_seed import drawn_by_seed
from tensorbytensor.attention import causal_mask
from tensorbytensor.masked_words import WordFiller, hide
from tensorbytensor.transformer import Sizes, Transformer

SIZES = Sizes(8, 2, 16, 2, dropout=0.0, norm_first=True, max_len=9)


IDS = torch.arange(40000).view(-1, 8) % 9  # 0 and 1 are no words, 2 to 7 are, 8 hides one


def test_words_are_chosen_and_hidden_in_the_shares_of_the_paper():
    shown, chosen = hide(IDS, 2, 8, generator=generator())
    words = (IDS >= 2) & (IDS < 8)
    assert not (chosen & ~words).any() and shown[~chosen].equal(IDS[~chosen])
    assert (chosen.sum() / words.sum()).item() == pytest.approx(0.15, abs=0.01)
    hidden, same = shown[chosen] == 8, shown[chosen] == IDS[chosen]
    assert hidden.double().mean().item() == pytest.approx(0.8, abs=0.02)
    # of the tenth that is drawn, one word in six is the one that was there
    assert same.double().mean().item() == pytest.approx(0.1 + 0.1 / 6, abs=0.02)
    others = shown[chosen][~hidden & ~same]
    assert set(others.tolist()) == {2, 3, 4, 5, 6, 7}


def test_words_are_hidden_by_the_share_and_by_the_generator():
    one, two = (hide(IDS, 2, 8, 0.5, generator()) for _ in range(2))
    assert one[0].equal(two[0]) and one[1].equal(two[1])
    assert not hide(IDS, 2, 8, 0.5, generator(1))[1].equal(one[1])
    words = (IDS >= 2) & (IDS < 8)
    assert (one[1].sum() / words.sum()).item() == pytest.approx(0.5, abs=0.01)
    assert not hide(IDS, 2, 8, 0.0, generator())[1].any()


def test_what_hides_words_comes_behind_them():
    for mask in (2, 1):
        with pytest.raises(ValueError, match=f"first is 2, but must be below mask, {mask}"):
            hide(IDS, 2, mask)


def test_all_weights_are_drawn_from_the_generator():
    drawn_by_seed(lambda rng: WordFiller(99, SIZES, rng))


def test_a_filler_is_the_encoder_of_the_transformer_and_its_output():
    ours = WordFiller(7, SIZES, generator()).eval()
    plain = Transformer(7, 7, SIZES, generator=generator(1)).eval()
    own = ours.state_dict()
    names = {"embedding.weight": "src_embedding.weight"}
    names |= {name: f"encoder_{name}" for name in own if name.startswith("norm.")}
    plain.load_state_dict({names.get(name, name): p for name, p in own.items()}, strict=False)
    ids = torch.tensor([[1, 2, 3, 4], [5, 6, 1, 1]])  # no padding among them
    torch.testing.assert_close(ours(ids), plain.output(plain.encode(ids)[0]))


def test_a_filler_reads_from_both_sides_and_with_a_causal_mask_from_the_left():
    model = WordFiller(7, SIZES, generator()).eval()
    one, two = torch.tensor([1, 2, 3, 4]), torch.tensor([1, 2, 3, 5])
    assert not torch.allclose(model(one)[:3], model(two)[:3], atol=1e-4)
    left = model(one, causal_mask(4)), model(two, causal_mask(4))
    torch.testing.assert_close(left[0][:3], left[1][:3])
    moved = model(one[[1, 0, 2, 3]])[[1, 0, 2, 3]]
    assert not torch.allclose(model(one), moved, atol=1e-4)  # it knows the places


@pytest.mark.parametrize("loss_from", ["left", "both"])
def test_only_who_reads_from_both_sides_knows_a_word_that_follows_decide(loss_from):
    """Pairs of a word and its double: the first is free, the second is known."""
    ids = torch.tensor([[0, word, word] for word in range(2, 8)])
    model, rng = WordFiller(9, SIZES, generator()), generator()
    adam = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(150):
        shown, wanted, where = ids[:, :-1], ids[:, 1:], slice(None)
        if loss_from == "both":
            shown, chosen = hide(ids.repeat(6, 1), 2, 8, 0.3, rng)
            where, wanted = chosen, ids.repeat(6, 1)
        mask = causal_mask(2) if loss_from == "left" else None
        logits = model(shown, mask)[where]
        loss = F.cross_entropy(logits.flatten(0, -2), wanted[where].flatten())
        adam.zero_grad()
        loss.backward()
        adam.step()
    if loss_from == "left":
        right = model(ids[:, :-1], causal_mask(2)).argmax(dim=-1) == ids[:, 1:]
        assert right.sum(dim=0).tolist() == [1, 6]
    else:
        for place in (1, 2):
            shown = ids.index_fill(1, torch.tensor(place), 8)
            assert model(shown)[:, place].argmax(dim=-1).equal(ids[:, place])
