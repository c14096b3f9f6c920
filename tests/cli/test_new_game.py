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
