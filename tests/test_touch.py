"""What a reader can touch: the numbers are the kernel's, by mouse, finger and keyboard, in both languages."""

import itertools
import json
import math
import re
from collections.abc import Callable
from decimal import Decimal

import pytest
import torch
import torch.nn.functional as F
from playwright.sync_api import Page
from torch import Tensor

from bilingual_book.site import join_scripts
from bilingual_book.touch.tensors_in_page import EXPORTED
from support.bilingual_pages import pages
from support.compare_outputs import exports
from support.copies import ROOT
from support.pages import LANGUAGES, Visit, soup, url, violations
from tensorbytensor.attention import masked_softmax

SCRIPTS = ROOT / "code" / "bilingual_book" / "touch"
CALLS = 10_000
# Pieces of the chapters on today's models; the limit is that of what came before them.
LATER = {"cache-table.js", "rotary-query-key.js", "sampling.js"}

Gradients = tuple[Tensor, ...]


def draw(*shape: int, seed: int) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return 3 * torch.randn(CALLS, *shape, generator=generator, dtype=torch.float64)


def masks(*shape: int, seed: int) -> Tensor:
    """Half of all is hidden, so of three in a row often all."""
    return torch.rand(CALLS, *shape, generator=torch.Generator().manual_seed(seed)) < 0.5


def labels(n: int, seed: int) -> Tensor:
    return torch.randint(n, (CALLS, 2), generator=torch.Generator().manual_seed(seed))


def gradients(result: Callable[..., Tensor], inputs: list[Tensor], G: Tensor) -> Gradients:
    leaves = [each.clone().requires_grad_() for each in inputs]
    return torch.autograd.grad(result(*leaves), leaves, G)


def layer_norm(X: Tensor, gain: Tensor, bias: Tensor) -> Tensor:
    return F.layer_norm(X, X.shape[-1:]) * gain + bias


def cross_entropy(logits: Tensor, right: Tensor) -> Tensor:
    return F.cross_entropy(logits.transpose(1, 2), right, reduction="none").mean(dim=1)


A, B, C, G = (draw(*shape, seed=n) for n, shape in enumerate(((2, 3), (3, 4), (2, 3), (2, 4))))
GAIN, BIAS, HIDDEN, RIGHT = (
    draw(1, 3, seed=4),
    draw(1, 3, seed=5),
    masks(2, 3, seed=6),
    labels(3, 7),
)
W = A.softmax(dim=-1)
ONES = torch.ones(CALLS, dtype=torch.float64)
# What the page calls, with which arguments, and what PyTorch has: each of them with 10,000 inputs.
FUNCTIONS = {
    "product": ("product(a, b)", [A, B], [A @ B]),
    "transpose": ("transpose(a)", [A], [A.mT]),
    "add": ("add(a, b)", [A, C], [A + C]),
    "a row is added": ("add(a, b)", [A, BIAS], [A + BIAS]),
    "scale": ("scale(a, 0.37)", [A], [0.37 * A]),
    "columnSums": ("columnSums(a)", [A], [A.sum(dim=1, keepdim=True)]),
    "softmax": ("softmax(a)", [A], [A.softmax(dim=-1)]),
    "softmax of large scores": ("softmax(a)", [A + 1000], [(A + 1000).softmax(dim=-1)]),
    "softmax with a mask": ("softmax(a, b)", [A, HIDDEN], [masked_softmax(A, HIDDEN)]),
    "layerNorm": ("layerNorm(a, b, c)", [A, GAIN, BIAS], [layer_norm(A, GAIN, BIAS)]),
    "relu": ("relu(a)", [A], [A.relu()]),
    "crossEntropy": ("crossEntropy(a, b)", [A, RIGHT], [cross_entropy(A, RIGHT)]),
    "productGradient": ("productGradient(a, b, c)", [A, B, G], gradients(torch.matmul, [A, B], G)),
    "softmaxGradient": (
        "softmaxGradient(softmax(a), b)",
        [A, C],
        gradients(lambda x: x.softmax(dim=-1), [A], C),
    ),
    "softmaxGradient with a mask": (
        "softmaxGradient(softmax(a, b), c)",
        [A, HIDDEN, C],
        gradients(lambda x: masked_softmax(x, HIDDEN), [A], C),
    ),
    "layerNormGradient": (
        "layerNormGradient(a, b, c)",
        [A, GAIN, C],
        gradients(layer_norm, [A, GAIN, BIAS], C),
    ),
    "reluGradient": ("reluGradient(a, b)", [A, C], gradients(torch.relu, [A], C)),
    "crossEntropyGradient": (
        "crossEntropyGradient(a, b)",
        [A, RIGHT],
        gradients(lambda x: cross_entropy(x, RIGHT), [A], ONES),
    ),
}
CALL = """(given) => {{
  const {{ {names} }} = tensors;
  const all = JSON.parse(given);
  return JSON.stringify(all[0].map((_, n) => {{ const [a, b, c] = all.map((each) => each[n]); return {call}; }}));
}}"""
NAMES = (
    "add, columnSums, crossEntropy, crossEntropyGradient, layerNorm, layerNormGradient, product, "
    "productGradient, relu, reluGradient, scale, softmax, softmaxGradient, transpose"
)


