"""What a reader can touch: the numbers are the kernel's, by mouse, finger and keyboard, in both languages."""

import json
from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

from support.copies import ROOT
from tensorbytensor.attention import masked_softmax
from tensorbytensor.touch import Exported, exact, relation

SCRIPTS = ROOT / "code" / "bilingual_book" / "touch"
CALLS = 10_000
MOST_BYTES = {"tensors.js": 7_000, "wake.js": 4_000, "equation.js": 4_000}

Gradients = tuple[Tensor, ...]


def draw(*shape: int, seed: int) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return 3 * torch.randn(CALLS, *shape, generator=generator, dtype=torch.float64)


def masks(*shape: int, seed: int) -> Tensor:
    """Half of all is hidden, so of three in a row often all."""
    return torch.rand(CALLS, *shape, generator=torch.Generator().manual_seed(seed)) < 0.5


def labels(n: int, seed: int) -> Tensor:
    return torch.randint(n, (CALLS, 2), generator=torch.Generator().manual_seed(seed))


def gradients(result: Callable[..., Tensor], inputs: list[Tensor], G: Tensor) -> Gradients:
    leaves = [each.clone().requires_grad_() for each in inputs]
    return torch.autograd.grad(result(*leaves), leaves, G)


def layer_norm(X: Tensor, gain: Tensor, bias: Tensor) -> Tensor:
    return F.layer_norm(X, X.shape[-1:]) * gain + bias


def cross_entropy(logits: Tensor, right: Tensor) -> Tensor:
    return F.cross_entropy(logits.transpose(1, 2), right, reduction="none").mean(dim=1)


A, B, C, G = (draw(*shape, seed=n) for n, shape in enumerate(((2, 3), (3, 4), (2, 3), (2, 4))))
GAIN, BIAS, HIDDEN, RIGHT = (
    draw(1, 3, seed=4),
    draw(1, 3, seed=5),
    masks(2, 3, seed=6),
    labels(3, 7),
)
W = A.softmax(dim=-1)
ONES = torch.ones(CALLS, dtype=torch.float64)
# What the page calls, with which arguments, and what PyTorch has: each of them with 10,000 inputs.
FUNCTIONS = {
    "product": ("product(a, b)", [A, B], [A @ B]),
    "transpose": ("transpose(a)", [A], [A.mT]),
    "add": ("add(a, b)", [A, C], [A + C]),
    "a row is added": ("add(a, b)", [A, BIAS], [A + BIAS]),
    "scale": ("scale(a, 0.37)", [A], [0.37 * A]),
    "columnSums": ("columnSums(a)", [A], [A.sum(dim=1, keepdim=True)]),
    "softmax": ("softmax(a)", [A], [A.softmax(dim=-1)]),
    "softmax of large scores": ("softmax(a)", [A + 1000], [(A + 1000).softmax(dim=-1)]),
    "softmax with a mask": ("softmax(a, b)", [A, HIDDEN], [masked_softmax(A, HIDDEN)]),
    "layerNorm": ("layerNorm(a, b, c)", [A, GAIN, BIAS], [layer_norm(A, GAIN, BIAS)]),
    "relu": ("relu(a)", [A], [A.relu()]),
    "crossEntropy": ("crossEntropy(a, b)", [A, RIGHT], [cross_entropy(A, RIGHT)]),
    "productGradient": ("productGradient(a, b, c)", [A, B, G], gradients(torch.matmul, [A, B], G)),
    "softmaxGradient": (
        "softmaxGradient(softmax(a), b)",
        [A, C],
        gradients(lambda x: x.softmax(dim=-1), [A], C),
    ),
    "softmaxGradient with a mask": (
        "softmaxGradient(softmax(a, b), c)",
        [A, HIDDEN, C],
        gradients(lambda x: masked_softmax(x, HIDDEN), [A], C),
    ),
    "layerNormGradient": (
        "layerNormGradient(a, b, c)",
        [A, GAIN, C],
        gradients(layer_norm, [A, GAIN, BIAS], C),
    ),
    "reluGradient": ("reluGradient(a, b)", [A, C], gradients(torch.relu, [A], C)),
    "crossEntropyGradient": (
        "crossEntropyGradient(a, b)",
        [A, RIGHT],
        gradients(lambda x: cross_entropy(x, RIGHT), [A], ONES),
    ),
}
CALL = """(given) => {{
  const {{ {names} }} = tensors;
  const all = JSON.parse(given);
  return JSON.stringify(all[0].map((_, n) => {{ const [a, b, c] = all.map((each) => each[n]); return {call}; }}));
}}"""
NAMES = (
    "add, columnSums, crossEntropy, crossEntropyGradient, layerNorm, layerNormGradient, product, "
    "productGradient, relu, reluGradient, scale, softmax, softmaxGradient, transpose"
)


