"""Each equation of the chapters, worked out from its TeX: its sides agree with each other and with the code."""

import itertools
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import sacrebleu
import torch
import torch.nn.functional as F
from torch import Tensor

from support.bilingual_pages import pages, read
from support.evaluate_formulas import equations, value
from support.find_formulas import formulas
from tensorbytensor.basics import sinusoids
from tensorbytensor.generation import Cache
from tensorbytensor.modern import FeedForward, Recipe, angles, rotate
from tensorbytensor.transformer import FeedForward as PlainFeedForward

NAME = re.compile(r"(\\hat ?|\\log |\\)?[A-Za-z]+(_(\w|\{[^{}]*\}))?$")
C_FALLS = r"c_0 = 1, c_1 = \tfrac12, \dots, c_6 = \tfrac17"
# Said of a case, not of all: nothing that could be worked out.
SUPPOSED = {
    "Q = K",
    "j = i",
    r"t = 1, 2, \dots",
    r"\hat m = g",
    r"\hat v = g^2",
    "y = x + f(x)",
    C_FALLS,
}
RANDOM = torch.Generator()


@pytest.fixture(autouse=True)
def same_draws_whatever_ran_before() -> None:
    RANDOM.manual_seed(0)


def some(*shape: int) -> Tensor:
    """Numbers from 0.5 to 2, so that logarithms and roots have a value."""
    return 0.5 + 1.5 * torch.rand(*shape, generator=RANDOM, dtype=torch.float64)


def some_with_gradient(*shape: int) -> Tensor:
    return some(*shape).requires_grad_()


def written(tex: str) -> str:
    return re.sub(r"(\\[,;!]|\s)+", " ", tex).strip()


def stated(page: str) -> Iterator[list[str]]:
    """The equations of a page, and what ALONE has of the expressions in its lines."""
    for formula, is_displayed in formulas(read("en", page)):
        for sides in equations(formula):
            if is_displayed or len(sides) > 1 or written(sides[0]) in ALONE.get(page, {}):
                yield sides


def worked_out(side: str, names: Mapping[str, Any]) -> Tensor | None:
    """None where a name has no value."""
    try:
        return torch.as_tensor(value(side, names), dtype=torch.float64)
    except ValueError:
        return None


def is_number(side: str) -> bool:
    return worked_out(side, {}) is not None


def numeric() -> list[tuple[str, list[str]]]:
    """Equations with two sides or more that have no letter."""
    found = [
        (page, [s for s in sides if is_number(s)]) for page in pages() for sides in stated(page)
    ]
    return [(page, sides) for page, sides in found if len(sides) > 1]


def general() -> list[tuple[str, list[str]]]:
    """All others, but for those that only give a name its value."""
    found = {}
    for page in pages():
        for sides in stated(page):
            given = [side for side in sides if is_number(side) or NAME.match(side)]
            is_setting = len(given) == len(sides) and any(map(is_number, sides))
            if not is_setting and " = ".join(sides) not in SUPPOSED:
                found[page, " = ".join(map(written, sides))] = (page, sides)
    return list(found.values())


def attention(n_queries: int = 3, width: int = 4) -> dict[str, Any]:
    """Small letters are for a single query."""
    q, k, v, m = some(n_queries, width), some(5, width), some(5, 2), some(n_queries, 5).log()
    attend = F.scaled_dot_product_attention
    names = {"Q": q, "q": q, "K": k, "V": v, "M": m, "m_q": m, "d_k": width}
    names |= {"Attention": attend, "attention": attend}
    return names | {"masked": lambda q, k, v, m: attend(q, k, v, attn_mask=m)}


def layers() -> dict[str, Any]:
    network = PlainFeedForward(3, 5).double()
    inner, outer = network.inner, network.outer
    x, unit = some(2, 3), F.normalize(some(2, 3), dim=-1)
    return {
        "x": x,
        "FFN": network,
        "W_1": inner.weight.T,
        "b_1": inner.bias,
        "W_2": outer.weight.T,
        "b_2": outer.bias,
        "a": unit[0],
        "b": unit[1],
        "d": lambda a, b: torch.linalg.vector_norm(a - b),
        r"\cos": lambda a, b=None: a.cos() if b is None else F.cosine_similarity(a, b, dim=0),
    }