@pytest.fixture(scope="module")
def engine(browser):
    page = browser.new_page()
    page.add_script_tag(content=(SCRIPTS / "tensor-functions.js").read_text("utf8"))
    yield page
    page.close()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_page_computes_what_pytorch_does(engine, name):
    call, inputs, expected = FUNCTIONS[name]
    given = [each.int().tolist() if each.dtype == torch.bool else each.tolist() for each in inputs]
    results = json.loads(engine.evaluate(CALL.format(names=NAMES, call=call), json.dumps(given)))
    several = results if len(expected) > 1 else [[result] for result in results]
    for n, right in enumerate(expected):
        mine = torch.tensor([each[n] for each in several], dtype=torch.float64)
        assert mine.shape == right.shape and mine.shape[0] == CALLS
        torch.testing.assert_close(mine, right, rtol=1e-12, atol=1e-12)


ADAM = """(given) => {
  const [start, gradients, options] = JSON.parse(given);
  return JSON.stringify(start.map((P, n) => {
    const parameters = [P], memory = {};
    for (const step of gradients) tensors.adam(parameters, [step[n]], memory, options);
    return parameters[0];
  }));
}"""


@pytest.mark.parametrize("options", [{}, {"lr": 0.1, "betas": [0.8, 0.95], "eps": 1e-3}], ids=str)
def test_adam_takes_the_steps_of_pytorchs(engine, options):
    steps = [draw(2, 3, seed=seed) for seed in range(10, 15)]
    parameter = A.clone()
    adam = torch.optim.Adam([parameter], **options)
    for step in steps:
        parameter.grad = step.clone()
        adam.step()
    given = json.dumps([A.tolist(), [step.tolist() for step in steps], options])
    mine = torch.tensor(json.loads(engine.evaluate(ADAM, given)), dtype=torch.float64)
    torch.testing.assert_close(mine, parameter, rtol=1e-12, atol=1e-12)


@pytest.mark.skipif(join_scripts.minify is None, reason="nothing here shortens names")
def test_the_scripts_are_small():
    """All that asks and moves, as pages load it, before compression."""
    paths = [*SCRIPTS.glob("*.js"), *SCRIPTS.with_name("predict").glob("*.js")]
    sizes = {
        path.name: len(join_scripts.lighten(path.read_text("utf8"), path.name).encode())
        for path in paths
    }
    assert sizes.keys() > LATER and max(sizes[name] for name in LATER) <= 2_100, sizes
    assert sum(size for name, size in sizes.items() if name not in LATER) <= 46_000, sizes


# --- On the pages ---

LAY_OPEN = """() => {
  document.documentElement.classList.add('laid-out');
  document.querySelectorAll('article details').forEach((each) => (each.open = true));
}"""
ASLEEP = "window.IntersectionObserver = class { observe() {} unobserve() {} disconnect() {} }"
HEIGHTS = """[...document.querySelectorAll('.touch')].map((each) => each.getBoundingClientRect().height)"""
LOADED = """async () => {
  for (const image of document.querySelectorAll('.touch img')) { image.loading = 'eager'; await image.decode(); }
}"""
ALL_AWAKE = (
    "document.querySelectorAll('.touch').length === document.querySelectorAll('.awake').length"
)
WITH_PIECES = [
    "architecture",
    "attention",
    "attention-in-pytorch",
    "by-hand",
    "decoder-only",
    "encoder-decoder",
    "generation",
    "learning",
    "modern",
    "overview",
    "translation",
]
EQUATION = "attention-in-pytorch", "#fig-aip-context"


