"""Tokenizers, the corpus in two, and batches of sentence pairs."""

import inspect
import pickle
import random
import re
from itertools import chain
from types import SimpleNamespace

import lightning as L
import pytest
import torch
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from support.bilingual_pages import ROOT
from tensorbytensor.command_line.share_batches_among_processes import Shares
from tensorbytensor.command_line.stop_early import Watch
from tensorbytensor.corpus import NEVER_TOGETHER, draw_corpus, split_corpus
from tensorbytensor.experiments import quiet_trainer
from tensorbytensor.translation import SPECIAL, Tokenizer, TranslationData, collate, read_pairs

PAIRS = [(pair.english, pair.french) for pair in draw_corpus(300)]
FRENCH = [french for _, french in PAIRS]
WORDS = Tokenizer.train([*FRENCH, "J'aime les oranges.", "Est-ce qu'il pleut ?"])
BYTE_PAIRS = Tokenizer.train(FRENCH, "byte-pairs", 400)


def tokens(text: str, tokenizer: Tokenizer = WORDS) -> str:
    return " ".join(tokenizer.tokens(tokenizer.encode(text)))


@settings(deadline=None, max_examples=300)
@given(st.text(max_size=40))
def test_byte_pairs_lose_nothing_of_any_text(text):
    assume(text.strip())
    ids = BYTE_PAIRS.encode(text)
    assert BYTE_PAIRS.decode(ids) == text.strip()
    assert (ids[0], ids[-1]) == (1, 2) and (ids[1:-1] > 3).all()


def test_frequent_byte_pairs_are_tokens():
    assert len(BYTE_PAIRS) == 400
    assert len(BYTE_PAIRS.encode("les oranges")) < len("les oranges")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("J'aime les oranges.", "<SOS> j' aime les oranges . <EOS>"),
        ("Est-ce qu'il pleut ?", "<SOS> est-ce qu' il pleut ? <EOS>"),
        ("  LES   oranges.", "<SOS> les oranges . <EOS>"),
        ("Les zèbres.", "<SOS> les <UNK> . <EOS>"),
        ("Les arc-en-ciel.", "<SOS> les <UNK> . <EOS>"),  # one word, with as many hyphens as it has
    ],
)
def test_words_are_split_as_the_language_does(text, expected):
    assert tokens(text) == expected


def test_words_become_sentences_again():
    assert all(WORDS.decode(WORDS.encode(text)) == text for text in FRENCH)
    assert WORDS.decode(WORDS.encode("Les zèbres.")) == "Les <UNK>."


@pytest.mark.parametrize("tokenizer", [WORDS, BYTE_PAIRS], ids=["words", "byte-pairs"])
def test_the_name_of_a_special_token_is_plain_text_also_after_pickling(tokenizer):
    for each in (tokenizer, pickle.loads(pickle.dumps(tokenizer)), Tokenizer(tokenizer.state)):
        ids = each.encode("a <EOS> <PAD>")
        assert (ids == 2).sum() == 1 and (ids == 0).sum() == 0
        assert torch.equal(ids, tokenizer.encode("a <EOS> <PAD>"))
        assert len(each) == len(tokenizer) and each.tokens(torch.arange(4)) == SPECIAL[1:]


def test_a_word_is_the_same_byte_pair_at_the_beginning_and_within():
    assert BYTE_PAIRS.encode("les les")[1:-1].unique().numel() == 1


def test_one_token_is_enough_and_the_fewest_tokens_are_too():
    assert tokens("les") == "<SOS> les <EOS>"
    for kind, least in (("words", 5), ("byte-pairs", 260)):
        tokenizer = Tokenizer.train(["a a"], kind, least)
        assert len(tokenizer) == least and tokenizer.decode(tokenizer.encode("a")).lower() == "a"


def test_padding_has_no_text():
    ids = torch.tensor([1, *WORDS.encode("les oranges")[1:-1], 2, 0, 0])
    assert WORDS.tokens(ids) == ["<SOS>", "les", "oranges", "<EOS>"]
    assert WORDS.decode(ids) == "Les oranges"


def test_defaults_are_those_that_the_chapter_and_the_readme_name():
    def defaults(function):
        values = (
            parameter.default for parameter in inspect.signature(function).parameters.values()
        )
        return [value for value in values if value is not inspect.Parameter.empty]

    assert defaults(Tokenizer.train) == ["words", 8000]
    assert defaults(TranslationData) == [None, "words", 8000, 128, 1000, 128, 0]


