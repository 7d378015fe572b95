"""Everything that one does with the book: `python3 tasks.py TASK`. Needs Python 3.10 or newer, nothing else.

Each task first makes the virtual environment .venv and installs what the requirements name.
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
sys.path.append(str(ROOT / "tools"))
from find_browser import HEADLESS, find_browser  # noqa: E402

VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
EDITIONS = {"oldest": "python3.10", "newest": "python3.13"}
# What is imported is compiled then; to compile all that is installed takes a third of the time.
PIP_INSTALL = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile")
# One more than cores, since who waits for a browser or a build leaves a core idle: of two, a sixth of the time.
WORKERS = (os.cpu_count() or 1) + 1
# Options of pytest-xdist. It waits for ever where it replaces a worker that died.
ON_EVERY_CORE = ("-n", str(WORKERS), "--dist", "loadgroup", "--max-worker-restart", "0")
# What fails beside other builds and browsers is tried a second time, and named.
ONCE_MORE = ("--reruns", "1", "-r", "R")
# While the book is built to be tested, its kernels run each cell again, unless it takes long and changes nothing; the tests compare.
EACH_CELL_TWICE = {"PYTHONSTARTUP": str(ROOT / "tests" / "support" / "kernel_startup.py")}


def run(*command: object, **options) -> None:
    """Run a command in the book's folder; a failure ends the task with its exit status."""
    status = subprocess.run(
        [str(part) for part in command], cwd=ROOT, check=False, **options
    ).returncode
    if status:
        sys.exit(status)


def python(*arguments: object) -> None:
    run(BIN / "python", *arguments)


def tool(name: str, *arguments: object) -> None:
    """Run a script of tools/, which shares helpers with the tests."""
    env = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
    run(BIN / "python", ROOT / "tools" / f"{name}.py", *arguments, env=env)


def install(requirements: str) -> None:
    """Make .venv hold what the file names; does nothing when it already does."""
    if sys.version_info < (3, 10):
        sys.exit(f"Python {sys.version.split()[0]} runs this, but the book needs 3.10 or newer")
    files = (
        "requirements.txt",
        "requirements-dev.txt",
        "requirements-reference.txt",
        "pyproject.toml",
        "code/pyproject.toml",
    )
    digest = hashlib.sha256(b"".join((ROOT / name).read_bytes() for name in files)).hexdigest()
    installed = VENV / f"{requirements}.installed"
    if installed.exists() and installed.read_text() == digest:
        return
    print(
        f"Installing {requirements} into .venv; the first time this takes a few minutes.",
        flush=True,
    )
    if Path(sys.prefix).resolve() != VENV.resolve():  # else it runs in what would be written
        try:
            venv.create(VENV, with_pip=True)
        except (subprocess.CalledProcessError, OSError) as error:
            sys.exit(
                f"No virtual environment could be made ({error}). On Debian and Ubuntu: apt-get install python3-venv"
            )
    python(*PIP_INSTALL, "-r", requirements)
    if requirements == "requirements-dev.txt":
        install_reference(BIN / "python", VENV)
    installed.write_text(digest)


def install_reference(interpreter: Path, environment: Path) -> None:
    """What tests compare with, in a folder that an environment's programs do not import from by themselves."""
    target = environment / "reference"
    files = ["--target", target, "-r", ROOT / "requirements-reference.txt"]
    run(interpreter, *PIP_INSTALL, "--no-deps", "--upgrade", *files)


def starts(interpreter: str) -> bool:
    """Whether it is there; a name may lead to a version manager that has it not."""
    path = shutil.which(interpreter)
    return bool(path) and subprocess.run([path, "-V"], capture_output=True).returncode == 0


def floors() -> dict[str, str]:
    """The oldest version of each package that the book's two distributions allow."""
    texts = [(ROOT / name).read_text("utf8") for name in ("pyproject.toml", "code/pyproject.toml")]
    return dict(re.findall(r'"([\w-]+)(?:\[\w+\])?>=([\d.]+)(?:;[^"]*)?"[,\]]', "".join(texts)))


