"""The forge's workflows: each command is one that there is, and passes where it can be run here."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from distributions import ROOT, copy_sources, read_yaml

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
OURS = {"make", "python", "python3"}
ELSEWHERE = {"gh", "mkdir", "cp"}
"""Programs that only work on the forge, or need no test."""
PATH = os.environ["PATH"]
RUN_HERE = [
    "python -m mkdocs build --strict --site-dir site",
    "python scripts/release.py dist",
    "python -m twine check --strict dist/*.whl dist/*.tar.gz",
    'python scripts/release.py --check-tag "v$VERSION"',
    "make hooks",
    "make scripts",
]
"""Commands of the workflows that the slow test runs in order, in a copy of the sources."""


def steps() -> Iterator[tuple[str, dict[str, Any]]]:
    for file in WORKFLOWS:
        for job in read_yaml(file)["jobs"].values():
            for step in job.get("steps", ()):
                yield file.name, step


def commands() -> list[tuple[str, list[str]]]:
    """Every command with its words; what the forge fills in stands as X."""
    found = []
    for name, step in steps():
        for line in step.get("run", "").splitlines():
            for part in line.split("&&"):
                found.append((name, shlex.split(re.sub(r"\$\{\{.*?\}\}", "X", part))))
    return found


@pytest.mark.parametrize(("schema", "files"), [
    ("github-workflows", WORKFLOWS),
    ("dependabot", [ROOT / ".github" / "dependabot.yml"]),
    ("compose-spec", [ROOT / "deploy" / "compose.yaml"]),
])  # fmt: skip
def test_files_for_others_fit_their_schema(schema: str, files: list[Path]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}",
         *map(str, files)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_workflows_run_programs_that_there_are() -> None:
    targets = set(re.findall(r"(?m)^([\w-]+):", (ROOT / "Makefile").read_text("utf-8")))
    for name, (program, *words) in commands():
        assert program in OURS | ELSEWHERE, f"{name}: {program}"
        if program == "make":
            assert set(words) <= targets, f"{name}: make {words}"
        elif program in OURS and words[0] != "-m":
            script = (ROOT / words[0]).read_text("utf-8")
            for word in words[1:]:
                assert not word.startswith("--") or f'"{word}"' in script, f"{name}: {word}"


def test_workflows_install_extras_that_there_are() -> None:
    extras = {
        extra
        for _, words in commands()
        for word in words
        for found in re.findall(r"^\.\[(.+)\]$", word)
        for extra in found.split(",")
    }
    assert extras and extras <= set(PROJECT["optional-dependencies"])


def test_tests_run_on_every_system_with_the_oldest_and_the_newest_python() -> None:
    matrix = read_yaml(ROOT / ".github/workflows/tests.yml")["jobs"]["tests"]["strategy"]["matrix"]
    claimed = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    assert matrix["python"] == [claimed[0], claimed[-1]]
    assert PROJECT["requires-python"] == f">={claimed[0]}"
    assert [name.split("-")[0] for name in matrix["system"]] == ["ubuntu", "macos", "windows"]


def test_workflows_may_do_little_and_end() -> None:
    for file in WORKFLOWS:
        told = read_yaml(file)
        writes = {name for name, level in told["permissions"].items() if level == "write"}
        assert writes <= {"packages", "pull-requests"}, f"{file.name}: {writes}"
        for name, job in told["jobs"].items():
            slow = any("make" in step.get("run", "") or "pip" in step.get("run", "")
                       for step in job.get("steps", ()))  # fmt: skip
            assert not slow or "timeout-minutes" in job, f"{file.name}: {name}"


def test_actions_of_others_are_pinned() -> None:
    for name, step in steps():
        if used := step.get("uses"):
            assert re.search(r"@(v\d|release/v\d)", used), f"{name}: {used}"


def test_what_is_run_here_is_what_the_workflows_run() -> None:
    said = {
        re.sub(r"\S*GITHUB_REF_NAME\S*", "v$VERSION", " ".join(words)) for _, words in commands()
    }
    for command in RUN_HERE:
        assert command.replace('"', "") in said, command


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_commands_of_workflows_pass(tmp_path: Path) -> None:
    """In a copy of the sources with an environment of its own, as the forge has it."""
    home = copy_sources(tmp_path / "galda")
    subprocess.run(["git", "init", "-q"], cwd=home, check=True)
    subprocess.run(["git", "add", "-A"], cwd=home, check=True)
    subprocess.run(["make", ".venv/.ready-to-test"], cwd=home, check=True)
    version = re.search(r'__version__ = "(.+)"', (home / "src/galda/__init__.py").read_text())
    assert version
    for command in RUN_HERE:
        if command == "make scripts" and not shutil.which("npm"):
            continue
        done = subprocess.run(
            ["bash", "-c", command], cwd=home, text=True,
            env={**os.environ, "VERSION": version[1], "PATH": f"{home}/.venv/bin:{PATH}"},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}"
