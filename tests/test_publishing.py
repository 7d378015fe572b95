"""What runs the book elsewhere calls the README's commands, and says the same of the book as the book does."""

import inspect
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from packaging.version import Version

import tasks
from tensorbytensor.translation import TranslationData

ROOT = Path(__file__).parent.parent
PYTEST = re.search(r"^pytest==\S+", (ROOT / "requirements-dev.txt").read_text("utf8"), re.M)[0]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
COMMAND = re.compile(r"python3 tasks\.py (\w+)")


def steps(workflow: Path) -> list[dict]:
    jobs = yaml.safe_load(workflow.read_text("utf8"))["jobs"].values()
    return [step for job in jobs for step in job["steps"]]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_call_what_the_readme_names(workflow):
    called = [step["run"] for step in steps(workflow) if "run" in step and "if" not in step]
    assert called
    for command in called:
        task = re.match(COMMAND, command)[1]
        assert task in tasks.TASKS
        for readme in ("README.md", "README.zh.md"):
            assert f"python3 tasks.py {task}" in (ROOT / readme).read_text("utf8")


def test_there_is_a_workflow_for_changes_for_pages_and_for_new_versions():
    def commands(name):
        return COMMAND.findall((ROOT / ".github" / "workflows" / f"{name}.yml").read_text("utf8"))

    assert (commands("test"), commands("publish"), commands("versions")) == (
        ["test", "mutants"],
        ["build"],
        ["versions"],
    )


def test_each_week_both_ends_are_tested_with_their_interpreters():
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "versions.yml").read_text("utf8"))
    editions = workflow["jobs"]["versions"]["strategy"]["matrix"]["include"]
    assert {each["edition"]: f"python{each['python']}" for each in editions} == tasks.EDITIONS


def test_the_hook_before_a_commit_is_a_task():
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf8"))
    hooks = [hook["entry"] for repo in config["repos"] for hook in repo["hooks"]]
    assert hooks == ["python3 tasks.py check"] and "check" in tasks.TASKS


def test_the_citation_is_of_this_version_and_title():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf8"))
    project = (ROOT / "pyproject.toml").read_text("utf8")
    assert f'version = "{citation["version"]}"' in project
    assert citation["title"] == yaml.safe_load((ROOT / "_config.yml").read_text("utf8"))["title"]


@pytest.fixture
def commands(monkeypatch, tmp_path) -> list[list[str]]:
    """The commands that a task would run; nothing is run, and .venv is an empty folder."""
    seen = []
    monkeypatch.setattr(tasks, "VENV", tmp_path)
    monkeypatch.setattr(tasks.venv, "create", lambda *_, **__: None)
    monkeypatch.setattr(tasks, "run", lambda *command, **_: seen.append([*map(str, command)]))
    return seen


def test_installing_is_done_once_until_the_requirements_change(commands, monkeypatch, tmp_path):
    tasks.install("requirements.txt")
    assert len(commands) == 1 and commands[0][-2:] == ["-r", "requirements.txt"]
    tasks.install("requirements.txt")
    assert len(commands) == 1
    (tmp_path / "requirements.txt.installed").write_text("of older requirements")
    tasks.install("requirements.txt")
    assert len(commands) == 2


def test_floors_are_those_of_both_distributions():
    floors = tasks.floors()
    for name in ("pyproject.toml", "code/pyproject.toml"):
        text = (ROOT / name).read_text("utf8")
        for package, version in re.findall(r'^    "([\w-]+)[^>]*>=(.+)",$', text, re.M):
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
    made, installed, tested = zip(*[editions[at : at + 3] for at in (0, 3)], strict=True)
    assert [command[0] for command in made] == ["python3.10", "python3.13"]
    oldest, newest = installed
    assert "jupyter-book==1.0.4.post1" in oldest and "--constraint" in oldest
    assert "sphinx==7.4.7" in (tmp_path / ".venv-oldest" / "floors.txt").read_text().split()
    assert "--constraint" not in newest and not any("jupyter" in part for part in newest)
    for edition, command, test in zip(tasks.EDITIONS, installed, tested, strict=True):
        assert {".", "./code[pdf]", PYTEST} <= set(command)
        assert f".venv-{edition}" in test[0] and test[-1] == "tests/test_layers.py"


def test_one_end_can_be_tested_alone(editions):
    tasks.versions(["newest", "tests"])
    assert len(editions) == 3 and editions[0][0] == "python3.13"


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


def test_a_benchmark_gets_its_options_and_no_other_ones(commands):
    tasks.bench(["model", "--rounds", "3"])
    assert commands[-1][-3:] == [str(ROOT / "tools/bench_model.py"), "--rounds", "3"]
    tasks.bench([])
    assert [command[-1] for command in commands[-2:]] == [
        str(ROOT / "tools/bench_model.py"),
        str(ROOT / "tools/bench_build.py"),
    ]
    with pytest.raises(SystemExit, match="--bogus: name model or build first"):
        tasks.bench(["--bogus", "3"])
    for script, option in (("bench_model", "rounds"), ("bench_build", "chapters")):
        command = [sys.executable, f"tools/{script}.py", f"--{option}x", "3"]
        env = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
        result = subprocess.run(
            command, cwd=ROOT, env=env, capture_output=True, text=True, check=False
        )
        assert result.returncode == 2 and f"--{option}x" in result.stderr


def test_an_unknown_task_is_refused_with_those_there_are():
    result = subprocess.run(
        [sys.executable, "tasks.py", "print"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode != 0
    assert "print" in result.stderr and "build" in result.stderr and "versions" in result.stderr


@pytest.mark.parametrize("readme", ["README.md", "README.zh.md"])
def test_the_defaults_that_readme_names_are_those_of_the_code(readme):
    arguments = inspect.signature(TranslationData).parameters
    named = re.findall(r"([\d,]+)[^`\n]{1,12}`--data\.(\w+)`", (ROOT / readme).read_text("utf8"))
    assert [name for _, name in named] == ["n_test"]
    for number, name in named:
        assert int(number.replace(",", "")) == arguments[name].default