def normed() -> dict[str, Any]:
    x, g, b = some(5), some(5), some(5)
    norm = lambda x: F.layer_norm(x, (5,), g, b, 0.1)  # noqa: E731
    mean, std = x.mean(), x.std(correction=0)
    plain = F.layer_norm(x, (5,), eps=0)
    names = {"x": x, "g": g, "b": b, "norm": norm, r"\hat x": plain}
    return names | {r"\mu": mean, r"\sigma": std, r"\varepsilon": 0.1}


def adam() -> dict[str, Any]:
    """PyTorch's optimizer after three steps, and before the third."""
    theta, gradients = some(4).requires_grad_(), some(3, 4)
    options = {"lr": 0.05, "betas": (0.7, 0.8), "eps": 0.1}
    optimizer = torch.optim.Adam([theta], **options)
    for gradient in gradients:
        state = {key: old.clone() for key, old in optimizer.state[theta].items()}
        before = theta.detach().clone()
        theta.grad = gradient
        optimizer.step()
    m, v = (optimizer.state[theta][key] for key in ("exp_avg", "exp_avg_sq"))
    return {
        "m_t": m,
        "v_t": v,
        "m_t-1": state["exp_avg"],
        "v_t-1": state["exp_avg_sq"],
        "g_t": gradients[-1],
        r"\hat m_t": m / (1 - 0.7**3),
        r"\hat v_t": v / (1 - 0.8**3),
        r"\theta_t": theta.detach(),
        r"\theta_t-1": before,
        r"\beta_1": 0.7,
        r"\beta_2": 0.8,
        r"\eta": 0.05,
        r"\varepsilon": 0.1,
        "t": 3,
    }


def corrected() -> dict[str, Any]:
    """With PyTorch's defaults, from where its first steps lead if ε is 0."""
    theta = some(1).requires_grad_()
    optimizer = torch.optim.Adam([theta], lr=1.0, eps=0.0)
    for gradient in some(3, 1):
        before = theta.detach().clone()
        theta.grad = gradient
        optimizer.step()
    m, v = (optimizer.state[theta][key] for key in ("exp_avg", "exp_avg_sq"))
    moved = before - theta.detach()  # m̂ / √v̂
    v_hat = v / (1 - 0.999**3)
    return {"m": m, "v": v, "t": 3, r"\hat v": v_hat, r"\hat m": moved * v_hat**0.5}


def gradients() -> dict[str, Any]:
    """The small network of the chapter, and what PyTorch gives back at each of its places."""
    X, W_v = some_with_gradient(4, 3), some_with_gradient(3, 2)
    W_q, W_k = ((some(3, 2) / 4).requires_grad_() for _ in range(2))  # no weight near 0 or 1
    W, labels = some_with_gradient(2, 5), torch.tensor([1, 4, 0, 2])
    Q, K, V = X @ W_q, X @ W_k, X @ W_v
    S = Q @ K.T / 2**0.5
    A = S.softmax(dim=-1)
    C = A @ V
    Y = C @ W
    loss = F.cross_entropy(Y, labels)
    named = {"X": X, "W": W, "Q": Q, "K": K, "V": V, "S": S, "A": A, "C": C, "Y": Y}
    back = torch.autograd.grad(loss, list(named.values()))
    grown = {f"d{name}": gradient for name, gradient in zip(named, back, strict=True)}
    known = {"W_q": W_q, "W_k": W_k, "W_v": W_v, "p": Y.softmax(-1), "y": F.one_hot(labels, 5)}
    row = {"s": S[0], "a": A[0], "ds": grown["dS"][0], "da": grown["dA"][0], "i": 1}
    rows = {"j": range(4), "k": range(4)}
    return named | grown | known | row | rows | {"dZ": grown["dY"], "dP": grown["dX"]}


def derivatives() -> dict[str, Any]:
    t = torch.tensor(1.3, dtype=torch.float64, requires_grad=True)
    return {"x": t, "'": t}


def of_a_product() -> dict[str, Any]:
    t = torch.tensor(1.3, dtype=torch.float64, requires_grad=True)
    return {"x": t**2, "y": t.sin(), "'": t}


def carries() -> dict[str, Any]:
    """Digits from the right, with what is carried into each place, as Python adds."""
    a, b = 58742, 37695
    of = lambda number, i: number // 10**i % 10  # noqa: E731
    carry = [int(a % 10**i + b % 10**i >= 10**i) for i in range(5)]
    i = 3
    names = {f"{n}_i": of(x, i) for n, x in (("a", a), ("b", b), ("s", a + b))}
    names |= {f"{n}_i-1": of(x, i - 1) for n, x in (("a", a), ("b", b), ("s", a + b))}
    return names | {
        "c_i": carry[i],
        "c_i-1": carry[i - 1],
        "x": names["a_i"] + names["b_i"] + carry[i] - carry[i - 1] / 10,
    }


