"""The games in `examples/games` are short, pass all tests for games, and their levels rank."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

GAMES = Path(__file__).parents[1] / "examples" / "games"
NAMES = sorted(folder.name for folder in GAMES.iterdir() if folder.is_dir())
MOST_LINES = 600


def run(name: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python beside an example as if its package were installed."""
    metadata = folder / f"{name}-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text(f"[galda.games]\n{name} = {name}:GAME\n")
    paths = [str(folder), str(GAMES / name), *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.run(
        [sys.executable, *words], cwd=GAMES / name, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_short(name: str) -> None:
    files = [file for file in (GAMES / name / name).rglob("*") if file.suffix in (".py", ".md")]
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) <= MOST_LINES


@pytest.mark.parametrize("name", NAMES)
def test_an_example_passes_all_tests_for_games_and_its_own(name: str, tmp_path: Path) -> None:
    told = run(name, tmp_path, "-m", "pytest", "-p", "galda.testing.plugin",
               "-p", "no:cacheprovider")  # fmt: skip
    assert told.returncode == 0, told.stdout


@pytest.mark.parametrize("name", NAMES)
def test_its_levels_rank_by_themselves(name: str, tmp_path: Path) -> None:
    program = (
        "import sys; from galda.arena.ladder import measure\n"
        "for rung in measure(sys.argv[1], 40, ('random', 'casual', 'expert')):\n"
        "    print(rung, rung.holds)"
    )
    told = run(name, tmp_path, "-c", program, name)
    assert told.stdout.count("True") == 2, told.stdout + told.stderr
