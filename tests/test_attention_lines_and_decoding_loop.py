"""Who looks where, and the decoder's loop: what the page shows are the kernel's numbers, by mouse, finger and keyboard."""

import pytest
import torch

from bilingual_book.execution.when_to_run_again import KEPT, kept_folder
from support.compare_outputs import BOOK, exported, printed
from support.pages import LANGUAGES, Visit, url, violations
from tensorbytensor.translation import trained_translator


class Piece:
    """One of the two, awake."""

    def __init__(self, visit: Visit, site, language: str, chapter: str, name: str):
        self.page = visit.open(url(site, language, chapter))
        self.place = self.page.locator(f"[data-piece={name}]")
        self.place.scroll_into_view_if_needed()
        self.page.wait_for_selector(f"[data-piece={name}].awake")
        self.said = self.place.locator(".touch-said")
        self.select, self.slider = self.place.locator("select"), self.place.locator("[type=range]")
        self.teacher = self.place.locator("[type=checkbox]")

    def button(self, text: str):
        return self.place.locator("button", has_text=text)


# --- Who looks where ---


class Looks(Piece):
    def __init__(self, visit: Visit, site, language: str = "en"):
        super().__init__(visit, site, language, "translation", "attention-lines")
        self.reads, self.writes = self.place.locator(".looks-controls button").all()
        self.tokens = self.place.locator(".looks-list button")

    @property
    def weights(self) -> list[str]:
        return self.place.locator("b").all_inner_texts()

    @property
    def widths(self) -> list[float]:
        lines = self.place.locator("line").all()
        return [float(line.get_attribute("stroke-width")) for line in lines]