def install_edition(edition: str) -> Path:
    """Make an environment of its own and return where its programs are.

    The oldest builds by Jupyter Book, as README does; the newest by Sphinx alone, which Jupyter Book would hold back.
    """
    folder = ROOT / f".venv-{edition}"
    programs = folder / BIN.name
    print(f"Installing the {edition} versions into {folder.name}.", flush=True)
    run(EDITIONS[edition], "-m", "venv", folder)
    (folder / "floors.txt").write_text("\n".join(map("==".join, floors().items())))
    tools, pinned = (
        [line.partition("#")[0].strip() for line in (ROOT / name).read_text("utf8").splitlines()]
        for name in ("requirements-dev.txt", "requirements.txt")
    )
    wanted = [tool for tool in tools if "==" in tool]
    if edition == "oldest":
        wanted += [line for line in pinned if line.startswith("jupyter-book")]
        wanted += ["--constraint", folder / "floors.txt"]
    newest = ["--upgrade", "--upgrade-strategy", "eager"]
    ours = ["--editable", ".", "--editable", "./code[pdf]"]
    run(programs / "python", *PIP_INSTALL, *newest, *ours, *wanted)
    install_reference(programs / "python", folder)
    return programs


def in_archive(package: str) -> bool:
    """Whether Debian's or Ubuntu's lists, as they are on this machine, have it."""
    return subprocess.run(["apt-cache", "show", package], capture_output=True).returncode == 0


def require_browser(task: str = "tests") -> None:
    """Chromium and a Chinese font: installed where that is possible, asked for in one line where it is not."""
    missing = [] if find_browser() else ["chromium"]
    fonts = shutil.which("fc-list")
    if sys.platform == "linux" and not (
        fonts and subprocess.run([fonts, ":lang=zh"], capture_output=True).stdout
    ):
        missing.append("fonts-noto-cjk")
    if task == "tests" and not shutil.which("pdftotext"):
        missing.append("poppler-utils")
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    installs = bool(shutil.which("apt-get")) and (is_root or "CI" in os.environ)
    faster = installs and "CHROMIUM" not in os.environ and not shutil.which(HEADLESS)
    if not missing and not (faster and in_archive(HEADLESS)):
        return
    if installs:
        # GitHub's machines do not run as root, but their sudo asks for nothing
        root = [] if is_root else ["sudo", "--non-interactive"]
        quiet = {
            "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            "stdout": subprocess.DEVNULL,
        }
        run(*root, "apt-get", "update", "-qq", **quiet)
        if faster and in_archive(HEADLESS):
            missing = [HEADLESS, *(package for package in missing if package != "chromium")]
        print(f"Installing {' '.join(missing)}.", flush=True)
        run(*root, "apt-get", "install", "-y", "-qq", *missing, **quiet)
        return
    sys.exit(
        f"The {task} need {' and '.join(missing)}. On Debian: apt-get install {' '.join(missing)}. "
        "Elsewhere, and on Ubuntu, install Chromium or Chrome (not as a snap) and set CHROMIUM to its path."
    )


def build(arguments: list[str]) -> None:
    """Build both languages into _build/html; further arguments go to jupyter-book."""
    install("requirements.txt")
    run(BIN / "jupyter-book", "build", ".", *arguments)


def test(arguments: list[str]) -> None:
    """Build from scratch with every warning an error, then run all tests; --quick: what takes seconds each."""
    install("requirements-dev.txt")
    test_all(arguments)


def test_all(arguments: list[str]) -> None:
    require_browser()
    if arguments == ["--quick"]:
        return python("-m", "pytest", *ON_EVERY_CORE, "-m", "not slow")
    if arguments:
        return python("-m", "pytest", *arguments)
    shutil.rmtree(ROOT / "_build", ignore_errors=True)
    env = {**os.environ, **EACH_CELL_TWICE}
    run(BIN / "jupyter-book", "build", ".", "-W", "-n", "--keep-going", "--quiet", env=env)
    python("-m", "pytest", *ON_EVERY_CORE, *ONCE_MORE)


def check(arguments: list[str]) -> None:
    """What takes seconds: style, spelling, and that both languages say the same."""
    install("requirements-dev.txt")
    python("-m", "pytest", "tests/test_languages.py", *arguments)


def versions(arguments: list[str]) -> None:
    """Test the book on Python 3.10 with the oldest versions it allows, and on 3.13 with the newest (or one: oldest, newest)."""
    chosen = [arguments.pop(0)] if arguments and arguments[0] in EDITIONS else list(EDITIONS)
    missing = [EDITIONS[edition] for edition in chosen if not starts(EDITIONS[edition])]
    if missing:
        sys.exit(f"To test versions, {' and '.join(missing)} must be on the PATH")
    require_browser()
    for edition in chosen:
        programs = install_edition(edition)
        shutil.rmtree(ROOT / "_build", ignore_errors=True)
        run(programs / "python", "-m", "pytest", *(arguments or (*ON_EVERY_CORE, *ONCE_MORE)))


