"""See each mutant of tools/mutants caught: `run_mutants.py [WORD …]`.

Words choose the mutants whose description has them all; a word with a slash, as code/tensorbytensor, those of such files.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

from copies_to_break import Place, prepare_all
from fork_for_each_mutant import import_libraries, run_all
from mutants import MUTANTS
from mutants.mutant import CODE, Mutant

from support.copies import ROOT

LONGEST_S = 600


def choose(words: list[str]) -> list[Mutant]:
    """Those that build the book, which take long, come first."""
    files = tuple(word for word in words if "/" in word)
    chosen = [
        mutant
        for mutant in MUTANTS
        if mutant.file.startswith(files or "")
        and all(word in mutant.what for word in words if "/" not in word)
    ]
    return sorted(chosen, key=lambda mutant: mutant.file.startswith(CODE))


def main() -> None:
    chosen = choose(sys.argv[1:])
    if stale := [line for mutant in chosen if (line := mutant.stale(ROOT))]:
        sys.exit("\n".join(stale))
    survivors, began = 0, time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        places = [Place(Path(folder) / str(n)) for n in range(os.cpu_count() or 1)]
        build = any(not mutant.file.startswith(CODE) for mutant in chosen)
        prepare_all(places, built=True, build=build)
        import_libraries()
        for number, (mutant, result) in enumerate(run_all(chosen, places, LONGEST_S), 1):
            survivors += not result.caught
            seconds = time.monotonic() - began
            how = "caught" if result.caught else "SURVIVED"
            print(f"[{number}/{len(chosen)}] {seconds:4.0f} s {how}: {mutant.what}", flush=True)
            if not result.caught:
                late = f"took longer than {LONGEST_S} s"
                print(late if result.status is None else result.said, flush=True)
    print(f"{len(chosen) - survivors} mutants caught, {survivors} survived")
    sys.exit(bool(survivors) or not chosen)


if __name__ == "__main__":
    main()