def gated() -> dict[str, Any]:
    recipe = Recipe(n_tokens=9, d_model=8, d_ff=6, activation="swiglu", bias=False)
    network = FeedForward(recipe).double()
    weights = {
        "G": network.gate.weight.T,
        "W_1": network.inner.weight.T,
        "W_2": network.outer.weight.T,
    }
    functions = {
        "silu": F.silu,
        r"\sigma": lambda z: torch.sigmoid(torch.as_tensor(z)),
        "FFN": network,
    }
    return {"x": some(2, 8), "z": some(1)[0]} | weights | functions


def rms() -> dict[str, Any]:
    x, w = some(5), some(5)
    y = F.rms_norm(x, (5,), w, 0.1)
    return {"x": x, "w": w, "y": y, "D": 5, "i": range(5), r"\varepsilon": 0.1}


def turned() -> dict[str, Any]:
    x = some(1, 2)
    y = rotate(x, torch.tensor([[3 * 0.4]]), "interleaved")
    return {"a": x[0, 0], "b": x[0, 1], "t": 3, r"\theta": 0.4, "to": y[0]}


def entropy() -> dict[str, Any]:
    logits, labels = some(5, 7), torch.tensor([3, 0, 6, 1, 1])
    p = torch.cat([torch.zeros(1), logits.softmax(-1)[range(5), labels]])  # p_1 is the first
    return {"L": F.cross_entropy(logits, labels), "T": 5, "p": p}


def smoothed() -> dict[str, Any]:
    """What the label is, read from the gradient, which is p - q."""
    logits = some_with_gradient(1, 6)
    F.cross_entropy(logits, torch.tensor([2]), label_smoothing=0.3).backward()
    return {"q": (logits.softmax(-1) - logits.grad)[0], r"\varepsilon": 0.3, "V": 6, "label": 2}


def bleu(reference: str) -> dict[str, Any]:
    said = "a b c d e f g h"
    score = sacrebleu.sentence_bleu(said, [reference], tokenize="none")
    p = {f"p_{n}": precision / 100 for n, precision in enumerate(score.precisions, 1)}
    return {"BLEU": score.score, "r": len(reference.split()), "c": 8} | p


def bytes_kept() -> dict[str, Any]:
    """What a cache grows by with each token."""
    cache = Cache(3, room=9)
    for layer in cache.layers:
        layer.add(*torch.zeros(2, 1, 5, 1, 7, dtype=torch.float64))
    return {"L": 3, "H": 5, "K": 7, "b": 8, "to": cache.n_bytes}


def softmax_row() -> dict[str, Any]:
    s = some(3, 4)
    return {"s": s, "w": s.softmax(-1), "i": 2, "j": 1, "k": range(4)}


def one_score() -> dict[str, Any]:
    """A weight beside one other."""
    s, c = some_with_gradient(1)[0], some(1)[0]
    return {"s": s, "c": c, "w": torch.stack([s, c.log()]).softmax(0)[0]}


def its_growth() -> dict[str, Any]:
    names = one_score()
    return names | {"to": torch.autograd.grad(names["w"], names["s"], retain_graph=True)[0]}


def products() -> dict[str, Any]:
    x_t, x_s = some(1, 3), some(1, 3)
    w_q, w_k = some(3, 2), some(3, 2)
    return {"x_t": x_t, "x_s": x_s, "W_q": w_q, "W_k": w_k, "q_t": x_t @ w_q, "k_s": (x_s @ w_k)}


def worth() -> dict[str, Any]:
    """Of two beams that are worth the same by the formula, the better one is chosen on either side of it."""
    log_p, n, alpha = -2.4, 7, 0.6
    return {"worth": log_p / ((5 + n) / 6) ** alpha, "P": math.exp(log_p), "n": n, r"\alpha": alpha}


def example() -> dict[str, Any]:
    """The sentence of the exercise."""
    said, reference = "a b c d e", "a b c d f g e"
    score = sacrebleu.sentence_bleu(said, [reference], tokenize="none")
    return {f"p_{n}": precision / 100 for n, precision in enumerate(score.precisions, 1)}


def slope_of_sigmoid() -> dict[str, Any]:
    p = some_with_gradient(1)[0]
    to = torch.autograd.grad(torch.sigmoid(p), p)[0]
    return {"p": p, r"\sigma": torch.sigmoid, "to": to}