def opened(visit: Visit, site, language: str, name: str) -> Page:
    """A page with all of its pieces awake."""
    page = visit.open(url(site, language, name))
    page.evaluate(LAY_OPEN)
    for place in page.locator(".touch").all():
        place.scroll_into_view_if_needed()
    page.wait_for_function(ALL_AWAKE)
    return page


def written(number: float, digits: int = 2) -> str:
    return "nan" if math.isnan(number) else f"{number:.{digits}f}".replace("-", "−")


def number(text: str) -> Decimal:
    return Decimal(text.replace("−", "-"))


def sum_of(a: list, b: list, result: float) -> str:
    """What the page says of a cell: the operands and the result as they are printed."""
    pairs = [(written(x), written(y)) for x, y in zip(a, b, strict=True)]
    total = sum(number(x) * number(y) for x, y in pairs)
    sign = "=" if written(float(total)) == written(result) else "≈"
    terms = " + ".join(f"{x}\u00a0×\u00a0{y}" for x, y in pairs)
    return f"{terms} {sign}\u00a0{written(result)}"


def test_numbers_are_written_as_python_writes_them(site, browser):
    """A tie goes to the even digit: 0.125 is 0.12, and 0.375 is 0.38."""
    numbers = [n / 16 for n in range(-40, 40)] + [1.005, 2.675, -0.001, -0.0, 1e-9]
    with Visit(browser) as visit:
        page = visit.open(url(site, "en", "references"))
        shown = page.evaluate("(all) => all.map((x) => touch.written(x))", numbers)
    assert shown == [written(n) for n in numbers]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", WITH_PIECES)
def test_what_a_piece_shows_first_is_what_the_kernel_printed(site, browser, language, name):
    with Visit(browser) as visit:
        page = opened(visit, site, language, name)
        assert page.locator(".touch").count() == len(exports(name))
        assert page.locator(".differs").count() == 0 and not visit.complaints
        scripts = page.locator(".touch script, #touch-words").all_text_contents()
        assert sum(len(text.encode()) for text in scripts) < 40_000


def test_pages_with_pieces_are_these(site):
    assert [name for name in pages() if soup(site, "en", name).select(".touch")] == WITH_PIECES


def test_a_piece_that_computes_something_else_says_so(site, browser):
    with Visit(browser) as visit:
        page = visit.open(url(site, "en", EQUATION[0]))
        page.evaluate(
            """() => {
              const script = document.querySelector('#fig-aip-context script');
              script.textContent = script.textContent.replace('1.01004', '1.02004');
            }"""
        )
        page.locator(EQUATION[1]).scroll_into_view_if_needed()
        page.wait_for_selector(f"{EQUATION[1]} .differs")
        assert any("equation" in each for each in visit.complaints)


@pytest.mark.parametrize("name", [name for name in WITH_PIECES if name != "attention"])
def test_each_number_of_a_product_is_the_sum_that_is_shown(site, browser, name):
    """To the last printed digit, and with ≈ where the printed operands alone do not give it."""
    products = [each for each in exports(name) if "piece" in each]
    signs = set()
    with Visit(browser, width=360) as visit:
        page = opened(visit, site, "en", name)
        heights = page.evaluate(HEIGHTS)
        for place, data in zip(
            page.locator(".touch:has(> .touch-picture)").all(), products, strict=True
        ):
            said, buttons = place.locator(".touch-said"), place.locator("button").all()
            shown = []
            for button in buttons:
                button.dispatch_event("pointerenter")
                shown.append(said.inner_text())
            results = [len(matrix) * len(matrix[0]) for matrix in data["matrices"][data["left"] :]]
            assert len(shown) == sum(results)
            if data["kind"] != "product":
                assert all("the same number as" in text for text in shown)
                continue
            a, b, c = data["matrices"]
            for i, j in itertools.product(range(len(c)), range(len(c[0]))):
                expected = sum_of(a[i], [row[j] for row in b], c[i][j])
                title = data["titles"][2]
                assert shown[i * len(c[0]) + j] == f"{title}, row {i}, column {j}: {expected}"
                signs.add(expected[-len(written(c[i][j])) - 2])
        assert page.evaluate(HEIGHTS) == heights
    assert signs <= {"=", "≈"}