@pytest.mark.parametrize(
    ("path", "said", "of", "option"),
    [
        (
            "chapters/en/overview.md",
            r"not at one pair of sentences, but at ([\d,]+)\.",
            TranslationData,
            "batch_size",
        ),
        (
            "chapters/zh/overview.md",
            r"不是一个句对，而是 ([\d,]+) 个",
            TranslationData,
            "batch_size",
        ),
        ("README.md", r"([\d,]+) unless `--data.n_test` says otherwise", TranslationData, "n_test"),
        ("README.zh.md", r"默认 ([\d,]+) 句，可用 `--data.n_test` 修改", TranslationData, "n_test"),
        ("README.md", r"for (\d+) epochs\s\(`--early_stopping.patience`", Watch, "patience"),
        ("README.zh.md", r"连续 (\d+) 轮（`--early_stopping.patience`", Watch, "patience"),
    ],
)
def test_a_default_that_prose_names_is_that_of_the_code(path, said, of, option):
    [number] = re.findall(said, (ROOT / path).read_text("utf8"))
    default = inspect.signature(of).parameters[option].default
    assert int(number.replace(",", "")) == default


def test_what_is_rare_becomes_unknown():
    tokenizer = Tokenizer.train(["a a a b b c"], size=6)
    assert len(tokenizer) == 6
    assert tokens("a b c d", tokenizer) == "<SOS> a b <UNK> <UNK> <EOS>"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: Tokenizer.train(["a"], "letters"),
            "kind is 'letters', but must be words or byte-pairs",
        ),
        (lambda: Tokenizer.train(["a"], size=4), "size is 4, but words need 5 or more"),
        (
            lambda: Tokenizer.train(["a"], "byte-pairs", 259),
            "size is 259, but byte-pairs need 260 or more",
        ),
        (lambda: Tokenizer.train(["a"], size=0), "size is 0, but must be an integer of at least 1"),
        (lambda: WORDS.encode("  "), "'  ' has no tokens, but at least one is needed"),
        (lambda: Tokenizer("x"), "state 'x' is not a learned one"),
    ],
)
def test_bad_tokenizers_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_what_never_meets_in_training_meets_in_the_test_of_it():
    known, unseen = split_corpus(6000)
    assert not {src for src, _ in known} & {src for src, _ in unseen}
    pairs = {pair.english: pair for pair in draw_corpus(6000)}
    assert len(known) + len(unseen) == len(pairs)
    met = [pairs[src].meetings & NEVER_TOGETHER for src, _ in unseen]
    assert set.union(*map(set, met)) == NEVER_TOGETHER and all(met)
    assert not any(pairs[src].meetings & NEVER_TOGETHER for src, _ in known)
    words = {word for src, _ in known for word in src.lower().strip(".?").split()}
    assert all(set(src.lower().strip(".?").split()) <= words for src, _ in unseen)


@pytest.fixture(scope="module")
def book() -> TranslationData:
    return TranslationData()


def test_the_books_data_is_in_three_parts_without_a_common_sentence(book):
    parts = [{src for src, _ in part} for part in (book.train, book.test, book.unseen)]
    assert [len(part) for part in parts[1:]] == [1000, len(book.unseen)]
    assert sum(map(len, parts)) == len(set.union(*parts)) == 24_000
    assert book.problems == [] and len(book.unseen) > 100
    assert len(book.train_rows) == len(book.train) and len(book.test_rows) == 1000


def write(path, pairs) -> str:
    path.write_text("".join(f"{src}\t{tgt}\n" for src, tgt in pairs), "utf8")
    return str(path)


@pytest.fixture
def data(tmp_path) -> TranslationData:
    return TranslationData(write(tmp_path / "pairs.tsv", PAIRS), batch_size=16, n_test=50)


def test_a_batch_ends_its_shorter_rows_in_padding(data):
    src, tgt = batch = next(iter(data.train_dataloader()))
    rows = [tuple(row[row != 0].tolist() for row in side) for side in batch]
    assert len(src) == len(tgt) == 16
    for side, tensor, tokenizer in zip(rows, batch, (data.src_tokenizer, data.tgt_tokenizer)):
        assert max(map(len, side)) == tensor.shape[1]
        for row, ids in zip(tensor, side):
            assert row.tolist() == ids + [0] * (tensor.shape[1] - len(ids))
            assert (ids[0], ids[-1]) == (1, 2)
        assert len(tokenizer) > tensor.max()
    texts = {(data.src_tokenizer.decode(s), data.tgt_tokenizer.decode(t)) for s, t in zip(*batch)}
    assert len(texts & set(data.train)) > 12  # all but those where train has unknown words