def accepted() -> dict[str, Any]:
    """Of what a draft proposes; with what is drawn for the rest, each token is as probable as with the target."""
    p, q = some(6).softmax(0), some(6).softmax(0)
    kept = torch.minimum(p, q)
    return {"p": p, "q": q, "kept": kept, "rest": p - kept}


def jacobian(i: int, j: int) -> dict[str, Any]:
    s = some(4)
    jacobian = torch.autograd.functional.jacobian(lambda s: s.softmax(0), s)
    return {"a": s.softmax(0), "i": i, "j": j, "to": jacobian[i, j]}


def one_right() -> dict[str, Any]:
    """The logit of one of V tokens is 1 and all others are 0."""
    logits = torch.zeros(11, dtype=torch.float64)
    logits[3] = 1
    return {"V": 11, "p": logits.softmax(0)[3], "loss": F.cross_entropy(logits, torch.tensor(3))}


def three_in_four() -> dict[str, Any]:
    """The loss of who says q to what happens three times in four."""
    q, target = torch.tensor([0.6, 0.4]).double(), torch.tensor([0.75, 0.25]).double()
    return {"q": 0.6, "to": F.cross_entropy(q.log(), target)}


def step() -> dict[str, Any]:
    names = adam()
    moved = names.pop(r"\theta_t") - names.pop(r"\theta_t-1")
    return names | {r"\hat m": names[r"\hat m_t"], r"\hat v": names[r"\hat v_t"], "to": moved}


def one_hot() -> dict[str, Any]:
    logits = some(7)
    y = F.one_hot(torch.tensor(2), 7)
    to = F.cross_entropy(logits, torch.tensor(2))
    return {"y": y, "p": logits.softmax(0), "v": range(7), "to": to}


def places() -> dict[str, Any]:
    return {"PE": sinusoids(9, 6).double(), "p": 7, "i": 2, "d": 6}


def slope() -> dict[str, Any]:
    """Of a line through two points on scales of powers."""
    n, c, a = (3.0, 48.0), 0.7, -0.37
    y = [c * number**a for number in n]
    return {
        "N_1": n[0],
        "N_2": n[1],
        "y_1": y[0],
        "y_2": y[1],
        "a": a,
        "N": n[1],
        "c": c,
        r"\ell": y[1],
        r"\ell_0": 0,
    }


def mixed() -> dict[str, Any]:
    w, x = some(1, 3), some(3, 5)
    names = {f"w_0{j}": w[0, j] for j in range(3)} | {f"x_{j}": x[j] for j in range(3)}
    return names | {"y_0": (w @ x)[0]}


def attended(is_masked: bool = False, **sizes: int) -> dict[str, Any]:
    names = attention(**sizes)
    mask = names["M"] if is_masked else None
    return names | {"to": names["attention"](names["Q"], names["K"], names["V"], mask)}


def by_keys() -> dict[str, Any]:
    q, x, w = some(3), some(4), some(4, 3)
    return {"q": q, "x_j": x.unsqueeze(0), "W_k": w}


