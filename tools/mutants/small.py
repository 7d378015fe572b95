"""The taught code, `small`, broken on purpose."""

from mutants.mutant import BAD, CODE, DECODING, MODELS, TRIAL, Mutant

MUTANTS = [
    Mutant(
        "draw for the source first",
        CODE + "small/decoder.py",
        "        self.self_attention = nn.ModuleList(\n            WideHeadAttention(d_model, n_heads, generator) for _ in range(n_layers)\n        )\n        self.cross_attention = nn.ModuleList(",
        "        self.cross_attention = nn.ModuleList(\n            WideHeadAttention(d_model, n_heads, generator) for _ in range(n_layers)\n        )\n        self.self_attention = nn.ModuleList(",
        MODELS,
    ),
    Mutant(
        "a decoder that sees the future",
        CODE + "small/decoder.py",
        "attend(x, x, x, mask)",
        "attend(x, x, x)",
        MODELS,
    ),
    Mutant(
        "a decoder that looks up itself",
        CODE + "small/decoder.py",
        "look_up(x, memory, memory, memory_mask)",
        "look_up(x, x, x)",
        MODELS,
    ),
    Mutant(
        "an encoder without residual connections",
        CODE + "small/encoder.py",
        "x = x + attend(",
        "x = attend(",
        MODELS,
    ),
    Mutant(
        "an encoder that sees padding",
        CODE + "small/encoder.py",
        "attend(x, x, x, mask)",
        "attend(x, x, x)",
        MODELS,
    ),
    Mutant(
        "a decoder that sees the source's padding",
        CODE + "small/encoder_decoder.py",
        "self.encoder(src), self.encoder.padding_mask(src))",
        "self.encoder(src), None)",
        MODELS,
    ),
    Mutant(
        "a decoder-only model that sees the future",
        CODE + "small/decoder_only.py",
        "attend(x, x, x, mask)",
        "attend(x, x, x)",
        MODELS,
    ),
    Mutant(
        "labels that are not shifted",
        CODE + "small/decoder_only.py",
        "ids[..., 1:]",
        "ids[..., :-1]",
        MODELS,
    ),
    Mutant(
        "translate padding, too",
        CODE + "small/encoder_decoder.py",
        "memory, memory_mask = self.encoder(src), self.encoder.padding_mask(src)",
        "memory, memory_mask = self.encoder(src), None",
        DECODING,
    ),
    Mutant(
        "stop one token early",
        CODE + "small/decoder_only.py",
        "prompt.shape[-1] + 1 ",
        "prompt.shape[-1] ",
        DECODING,
    ),
    Mutant(
        "a cache that forgets the place",
        CODE + "small/key_value_cache.py",
        "(x, start=self.length)",
        "(x)",
        DECODING,
    ),
    Mutant(
        "a cache that sees padding",
        CODE + "small/key_value_cache.py",
        "look_up, x, self.memory_mask",
        "look_up, x, None",
        DECODING,
    ),
    Mutant(
        "kept keys of two batches",
        CODE + "small/key_value_cache.py",
        "ids.shape == (self.shape or ids.shape)",
        "True",
        f"{BAD}::test_kept_keys_belong_to_one_batch",
    ),
    Mutant(
        "a small decoder with any memory",
        CODE + "small/decoder.py",
        "        check_memory(x, memory, memory_mask)\n",
        "",
        f"{TRIAL}[small.SmallDecoder.forward-memory_mask]",
    ),
]
