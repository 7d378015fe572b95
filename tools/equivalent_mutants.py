"""Mutants that compute what the module computes, so that no test can kill them.

Of a module, the lines before and after, and why. A test sees that each of them is still generated.
"""

NEVER_EQUAL = "a random number of 53 bits is hardly ever equal to the share"
EQUIVALENT: list[tuple[str, str, str, str]] = [
    (
        "corpus.french",
        'VOWELS = "aeiouyhâàäéèêëîïôöûüœ"  # every h of the lexicon is mute',
        'VOWELS = "XXaeiouyhâàäéèêëîïôöûüœXX"  # every h of the lexicon is mute',
        "letters are compared in lower case: no X is found",
    ),
    (
        "corpus.french",
        "masculine, feminine = adjective.fr[0 + 2 * plural], adjective.fr[1 + 2 * plural]",
        "masculine, feminine = adjective.fr[0 - 2 * plural], adjective.fr[1 + 2 * plural]",
        "of four forms, the second last is the third",
    ),
    ("corpus.grammar", "if rng.random() < 0.75:", "if rng.random() <= 0.75:", NEVER_EQUAL),
    (
        "corpus.grammar",
        "adjective = rng.choice(fitting) if rng.random() < 0.5 else None",
        "adjective = rng.choice(fitting) if rng.random() <= 0.5 else None",
        NEVER_EQUAL,
    ),
    ("corpus.grammar", "plural = rng.random() < 0.5", "plural = rng.random() <= 0.5", NEVER_EQUAL),
    (
        "corpus.grammar",
        "negative = rng.random() < 0.3",
        "negative = rng.random() <= 0.3",
        NEVER_EQUAL,
    ),
    (
        "corpus.grammar",
        "question = not negative and rng.random() < 0.25",
        "question = not negative and rng.random() <= 0.25",
        NEVER_EQUAL,
    ),
    (
        "corpus.grammar",
        'if "person" in verb.kinds and rng.random() < 0.15:',
        'if "person" in verb.kinds and rng.random() <= 0.15:',
        NEVER_EQUAL,
    ),
    (
        "basics.next_token_loss",
        "ignored = -100 if pad is None else pad  # no id is -100: nothing is left out",
        "ignored = -101 if pad is None else pad  # no id is -100: nothing is left out",
        "no id is that, either",
    ),
    (
        "basics.next_token_loss",
        "ignored = -100 if pad is None else pad  # no id is -100: nothing is left out",
        "ignored = -99 if pad is None else pad  # no id is -100: nothing is left out",
        "no id is that, either",
    ),
    (
        "basics.linear",
        "with torch.random.fork_rng(devices=[]):  # nn.Linear draws weights of its own",
        "with torch.random.fork_rng():  # nn.Linear draws weights of its own",
        "the layer is made on the CPU: other devices draw nothing",
    ),
    (
        "attention.multi_head_attention",
        "if isinstance(mask, Tensor) and mask.ndim > 2:",
        "if isinstance(mask, Tensor) and mask.ndim >= 2:",
        "(1, T, S) and (T, S) broadcast alike",
    ),
    (
        "attention.multi_head_attention",
        "if isinstance(mask, Tensor) and mask.ndim > 2:",
        "if isinstance(mask, Tensor) and mask.ndim > 1:",
        "(1, T, S) and (T, S) broadcast alike",
    ),
    (
        "pictures.picture",
        'head, body = svg[svg.index("<svg") :].replace(INK, "currentColor").split(">", 1)',
        'head, body = svg[svg.rindex("<svg") :].replace(INK, "currentColor").split(">", 1)',
        "a picture has one <svg",
    ),
    (
        "pictures.cells",
        'return DARK if luminance > 0.19 else "#FFFFFF"',
        'return DARK if luminance >= 0.19 else "#FFFFFF"',
        "no colour has that luminance to the bit",
    ),
    (
        "basics.reproducible_dropout_mask",
        "draws = torch.empty(x.numel() // 8 + 1, dtype=torch.int64, device=x.device)",
        "draws = torch.empty(x.numel() // 7 + 1, dtype=torch.int64, device=x.device)",
        "more is drawn, of which the same bytes are used",
    ),
    (
        "basics.reproducible_dropout_mask",
        "draws = torch.empty(x.numel() // 8 + 1, dtype=torch.int64, device=x.device)",
        "draws = torch.empty(x.numel() // 8 + 2, dtype=torch.int64, device=x.device)",
        "more is drawn, of which the same bytes are used",
    ),
    ("decoding.greedy", ")[0]", ")[-1]", "of a batch of one the last is the first"),
    (
        "decoding.greedy",
        "real = torch.ones_like(ids, dtype=torch.bool) if pad is None else ids != pad",
        "real = torch.ones_like(ids, ) if pad is None else ids != pad",
        "ones add up as True does",
    ),
    (
        "decoding.greedy",
        "ids[rows, lengths] = logits.argmax(dim=-1).masked_fill(ended, filler)",
        "ids[rows, lengths] = logits.argmax(dim=+1).masked_fill(ended, filler)",
        "of two dimensions the last is the second",
    ),
    ("experiments.ablation", "found += 1", "found += 2", "only whether it is 0 is asked"),
]
