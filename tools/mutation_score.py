"""How many mutants that nobody has written the tests kill: `mutation_score.py [MODULE …] [--all]`.

MODULE: a part of the taught code, as attention, or a module of it, as attention.watch. Without --all a sample of each
module, the same in every run. Fails where fewer than 90 of 100 are killed; equivalent_mutants.py has those that no
test can kill.
"""

import argparse
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from copies_to_break import Place, prepare_all
from equivalent_mutants import EQUIVALENT
from fork_for_each_mutant import import_libraries, run_all
from generate_mutants import Generated, generate
from taught_modules import dotted, find_modules, tests_of
from tests_of_lines import LinesOfTests, count_lines

from support.copies import ROOT

LEAST = 0.9
LIMIT_S = 60  # longer than the unbroken module's tests


def mutants_of(path: Path) -> tuple[list[Generated], int]:
    """Its mutants, and how many more are equivalent."""
    every = generate(ROOT, str(path))
    known = [(old, new) for file, old, new, _ in EQUIVALENT if file == dotted(path)]
    mutants = [mutant for mutant in every if (mutant.old, mutant.new) not in known]
    return mutants, len(every) - len(mutants)


def survivors(
    tested: list[Generated], places: list[Place], counted: LinesOfTests
) -> Iterator[Generated]:
    """Those that no test notices. What ends the process or hangs is noticed.

    First the tests that run the changed line; after them all, for some run it in processes of their own.
    """
    limit_s = LIMIT_S + counted.seconds
    first = [replace(mutant, arguments=counted.of(mutant.file, mutant.line)) for mutant in tested]
    left = []
    for number, (mutant, result) in enumerate(run_all(first, places, limit_s), 1):
        if sys.stderr.isatty():
            print(f"\r{mutant.file}: {number}/{len(tested)} ", end="", file=sys.stderr, flush=True)
        if result.status == 0 and mutant.arguments == counted.arguments:
            yield mutant
        elif result.status == 0:
            left.append(replace(mutant, arguments=counted.arguments))
    for mutant, result in run_all(left, places, limit_s):
        if result.status == 0:
            yield mutant


def main() -> None:
    parser = argparse.ArgumentParser(prog="tasks.py mutation-score", description=__doc__)
    parser.add_argument("modules", nargs="*", metavar="MODULE")
    parser.add_argument("--all", action="store_true", help="every mutant, which takes hours")
    parser.add_argument("--sample", type=int, default=8, metavar="N", help="at most N a module")
    parser.add_argument("--seed", type=int, default=0, help="another sample")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="N")
    chosen = parser.parse_args()
    modules, total, killed, unbroken = find_modules(chosen.modules), 0, 0, {}
    print(f"{'module':38}{'mutants':>8}{'tested':>8}{'killed':>8}{'equivalent':>12}{'score':>7}")
    with tempfile.TemporaryDirectory() as folder:
        places = [Place(Path(folder) / str(n)) for n in range(chosen.processes)]
        prepare_all(places)
        import_libraries()
        for path in modules:
            tested, equivalent = mutants_of(path)
            count = len(tested)
            if not chosen.all and count > chosen.sample:
                tested = random.Random(f"{chosen.seed} {path}").sample(tested, chosen.sample)
            tests = tests_of(path)
            if tests not in unbroken:
                unbroken[tests] = count_lines(tests, places[0])
            alive = [*survivors(tested, places, unbroken[tests])]
            total, killed = total + len(tested), killed + len(tested) - len(alive)
            row = f"{count:8}{len(tested):8}{len(tested) - len(alive):8}{equivalent:12}"
            print(f"\r{dotted(path):38}{row}{1 - len(alive) / len(tested):7.0%}", flush=True)
            for mutant in alive:
                print(f"  {mutant.file}:{mutant.line}: {mutant.old}  →  {mutant.new}", flush=True)
    print(f"{killed} of {total} killed: {killed / total:.1%}")
    sys.exit(killed / total < LEAST)


if __name__ == "__main__":
    main()
