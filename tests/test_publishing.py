"""What runs the book elsewhere calls the README's commands, and says the same of the book as the book does."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import tasks

ROOT = Path(__file__).parent.parent
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

    assert (commands("test"), commands("publish"), commands("newest")) == (
        ["test"],
        ["build"],
        ["newest"],
    )


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


def test_the_newest_versions_take_the_place_of_the_pinned_ones_and_give_it_back(commands):
    tasks.install("requirements.txt")
    tasks.install("requirements-dev.txt", newest=("torch", "lightning"))
    assert commands[-1][-3:] == ["--upgrade", "torch", "lightning"]
    count = len(commands)
    tasks.install("requirements.txt")
    assert len(commands) == count + 1, "the pinned versions are installed anew"
    tasks.install("requirements-dev.txt")
    assert len(commands) == count + 2, "in the other environment, too"


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
    assert "print" in result.stderr and "build" in result.stderr and "newest" in result.stderr
