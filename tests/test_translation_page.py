"""What the chapter on the translator claims, in the numbers that its last build printed."""

import re

import pytest

from support.compare_outputs import RECORDED

PAGE = (RECORDED / "translation.txt").read_text("utf8")


def line_with(pattern: str) -> re.Match:
    found = list(re.finditer(pattern, PAGE, re.MULTILINE))
    assert len(found) == 1, f"{pattern} is printed {len(found)} times"
    return found[0]


@pytest.mark.parametrize(("total", "least"), [(1000, 0.99), (172, 0.95)])
def test_unseen_sentences_and_unseen_combinations_are_translated_exactly(total, least):
    right, of, share = line_with(rf"^(\d+) ({total}) ([01]\.\d{{3}})$").groups()
    assert int(right) / int(of) >= least
    assert float(share) == pytest.approx(int(right) / int(of), abs=6e-4)


def test_bleu_is_high_and_comes_with_its_signature():
    scores, version = line_with(r"^((?:\d+\.\d\n)+)nrefs:1\|.*\|version:([\d.]+)$").groups()
    assert all(float(score) >= 95 for score in scores.split())
    assert f"sacrebleu=={version} " in (RECORDED.parent.parent / "requirements.txt").read_text()


def test_no_two_words_that_test_combinations_meet_in_training():
    lines = re.findall(r"^ *(\w+) (\w+) +(\d+) +(\d+) +(\d+) +(\d+)$", PAGE, re.MULTILINE)
    assert len(lines) == 6
    for _, _, one, other, both, tested in lines:
        assert min(int(one), int(other)) > 100 and int(both) == 0 and int(tested) > 5


def test_nouns_are_written_by_the_row_that_looks_at_them():
    found = line_with(
        r"^(\d+)\ntensor\(\[\[([\s\d,\[\]]+)\]\]\)\ntensor\(\[\[([\s\d,\[\]]+)\]\]\)$"
    )
    total = int(found[1])
    writes, reads = (list(map(int, re.findall(r"\d+", found[n]))) for n in (2, 3))
    assert len(writes) == len(reads) == 8 and max(writes) <= total
    assert min(writes) > 0.5 * total and min(writes[4:]) > 0.9 * total
    assert all(read < write / 2 for read, write in zip(reads, writes))


def test_only_one_person_is_understood_as_a_subject():
    found = re.findall(r"^(persons?|animal|food|thing)  (\d+) / (\d+)$", PAGE, re.MULTILINE)
    shares = {name: int(right) / int(total) for name, right, total in found}
    assert shares.pop("person") == 1 and len(shares) == 4 and max(shares.values()) < 0.1


def test_the_ablation_counts_are_the_seeds_added_up_and_plausible():
    names = (
        "—",
        "positions",
        "mask",
        "encoder.self",
        "decoder.self",
        "decoder.cross",
        "feed_forward",
    )
    lines = {name: line_with(rf"^{re.escape(name)} +(\d+) (\d+)$").groups() for name in names}
    picture = line_with(r"^picture: — \| .*$")[0]
    bars = [int(count) for count in re.findall(r"(\d+)/400", picture)]
    assert bars == [sum(map(int, each)) for each in lines.values()]
    counts = dict(zip(names, bars))
    assert counts["—"] > 320
    assert max(counts["mask"], counts["decoder.cross"]) < 20
    for name in ("positions", "encoder.self", "decoder.self", "feed_forward"):
        assert counts[name] > 200