def test_a_number_that_was_copied_says_from_where(site, browser):
    """Row 2 of what was looked up is row 4 of the table; column 1 of head 1 is column 3 of Q."""
    with Visit(browser) as visit:
        page = opened(visit, site, "en", "architecture")
        cases = {
            "fig-arch-lookup": (2 * 4 + 1, "0.63, the same number as W, row 4, column 1"),
            "fig-arch-split": (3, "−0.94, the same number as Q, row 0, column 3"),
            "fig-arch-concat": (3, "−0.11, the same number as V′, 1, row 0, column 1"),
        }
        for figure, (at, expected) in cases.items():
            page.locator(f"#{figure} button").nth(at).focus()
            text = page.locator(f"#{figure} .touch-said").inner_text()
            assert text.endswith(expected), (figure, text)
            assert page.locator(f"#{figure} .touch-lit i").count() == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_equation_answers_mouse_finger_and_keyboard(site, browser, language):
    name, figure = EQUATION
    beginning = {"en": "A V, row {}, column {}: ", "zh": "A V 第 {} 行第 {} 列："}[language]
    with Visit(browser, width=412, has_touch=True) as visit:
        page = opened(visit, site, language, name)
        place = page.locator(figure)
        said, buttons, lit = (place.locator(each) for each in (".touch-said", "button", "i"))
        hint = said.inner_text()
        assert lit.count() == 0 and (("结果" if language == "zh" else "result") in hint)
        buttons.nth(1).hover()
        assert said.inner_text().startswith(beginning.format(0, 1)) and lit.count() == 7
        assert lit.first.bounding_box() == buttons.nth(1).bounding_box()  # of the stacked picture
        buttons.nth(4).tap()
        assert said.inner_text().startswith(beginning.format(2, 0))
        assert said.get_attribute("aria-live") == "polite"
        for key, at in (
            ("ArrowUp", (1, 0)),
            ("ArrowRight", (1, 1)),
            ("ArrowRight", (1, 1)),
            ("Home", (1, 0)),
            ("ArrowDown", (2, 0)),
            ("ArrowDown", (2, 0)),
            ("End", (2, 1)),
        ):
            page.keyboard.press(key)
            assert said.inner_text().startswith(beginning.format(*at)), key
        assert place.locator("button[tabindex='0']").count() == 1
        reached = place.locator("button:focus").get_attribute("aria-label")
        assert reached.endswith("2.24")
        page.keyboard.press("Tab")
        assert place.locator("button:focus").count() == 0
        page.keyboard.press("Shift+Tab")
        assert place.locator("button:focus").get_attribute("aria-label") == reached
        assert "#" not in page.url, "a number of an output leads to its sum, not to its code"
        assert not visit.complaints


WHERE_CELLS_ARE = """place => {
  const data = JSON.parse(place.querySelector('script').textContent);
  const image = place.querySelector('img');
  const whole = image.getBoundingClientRect(), cell = place.querySelector('button').getBoundingClientRect();
  const look = image.currentSrc.includes('narrow-') ? 'narrow' : 'wide';
  const result = data.matrices[data.left];
  return {
    look,
    is: [cell.x - whole.x, cell.y - whole.y, cell.width, cell.height]
      .map((length, n) => 100 * length / (n % 2 ? whole.height : whole.width)),
    drawn: data[look][data.left].map((percent, n) => n < 2 ? percent : percent / (n % 2 ? result.length : result[0].length)),
  };
}"""


@pytest.mark.parametrize(
    ("width", "look"), [(360, "narrow"), (450, "narrow"), (520, "wide"), (1440, "wide")]
)
def test_cells_lie_where_the_picture_of_this_width_draws_them(site, browser, width, look):
    name, figure = EQUATION
    with Visit(browser, width=width) as visit:
        place = opened(visit, site, "en", name).locator(figure).locator(".touch")
        found = place.evaluate(WHERE_CELLS_ARE)
        assert found["look"] == look
        assert found["is"] == pytest.approx(found["drawn"], abs=0.3)


@pytest.mark.parametrize(
    ("language", "width"), [("en", 360), ("zh", 360), ("en", 768), ("zh", 1440)]
)
def test_nothing_shifts_when_a_piece_wakes(site, browser, language, width):
    for name in WITH_PIECES:
        heights = []
        for script in (ASLEEP, ""):
            with Visit(browser, width=width) as visit:
                visit.page.add_init_script(script)
                page = visit.open(url(site, language, name))
                page.evaluate(LAY_OPEN)
                if not script:
                    for place in page.locator(".touch").all():
                        place.scroll_into_view_if_needed()
                    page.wait_for_function(ALL_AWAKE)
                page.evaluate(LOADED)
                heights.append(page.evaluate(HEIGHTS))
        assert heights[0] == heights[1], name


