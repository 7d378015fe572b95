"""The taught code, `transformer`, broken on purpose."""

from mutants.mutant import CODE, Mutant

MUTANTS = [
    Mutant(
        "embeddings without √d_model",
        CODE + "transformer/transformer.py",
        " * math.sqrt(self.sizes.d_model)",
        "",
        "tests/test_transformer.py",
    ),
    Mutant(
        "memory whose padding is seen",
        CODE + "transformer/transformer.py",
        "x = layer(x, memory, mask, memory_mask)",
        "x = layer(x, memory, mask)",
        "tests/test_transformer.py",
    ),
    Mutant(
        "pre-norm without the last norm",
        CODE + "transformer/transformer.py",
        "self.encoder_norm(x), mask",
        "x, mask",
        "tests/test_transformer.py",
    ),
    Mutant(
        "an encoder with norms in the other order",
        CODE + "transformer/encoder_layer.py",
        "if self.norm_first:",
        "if not self.norm_first:",
        "tests/test_transformer.py",
    ),
    Mutant(
        "a decoder with norms in the other order",
        CODE + "transformer/decoder_layer.py",
        "if self.norm_first:",
        "if not self.norm_first:",
        "tests/test_transformer.py",
    ),
    Mutant(
        "pre-norm attention that reads what is not normalized",
        CODE + "transformer/encoder_layer.py",
        "self.self_attention(y, y, y, mask)",
        "self.self_attention(x, x, x, mask)",
        "tests/test_transformer.py",
    ),
    Mutant(
        "pre-norm without its residual connection",
        CODE + "transformer/decoder_layer.py",
        "return x + self.dropout",
        "return self.dropout",
        "tests/test_transformer.py",
    ),
    Mutant(
        "post-norm without its residual connection",
        CODE + "transformer/decoder_layer.py",
        "        x = x + self.dropout(self.cross_attention(x, ",
        "        x = self.dropout(self.cross_attention(x, ",
        "tests/test_transformer.py",
    ),
    Mutant(
        "post-norm without the norm between two sublayers",
        CODE + "transformer/decoder_layer.py",
        "        x = self.cross_norm(x)\n",
        "",
        "tests/test_transformer.py",
    ),
    Mutant(
        "a decoder layer that forgets its own mask",
        CODE + "transformer/decoder_layer.py",
        "self.self_attention(x, x, x, mask)",
        "self.self_attention(x, x, x)",
        "tests/test_transformer.py",
    ),
    Mutant(
        "a sum that is dropped, residual connection and all",
        CODE + "transformer/encoder_layer.py",
        "return x + self.dropout(self.feed_forward(y))",
        "return self.dropout(x + self.feed_forward(y))",
        "tests/test_transformer.py",
    ),
    Mutant(
        "a sublayer without dropout",
        CODE + "transformer/decoder_layer.py",
        "x + self.dropout(self.cross_attention(x, memory, memory, memory_mask))",
        "x + self.cross_attention(x, memory, memory, memory_mask)",
        "tests/test_transformer.py",
    ),
    Mutant(
        "gelu for relu",
        CODE + "transformer/feed_forward.py",
        '"relu": F.relu',
        '"relu": F.gelu',
        "tests/test_transformer.py",
    ),
]
