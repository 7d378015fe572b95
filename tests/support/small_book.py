"""A book of two small chapters in a folder of its own, and what a build of it said."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from bs4 import BeautifulSoup

from support.copies import ROOT, build_command, by_sphinx, environment

MODULE = '''"""A module of the small book."""


from tensorbytensor.deeper import FACTOR


def times(x):
    return x * FACTOR
'''
CHAPTER = """---
file_format: mystnb
kernelspec: {{name: python3}}
---

({name})=
# {title}

{prose}

```{{code-cell}}
import numpy as np

{code}
```

A {{intro}}`{term}`.
"""
FIGURE = "\n```{{figure}} ../../images/{0}/dot.svg\n:name: fig-dot\n:alt: A dot.\n\nA dot.\n```\n"
DOT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><circle cx="10" cy="5" r="4" fill="currentColor"/></svg>'
ONE = "from tensorbytensor.small import times\n\nprint(times(np.array([1.0, 2.0])))"
TWO = "print(np.array([7.0]) + 1)"


class SmallBook:
    """A book of two chapters with code; `one` uses a module that uses another."""

    def __init__(self, root: Path):
        self.root = root
        package = root / "code" / "tensorbytensor"
        # With its bytecode: copies keep their times, so Python takes it as valid and compiles nothing.
        shutil.copytree(
            ROOT / "code" / "bilingual_book",
            root / "code" / "bilingual_book",
            ignore=shutil.ignore_patterns("*.pyc.*"),  # being written
        )
        package.mkdir()
        (package / "__init__.py").touch()
        (package / "small.py").write_text(MODULE, "utf8")
        (package / "deeper.py").write_text("FACTOR = 2\n", "utf8")
        shutil.copy(ROOT / "_config.yml", root)
        shutil.copy(ROOT / "pyproject.toml", root)
        (root / "images").mkdir()
        shutil.copy(ROOT / "images" / "favicon.svg", root / "images")
        (root / "_toc.yml").write_text(
            "format: jb-book\nroot: index\nchapters: [{file: one}, {file: two}, {file: glossary}]\n"
        )
        for language, index, prose in (
            ("en", "Small", "Some prose."),
            ("zh", "小书", "一段文字。"),
        ):
            (root / "chapters" / language).mkdir(parents=True)
            self.write(language, "index", f"(index)=\n# {index}\n\n{prose}\n")
            self.write(
                language,
                "glossary",
                "(glossary)=\n# G\n\n```{glossary-table}\n- a\n- b\n```\n",
            )
            self.write(
                language,
                "one",
                CHAPTER.format(name="one", title=index, prose=prose, code=ONE, term="token"),
            )
            self.write(
                language,
                "two",
                CHAPTER.format(name="two", title=index, prose=prose, code=TWO, term="mask"),
            )
        shutil.copy(ROOT / "chapters" / "terms.csv", root / "chapters")
        (root / "chapters" / "references.bib").touch()

    def path(self, language: str, page: str) -> Path:
        return self.root / "chapters" / language / f"{page}.md"

    def write(self, language: str, page: str, text: str) -> None:
        self.path(language, page).write_text(text, "utf8")

    def edit(self, path: Path, old: str, new: str) -> None:
        text = path.read_text("utf8")
        assert old in text
        path.write_text(text.replace(old, new), "utf8")

    def picture_one(self) -> None:
        """Give page `one` a figure, and name that as the page's picture."""
        for language in ("en", "zh"):
            (self.root / "images" / language).mkdir()
            (self.root / "images" / language / "dot.svg").write_text(DOT, "utf8")
            one = self.path(language, "one")
            self.write(language, "one", one.read_text("utf8") + FIGURE.format(language))
            self.edit(one, "file_format", "picture: fig-dot\nfile_format")

    def command(self) -> dict:
        return {
            "args": build_command(),
            "cwd": self.root,
            "env": environment(self.root),
            "text": True,
        }

    def build_by_sphinx(self, *arguments: str) -> subprocess.CompletedProcess:
        """Without Jupyter Book, by the command that README names."""
        sphinx = by_sphinx(Path(sys.executable).parent)
        command = self.command() | {"args": [*sphinx, *arguments, ".", "_build/html"]}
        return subprocess.run(**command, capture_output=True, check=False)

    def build(self, **environment: str) -> subprocess.CompletedProcess:
        command = self.command()
        command["env"] |= environment
        return subprocess.run(**command, capture_output=True, check=False)

    def outputs(self, page: str) -> list[str]:
        """What the two pages show as output of their cells."""
        files = [self.html / f"{page}.html", self.html / "zh" / f"{page}.html"]
        soups = [BeautifulSoup(file.read_text("utf8"), "html.parser") for file in files]
        return [
            " ".join(pre.get_text().strip() for pre in soup.select(".cell_output pre"))
            for soup in soups
        ]

    @property
    def html(self) -> Path:
        return self.root / "_build" / "html"

    def times(self) -> dict[str, int]:
        """When each page was written, but for that of missing addresses, which costs nothing."""
        return {
            path.relative_to(self.html).as_posix(): path.stat().st_mtime_ns
            for path in self.html.rglob("*.html")
            if path.name != "404.html"
        }


def ran(result: subprocess.CompletedProcess) -> list[str]:
    """The chapters that a build ran, as its lines of progress say."""
    assert result.returncode == 0, result.stdout + result.stderr
    return sorted(
        re.findall(
            r"running chapters\.\.\. \[\d/\d\] chapters/en/(\w+)\.md ran in",
            result.stdout,
        )
    )


def problem(result: subprocess.CompletedProcess) -> str:
    assert result.returncode != 0
    said = result.stdout + result.stderr
    assert "Traceback" not in said, said
    lines = [line for line in result.stderr.splitlines() if "ERROR" in line or "WARNING" in line]
    assert len(lines) == 1, result.stderr
    return lines[0]
