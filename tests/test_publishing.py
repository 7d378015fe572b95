"""What runs the book elsewhere calls the README's commands, and says the same of the book as the book does."""

import inspect
import re
from pathlib import Path

import pytest
import yaml

import tasks
from tensorbytensor.translation import TranslationData

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


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_a_step_that_pipes_a_task_fails_where_the_task_does(workflow):
    """GitHub runs `bash` with pipefail only where a step names it."""
    for step in steps(workflow):
        if re.search(r"tasks\.py [^\n]*\|", step.get("run", "")):
            assert step.get("shell") == "bash", step["run"]


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
    # each to its end, whatever the other finds, since each reports by itself
    assert workflow["jobs"]["versions"]["strategy"]["fail-fast"] is False


def test_the_hook_before_a_commit_is_a_task():
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf8"))
    (hook,) = [hook for repo in config["repos"] for hook in repo["hooks"]]
    assert hook["entry"] == "python3 tasks.py check" and "check" in tasks.TASKS
    # of the whole book, whatever the commit changes: a file's name would choose among the tests
    assert hook.get("always_run") and hook.get("pass_filenames") is False
    assert hook["language"] == "system" and not {"args", "stages", "files"} & {*hook}


def test_the_citation_is_of_this_version_and_title():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf8"))
    project = (ROOT / "pyproject.toml").read_text("utf8")
    assert f'version = "{citation["version"]}"' in project
    assert citation["title"] == yaml.safe_load((ROOT / "_config.yml").read_text("utf8"))["title"]


@pytest.mark.parametrize("readme", ["README.md", "README.zh.md"])
def test_the_defaults_that_readme_names_are_those_of_the_code(readme):
    arguments = inspect.signature(TranslationData).parameters
    named = re.findall(r"([\d,]+)[^`\n]{1,12}`--data\.(\w+)`", (ROOT / readme).read_text("utf8"))
    assert [name for _, name in named] == ["n_test"]
    for number, name in named:
        assert int(number.replace(",", "")) == arguments[name].default