def test_without_a_trainer_an_epoch_has_all_pairs_once_and_the_test_has_its_own_order(data):
    batches = [[tuple(map(numbers, pair)) for pair in zip(*b)] for b in data.train_dataloader()]
    rows = sorted(tuple(map(numbers, row)) for row in data.train_rows)
    assert sorted(chain(*batches)) == rows and {len(batch) for batch in batches[:-1]} == {16}
    tested = [[tuple(map(numbers, pair)) for pair in zip(*b)] for b in data.val_dataloader()]
    assert [*chain(*tested)] == [tuple(map(numbers, row)) for row in data.test_rows]
    assert [len(batch) for batch in tested] == [16, 16, 16, 2]


def test_one_process_reads_all_from_the_first_batch_unless_told_otherwise():
    shares = Shares(10, 4)
    assert [len(numbers) for numbers in shares] == [4, 4, 2] and len(shares) == 3
    assert sorted(chain(*shares)) == [*range(10)]
    first = [*shares]
    shares.set_epoch(0)
    assert [*shares] == first == [*Shares(10, 4, seed=0)] != [*Shares(10, 4, seed=1)]
    assert len(Shares(2, 2, world=2, rank=1)) == 1  # one pair for each process
    with pytest.raises(ValueError, match="batch_size is 9, n_train 2, but must be at least 3"):
        Shares(2, 9, world=3)


@settings(deadline=None, max_examples=60)
@given(n=st.integers(8, 40), batch_size=st.integers(8, 20), world=st.integers(1, 8))
def test_processes_share_each_batch_evenly(n, batch_size, world):
    alone = [*Shares(n, batch_size)]
    shares = [[*Shares(n, batch_size, world, rank)] for rank in range(world)]
    assert {len(each) for each in shares} == {len(Shares(n, batch_size, world, 0))}
    for batch, *parts in zip(alone, *shares):
        assert sorted(chain(*parts)) == sorted(batch)
        lengths = {len(part) for part in parts}
        assert min(lengths) > 0 and max(lengths) - min(lengths) <= 1
    assert len(alone) - len(shares[0]) == (0 < n % batch_size < world)


def test_a_resumed_epoch_begins_where_it_was_stopped(data):
    whole = epoch(data, 1, 0, 2)
    assert epoch(data, 1, 0, 2, done=5) == whole[5:] and len(whole) == 16


def numbers(ids: torch.Tensor) -> tuple[int, ...]:
    return tuple(ids[ids != 0].tolist())


def epoch(data: TranslationData, world: int, rank: int, number: int, done: int = 0):
    """For each step, the pairs of rows of one process, padding left out."""
    progress = SimpleNamespace(current=SimpleNamespace(ready=done))
    loop = SimpleNamespace(epoch_loop=SimpleNamespace(batch_progress=progress))
    data.trainer = SimpleNamespace(world_size=world, global_rank=rank, fit_loop=loop)
    loader = data.train_dataloader()
    loader.batch_sampler.sampler.set_epoch(number)  # as Lightning does
    return [[tuple(map(numbers, pair)) for pair in zip(*batch)] for batch in loader]


@pytest.mark.parametrize("n_test", [60, 53])  # 15 whole batches, or 15 and one of 7
@pytest.mark.parametrize("world", [2, 3, 4])
def test_the_shares_of_all_processes_make_the_batch_of_one(tmp_path, world, n_test):
    data = TranslationData(write(tmp_path / "x.tsv", PAIRS), batch_size=16, n_test=n_test)
    alone = epoch(data, 1, 0, 3)
    shares = [epoch(data, world, rank, 3) for rank in range(world)]
    assert len(alone) == 15 + (n_test == 53) == len(data.shares(world))
    assert {len(share) for share in shares} == {len(alone)}
    for step, *parts in zip(alone, *shares):
        assert sorted(step) == sorted(chain(*parts))
    assert sorted(chain(*alone)) == sorted(tuple(map(numbers, row)) for row in data.train_rows)
    assert alone != epoch(data, 1, 0, 4)


