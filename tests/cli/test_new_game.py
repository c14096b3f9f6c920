"""`galda new-game`: what it writes is a package that plays and passes all tests."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest


def galda(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command there, with the package `galda-harbor` as if it were installed."""
    package = folder / "galda-harbor"
    paths = [str(package), *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=folder, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )  # fmt: skip


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a game called harbor was written."""
    folder = tmp_path_factory.mktemp("new")
    told = galda(folder, "galda", "new-game", "harbor")
    assert told.returncode == 0, told.stderr
    assert "harbor/rules.py" in told.stdout.replace(os.sep, "/")
    metadata = folder / "galda-harbor" / "harbor-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: harbor\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[galda.games]\nharbor = harbor:GAME\n")
    return folder


def test_it_passes_all_tests_for_games_and_its_own(written: Path) -> None:
    told = galda(
        written, "pytest", "-q", "-p", "galda.testing.plugin", "-p", "no:cacheprovider",
        "--rootdir", "galda-harbor", "-c", "galda-harbor/pyproject.toml", "galda-harbor",
    )  # fmt: skip
    assert told.returncode == 0, told.stdout
    passed = re.search(r"(\d+) passed", told.stdout)
    assert passed is not None
    assert int(passed[1]) >= 80


@pytest.mark.parametrize("name", ["quixo", "Harbor", "1st", "../x"])
def test_a_name_that_is_taken_or_none_is_refused(name: str, tmp_path: Path) -> None:
    told = galda(tmp_path, "galda", "new-game", name)
    assert told.returncode == 2
    assert not list(tmp_path.iterdir())


def test_nothing_is_overwritten(written: Path) -> None:
    told = galda(written, "galda", "new-game", "harbor")
    assert told.returncode == 2


def test_it_is_checked_for_its_author(written: Path) -> None:
    told = galda(written, "galda", "check", "harbor", "--no-levels")
    assert told.returncode == 0, told.stderr
    assert "The kernels keep the contract." in told.stdout
    assert "  margin: " in told.stdout
    assert "actions a second" in told.stdout


def test_what_is_wrong_with_its_kernels_is_told_with_the_line(written: Path) -> None:
    rules = written / "galda-harbor" / "harbor" / "rules.py"
    right = rules.read_text()
    rules.write_text(right.replace("    out[1] = SWAP\n", "    out[2] = SWAP\n"))
    told = galda(written, "galda", "check", "harbor")
    rules.write_text(right)
    assert told.returncode == 1
    assert "`legal` lists more actions than `most_legal`, 2" in told.stdout
    assert "out[2] = SWAP" in told.stdout
