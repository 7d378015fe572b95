"""Record the chapters' outputs anew: shows the difference, asks, then writes tests/recorded/.

The facts of the sources, tests/facts/, are not touched. `--yes` writes without asking.
"""

import difflib
import sys

from support.compare_outputs import RECORDED, chapters, printed, write


def main() -> None:
    changed = {}
    for chapter in chapters():
        path = RECORDED / f"{chapter}.txt"
        old, new = (
            path.read_text("utf8") if path.exists() else "",
            write(printed(chapter)),
        )
        if old != new:
            changed[path] = new
            lines = difflib.unified_diff(
                old.splitlines(),
                new.splitlines(),
                f"recorded {chapter}",
                f"printed {chapter}",
                lineterm="",
            )
            print("\n".join(lines))
    if not changed:
        print("Nothing to record: every output is as recorded.")
    elif "--yes" in sys.argv or input("Record this? [y/N] ").strip().lower() == "y":
        RECORDED.mkdir(exist_ok=True)
        for path, text in changed.items():
            path.write_text(text, "utf8")
        print(f"Recorded {', '.join(path.stem for path in changed)}.")
    else:
        sys.exit("Nothing was recorded.")


if __name__ == "__main__":
    main()
