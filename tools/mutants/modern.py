"""The taught code, `modern`, broken on purpose."""

from mutants.mutant import CODE, Mutant

TESTS = "tests/test_modern.py"
RMS, ROPE, GATE, ROTARY, BLOCK, MODEL, ONLINE, FOLDER = (
    CODE + f"modern/{name}.py"
    for name in (
        *("rms_norm", "rope", "feed_forward", "rotary_attention", "block", "language_model"),
        *("online_softmax", "read_llama_folder"),
    )
)

MUTANTS = [
    Mutant("a norm that adds up 16 bits in 16", RMS, "x.float() if", "x if", TESTS),
    Mutant(
        "a norm that changes what it is given",
        RMS,
        "(wide * (square + self.eps).rsqrt())",
        "(wide.mul_((square + self.eps).rsqrt()))",
        TESTS,
    ),
    Mutant(
        "turn the other way",
        ROPE,
        "c, s = angle.cos().to(x), angle.sin()",
        "c, s = angle.cos().to(x), -angle.sin()",
        TESTS,
    ),
    Mutant(
        "a permutation that permutes nothing",
        ROPE,
        ".view(-1, 2).T.flatten()",
        ".view(-1, 2).flatten()",
        TESTS,
    ),
    Mutant("halves in the place of pairs", ROPE, 'if pairs == "interleaved"', "if False", TESTS),
    Mutant(
        "every place is the first",
        ROPE,
        "torch.arange(start, start + length)",
        "torch.arange(length)",
        TESTS,
    ),
    Mutant(
        "the gate on the wrong side",
        GATE,
        "F.silu(self.gate(x)) * wide",
        "self.gate(x) * F.silu(wide)",
        TESTS,
    ),
    Mutant("another GELU", GATE, ', approximate="tanh"', "", TESTS),
    Mutant("places that begin anew with a cache", ROTARY, "self.base, start)", "self.base)", TESTS),
    Mutant("keys that do not turn", ROTARY, "rotate(k, turn), v", "k, v", TESTS),
    Mutant(
        "values that turn", ROTARY, "rotate(k, turn), v", "rotate(k, turn), rotate(v, turn)", TESTS
    ),
    Mutant(
        "a base that is always 10,000",
        ROTARY,
        "self.base = recipe.base",
        "self.base = 10_000.0",
        TESTS,
    ),
    Mutant(
        "a norm behind where it is first",
        BLOCK,
        "self.attention(self.attention_norm(x), mask, kept)",
        "self.attention(x, mask, kept)",
        TESTS,
    ),
    Mutant(
        "padding that is seen",
        MODEL,
        "mask = mask | torch.atleast_1d(hidden).unsqueeze(-2)",
        "pass",
        TESTS,
    ),
    Mutant("two tables where one is asked for", MODEL, "if recipe.tied:", "if False:", TESTS),
    Mutant("no norm at the end", MODEL, "self.output(self.norm(x))", "self.output(x)", TESTS),
    Mutant(
        "sums that are not shrunk",
        ONLINE,
        "total = total * shrink + parts",
        "total = total + parts",
        TESTS,
    ),
    Mutant("blocks without scaling", ONLINE, " / math.sqrt(query.shape[-1])", "", TESTS),
    Mutant(
        "a header read from the wrong place",
        FOLDER,
        "data[start:end]",
        "data[start - 8 : end - 8]",
        TESTS,
    ),
    Mutant(
        "a scaled RoPE taken for a plain one",
        FOLDER,
        'rope.get("rope_type", rope.get("type", "default"))',
        '"default"',
        TESTS,
    ),
    Mutant(
        "a folder whose heads do not share",
        FOLDER,
        'config.get("num_key_value_heads")',
        "None",
        TESTS,
    ),
    Mutant(
        "attention in blocks takes scores to be near zero",
        CODE + "modern/online_softmax.py",
        "most = query.new_full((*query.shape[:-1], 1), -torch.inf)",
        "most = query.new_zeros((*query.shape[:-1], 1))",
        "tests/test_modern.py",
    ),
    Mutant(
        "reading a folder draws from the generator of all",
        CODE + "modern/read_llama_folder.py",
        "LanguageModel(recipe, torch.Generator())",
        "LanguageModel(recipe)",
        "tests/test_bad_input.py::test_a_call_changes_neither_its_arguments_nor_its_model_nor_what_is_set_for_all[modern.read_llama]",
    ),
    Mutant(
        "a file that is cut off is read",
        CODE + "modern/read_llama_folder.py",
        'require(end <= len(data), f"{given} needs {end} for {name}")',
        "",
        "tests/test_modern.py::test_a_file_that_was_cut_off_says_what_is_missing",
    ),
]