class Reads(L.LightningModule):
    """Learns nothing of the batches that it is given."""

    def __init__(self):
        super().__init__()
        self.automatic_optimization, self.read = False, {}

    def training_step(self, batch, nth):
        self.read.setdefault(self.current_epoch, []).extend(map(numbers, batch[1]))

    def configure_optimizers(self):
        return None


def test_each_epoch_of_a_training_has_every_pair_in_another_order(data):
    reads = Reads()
    quiet_trainer(3).fit(reads, data)
    rows = sorted(numbers(tgt) for _, tgt in data.train_rows)
    assert [sorted(read) for read in reads.read.values()] == [rows] * 3
    assert len({*map(tuple, reads.read.values())}) == 3


def test_where_fewer_pairs_than_processes_are_left_they_wait_for_another_epoch(tmp_path):
    data = TranslationData(write(tmp_path / "x.tsv", PAIRS), batch_size=16, n_test=58)
    shares = [epoch(data, 4, rank, 0) for rank in range(4)]
    assert [len(share) for share in shares] == [15] * 4 and len(epoch(data, 1, 0, 0)) == 16
    rows = [row for share in shares for step in share for row in step]
    assert len(rows) == 240
    seen = {row for n in range(5) for rank in range(4) for row in chain(*epoch(data, 4, rank, n))}
    assert seen == {tuple(map(numbers, row)) for row in data.train_rows}


def test_a_script_without_blanks_asks_for_byte_pairs(tmp_path):
    pairs = [(src, "我" * n + "喜欢橙子。") for n, (src, _) in enumerate(PAIRS[:30])]
    path = write(tmp_path / "pairs.tsv", pairs)
    told = "targets have no blanks between words: tokens should be byte-pairs"
    assert TranslationData(path, n_test=5).problems == [told]
    assert TranslationData(path, "byte-pairs", n_test=5).problems == []


def test_all_problems_are_told_the_latest_found_first(tmp_path):
    """What concerns all pairs before what concerns some, and lines of the file in their order."""
    pairs = [(src, f"我{n}橙子") for n in (1, 2) for src, _ in PAIRS[:40]]
    path = tmp_path / "pairs.tsv"
    path.write_text("\n".join(["no tab", *(f"{s}\t{t}" for s, t in pairs), "none\t"]), "utf8")
    with path.open("a", encoding="utf8") as file:
        file.write("".join(f"\nlong {'very ' * n}.\t我" for n in (16, 17, 18, 19)))
    problems = TranslationData(path, n_test=5, max_len=20).problems
    assert [re.sub(r"^\d+", "N", problem) for problem in problems] == [
        "N pairs have more than 20 tokens on a side",
        "targets have no blanks between words: tokens should be byte-pairs",
        "N pairs have the source of a test pair",
        "line 1: no tab, but source and target must be separated by one",
        "line 82: the target is empty",
    ]
    assert TranslationData(path, "byte-pairs", 300, n_test=5).problems == problems[2:]


def test_one_pair_to_train_on_is_enough(tmp_path):
    data = TranslationData(write(tmp_path / "x.tsv", PAIRS[:2]), n_test=1)
    assert len(data.train) == len(data.train_rows) == len(data.test_rows) == 1


def test_the_same_seed_gives_the_same_data_and_another_seed_another(tmp_path):
    path = write(tmp_path / "pairs.tsv", PAIRS)
    one, same, other = (TranslationData(path, n_test=50, seed=seed) for seed in (0, 0, 1))
    assert one.test == same.test and one.train == same.train and one.test != other.test
    assert one.src_tokenizer.state == same.src_tokenizer.state


def test_tokenizers_learn_from_the_sentences_to_train_on_alone(tmp_path):
    """Each sentence has a word of its own: those of the test sentences stay unknown."""
    pairs = [(f"{src} word{n}", f"{tgt} livre{n}") for n, (src, tgt) in enumerate(PAIRS)]
    data = TranslationData(write(tmp_path / "pairs.tsv", pairs), n_test=50)
    for side, tokenizer in enumerate((data.src_tokenizer, data.tgt_tokenizer)):
        for part, unknown in ((data.train, False), (data.test, True)):
            last = [tokenizer.tokens(tokenizer.encode(pair[side]))[-2] for pair in part]
            assert all((word == "<UNK>") == unknown for word in last)