@pytest.fixture(scope="module")
def engine(browser):
    page = browser.new_page()
    page.add_script_tag(content=(SCRIPTS / "tensors.js").read_text("utf8"))
    yield page
    page.close()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_page_computes_what_pytorch_does(engine, name):
    call, inputs, expected = FUNCTIONS[name]
    given = [each.int().tolist() if each.dtype == torch.bool else each.tolist() for each in inputs]
    results = json.loads(engine.evaluate(CALL.format(names=NAMES, call=call), json.dumps(given)))
    several = results if len(expected) > 1 else [[result] for result in results]
    for n, right in enumerate(expected):
        mine = torch.tensor([each[n] for each in several], dtype=torch.float64)
        assert mine.shape == right.shape and mine.shape[0] == CALLS
        torch.testing.assert_close(mine, right, rtol=1e-12, atol=1e-12)


ADAM = """(given) => {
  const [start, gradients, options] = JSON.parse(given);
  return JSON.stringify(start.map((P, n) => {
    const parameters = [P], memory = {};
    for (const step of gradients) tensors.adam(parameters, [step[n]], memory, options);
    return parameters[0];
  }));
}"""


@pytest.mark.parametrize("options", [{}, {"lr": 0.1, "betas": [0.8, 0.95], "eps": 1e-3}], ids=str)
def test_adam_takes_the_steps_of_pytorchs(engine, options):
    steps = [draw(2, 3, seed=seed) for seed in range(10, 15)]
    parameter = A.clone()
    adam = torch.optim.Adam([parameter], **options)
    for step in steps:
        parameter.grad = step.clone()
        adam.step()
    given = json.dumps([A.tolist(), [step.tolist() for step in steps], options])
    mine = torch.tensor(json.loads(engine.evaluate(ADAM, given)), dtype=torch.float64)
    torch.testing.assert_close(mine, parameter, rtol=1e-12, atol=1e-12)


def test_the_scripts_are_small():
    for name, most in MOST_BYTES.items():
        assert (SCRIPTS / name).stat().st_size <= most, name
    assert sum(path.stat().st_size for path in SCRIPTS.glob("*.js")) <= 29_000


def test_what_is_exported_is_what_the_kernel_has():
    x = torch.tensor([[0.1, -2.5], [float("nan"), 1e-9]])
    exported = Exported(x=x, mask=torch.tensor([True, False]))
    (numbers,) = (data["tensors"] for data in [*exported._repr_mimebundle_().values()][:1])
    assert numbers["mask"] == [1, 0] and numbers["x"][1][0] is None
    known = x.nan_to_num()
    assert torch.equal(torch.tensor([[n or 0.0 for n in row] for row in numbers["x"]]), known)
    doubles = torch.rand(100, dtype=torch.float64)
    assert exact("doubles", doubles) == doubles.tolist()
    assert repr(exported) == "x (2, 2), mask (2,)"


def test_a_relation_is_one_that_holds():
    a, b = torch.rand(2, 3), torch.rand(3, 4)
    signs = ["", "·", "="]
    assert relation([a, b, a @ b], signs) == {"kind": "product", "left": 2}
    assert relation([a, b, a @ b + 0.01], signs) is None
    assert relation([a, b, a @ b], ["", "+", "="]) is None
    assert relation([a], [""]) is None
    rows = {"kind": "rows", "left": 1, "rows": [2, 0, 2]}
    assert relation([b, b[[2, 0, 2]]], ["", "→"]) == rows
    assert relation([b, b[[2, 0]] + 1], ["", "→"]) is None
    columns = {"kind": "columns", "left": 1}
    assert relation([b, b[:, :1], b[:, 1:]], ["", "→", ","]) == columns
    assert relation([b[:, :1], b[:, 1:], b], ["", ",", "→"]) == {**columns, "left": 2}
    assert relation([b, b[:, 1:], b[:, :1]], ["", "→", ","]) is None