# Of each page, by their first side: what the names stand for. `to` is the value of what has no sign of equality.
NAMES = {
    "architecture": {
        "d(a, b)": layers,
        r"\cos(a, b)": layers,
        r"\lVert a - b \rVert^2": layers,
        r"\sigma(p)": lambda: {"p": some(1)[0], r"\sigma": torch.sigmoid},
        r"\sin \omega (p + k)": lambda: {r"\omega": 0.7, "p": 1.9, "k": 0.4},
        r"\cos \omega (p + k)": lambda: {r"\omega": 0.7, "p": 1.9, "k": 0.4},
        r"\operatorname{FFN}(x)": layers,
        r"\operatorname{norm}(x)": normed,
        r"d_{\mathrm{ff}}": lambda: {
            "d_ff": 2048,
            "D": 512,  # the paper's base model
        },
    },
    "attention": {
        "w_{ij}": softmax_row,
        r"\frac{w_{ij}}{w_{ik}}": lambda: softmax_row() | {"k": 3},
        "y_0": mixed,
        "e^{s+100}": lambda: {"s": 0.7},
        "w": one_score,
        r"\frac{e^s c}{(e^s + c)^2}": its_growth,
        r"p \cdot 0 + (1 - p) \cdot \frac{w}{1 - p}": lambda: {"p": 0.3, "w": 0.8},
        r"\operatorname{Attention}(Q, K, V)": attention,
    },
    "attention-in-pytorch": {
        r"\operatorname{attention}(Q, K, V)": attention,
        r"\operatorname{masked}(Q, K, V, M)": attention,
        r"q \cdot (x_j W_k)": by_keys,
    },
    "by-hand": {
        r"q_t \cdot k_s": products,
        "2 c w - c^2": lambda: {"c": 1.7, "w": 0.6},
        r"a_{i-1} + b_{i-1} + c_{i-1}": carries,
        r"\frac{a_{i-1} + b_{i-1} - s_{i-1}}{10}": carries,
        "x": carries,
        "999 - (a - b)": lambda: {"a": 641, "b": 253},
    },
    "decoder-only": {
        r"\operatorname{softmax} \left(\frac{qK^\top}{\sqrt{d_k}}\right) V": lambda: attended(
            n_queries=1
        ),
        r"\operatorname{softmax} \left(\frac{qK^\top}{\sqrt{d_k}} + m_q\right) V": lambda: attended(
            is_masked=True, n_queries=1
        ),
        "m_t": adam,
        "v_t": adam,
        r"\hat m_t": adam,
        r"\hat v_t": adam,
        r"\theta_t": adam,
    },
    "encoder-decoder": {
        r"\mathrm{PE}_{p, 2i}": places,
        r"\mathrm{PE}_{p, 2i+1}": places,
        r"\operatorname{softmax} \left(\frac{QK^\top}{\sqrt{2}}\right) V": lambda: attended(
            width=2
        ),
        r"\operatorname{softmax} \left(\frac{QK^\top}{\sqrt{2}} + M\right) V": lambda: attended(
            is_masked=True, width=2
        ),
    },
    "generation": {
        "2 L H K b": bytes_kept,
    },
    "learning": {
        "(e^x)'": derivatives,
        r"(\ln x)'": derivatives,
        "(1/x)'": derivatives,
        "(xy)'": of_a_product,
        r"\mathrm{d}Z": gradients,
        "Y": gradients,
        r"\mathrm{d}C": gradients,
        r"\mathrm{d}W": gradients,
        "C": gradients,
        r"\mathrm{d}A": gradients,
        r"\mathrm{d}V": gradients,
        r"\ln a_i": gradients,
        r"\mathrm{d}s_i": gradients,
        "S": gradients,
        "Q": gradients,
        r"\mathrm{d}X": gradients,
        r"\mathrm{d}P": gradients,
        r"\hat m": corrected,
        r"\hat v": corrected,
        r"\hat x": normed,
        "2x + 1": lambda: {"x": 3},
    },
    "modern": {
        "y": rms,
        r"q \cdot (k + b)": lambda: {"q": some(3), "k": some(3), "b": some(3)},
        r"(a \cos t\theta - b \sin t\theta, a \sin t\theta + b \cos t\theta)": turned,
        r"\theta_i": lambda: {r"\theta": angles(2, 6)[1], "i": 2, "K": 6},
        r"\theta": lambda: {r"\theta": angles(2, 128, 500.0)[1, -1], "base": 500.0},
        r"\mathrm{FFN}(x)": gated,
        r"\mathrm{silu}(z)": gated,
        r"\sigma(1)": gated,
    },
    "overview": {
        r"1 + 2 + \dots + (n + 1)": lambda: {"n": 6},
        "L": entropy,
        r"-\log \frac{1}{V}": lambda: {"V": 23.0},
    },
    "stories": {
        r"\ell - \ell_0": slope,
        "a": slope,
    },
    "translation": {
        "q_v": lambda: smoothed() | {"v": 2},
        r"\text{worth}": worth,
        r"\text{BLEU}": lambda: bleu("a b c d e f z h i j k"),
        "p_1 p_2 p_3 p_4": example,
    },
}
# Expressions that stand alone in a line, of each page.
ALONE = {
    "architecture": {
        r"\sigma(p) (1 - \sigma(p))": slope_of_sigmoid,
        r"\sin(p / 10000^{2i/D})": lambda: (names := places()) | {"D": 6, "to": names["PE"][7, 4]},
    },
    "attention": {
        r"e^{s_{00} - s_{02}}": lambda: (
            (names := softmax_row())
            | {
                "s_00": names["s"][0, 0],
                "s_02": names["s"][0, 2],
                "to": names["w"][0, 0] / names["w"][0, 2],
            }
        ),
    },
    "encoder-decoder": {
        "1 / 10000^{2i/d}": lambda: {"i": 2, "d": 6, "to": math.exp(-4 / 6 * math.log(10000))},
        r"\exp(-\tfrac{2i}{d}\log 10000)": lambda: {"i": 2, "d": 6, "to": 10000 ** (-4 / 6)},
    },
    "generation": {
        r"\min(1, p/q)": lambda: (names := accepted()) | {"to": names["kept"] / names["q"]},
        r"\min(p, q)": lambda: (names := accepted()) | {"to": names["kept"]},
        r"\max(0, p - q)": lambda: (names := accepted()) | {"to": names["rest"]},
        "n(n+1)/2": lambda: {"n": 9, "to": sum(range(10))},
    },
    "learning": {
        r"e^{z_j} / \sum_k e^{z_k}": lambda: {
            "z": (z := some(4)),
            "j": 2,
            "k": range(4),
            "to": z.softmax(0)[2],
        },
        "a_i(1 - a_i)": lambda: jacobian(1, 1),
        "-a_i a_j": lambda: jacobian(1, 3),
        r"-\eta \hat m / (\sqrt{\hat v} + \varepsilon)": step,
    },
    "overview": {
        r"\frac{e}{e + V - 1}": lambda: (names := one_right()) | {"to": names["p"]},
        r"\log\left(1 + \frac{V - 1}{e}\right)": lambda: (
            (names := one_right()) | {"to": names["loss"]}
        ),
        r"-\sum_v y_v \log p_v": one_hot,
    },
    "stories": {
        r"-\frac34 \log q - \frac14 \log(1 - q)": three_in_four,
    },
}


