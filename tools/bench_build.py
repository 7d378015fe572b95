"""Time builds side by side in one run: `bench_build.py [--chapters N]`.

The book as it is, with the seconds that each of its chapters runs; then with copies of a chapter up to N
chapters (8 unless told), each copy a little different so that no output serves two. For each: a cold build
of ours, stock Jupyter Book (both languages one after the other, nothing shared), and our rebuilds after
nothing, one word of prose, and one line of code.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from support.bilingual_pages import INTRO
from support.compare_outputs import chapters as chapters_with_code
from support.copies import copy_book, environment

JUPYTER_BOOK = Path(sys.executable).with_name("jupyter-book")
CHAPTER, MODULE = "attention", "code/tensorbytensor/attention/scaled_dot_product.py"


def repeat_chapter(folder: Path, copies: int) -> Path:
    """The book in `folder` with `copies` more of one chapter."""
    book = copy_book(folder)
    names = [f"chapter_{number}" for number in range(1, copies + 1)]
    for language in ("en", "zh"):
        source = book / "chapters" / language
        text = (source / f"{CHAPTER}.md").read_text("utf8")
        for name in names:
            # own labels, own terms and an own first cell
            other = re.sub(r"^\(([\w-]+)\)=$", rf"(\1-{name})=", text, flags=re.MULTILINE)
            other = INTRO.sub(r"\1", other)
            other = re.sub(
                r"(:label: |:name: |name: |-start\} )([\w-]+)$",
                rf"\1\2-{name}",
                other,
                flags=re.MULTILINE,
            )
            other = re.sub(r"\(#(attention-[\w-]+)\)", rf"(#\1-{name})", other)
            other = other.replace("import math\n", f"import math  # {name}\n", 1)
            (source / f"{name}.md").write_text(other, "utf8")
    toc = (book / "_toc.yml").read_text("utf8")
    entry = f"      - file: {CHAPTER}\n"
    (book / "_toc.yml").write_text(
        toc.replace(entry, entry + "".join(f"      - file: {n}\n" for n in names)),
        "utf8",
    )
    return book


def build(book: Path) -> tuple[float, dict[str, float]]:
    """Seconds that one build takes, and the seconds that it reports for each chapter."""
    start = time.perf_counter()
    result = subprocess.run(
        [JUPYTER_BOOK, "build", "."],
        cwd=book,
        env=environment(book),
        capture_output=True,
        text=True,
        check=False,
    )
    seconds = time.perf_counter() - start
    if result.returncode:
        sys.exit(result.stdout[-2000:] + result.stderr)
    found = re.findall(r"(\S+)\.md ran in ([\d.]+) s", result.stdout)
    return seconds, {Path(path).name: float(time) for path, time in found}


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf8")
    if old not in text:
        sys.exit(f"{path} has no {old!r} any more: bring the benchmark up to date")
    path.write_text(text.replace(old, new, 1), "utf8")


def build_stock(book: Path) -> float:
    """Seconds that stock Jupyter Book takes for the two languages, one after the other."""
    seconds = 0.0
    for language in ("en", "zh"):
        folder = book.with_name(f"{book.name}-{language}")
        shutil.copytree(book / "chapters" / language, folder / "chapters" / language)
        for name in ("code", "images"):
            shutil.copytree(book / name, folder / name)
        toc = (book / "_toc.yml").read_text("utf8")
        toc = re.sub(r"(root|file): ", rf"\1: chapters/{language}/", toc)
        (folder / "_toc.yml").write_text(toc, "utf8")
        # stock Jupyter Book has no such role and no such directive
        for path in folder.rglob("*.md"):
            text = INTRO.sub(r"\1", path.read_text("utf8"))
            path.write_text(
                re.sub(r"```\{glossary-table\}.*?```", "", text, flags=re.DOTALL),
                "utf8",
            )
        (folder / "_config.yml").write_text(
            "execute: {execute_notebooks: cache, timeout: 600}\n"
            "parse: {myst_enable_extensions: [colon_fence, dollarmath, deflist]}\n"
            f"sphinx: {{extra_extensions: [sphinx_exercise], config: {{language: {language.replace('zh', 'zh_CN')}}}}}\n",
            "utf8",
        )
        (folder / "references.bib").touch()
        seconds += build(folder)[0]
    return seconds


def measure(copies: int) -> None:
    """Print what builds of the book take, with `copies` more of a chapter."""
    with tempfile.TemporaryDirectory() as temporary:
        book = repeat_chapter(Path(temporary) / "book", copies)
        number = len(chapters_with_code()) + copies
        head = f"{number} executed chapters, {os.cpu_count()} cores"
        print(f"\n{head}\n{'-' * len(head)}", flush=True)
        cold, running = build(book)
        shutil.rmtree(book / "_build" / "html")
        for doctrees in book.joinpath("_build").glob(".doctrees*"):
            shutil.rmtree(doctrees)
        sphinx, _ = build(book)  # outputs are stored: what is left is Sphinx
        floor = sum(running.values()) / (os.cpu_count() or 1) + sphinx
        rows = [("cold build", cold, "")]
        if not copies:
            rows += [(f"  {name}", seconds, "running") for name, seconds in running.items()]
        rows.append(("  running / cores + Sphinx", floor, f"cold is {cold / floor:.2f} × of it"))
        stock = build_stock(book)
        rows.append(("stock Jupyter Book", stock, f"{stock / cold:.1f} × as long as ours"))
        rows.append(("nothing changed", build(book)[0], ""))
        edit(
            book / "chapters" / "en" / f"{CHAPTER}.md",
            "An average is fair",
            "An average is just",
        )
        rows.append(("one word of prose changed", build(book)[0], ""))
        edit(book / MODULE, "math.sqrt(width)", "math.sqrt(float(width))")
        seconds, running = build(book)
        again = f"{sum(running.values()):.1f} s of running {len(running)} chapters"
        rows.append(("one line of code/ changed", seconds, again))
        for name, seconds, remark in rows:
            print(f"{name:28s} {seconds:7.1f} s  {remark}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chapters", type=int, default=8)
    chapters = parser.parse_args().chapters
    measure(0)
    if chapters > len(chapters_with_code()):
        measure(chapters - len(chapters_with_code()))


if __name__ == "__main__":
    main()