def test_a_source_is_never_in_training_and_test_at_once(tmp_path):
    twice = [(src, f"{tgt} {n}") for n in (1, 2) for src, tgt in PAIRS]
    data = TranslationData(write(tmp_path / "pairs.tsv", twice), n_test=50)
    assert not {src for src, _ in data.train} & {src for src, _ in data.test}
    left_out = len(twice) - len(data.train) - len(data.test)
    assert data.problems == [f"{left_out} pairs have the source of a test pair"] and left_out > 30


def test_pairs_that_are_too_long_are_counted_and_the_others_are_used(tmp_path):
    pairs = [*PAIRS, *((f"long {'very ' * n}.", "court") for n in range(17, 27))]
    path = write(tmp_path / "pairs.tsv", pairs)
    data = TranslationData(path, n_test=1, max_len=22)
    lengths = [max(map(len, row)) for row in data.train_rows]
    assert max(lengths) == 22 and len(lengths) >= 301
    assert data.problems == ["8 pairs have more than 22 tokens on a side"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"n_test": 300}, r"300 pairs \(\d+ sources\), but n_test is 300: none would be left to"),
        ({"n_test": 0}, "n_test is 0, but must be an integer of at least 1"),
        ({"batch_size": -1}, "batch_size is -1, but must be an integer of at least 1"),
        ({"max_len": 3}, "no pair has 3 tokens or fewer a side"),
        ({"tokens": "letters"}, "kind is 'letters', but must be words or byte-pairs"),
        ({"path": "nowhere.tsv"}, r"path is 'nowhere.tsv' \(No such file or directory\), but must"),
        ({"path": "."}, r"path is '\.' \(Is a directory\), but must be a file of lines"),
        ({"path": ""}, r"path is '' \(Is a directory\), but must be a file of lines"),
    ],
)
def test_bad_data_is_refused(tmp_path, change, message):
    given = {"path": write(tmp_path / "pairs.tsv", PAIRS), "n_test": 50} | change
    with pytest.raises(ValueError, match=message):
        TranslationData(**given)


def test_five_hundred_times_one_source_says_why_nothing_is_left(tmp_path):
    path = write(tmp_path / "pairs.tsv", [("I see.", f"Je vois {n}.") for n in range(500)])
    with pytest.raises(ValueError, match=r"500 pairs \(1 sources\), but n_test is 50: none would"):
        TranslationData(path, n_test=50)


def test_a_batch_without_a_pair_for_each_process_is_refused(data):
    with pytest.raises(ValueError, match=r"batch_size is 16, n_train 2.., but must be at least 17"):
        epoch(data, 17, 0, 0)


def test_a_file_in_another_encoding_is_named_line_by_line(tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_bytes("I see\tJe vois\nsummer\tété\n".encode("utf-16-le"))
    with pytest.raises(ValueError, match="no sentence pairs; line 1: a zero byte"):
        read_pairs(path)
    path.write_bytes("I see\tJe vois\nsummer\tété\n".encode("latin-1"))
    read = read_pairs(path)
    assert read.pairs == [("I see", "Je vois")]
    assert read.problems == ["line 2: byte 8 is not UTF-8"]


def test_lines_are_counted_as_an_editor_counts_them_empty_ones_too(tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_bytes(b"\xef\xbb\xbf\n \nI see\tJe vois\r\n\nalone\n\t\nyes\tone\ttwo\n\nno\t \n")
    read = read_pairs(path)
    assert read.pairs == [("I see", "Je vois"), ("yes", "one")]
    assert read.problems == [
        "line 5: no tab, but source and target must be separated by one",
        "line 6: the source is empty",
        "line 9: the target is empty",
    ]


@settings(deadline=None, max_examples=50)
@given(lengths=st.lists(st.tuples(*[st.integers(1, 9)] * 2), min_size=1, max_size=6))
def test_collate_pads_each_side_to_its_own_longest(lengths):
    rng = random.Random(0)
    rows = [
        tuple(torch.tensor([rng.randint(1, 9) for _ in range(n)]) for n in pair) for pair in lengths
    ]
    for number, side in enumerate(collate(rows)):
        assert side.shape == (len(rows), max(pair[number] for pair in lengths))
        for row, pair in zip(side, rows):
            ids = pair[number]
            assert torch.equal(row[: len(ids)], ids) and (row[len(ids) :] == 0).all()
