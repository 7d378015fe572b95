"""`python -m bilingual_book.export.print_pdf ROOT BROWSER`: one PDF a language, printed by Chromium.

ROOT is the folder with _config.yml, whose title names the files. The contents' page numbers are read from a first print; a second one has
them, and is refused if anything has moved.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import sys
import tempfile
from pathlib import Path

from bilingual_book.core.book import Book
from bilingual_book.export.pdf_html import Handout, file_name, make_handout

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
CHINESE_FONTS = ("Noto Serif CJK SC", "Source Han Serif SC", "Songti SC", "SimSun")
FIT = Path(__file__).with_name("fit-listings-on-paper.js")
READY = """async () => {
  await Promise.all([...document.images].map((image) => image.decode()));
  await document.fonts.ready;
}"""
NUMBER = """(numbers) => {
  for (const slot of document.querySelectorAll('[data-place]')) slot.textContent = numbers[slot.dataset.place];
}"""


class Problem(Exception):
    """What is missing, and what to do, in one line."""


def print_handout(browser, handout: Handout, scratch: Path) -> bytes:
    scratch.write_text(handout.html, "utf8")
    page = browser.new_page(color_scheme="light", viewport={"width": 658, "height": 987})
    page.emulate_media(media="print")
    page.goto(scratch.as_uri())
    page.evaluate(READY)
    page.evaluate(FIT.read_text("utf8"))
    numbers = page_numbers(_pdf(page, tagged=False), handout)
    page.evaluate(NUMBER, numbers)
    pdf = _pdf(page)
    if page_numbers(pdf, handout) != numbers:
        raise Problem("the pages moved when their numbers were filled in")
    page.close()
    return with_outline(pdf, handout, numbers)


def _pdf(page, tagged: bool = True) -> bytes:
    return page.pdf(prefer_css_page_size=True, print_background=True, tagged=tagged)


def with_outline(pdf: bytes, handout: Handout, numbers: dict[str, int]) -> bytes:
    """Chromium's own outline says the title of some chapters twice; and no date, no name of a program."""
    import pikepdf

    with pikepdf.open(io.BytesIO(pdf)) as file:
        with file.open_outline() as outline:
            outline.root.clear()
            for level, place, title in handout.places:
                top = file.Root.Dests[f"/{place}"][3]
                item = pikepdf.OutlineItem(title, numbers[place] - 1, "XYZ", top=top)
                item.is_closed = True
                (outline.root if level == 1 else outline.root[-1].children).append(item)
        del file.docinfo
        file.docinfo["/Title"] = handout.title
        file.Root.PageMode = pikepdf.Name.UseOutlines
        whole = io.BytesIO()
        file.save(whole, deterministic_id=True)
    return whole.getvalue()


def page_numbers(pdf: bytes, handout: Handout) -> dict[str, int]:
    """The page of each place that the contents list, counted from 1."""
    import pikepdf

    with pikepdf.open(io.BytesIO(pdf)) as file:
        number_of = {page.objgen: number for number, page in enumerate(file.pages, start=1)}
        return {
            place: number_of[file.Root.Dests[f"/{place}"][0].objgen]
            for _, place, _ in handout.places
        }


def require_chinese_font(browser) -> None:
    """Ask the browser with which font it sets Chinese."""
    page = browser.new_page()
    families = ", ".join(f"'{font}'" for font in CHINESE_FONTS)
    page.set_content(f'<p style="font-family: {families}">汉字</p>')
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    probe = session.send("DOM.querySelector", {"nodeId": root, "selector": "p"})
    used = session.send("CSS.getPlatformFontsForNode", probe)["fonts"]
    page.close()
    if not any(font["familyName"] in CHINESE_FONTS for font in used):
        raise Problem(
            f"no Chinese font: the handouts are set in {CHINESE_FONTS[0]}. "
            "On Debian and Ubuntu: apt-get install fonts-noto-cjk"
        )


def make_all(root: Path, site: Path, browser_path: str, folder: Path) -> None:
    """All PDFs, whole, or none."""
    from playwright.sync_api import Error, sync_playwright

    if not (site / "index.html").exists():
        raise Problem(f"no built pages in {site}: python3 tasks.py build makes them")
    with tempfile.TemporaryDirectory(dir=site.parent) as scratch, sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=browser_path, args=FLAGS)
        except Error as error:
            raise Problem(
                f"{browser_path} is no browser that could be started. On Debian and Ubuntu: "
                "apt-get install chromium. Elsewhere install Chromium and set CHROMIUM to its path."
            ) from error
        languages = Book.at(root).languages
        if any(language.html.startswith("zh") for language in languages):
            require_chinese_font(browser)
        done = {}
        for language in languages:
            print(f"{language.label}: printing", flush=True)
            handout = make_handout(root, language, site)
            draft = Path(scratch, f"{file_name(root)}.{language.code}.pdf")
            pdf = print_handout(browser, handout, draft.with_suffix(".html"))
            draft.write_bytes(pdf)
            done[draft] = folder / draft.name
        folder.mkdir(parents=True, exist_ok=True)
        for draft, path in done.items():  # the folder may be on another disk
            shutil.copyfile(draft, path.with_suffix(".part"))
        for path in done.values():
            os.replace(path.with_suffix(".part"), path)
            print(f"{os.path.relpath(path)}: {path.stat().st_size / 1e6:.1f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path, help="the folder with _config.yml")
    parser.add_argument("browser", help="path of Chromium")
    parser.add_argument("--site", type=Path, help="the built pages, if not ROOT/_build/html")
    parser.add_argument("--to", type=Path, help="for the PDFs, if not ROOT/_build/handouts")
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    site = arguments.site or root / "_build" / "html"
    target = arguments.to or root / "_build" / "handouts"
    try:
        make_all(root, site.resolve(), arguments.browser, target.resolve())
    except Problem as problem:
        sys.exit(f"ERROR: {problem}")


if __name__ == "__main__":
    main()