def mutants(arguments: list[str]) -> None:
    """Break the book on purpose, one thing at a time, and see the tests catch each (10 minutes and more); words choose by description, code/tensorbytensor by file."""
    install("requirements-dev.txt")
    require_browser()
    build(["--quiet"])
    tool("run_mutants", *arguments)


def mutation_score(arguments: list[str]) -> None:
    """Break the taught code in ways that nobody listed, and count by module what its tests catch (or: attention.watch)."""
    install("requirements-dev.txt")
    tool("mutation_score", *arguments)


def record(arguments: list[str]) -> None:
    """Show how the outputs differ from tests/recorded/, ask, and record them anew."""
    build(["--quiet"])
    tool("record_outputs", *arguments)


def digits(arguments: list[str]) -> None:
    """Run the chapters with other settings, another Python or an emulated processor; which digits differ from tests/recorded/."""
    install("requirements.txt")
    tool("digits", *arguments)


def translated(arguments: list[str]) -> None:
    """Note on each Chinese page that it was compared with the English one, block by block."""
    install("requirements.txt")
    tool("note_translation_compared", *arguments)


def figures(arguments: list[str]) -> None:
    """Draw images/ anew."""
    if arguments:
        sys.exit(f"figures takes no options, but {' '.join(arguments)} given")
    install("requirements.txt")
    python("images/draw_diagrams.py")


def handouts(arguments: list[str]) -> None:
    """Print one PDF a language into _build/handouts; --solutions beneath, apart or none, for these alone."""
    parser = argparse.ArgumentParser(prog="tasks.py handouts")
    parser.add_argument("--solutions", choices=("beneath", "apart", "none"))
    solutions = parser.parse_args(arguments).solutions
    install("requirements-dev.txt")
    require_browser("handouts")
    build(["--quiet"])
    site, target = ROOT / "_build" / "html", ROOT / "_build" / "handouts"
    if solutions:
        # A site of its own beside the book's, out of the same outputs.
        target /= f"solutions-{solutions}"
        below = ROOT / "_build" / target.name
        outputs = below / "_build" / "outputs"
        shutil.copytree(ROOT / "_build" / "outputs", outputs, dirs_exist_ok=True)
        setting = {"env": {**os.environ, "BILINGUAL_BOOK_SOLUTIONS": solutions}}
        run(BIN / "jupyter-book", "build", ".", "--quiet", "--path-output", below, **setting)
        site = below / "_build" / "html"
    paths = "--site", site, "--to", target
    python("-m", "bilingual_book.export.print_pdf", ROOT, find_browser(), *paths)


def pack(arguments: list[str]) -> None:
    """Build, then pack notebooks, wheel and site into one archive in _build/pack."""
    build(["--quiet", *arguments])
    python("release/pack.py")


def bench(arguments: list[str]) -> None:
    """Time the models beside PyTorch's (bench model, bench language-model), and builds beside stock Jupyter Book's (bench build)."""
    scripts = {
        "model": "bench_model",
        "language-model": "bench_language_model",
        "build": "bench_build",
    }
    chosen = [arguments.pop(0)] if arguments and arguments[0] in scripts else list(scripts)
    if arguments and len(chosen) > 1:
        sys.exit(f"bench {arguments[0]}: name {' or '.join(scripts)} first, then its options")
    install("requirements.txt")
    for name in chosen:
        tool(scripts[name], *arguments)


def audit(arguments: list[str]) -> None:
    """Run Lighthouse and html-validate over every page; each page's scores and kilobytes (needs Node)."""
    build(["--quiet"])
    tool("lighthouse_and_html_validate", *arguments)


TASKS = {
    task.__name__.replace("_", "-"): task
    for task in (
        build,
        test,
        check,
        versions,
        mutants,
        mutation_score,
        record,
        digits,
        translated,
        figures,
        handouts,
        pack,
        bench,
        audit,
    )
}


def main() -> None:
    # Hundreds of short processes import the book's code; without bytecode each of them compiles it.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog="\n".join(f"  {name:14s} {task.__doc__}" for name, task in TASKS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("task", choices=TASKS)
    task, arguments = parser.parse_known_args()
    TASKS[task.task](arguments)


if __name__ == "__main__":
    main()
