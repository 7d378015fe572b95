"""The tasks: what each would run, in what order, and that a failure is the task's own."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib import metadata

import pytest
from packaging.version import Version

import tasks
from support.copies import ROOT

PYTEST = re.search(r"^pytest==\S+", (ROOT / "requirements-dev.txt").read_text("utf8"), re.M)[0]


@pytest.fixture
def commands(monkeypatch, tmp_path) -> list[list[str]]:
    """The commands that a task would run; nothing is run, and .venv is an empty folder."""
    seen = []
    monkeypatch.setattr(tasks, "VENV", tmp_path)
    monkeypatch.setattr(tasks.venv, "create", lambda *_, **__: None)
    monkeypatch.setattr(tasks, "run", lambda *command, **_: seen.append([*map(str, command)]))
    return seen


def test_what_tests_compare_with_is_installed_where_no_program_imports_it(commands, tmp_path):
    tasks.install("requirements-dev.txt")
    first, apart = commands
    assert first[-2:] == ["-r", "requirements-dev.txt"] and "--target" not in first
    assert apart[-2:] == ["-r", str(ROOT / "requirements-reference.txt")]
    assert apart[-4:-2] == ["--target", str(tmp_path / "reference")] and "--no-deps" in apart
    for name in ("transformers", "safetensors"):
        with pytest.raises(metadata.PackageNotFoundError):
            metadata.version(name)


def test_installing_is_done_once_until_the_requirements_change(commands, monkeypatch, tmp_path):
    tasks.install("requirements.txt")
    assert len(commands) == 1 and commands[0][-2:] == ["-r", "requirements.txt"]
    tasks.install("requirements.txt")
    assert len(commands) == 1
    (tmp_path / "requirements.txt.installed").write_text("of older requirements")
    tasks.install("requirements.txt")
    assert len(commands) == 2


def test_what_any_of_the_files_needs_is_installed(commands, monkeypatch, tmp_path):
    names = [*ROOT.glob("requirements*.txt"), ROOT / "pyproject.toml", ROOT / "code/pyproject.toml"]
    (tmp_path / "code").mkdir()
    copies = [tmp_path / name.relative_to(ROOT) for name in names]
    for name, copy in zip(names, copies):
        copy.write_bytes(name.read_bytes())
    monkeypatch.setattr(tasks, "ROOT", tmp_path)
    tasks.install("requirements.txt")
    for number, copy in enumerate(copies, start=2):
        copy.write_text(copy.read_text("utf8") + "# more", "utf8")
        tasks.install("requirements.txt")
        assert len(commands) == number, copy


def test_what_is_packed_was_built_as_asked(commands):
    tasks.pack(["--all", "-W"])
    assert commands[-2][-3:] == ["--quiet", "--all", "-W"]
    assert commands[-1][-1] == "release/pack.py"


@pytest.mark.parametrize("inside", [True, False])
def test_an_environment_is_not_made_anew_by_its_own_python(commands, monkeypatch, tmp_path, inside):
    """What runs could not be written."""
    made = []
    monkeypatch.setattr(tasks.venv, "create", lambda *folder, **_: made.append(*folder))
    monkeypatch.setattr(tasks.sys, "prefix", str(tmp_path if inside else tmp_path / "other"))
    tasks.install("requirements.txt")
    assert made == ([] if inside else [tmp_path]) and len(commands) == 1


@pytest.mark.parametrize("prefix", ["link", "place"])
def test_an_environment_behind_a_link_is_the_same_one(commands, monkeypatch, tmp_path, prefix):
    (tmp_path / "place").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "place")
    monkeypatch.setattr(tasks, "VENV", tmp_path / "link")
    monkeypatch.setattr(tasks.venv, "create", lambda *_, **__: pytest.fail("made anew"))
    monkeypatch.setattr(tasks.sys, "prefix", str(tmp_path / prefix))
    tasks.install("requirements.txt")


@pytest.mark.parametrize("fails", ["requirements-dev.txt", "requirements-reference.txt"])
def test_what_could_not_be_installed_is_tried_again(commands, monkeypatch, tmp_path, fails):
    def run(*command, **_):
        commands.append(command)
        if str(command[-1]).endswith(fails):
            sys.exit(1)

    monkeypatch.setattr(tasks, "run", run)
    for _ in range(2):
        with pytest.raises(SystemExit):
            tasks.install("requirements-dev.txt")
        assert not list(tmp_path.glob("*.installed"))
    assert sum(str(command[-1]).endswith(fails) for command in commands) == 2


def test_floors_are_those_of_both_distributions():
    floors = tasks.floors()
    for name in ("pyproject.toml", "code/pyproject.toml"):
        text = (ROOT / name).read_text("utf8")
        for package, version in re.findall(r'^    "([\w-]+)[^>]*>=([^";]+)(?:;.*)?",$', text, re.M):
            assert floors[package] == version
    assert {"torch", "lightning", "sphinx", "sphinx-book-theme", "playwright"} <= set(floors)
    pinned = (ROOT / "requirements.txt").read_text("utf8")
    for package, version in re.findall(r"^([\w-]+)(?:\[\w+\])?==([\w.]+)", pinned, re.M):
        if package in floors:
            assert Version(floors[package]) <= Version(version), package


@pytest.fixture
def editions(commands, monkeypatch, tmp_path) -> list[list[str]]:
    """The commands that testing the versions would run, in an empty folder."""
    shutil.copytree(ROOT / "code", tmp_path / "code", ignore=shutil.ignore_patterns("*_*"))
    for file in ROOT.glob("*.t*"):
        shutil.copy(file, tmp_path)
    for edition in tasks.EDITIONS:
        (tmp_path / f".venv-{edition}").mkdir()
    monkeypatch.setattr(tasks, "ROOT", tmp_path)
    monkeypatch.setattr(tasks, "starts", lambda interpreter: True)
    monkeypatch.setattr(tasks, "require_browser", lambda: None)
    return commands


def test_the_oldest_versions_and_the_newest_are_each_tested_in_an_environment_of_their_own(
    editions, tmp_path
):
    tasks.versions(["tests/test_layers.py"])
    made, installed, apart, tested = zip(*[editions[at : at + 4] for at in (0, 4)], strict=True)
    assert [command[0] for command in made] == ["python3.10", "python3.13"]
    oldest, newest = installed
    assert "jupyter-book==1.0.4.post1" in oldest and "--constraint" in oldest
    assert "sphinx==7.4.7" in (tmp_path / ".venv-oldest" / "floors.txt").read_text().split()
    assert "--constraint" not in newest and not any("jupyter" in part for part in newest)
    for edition, command, other, test in zip(tasks.EDITIONS, installed, apart, tested, strict=True):
        assert {".", "./code[pdf]", PYTEST} <= set(command)
        assert str(tmp_path / f".venv-{edition}" / "reference") in other
        assert f".venv-{edition}" in other[0]
        assert f".venv-{edition}" in test[0] and test[-1] == "tests/test_layers.py"


def test_one_end_can_be_tested_alone(editions):
    tasks.versions(["newest", "tests"])
    assert len(editions) == 4 and editions[0][0] == "python3.13" and editions[3][-1] == "tests"


def test_the_whole_book_is_tested_on_every_core(editions):
    tasks.versions(["oldest"])
    assert editions[3][1:] == ["-m", "pytest", *tasks.ON_EVERY_CORE, *tasks.ONCE_MORE]


def test_interpreters_that_are_missing_are_named_in_one_line(commands, monkeypatch):
    monkeypatch.setattr(tasks, "starts", lambda interpreter: interpreter == "python3.13")
    with pytest.raises(SystemExit, match=r"^To test versions, python3\.10 must be on the PATH$"):
        tasks.versions([])
    assert not commands


def test_an_interpreter_of_which_only_the_name_is_there_does_not_start(monkeypatch, tmp_path):
    """A version manager leaves such names."""
    name = tmp_path / "python3.10"
    name.write_text("#!/bin/sh\nexit 127\n")
    name.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not tasks.starts("python3.10") and not tasks.starts("python3.13")
    name.write_text("#!/bin/sh\n")
    assert tasks.starts("python3.10")


@pytest.mark.parametrize("solutions", [None, "beneath", "apart", "none"])
def test_handouts_are_printed_from_the_site_that_was_built_for_them(
    commands, monkeypatch, tmp_path, solutions
):
    monkeypatch.setattr(tasks, "ROOT", tmp_path)
    monkeypatch.setattr(tasks, "install", lambda requirements: None)
    monkeypatch.setattr(tasks, "require_browser", lambda task: None)
    (tmp_path / "_build" / "outputs").mkdir(parents=True)
    tasks.handouts(["--solutions", solutions] if solutions else [])
    *_, building, printing = (c for c in commands if "jupyter-book" in c[0] or "--site" in c)
    built = tmp_path
    if solutions:
        built = tmp_path / building[building.index("--path-output") + 1]
        assert built != tmp_path
    given = dict(zip(printing[-4::2], printing[-3::2], strict=True))
    assert given["--site"] == str(built / "_build" / "html")
    assert (given["--to"] == str(tmp_path / "_build" / "handouts")) == (solutions is None)


def test_a_benchmark_gets_its_options_and_no_other_ones(commands):
    tasks.bench(["model", "--rounds", "3"])
    assert commands[-1][-3:] == [str(ROOT / "tools/bench_model.py"), "--rounds", "3"]
    tasks.bench([])
    scripts = ["bench_model", "bench_language_model", "bench_build"]
    assert [command[-1] for command in commands[-3:]] == [
        str(ROOT / "tools" / f"{name}.py") for name in scripts
    ]
    with pytest.raises(SystemExit, match="--bogus: name model or language-model or build first"):
        tasks.bench(["--bogus", "3"])
    for script, option in zip(scripts, ("rounds", "rounds", "chapters")):
        command = [sys.executable, f"tools/{script}.py", f"--{option}x", "3"]
        env = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
        result = subprocess.run(
            command, cwd=ROOT, env=env, capture_output=True, text=True, check=False
        )
        assert result.returncode == 2 and f"--{option}x" in result.stderr


def test_a_task_without_options_refuses_one(commands):
    with pytest.raises(SystemExit, match=r"^figures takes no options, but --all given$"):
        tasks.figures(["--all"])
    assert not commands


def test_an_unknown_task_is_refused_with_those_there_are():
    result = subprocess.run(
        [sys.executable, "tasks.py", "print"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode != 0
    assert "print" in result.stderr and "build" in result.stderr and "versions" in result.stderr


def test_a_command_that_a_signal_ends_fails_the_task():
    with pytest.raises(SystemExit) as ended:
        tasks.run(sys.executable, "-c", "import os; os.kill(os.getpid(), 9)")
    assert ended.value.code not in (None, 0)


def test_the_first_command_that_fails_ends_a_task_with_its_status(monkeypatch, tmp_path):
    """Every program of .venv, and every interpreter, notes its call; the one whose turn it is fails."""
    log, failing = tmp_path / "log", tmp_path / "failing"
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("python", "jupyter-book", *tasks.EDITIONS.values()):
        program = programs / name
        program.write_text(
            f'#!/bin/sh\n[ "$*" = -V ] && exit 0\necho call >> {log}\n'
            f'[ "$(wc -l < {log})" -eq "$(cat {failing})" ] && exit 7\nexit 0\n'
        )
        program.chmod(0o755)
    monkeypatch.setattr(tasks, "ROOT", tmp_path)
    monkeypatch.setattr(tasks, "BIN", programs)
    monkeypatch.setattr(tasks, "install", lambda requirements: None)
    monkeypatch.setattr(tasks, "install_edition", lambda edition: programs)
    monkeypatch.setattr(tasks, "require_browser", lambda task="tests": None)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")

    def run_with_failure_at(number: int, task: Callable) -> tuple[int | None, int]:
        log.write_text("")
        failing.write_text(str(number))
        try:
            task([])
        except SystemExit as end:
            return end.code, len(log.read_text().split())
        return None, len(log.read_text().split())

    counts = {}
    for name, task in tasks.TASKS.items():
        status, counts[name] = run_with_failure_at(0, task)
        assert status is None and counts[name] > 0, name
        for number in range(1, counts[name] + 1):
            assert run_with_failure_at(number, task) == (7, number), name
    assert {counts[name] for name in ("build", "check")} == {1} and counts["test"] == 2


FULL, SHELL = "chromium", "chromium-headless-shell"


@pytest.mark.parametrize(
    ("there", "archive", "named", "installed"),
    [
        ((), (FULL, SHELL), "", [SHELL, "fonts-noto-cjk", "poppler-utils"]),
        ((), (FULL,), "", [FULL, "fonts-noto-cjk", "poppler-utils"]),
        ((FULL, "pdftotext", "fc-list"), (FULL, SHELL), "", [SHELL]),
        ((FULL, "pdftotext", "fc-list"), (FULL,), "", None),
        ((SHELL, "pdftotext", "fc-list"), (FULL, SHELL), "", None),
        (("pdftotext", "fc-list"), (FULL, SHELL), "/opt/chrome", None),
        ((SHELL, "fc-list"), (FULL, SHELL), "", ["poppler-utils"]),
    ],
)
def test_of_browsers_the_one_without_a_window_is_installed_where_there_is_one(
    monkeypatch, commands, there, archive, named, installed
):
    monkeypatch.setattr(tasks.shutil, "which", lambda name: name in (*there, "apt-get") or None)
    monkeypatch.setattr(tasks, "in_archive", lambda package: package in archive)
    monkeypatch.setattr(tasks.sys, "platform", "linux")
    monkeypatch.setattr(tasks.os, "geteuid", lambda: 0)
    fonts = subprocess.CompletedProcess([], 0, b"Noto Sans CJK")
    monkeypatch.setattr(tasks.subprocess, "run", lambda *_, **__: fonts)
    monkeypatch.delenv("CHROMIUM", raising=False)
    if named:
        monkeypatch.setenv("CHROMIUM", named)
    tasks.require_browser()
    updated, *installs = commands or [["apt-get", "update"]]
    assert updated[:2] == ["apt-get", "update"]
    expected = ["apt-get", "install", "-y", "-qq", *installed] if installed else None
    assert installs == [expected] * bool(installed)


def test_without_rights_to_install_one_line_says_what_is_missing(monkeypatch, commands):
    monkeypatch.setattr(tasks.shutil, "which", lambda name: None)
    monkeypatch.setattr(tasks.sys, "platform", "linux")
    monkeypatch.delenv("CHROMIUM", raising=False)
    with pytest.raises(SystemExit, match="apt-get install chromium fonts-noto-cjk poppler-utils"):
        tasks.require_browser()
    assert not commands


@pytest.mark.slow
@pytest.mark.parametrize(
    ("happens", "status", "said"),
    [
        ("os._exit(3)", 1, "crashed while running"),
        ("time.sleep(99)", 1, "Timeout (0:00:01)!"),
        ("pytest.fail('always')", 1, "1 failed, 39 passed, 1 rerun"),
        ("os.path.exists('once') or pytest.fail(open('once', 'w').name)", 0, "40 passed, 1 rerun"),
    ],
)
def test_what_fails_is_tried_once_more_but_not_what_dies_or_hangs(tmp_path, happens, status, said):
    """The run never waits: neither for a lost worker nor, beyond the limit (here a second), for a test."""
    (tmp_path / "test_many.py").write_text(
        "import os, time, pytest\n"
        "@pytest.mark.parametrize('number', range(40))\n"
        "def test_one(number):\n"
        "    if number == 20: eval(os.environ['WHAT_HAPPENS'])\n"
    )
    config = (ROOT / "pyproject.toml").read_text("utf8")
    (tmp_path / "pyproject.toml").write_text(re.sub(r"(timeout = )\d+", r"\g<1>1", config))
    options = *tasks.ON_EVERY_CORE, *tasks.ONCE_MORE, "test_many.py"
    result = subprocess.run(
        [sys.executable, "-m", "pytest", *options],
        cwd=tmp_path,
        env={**os.environ, "WHAT_HAPPENS": happens},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.returncode == status, result.stdout
    assert "test_many.py::test_one[20]" in result.stdout
    assert said in result.stdout + result.stderr