def two_digits(row: torch.Tensor) -> list[str]:
    return [f"{weight:.2f}" for weight in row.tolist()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_row_of_each_head_is_the_kernels(site, browser, language):
    """By mouse: eight heads, and each token in the row that writes it and in the one that reads it."""
    weights = torch.tensor(exported("translation", "cross")["cross"])
    torch.testing.assert_close(weights.sum(dim=-1), torch.ones(2, 4, 6))
    with Visit(browser, width=360) as visit:
        looks = Looks(visit, site, language)
        heights = looks.place.bounding_box()["height"]
        for n in range(8):
            looks.select.select_option(str(n))
            for way, before in ((looks.reads, 0), (looks.writes, 1)):
                way.click()
                assert way.get_attribute("aria-pressed") == "true"
                for token in range(7):
                    looks.tokens.nth(token).click()
                    row = token - before
                    if not 0 <= row < 6:
                        assert looks.weights == [""] * 6 and looks.widths == []
                        continue
                    right = weights[n // 4, n % 4, row]
                    assert looks.weights == two_digits(right)
                    assert looks.widths == pytest.approx((12 * right).tolist(), abs=1e-5)
                    assert looks.weights[right.argmax()] in looks.said.inner_text()
        assert looks.place.bounding_box()["height"] == heights
        assert looks.page.evaluate("document.documentElement.scrollWidth") == 360
        assert not visit.complaints and looks.page.locator(".differs").count() == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_row_that_writes_a_noun_looks_at_it_and_the_row_that_reads_it_does_not(
    site, browser, language
):
    """As the chapter says, and the sentence names both tokens of the row."""
    with Visit(browser) as visit:
        looks = Looks(visit, site, language)
        looks.button("oranges").click()
        assert looks.weights[3] == "1.00"
        writes = looks.said.inner_text()
        looks.reads.click()
        assert float(looks.weights[3]) < 0.5
        reads = looks.said.inner_text()
        if language == "en":
            assert writes.startswith("Having read les, about to write oranges: ")
            assert reads.startswith("Having read oranges, about to write .: ")
        else:
            assert writes.startswith("刚读完 les，接下来写 oranges。")
            assert reads.startswith("刚读完 oranges，接下来写 .。")


def test_it_begins_with_the_head_of_the_heat_map(site, browser):
    """And its tokens are those of the picture."""
    words = next(
        each.text.removeprefix("picture: ").strip().split(" | ")
        for each in printed("translation")
        if "decoder.1, h = " in each.text and "aime" in each.text
    )
    with Visit(browser) as visit:
        looks = Looks(visit, site)
        head = looks.select.locator("option:checked").inner_text()
        assert head in words
        names = looks.place.locator(".looks-list span").all_inner_texts()
        assert set(names) <= {*words, "<SOS>"} and len(names) == 13
        assert looks.widths[1] > 11.9


def test_tokens_answer_finger_and_keyboard(site, browser):
    with Visit(browser, width=360, has_touch=True) as visit:
        looks = Looks(visit, site, "zh")
        looks.tokens.nth(2).tap()
        for key, at in (("ArrowDown", 3), ("ArrowUp", 2), ("ArrowUp", 1), ("ArrowUp", 0)):
            looks.page.keyboard.press(key)
            assert looks.tokens.nth(at).get_attribute("aria-pressed") == "true"
        assert looks.said.inner_text() == "没有哪一行写 <SOS>：译文一开头就是它。"
        assert looks.place.locator(".looks-list [tabindex='0']").count() == 1
        looks.page.keyboard.press("Tab")
        assert looks.place.locator("button:focus").count() == 0
        looks.reads.tap()
        assert looks.said.inner_text().startswith("刚读完 <SOS>，接下来写 j'。")
        looks.select.focus()
        before = looks.widths
        looks.page.keyboard.press("ArrowUp")
        assert looks.widths != before and not visit.complaints
        assert looks.said.get_attribute("aria-live") == "polite"
        assert all(each.bounding_box()["height"] >= 24 for each in looks.tokens.all())


def test_a_pointer_on_its_way_chooses_nothing(site, browser):
    with Visit(browser) as visit:
        looks = Looks(visit, site)
        looks.tokens.nth(2).click()
        before = looks.said.inner_text(), looks.widths
        for n in (0, 3, 4):
            looks.tokens.nth(n).hover()
            assert (looks.said.inner_text(), looks.widths) == before
            assert looks.tokens.nth(2).get_attribute("aria-pressed") == "true"


# --- The decoder's loop ---


class Loop(Piece):
    def __init__(self, visit: Visit, site, language: str = "en"):
        super().__init__(visit, site, language, "overview", "decoding-loop")
        self.undo, self.anew = self.place.locator(".decoder-controls button").all()
        self.choices = self.place.locator("td button")

    @property
    def rows(self) -> list[list[str]]:
        rows = self.place.locator("tbody tr").all()
        return [row.locator("th, td").all_inner_texts() for row in rows]

    def numbers(self) -> torch.Tensor:
        return torch.tensor([[float(cell.split()[-1]) for cell in row[1:]] for row in self.rows])

    def greedy(self) -> None:
        while self.choices.count():
            self.choices.first.click()


@pytest.fixture(scope="module")
def box():
    """What the chapter has: the model, its French tokenizer, and the sentence."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(KEPT, str(kept_folder(BOOK)))
        translator, data, _ = trained_translator()
    read, write = data.src_tokenizer, data.tgt_tokenizer
    return translator.model, write, read.encode("I love oranges.")


def logits(box, tokens: list[str]) -> torch.Tensor:
    model, write, src = box
    with torch.no_grad():
        return model(src, torch.tensor([write.inner.token_to_id(token) for token in tokens]))


def best_and_others(rows: torch.Tensor, temperature: float = 1.0) -> torch.Tensor:
    p = (rows / temperature).softmax(dim=-1)
    best = p.gather(1, rows.topk(4).indices)
    return torch.cat([best, 1 - best.sum(dim=-1, keepdim=True)], dim=-1)


def close(mine: torch.Tensor, right: torch.Tensor) -> None:
    torch.testing.assert_close(mine, right, atol=5.1e-3, rtol=0)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_two_other_tokens_and_what_the_model_makes_of_them(site, browser, box, language):
    """All rows, at each temperature, are those of one pass of the model over what is written."""
    with Visit(browser, width=360) as visit:
        loop = Loop(visit, site, language)
        height = loop.place.bounding_box()["height"]
        for n in (1, 0, 2, 0, 0, 0):
            loop.choices.nth(n).click()
        written = [row[0] for row in loop.rows]
        assert written[:2] == ["<SOS>", "je"] and len(written) >= 5
        right = logits(box, written)
        for at, temperature in enumerate((0.5, 1.0, 2.0, 4.0)):
            loop.slider.fill(str(at))
            close(loop.numbers(), best_and_others(right, temperature))
        assert loop.place.bounding_box()["height"] == height
        assert loop.page.evaluate("document.documentElement.scrollWidth") == 360
        assert not visit.complaints


@pytest.mark.slow
def test_what_is_exported_is_what_the_model_computes(box):
    tensors = exported("overview", "tree")
    letters = "".join(map(chr, map(int, tensors["letters"])))
    ids = dict(zip(map(int, tensors["ids"]), letters.split(" "), strict=True))
    assert [*ids.values()] == box[1].tokens(torch.tensor([*ids]))
    tree, paths = tensors["tree"], []
    for before, token, *_ in tree:
        paths.append([*(paths[int(before)] if before >= 0 else []), int(token)])
    assert len({*map(tuple, paths)}) == len(tree) and max(map(len, paths)) == 7
    for path, node in list(zip(paths, tree, strict=True))[::9]:
        log_p = logits(box, [ids[token] for token in path])[-1].log_softmax(dim=-1)
        torch.testing.assert_close(
            log_p.topk(4).values, torch.tensor(node[6:10]), atol=1e-3, rtol=0
        )
        assert log_p.topk(4).indices.tolist() == [int(token) for token in node[2:6]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_the_last_row_is_new(site, browser, language):
    """By mouse: the loop of the chapter, its undoing, and another second token."""
    with Visit(browser) as visit:
        loop = Loop(visit, site, language)
        seen = loop.rows
        assert len(seen) == 1 and seen[0][1].split() == ["j'", "0.99"]
        for _ in range(5):
            loop.choices.first.click()
            assert loop.rows[:-1] == seen and len(loop.rows) == len(seen) + 1
            seen = loop.rows
        loop.choices.first.click()
        assert loop.rows == seen and loop.choices.count() == 0
        # who chose by the keyboard goes on with it where there is nothing more to choose
        assert loop.undo.evaluate("undo => document.activeElement === undo")
        assert loop.said.inner_text().startswith("<SOS> j' aime les oranges . <EOS>")
        assert loop.place.locator(".chosen span").all_inner_texts() == [
            "j'", "aime", "les", "oranges", ".", "<EOS>",
        ]  # fmt: skip
        loop.undo.click()
        assert loop.rows == seen and loop.choices.count() == 4
        loop.undo.click()
        assert loop.rows == seen[:-1]
        loop.anew.click()
        assert loop.rows == seen[:1] and loop.choices.count() == 4
        loop.choices.nth(1).click()
        assert loop.rows[0] == seen[0] and loop.rows[1][0] == "je"
        assert loop.rows[1][1].split()[0] == "aime" and not visit.complaints


def test_with_teacher_forcing_all_rows_are_there_at_once(site, browser):
    """They are the rows of the loop, since the model writes the reference; what was written comes back."""
    printed = torch.tensor(exported("overview", "tree")["printed"])
    with Visit(browser) as visit:
        loop = Loop(visit, site)
        loop.choices.nth(1).click()
        before = loop.rows
        loop.teacher.check()
        assert loop.choices.count() == 0 and len(loop.rows) == 6
        assert "is given <SOS> j' aime les oranges ., and" in loop.said.inner_text()
        close(loop.numbers()[:, :4], printed)
        forced = loop.rows
        labels = loop.place.locator(".chosen span").all_inner_texts()
        assert " ".join(labels) == "j' aime les oranges . <EOS>"
        loop.teacher.uncheck()
        assert loop.rows == before
        loop.anew.click()
        loop.greedy()
        assert loop.rows == forced and not visit.complaints


def test_the_page_says_where_the_kernel_has_stopped(site, browser):
    """After two other tokens a third is unknown to the page; the most probable one is not."""
    with Visit(browser) as visit:
        loop = Loop(visit, site)
        for _ in range(2):
            loop.choices.nth(1).click()
        rows = loop.rows
        loop.choices.nth(3).click()
        assert loop.said.inner_text().startswith("This far the kernel has computed")
        assert loop.rows == rows
        loop.choices.first.click()
        assert len(loop.rows) == 4 and "only the last row" in loop.said.inner_text()


def test_the_loop_answers_finger_and_keyboard(site, browser):
    with Visit(browser, width=360, has_touch=True) as visit:
        loop = Loop(visit, site, "zh")
        loop.choices.nth(1).tap()
        assert loop.rows[1][0] == "je" and "只有最后一行是新的" in loop.said.inner_text()
        loop.undo.tap()
        loop.choices.first.focus()
        for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "Enter"):
            loop.page.keyboard.press(key)
        assert loop.rows[1][0] == "je"
        loop.page.keyboard.press("Enter")
        assert loop.rows[2][0] == "aime"
        assert loop.place.locator("td [tabindex='0']").count() == 1
        loop.page.keyboard.press("Tab")
        assert loop.place.locator("button:focus").count() == 0
        loop.teacher.tap()
        assert len(loop.rows) == 6
        loop.slider.press("ArrowRight")
        assert loop.place.locator("output").inner_text() == "2"
        assert loop.said.get_attribute("aria-live") == "polite" and not visit.complaints


# --- Both ---

BOTH = {"attention-lines": "translation", "decoding-loop": "overview"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", BOTH)
def test_they_can_be_used_by_all(site, browser, name, scheme):
    with Visit(browser, scheme=scheme) as visit:
        piece = Piece(visit, site, "en", BOTH[name], name)
        piece.place.locator("button").first.focus()
        assert violations(piece.page) == []


@pytest.mark.parametrize("name", BOTH)
def test_in_both_languages_they_speak_once(site, browser, name):
    with Visit(browser, width=1440) as visit:
        piece = Piece(visit, site, "en", BOTH[name], name)
        piece.page.locator("[data-choice=both]").click()
        piece.page.wait_for_selector(".touch-place .twin")
        assert piece.said.count() == 1 and piece.page.locator(".touch .twin").count() == 0


@pytest.mark.parametrize("name", BOTH)
def test_they_say_when_they_differ_from_what_was_printed(site, browser, name):
    with Visit(browser) as visit:
        page = visit.open(url(site, "en", BOTH[name]))
        page.evaluate(
            """(name) => {
              const script = document.querySelector(`[data-piece=${name}] script`);
              const data = JSON.parse(script.textContent);
              Object.values(data).at(-1)[0][1] += 0.01;
              script.textContent = JSON.stringify(data);
            }""",
            name,
        )
        page.locator(f"[data-piece={name}]").scroll_into_view_if_needed()
        page.wait_for_selector(f"[data-piece={name}].differs")
        assert any(name in each for each in visit.complaints)
