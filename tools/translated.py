"""Note on the Chinese pages which English text they were written from: `translated.py [PAGE …]`.

Run it after you have brought a Chinese page up to date, block by block; without a page it lists what is due.
"""

import re
import sys

from support.bilingual_pages import ROOT, digest, pages, written_from


def main() -> None:
    due = [page for page in pages() if written_from(page) != digest(page)]
    chosen = sys.argv[1:] or []
    if unknown := set(chosen) - set(pages()):
        sys.exit(f"No such page: {', '.join(sorted(unknown))}. Pages: {', '.join(pages())}")
    for page in due:
        path = ROOT / "chapters" / "zh" / f"{page}.md"
        if page not in chosen:
            print(f"{path.relative_to(ROOT)}: the English page has changed since this was written")
            continue
        text = path.read_text("utf8")
        line = f"written_from: {digest(page)}"
        if written_from(page):
            text = re.sub(r"^written_from: \w+$", line, text, count=1, flags=re.MULTILINE)
        elif text.startswith("---\n"):
            text = text.replace("---\n", f"---\n{line}\n", 1)
        else:
            text = f"---\n{line}\n---\n\n{text}"
        path.write_text(text, "utf8")
        print(f"{path.relative_to(ROOT)}: written from {digest(page)}")


if __name__ == "__main__":
    main()
