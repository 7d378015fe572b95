"""The language model broken on purpose, from the text to what it writes."""

from mutants.mutant import CODE, Mutant

TESTS = "tests/test_language_model.py"
DECODER = CODE + "language_model/decoder.py"
FILE, DATA, MODEL, COMMAND = (
    CODE + f"language_model/{name}.py"
    for name in ("tokenize_into_file", "windows_of_text", "model", "train_command")
)

MUTANTS = [
    Mutant("line ends that become others", FILE, ', newline=""', "", TESTS),
    Mutant("a mark that is taken for a letter", FILE, '"utf-8-sig"', '"utf-8"', TESTS),
    Mutant(
        "a blank before each block", FILE, "add_prefix_space=False", "add_prefix_space=True", TESTS
    ),
    Mutant(
        "a text as large as the memory",
        FILE,
        "islice(read_blocks(path), blocks)",
        "read_blocks(path)",
        TESTS,
    ),
    Mutant(
        "half a file of tokens that looks whole",
        FILE,
        "with open(part,",
        "with open(target,",
        TESTS,
    ),
    Mutant(
        "half a file of tokens that stays",
        FILE,
        "            part.unlink(missing_ok=True)",
        "            pass",
        TESTS,
    ),
    Mutant(
        "a file of tokens that is loaded",
        FILE,
        "return torch.from_file(str(target), size=size, dtype=torch.uint16)",
        "return torch.frombuffer(bytearray(target.read_bytes()), dtype=torch.uint16)",
        TESTS,
    ),
    Mutant(
        "a token at the seam that nobody guesses",
        DATA,
        "range(len(self))[number] * self.length",
        "range(len(self))[number] * (self.length + 1)",
        TESTS,
    ),
    Mutant(
        "a last window that is short",
        DATA,
        "(len(self.ids) - 1) // self.length",
        "len(self.ids) // self.length",
        TESTS,
    ),
    Mutant(
        "a test on what was trained on",
        DATA,
        "ids[:n_train], ids[n_train:]",
        "ids[:n_train], ids[:n_train]",
        TESTS,
    ),
    Mutant(
        "another text under the same name",
        DATA,
        'digest.update(block.encode("utf8"))',
        "pass",
        TESTS,
    ),
    Mutant(
        "other tokens under the same name",
        DATA,
        'digest.update(self.tokenizer.state.encode("utf8"))',
        "pass",
        TESTS,
    ),
    Mutant(
        "a model that sees what it is to guess",
        DECODER,
        "x = layer(x, mask)",
        "x = layer(x)",
        TESTS,
    ),
    Mutant(
        "embeddings that are not scaled",
        DECODER,
        "self.embedding(ids) * math.sqrt(self.sizes.d_model)",
        "self.embedding(ids)",
        TESTS,
    ),
    Mutant("guesses what it reads", MODEL, "ids[:, 1:])", "ids[:, :-1])", TESTS),
    Mutant(
        "a temperature that cools where it heats",
        MODEL,
        "logits.max()) / temperature",
        "logits.max()) * temperature",
        TESTS,
    ),
    Mutant(
        "reads the beginning, not the end",
        MODEL,
        "ids[-self.model.sizes.max_len :]",
        "ids[: self.model.sizes.max_len]",
        TESTS,
    ),
    Mutant(
        "draws that no seed decides",
        MODEL,
        "multinomial(1, generator=generator)",
        "multinomial(1)",
        TESTS,
    ),
    Mutant("a model that writes as it trains", MODEL, "        self.train(training)\n", "", TESTS),
    Mutant("dropout while it writes", MODEL, "        self.eval()\n", "", TESTS),
    Mutant(
        "a resumed training that drops otherwise",
        MODEL,
        "    on_train_batch_start = Translator.on_train_batch_start\n",
        "",
        TESTS,
    ),
    Mutant(
        "other arguments that nobody notices",
        MODEL,
        "    on_load_checkpoint = Translator.on_load_checkpoint\n",
        "",
        TESTS,
    ),
    Mutant(
        "no sample",
        COMMAND,
        "if not trainer.sanity_checking:",
        "if trainer.sanity_checking:",
        TESTS,
    ),
    Mutant(
        "letters are lost that the terminal does not say it has",
        CODE + "language_model/__main__.py",
        '    sys.stdout.reconfigure(encoding="utf8")',
        "    pass",
        "tests/test_language_model.py",
    ),
    Mutant(
        "the file of tokens that is being written has the same name in every process",
        CODE + "language_model/tokenize_into_file.py",
        "{target.name}.{os.getpid()}.part",
        "{target.name}.part",
        "tests/test_language_model.py::test_two_processes_that_want_the_file_at_once_both_get_it",
    ),
    Mutant(
        "only the last block of a text counts",
        CODE + "language_model/windows_of_text.py",
        'digest.update(block.encode("utf8"))',
        'digest = hashlib.sha256(block.encode("utf8"))',
        "tests/test_language_model.py::test_what_the_data_has_is_known_by_text_and_tokens",
    ),
]
