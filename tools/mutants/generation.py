"""The taught code, `generation`, broken on purpose."""

from mutants.mutant import CODE, Mutant

TESTS = "tests/test_generation.py"
FILTERS, DRAW, WRITE, KEPT, GROUPED, WRITER, CACHED, SPECULATE = (
    CODE + f"generation/{name}.py"
    for name in (
        *(
            "filters_and_penalties",
            "draw_token",
            "writing_loop",
            "cache_of_one_attention",
            "grouped_attention",
            "writer",
        ),
        *("cached_transformer", "speculate"),
    )
)

MUTANTS = [
    Mutant(
        "top-p without the token that reaches p",
        FILTERS,
        "before = ordered.cumsum(dim=-1) - ordered",
        "before = ordered.cumsum(dim=-1)",
        TESTS,
    ),
    Mutant(
        "top-p with one token too many",
        FILTERS,
        "places, before >= p)",
        "places, before > p)",
        TESTS,
    ),
    Mutant(
        "min-p as a share of 1",
        FILTERS,
        "least = p * probabilities.amax(dim=-1, keepdim=True)",
        "least = p",
        TESTS,
    ),
    Mutant(
        "a penalty that raises what is below 0", FILTERS, "old * penalty", "old / penalty", TESTS
    ),
    Mutant("top-k with one token too few", FILTERS, "logits < least", "logits <= least", TESTS),
    Mutant("draw whatever the seed is", DRAW, "generator=generator", "generator=None", TESTS),
    Mutant(
        "a row that goes on after its end", WRITE, "ended | (token == end)", "token == end", TESTS
    ),
    Mutant(
        "the text is read anew in each step", WRITE, "new = token.unsqueeze(1)", "new = ids", TESTS
    ),
    Mutant("a cache that forgets its length", KEPT, "        self.read = end\n", "", TESTS),
    Mutant("a cache that has keys for values", KEPT, "end, :] = value", "end, :] = key", TESTS),
    Mutant(
        "a window that does not count what it forgets",
        KEPT,
        "self.read += key.shape[-2]",
        "self.read = min(self.read + key.shape[-2], self.window)",
        "tests/test_modern.py",
    ),
    Mutant("a window that is too long", KEPT, "- self.window + 1)", "- self.window)", TESTS),
    Mutant("a window that is too short", KEPT, "- self.window + 1)", "- self.window + 2)", TESTS),
    Mutant(
        "neighbouring heads in different groups",
        GROUPED,
        "t.repeat_interleave(times, dim=-3)",
        "torch.cat([t] * times, dim=-3)",
        TESTS,
    ),
    Mutant(
        "positions are columns",
        WRITER,
        "(real.cumsum(dim=1) - 1)",
        "(torch.ones_like(real).cumsum(dim=1) - 1)",
        TESTS,
    ),
    Mutant(
        "padding is seen",
        WRITER,
        "hidden | ~real.unsqueeze(1)",
        "hidden | (real & ~real).unsqueeze(1)",
        TESTS,
    ),
    Mutant(
        "a window that sees one token more",
        WRITER,
        "back >= (self.window",
        "back > (self.window",
        TESTS,
    ),
    Mutant(
        "each token at position 0",
        CACHED,
        "positions(x, start=start)",
        "positions(x, start=0)",
        TESTS,
    ),
    Mutant(
        "padding of the memory is seen",
        CACHED,
        "self.seen = ~memory_mask.unsqueeze(-3)",
        "self.seen = (memory_mask | True).unsqueeze(-3)",
        TESTS,
    ),
    Mutant(
        "a prompt sees its future",
        CACHED,
        "model.padding_mask if n == 1 else model.mask",
        "model.padding_mask",
        TESTS,
    ),
    Mutant(
        "padding that was read is seen",
        CACHED,
        "torch.cat([self.ids, ids], dim=-1)",
        "torch.cat([self.ids, ids.clamp(min=1)], dim=-1)",
        TESTS,
    ),
    Mutant(
        "accept by the probability of the target alone",
        SPECULATE,
        ".to(p) * q < p",
        ".to(p) < p",
        TESTS,
    ),
    Mutant(
        "replace by the target, not by what is missing",
        SPECULATE,
        "(wanted - offered).clamp(min=0)",
        "wanted",
        TESTS,
    ),
    Mutant(
        "a model that remembers what was refused",
        SPECULATE,
        "min(cache.read, length + n.item())",
        "cache.read",
        TESTS,
    ),
    Mutant(
        "a model that forgets all it has read",
        SPECULATE,
        "min(cache.read, length + n.item())",
        "0",
        TESTS,
    ),
    Mutant(
        "accept behind a refused token",
        SPECULATE,
        ".cumprod(dim=1).sum(dim=1)",
        ".sum(dim=1)",
        TESTS,
    ),
    Mutant(
        "write on behind the end",
        SPECULATE,
        "stop = len(prompt) + ends[0].item() + 1 if len(ends) else limit",
        "stop = limit",
        TESTS,
    ),
    Mutant(
        "who chooses sees the last token alone",
        CODE + "generation/writing_loop.py",
        "token = choose(logits, ids).masked_fill(ended, pad)",
        "token = choose(logits, new).masked_fill(ended, pad)",
        "tests/test_generation.py::test_what_chooses_is_given_the_last_logits_and_all_ids_so_far",
    ),
    Mutant(
        "shares are added up with few digits",
        CODE + "generation/draw_token.py",
        "ends = probabilities.double().cumsum(dim=-1)",
        "ends = probabilities.cumsum(dim=-1)",
        "tests/test_generation.py::test_each_of_many_tokens_can_be_drawn_in_every_precision",
    ),
    Mutant(
        "one row of keys is copied into all",
        KEPT,
        'check_more("key", key, self.keys, dim=-2)',
        "",
        TESTS,
    ),
    Mutant(
        "tokens are counted as read for which there is no room",
        CODE + "generation/cache_of_all_layers.py",
        "    check_room(cache.layers[0], real.shape[-1])\n",
        "",
        TESTS,
    ),
    Mutant(
        "a memory of fewer layers leaves out the others",
        CODE + "generation/cache_of_all_layers.py",
        "ok = len(cache.layers) == n_layers and own",
        "ok = own",
        TESTS,
    ),
    Mutant(
        "a first token that is refused says how many rows there are",
        CODE + "small/key_value_cache.py",
        """        require(
            ids.shape == (self.shape or ids.shape),""",
        """        self.shape = self.shape or ids.shape
        require(
            ids.shape == self.shape,""",
        "tests/test_bad_input.py::test_a_first_token_that_is_refused_says_nothing_of_the_next",
    ),
    Mutant(
        "a long training whose digits are those of one maker's processors",
        CODE + "generation/train_writers.py",
        "lr=lr, fused=True)",
        "lr=lr)",
        "tests/test_digits.py::test_long_trainings_print_the_same_on_every_processor",
    ),
]