def test_a_piece_that_one_comes_back_to_is_as_one_left_it(site, browser):
    with Visit(browser) as visit:
        page = visit.open(url(site, "en", "attention"))
        page.evaluate(LAY_OPEN)
        bench = page.locator("[data-piece=attention-bench]")
        bench.scroll_into_view_if_needed()
        page.wait_for_selector("[data-piece=attention-bench].awake")
        bench.locator("select").select_option("none")
        before = bench.inner_text()
        for top in (0, 10**6, 0):
            page.evaluate("top => scrollTo({ top, behavior: 'instant' })", top)
            page.wait_for_timeout(200)
        bench.scroll_into_view_if_needed()
        page.wait_for_timeout(200)
        assert bench.inner_text() == before and not visit.complaints


def test_without_a_script_the_pictures_stand_alone(site, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(url(site, "en", "attention"))
    assert page.locator(".touch-place").count() == 2
    assert page.locator(".touch-place:visible").count() == 0
    page.goto(url(site, "en", EQUATION[0]))
    figure, image = page.locator(EQUATION[1]), page.locator(f"{EQUATION[1]} img")
    place = page.locator(f"{EQUATION[1]} .touch")
    assert image.is_visible() and figure.locator("button").count() == 0
    assert place.bounding_box()["height"] == image.bounding_box()["height"]
    context.close()


def test_on_paper_and_in_a_notebook_nothing_of_it_is_left(site, browser):
    with Visit(browser) as visit:
        for name, unseen in (
            (EQUATION[0], f"{EQUATION[1]} .touch-said"),
            ("attention", "[data-piece=attention-bench]"),
            ("attention", "[data-piece=moving-heads]"),
        ):
            page = opened(visit, site, "en", name)
            assert page.locator(unseen).is_visible()
            page.emulate_media(media="print")
            assert not page.locator(unseen).is_visible()
            page.emulate_media(media="screen")
    for language in LANGUAGES:
        text = (site / "notebooks" / language / "attention.ipynb").read_text("utf8")
        assert EXPORTED not in text and "touch" not in re.sub(r"tensorbytensor.touch", "", text)
        assert "weights (3, 3)" in text
        places = soup(site, language, "attention").select(".touch-place > p")
        invitations = [re.match(r"[\w ]+", place.get_text().strip())[0] for place in places]
        assert len(invitations) >= 2 and not [said for said in invitations if said in text]


# --- The bench ---


class Bench:
    def __init__(self, page: Page):
        self.page, self.place = page, page.locator("[data-piece=attention-bench]")
        self.scores = self.place.locator("table button")
        self.slider, self.divisor = self.place.locator("input[type=range]").all()
        self.typed, self.how = (
            self.place.locator("input[type=number]"),
            self.place.locator("select"),
        )
        self.raise_, self.hide, self.reset = self.place.locator(".bench-controls button").all()
        self.said = self.place.locator(".touch-said")

    def numbers(self, table: int) -> list[list[str]]:
        rows = self.place.locator("table").nth(table).locator("tr").all()
        return [[cell.inner_text() for cell in row.locator("td").all()] for row in rows]

    @property
    def weights(self) -> Tensor:
        return torch.tensor([[float(n) for n in row[:-1]] for row in self.numbers(1)])

    def expect(self, weights: Tensor) -> None:
        """These weights, their sums and what they make of X."""
        X = torch.tensor(exports("attention")[0]["tensors"]["X"])
        shown = [*weights.T, weights.sum(dim=1)]
        for table, numbers in ((1, torch.stack(shown, dim=1)), (2, weights @ X)):
            mine = [[float(n.replace("−", "-")) for n in row] for row in self.numbers(table)]
            torch.testing.assert_close(
                torch.tensor(mine), numbers, atol=2e-4, rtol=0, equal_nan=True
            )


def tensors_of_the_bench() -> tuple[Tensor, Tensor]:
    tensors = exports("attention")[0]["tensors"]
    return torch.tensor(tensors["scores"]), torch.tensor(tensors["mask"]).bool()


# What a reader chooses a way of masking by, in the order of the list.
WAYS = {
    "en": [
        "none",
        "−∞ before the softmax",
        "0 after the softmax",
        "0 after it, then divided by the sum",
        "as in the book's code",
    ],
    "zh": [
        "不加",
        "softmax 之前改成 −∞",
        "softmax 之后改成 0",
        "softmax 之后改成 0，再除以总和",
        "用本书的代码",
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bench_computes_what_pytorch_does(site, browser, language):
    scores, mask = tensors_of_the_bench()
    with Visit(browser) as visit:
        bench = Bench(opened(visit, site, language, "attention"))
        masked = scores.masked_fill(mask, -math.inf)
        bench.expect((masked / 2).softmax(dim=1))
        assert bench.how.locator("option").all_inner_texts() == WAYS[language]
        for divisor in (2, 0.5, 8):
            bench.divisor.fill(str(divisor))
            scaled = scores / divisor
            zeroed = scaled.softmax(dim=1).masked_fill(mask, 0.0)
            expected = (
                scaled.softmax(dim=1),
                (masked / divisor).softmax(dim=1),
                zeroed,
                zeroed / zeroed.sum(dim=1, keepdim=True),
                masked_softmax(scaled, mask),
            )
            for way, weights in zip(WAYS[language], expected, strict=True):
                bench.how.select_option(label=way)
                bench.expect(weights)
        assert not visit.complaints


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bench_proves_what_the_chapter_says(site, browser, language):
    """By mouse: a hidden score has influence only through the sum; 100 more change nothing; a hidden row is nan."""
    scores, mask = tensors_of_the_bench()
    with Visit(browser) as visit:
        bench = Bench(opened(visit, site, language, "attention"))
        start = bench.weights
        bench.scores.nth(5).click()
        raised = scores.clone()
        raised[1, 2] = 9.5
        bench.typed.fill("9.5")
        assert bench.weights.equal(start)
        bench.how.select_option("after")
        after = (raised / 2).softmax(dim=1).masked_fill(mask, 0.0)
        bench.expect(after)
        assert after[1].sum() < 0.1
        bench.reset.click()
        bench.scores.nth(0).click()
        bench.raise_.click()
        assert float(bench.slider.input_value()) == pytest.approx(
            float(bench.typed.input_value()), abs=0.1
        )
        assert bench.weights.equal(start)
        bench.hide.click()
        assert bench.numbers(1)[0] == ["nan"] * 4 and bench.numbers(2)[0] == ["nan"] * 5
        assert "nan" in bench.said.inner_text()
        bench.how.select_option("book")
        assert bench.numbers(1)[0] == ["0.0000"] * 4
        bench.reset.click()
        assert bench.weights.equal(start) and bench.how.input_value() == "before"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bench_of_a_head_that_is_set_proves_what_its_chapter_says(site, browser, language):
    """Its divisor is 1 at first; 15.2 less and two places share; 25 suffices for 200; the mask changes nothing."""
    tensors = exports("by-hand")[0]["tensors"]
    scores, mask = torch.tensor(tensors["scores"]), torch.tensor(tensors["mask"]).bool()
    with Visit(browser) as visit:
        bench = Bench(opened(visit, site, language, "by-hand"))
        start = masked_softmax(scores, mask)
        before = torch.eye(3)[[0, 0, 1]]
        assert torch.allclose(start, before, atol=1e-3) and bench.divisor.input_value() == "1"
        assert torch.allclose(bench.weights, start, atol=1e-4)
        bench.how.select_option("none")
        assert torch.allclose(bench.weights, scores.softmax(dim=1), atol=1e-4)
        assert torch.allclose(bench.weights, start, atol=1e-3)
        bench.reset.click()
        bench.scores.nth(2 * 3 + 1).click()
        for score, other in ((186.0, 0.0), (175.0, 0.5)):
            bench.typed.fill(f"{score}")
            assert bench.weights[2, 0] == pytest.approx(other, abs=0.2)
        assert bench.weights[2].tolist() == pytest.approx([0.5, 0.0, 0.5], abs=1e-3)
        bench.reset.click()
        assert bench.divisor.input_value() == "1"
        bench.divisor.fill("8")
        assert torch.allclose(bench.weights, masked_softmax(scores / 8, mask), atol=1e-4)
        letters = torch.tensor([[float(n) for n in row] for row in bench.numbers(2)])
        assert letters.argmax(dim=1).tolist() == [0, 0, 1] and 0.7 < bench.weights[2, 1] < 0.8
        assert not visit.complaints


def test_a_score_that_is_being_typed_stays_as_it_is_typed(site, browser):
    with Visit(browser) as visit:
        bench = Bench(opened(visit, site, "en", "attention"))
        bench.scores.nth(0).click()
        bench.typed.click()
        bench.typed.press("ControlOrMeta+a")
        bench.typed.press_sequentially("12")
        assert bench.typed.input_value() == "12" and bench.numbers(0)[0][0] == "12.0000"
        for _ in "12":
            bench.typed.press("Backspace")
        assert bench.typed.input_value() == "" and bench.numbers(0)[0][0] == "1.0000"
        bench.typed.press_sequentially("-3.5")
        assert bench.typed.input_value() == "-3.5" and bench.numbers(0)[0][0] == "−3.5000"
        bench.scores.nth(1).click()
        assert bench.typed.input_value() == bench.numbers(0)[0][1].replace("−", "-")
        assert bench.numbers(0)[0][0] == "−3.5000" and not visit.complaints


def test_the_bench_answers_finger_and_keyboard(site, browser):
    with Visit(browser, width=360, has_touch=True) as visit:
        page = opened(visit, site, "zh", "attention")
        bench = Bench(page)
        bench.scores.nth(4).tap()
        assert bench.scores.nth(4).get_attribute("aria-pressed") == "true"
        page.keyboard.press("ArrowLeft")
        assert bench.scores.nth(3).get_attribute("aria-pressed") == "true"
        assert bench.place.locator("table button[tabindex='0']").count() == 1
        page.keyboard.press("Tab")
        before = bench.numbers(0)[1][0]
        page.keyboard.press("ArrowRight")
        assert number(bench.numbers(0)[1][0]) - number(before) == pytest.approx(
            Decimal("0.1"), abs=Decimal("0.05")
        )
        assert bench.numbers(0)[1][0].replace("−", "-") == bench.typed.input_value()
        box = bench.slider.bounding_box()
        page.touchscreen.tap(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2)
        assert number(bench.numbers(0)[1][0]) > 15
        assert bench.said.inner_text().startswith("第 1 行：权重 1.0000、0.0000")
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        right = "all => Math.max(...all.map((each) => each.getBoundingClientRect().right))"
        inner, outer = (page.locator(f"[data-piece=attention-bench]{part}") for part in (" td", ""))
        assert inner.evaluate_all(right) < outer.evaluate_all(right)
        assert not visit.complaints


def test_in_both_languages_a_piece_speaks_once(site, browser):
    with Visit(browser, width=1440) as visit:
        page = opened(visit, site, "en", "attention")
        page.locator("[data-choice=both]").click()
        page.wait_for_selector(".touch-place .twin")
        assert page.locator(".bench-tables").count() == 1
        assert page.locator(".touch .twin").count() == 0
        assert page.locator(".touch-place li .twin").count() == 4
        page.locator("[data-piece=attention-bench] table button").nth(3).click()
        said = page.locator("[data-piece=attention-bench] .touch-said").inner_text()
        assert said.startswith("Row 1: weights 0.95")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["attention", EQUATION[0]])
def test_pieces_can_be_used_by_all(site, browser, name, scheme):
    with Visit(browser, scheme=scheme) as visit:
        page = opened(visit, site, "en", name)
        page.locator(".touch button").first.focus()
        assert violations(page) == []


PLACES = """([picture]) => {
  const box = picture.querySelector("img").getBoundingClientRect();
  return [...picture.querySelectorAll("button")].slice(0, 3).map((button) => {
    const { x, y } = button.getBoundingClientRect();
    return [(x - box.x) / box.width, (y - box.y) / box.height];
  });
}"""


def test_cells_lie_where_the_picture_of_that_window_has_them(site, browser):
    places = {}
    for width in (360, 499, 768):
        with Visit(browser, width=width) as visit:
            page = visit.open(url(site, "en", "architecture"))
            picture = page.locator(".touch:has(source) .touch-picture").first
            picture.scroll_into_view_if_needed()
            picture.locator("button").first.wait_for(state="attached")
            places[width] = torch.tensor(picture.evaluate_all(PLACES))
    torch.testing.assert_close(places[499], places[360], atol=0.01, rtol=0)
    assert (places[768] - places[360]).abs().max() > 0.05
