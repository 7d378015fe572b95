"""The taught code, `learning`, broken on purpose."""

from mutants.mutant import CODE, Mutant

TESTS = "tests/test_learning.py"
BACK, DIFFERENCES, ADAM, SCALAR, DEEP = (
    CODE + f"learning/{name}.py"
    for name in ("attention_backward", "finite_differences", "adam", "scalar", "deep_stack")
)

MUTANTS = [
    Mutant(
        "scores without the average of their row",
        BACK,
        "weights * (d_weights - mean)",
        "weights * d_weights",
        TESTS,
    ),
    Mutant(
        "no root of the width on the way back", BACK, " / math.sqrt(query.shape[-1])", "", TESTS
    ),
    Mutant("values that hear from themselves", BACK, "weights.mT @ d_context", "d_context", TESTS),
    Mutant("one-sided differences", DIFFERENCES, "f(x - moved)) / (2 * ", "f(x)) / (", TESTS),
    Mutant("differences that are twice as large", DIFFERENCES, "/ (2 * step)", "/ step", TESTS),
    Mutant("a mean that is not corrected", ADAM, "m / (1 - 0.9**t)", "m", TESTS),
    Mutant("squares that are not corrected", ADAM, "v / (1 - 0.999**t)", "v", TESTS),
    Mutant("epsilon below the root", ADAM, "(v_hat.sqrt() + 1e-8)", "(v_hat + 1e-8).sqrt()", TESTS),
    Mutant("a gradient that is replaced", SCALAR, "node.gradient +=", "node.gradient =", TESTS),
    Mutant(
        "a derivative that is replaced",
        SCALAR,
        "derivatives[source] +=",
        "derivatives[source] =",
        TESTS,
    ),
    Mutant("the first node first", SCALAR, "in reversed(derivatives)", "in derivatives", TESTS),
    Mutant(
        "a logarithm with the wrong slope", SCALAR, "(self, 1 / self.value)", "(self, 1.0)", TESTS
    ),
    Mutant("an inverse that grows", SCALAR, "-1 / self.value**2", "1 / self.value**2", TESTS),
    Mutant("a layer that reads the input", DEEP, "combine(states[-1]", "combine(x", TESTS),
    Mutant("a network without ReLU", DEEP, "F.relu(x @ inner)", "x @ inner", TESTS),
    Mutant(
        "seeds that are all the first", DEEP, "manual_seed(seed)", "manual_seed(seeds[0])", TESTS
    ),
    Mutant("He's weights that forget ReLU", DEEP, "2 / width]", "1 / width]", TESTS),
    Mutant("uniform weights on one side", DEEP, "(2 * torch.rand", "(torch.rand", TESTS),
    Mutant(
        "a second way back that begins with what the first left",
        CODE + "learning/scalar.py",
        "derivatives[node] = 0.0",
        "derivatives[node] = node.gradient",
        "tests/test_learning.py::test_a_second_way_back_adds_what_the_first_did",
    ),
    Mutant(
        "finite differences that carry a graph",
        CODE + "learning/finite_differences.py",
        "    with torch.no_grad():\n        for place in range(x.numel()):\n            moved = torch.zeros_like(gradient)\n            moved[place] = step\n            moved = moved.view(x.shape)\n            gradient[place] = (f(x + moved) - f(x - moved)) / (2 * step)\n",
        "    for place in range(x.numel()):\n        moved = torch.zeros(x.numel(), dtype=x.dtype, device=x.device)\n        moved[place] = step\n        moved = moved.view(x.shape)\n        gradient[place] = (f(x + moved) - f(x - moved)) / (2 * step)\n",
        "tests/test_learning.py::test_finite_differences_of_what_is_trained_are_plain_numbers",
    ),
]
