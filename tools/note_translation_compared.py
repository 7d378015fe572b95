"""Note on the Chinese pages that they were compared with the English ones: `note_translation_compared.py [PAGE …]`.

Run it after you have read both, block by block, and what was printed beside them; without a page it lists what is due.
"""

import re
import sys

from support.bilingual_pages import ROOT, compared, digest, pages


def main() -> None:
    due = [page for page in pages() if compared(page) != digest(page)]
    chosen = sys.argv[1:] or []
    if unknown := set(chosen) - set(pages()):
        sys.exit(f"No such page: {', '.join(sorted(unknown))}. Pages: {', '.join(pages())}")
    for page in due:
        path = ROOT / "chapters" / "zh" / f"{page}.md"
        if page not in chosen:
            print(f"{path.relative_to(ROOT)}: a page has changed since both were compared")
            continue
        text = path.read_text("utf8")
        line = f"compared: {digest(page)}"
        if compared(page):
            text = re.sub(r"^compared: \w+$", line, text, count=1, flags=re.MULTILINE)
        elif text.startswith("---\n"):
            text = text.replace("---\n", f"---\n{line}\n", 1)
        else:
            text = f"---\n{line}\n---\n\n{text}"
        path.write_text(text, "utf8")
        print(f"{path.relative_to(ROOT)}: compared, {digest(page)}")


if __name__ == "__main__":
    main()