@pytest.mark.parametrize(("page", "sides"), numeric())
def test_numbers_on_both_sides_are_the_same(page, sides):
    """Up to the last digit of the side that has the fewest; 14.2 is 14 but not 15."""
    *exact, rounded = sides
    is_decimal = re.fullmatch(r"(-|\\pm )?[\d.]+", rounded)
    digits = len(rounded.partition(".")[2]) if is_decimal else 9
    for side in exact:
        difference = abs(worked_out(side, {}) - worked_out(rounded, {}))
        assert difference <= 0.5 * 10**-digits * (1 + 1e-9), sides


@pytest.mark.parametrize(
    ("page", "sides"), general(), ids=lambda x: x if isinstance(x, str) else written(x[0])
)
def test_what_is_said_of_names_holds_for_what_they_stand_for(page, sides):
    names = (NAMES[page] | ALONE.get(page, {}))[written(sides[0])]()
    values = [value(side, names) for side in sides]
    values += [names["to"]] if "to" in names else []
    assert len(values) > 1
    for pair in itertools.pairwise(values):
        left, right = (torch.as_tensor(side, dtype=torch.float64).detach() for side in pair)
        torch.testing.assert_close(left, right, atol=1e-9, rtol=1e-5)


def test_who_says_more_than_the_reference_pays_no_penalty_for_brevity():
    """The other branch of BLEU's formula."""
    said, names = (
        next(sides for sides in stated("translation") if "BLEU" in sides[0]),
        bleu("a b c d e f z"),
    )
    torch.testing.assert_close(float(value(said[1], names)), names["BLEU"])


def test_each_entry_is_a_formula_of_its_page():
    used = {(page, written(sides[0])) for page, sides in general()}
    given = [(page, side) for named in (NAMES, ALONE) for page in named for side in named[page]]
    assert sorted(given) == sorted(used)


@pytest.mark.parametrize(
    ("tex", "worth"),
    [
        (r"2 + 3 \cdot 4", 14),
        ("-2^2", -4),
        (r"\tfrac12 \cdot \frac{3}{4}", 0.375),
        (r"1 + 3 + \dots + 9", 25),
        ("8{,}748 / 2", 4374),
        (r"\cos 60° \cos 60°", 0.25),
        (r"\sqrt 2 \, \sqrt{2}", 2),
        (r"\min(1,\, \log e^3)", 1),
        (r"\sum_{t=1}^{3} t^2", 14),
        ("[2 = 2] + [2 = 3]", 1),
    ],
)
def test_a_formula_is_read_as_people_read_it(tex, worth):
    assert float(value(tex, {})) == pytest.approx(worth)


@pytest.mark.parametrize("tex", ["2 x", r"\sum_k 2", "3 +", "(1", "1 ~ 2"])
def test_what_has_no_value_is_refused(tex):
    with pytest.raises(ValueError, match=r"no value|expected|understood"):
        value(tex, {})
