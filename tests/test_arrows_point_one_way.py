"""The house's rooms depend on each other in one direction only, and generic code names no game.

Which room may import which is said in `pyproject.toml`, to import-linter.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import galda

PACKAGE = Path(galda.__file__).parent
PROJECT = Path(__file__).parents[1]
EXAMPLE = re.compile(r"""^ *>>> .*\n(?:^ *(?!\"{3})\S.*\n)*""", re.M)
"""An example in a docstring, up to an empty line or the docstring's end: people play some game."""


def test_arrows_point_one_way_and_not_in_circles() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    told = subprocess.run(
        [linter, "--no-cache"], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stdout + told.stderr
    assert " 0 broken" in told.stdout


def test_generic_code_names_no_game() -> None:
    names = re.compile("|".join(galda.game_names()), re.IGNORECASE)
    rooms = [folder for folder in PACKAGE.iterdir() if folder.name not in ("games", "__init__.py")]
    files = [file for room in rooms for file in (*room.rglob("*.py"), *room.glob("*.py"))]
    assert files
    for file in files:
        code = EXAMPLE.sub("", file.read_text("utf-8"))
        assert not names.search(code), f"{file} names a game"


@pytest.mark.parametrize("room", ["src", "tests", "scripts", "benchmarks", "examples"])
def test_nothing_needs_the_laboratory(room: str) -> None:
    needs = re.compile(r"^\s*(from|import) lab\b", re.M)
    files = [*(PROJECT / room).rglob("*.py"), *(PROJECT / room).rglob("*.ipynb")]
    assert files
    assert not [file for file in files if needs.search(file.read_text("utf-8"))]


@pytest.mark.parametrize(
    ("asked", "left_out"),
    [
        ("galda.game('quixo').new()", ("bots", "solve", "envs", "arena", "table", "web", "cli")),
        ("galda.batch('quixo', 2)", ("bots", "solve", "arena", "table", "web", "cli")),
        ("galda.__version__", ("core", "games")),
    ],
)
def test_importing_galda_loads_only_what_is_asked_for(
    asked: str, left_out: tuple[str, ...]
) -> None:
    program = f"import sys, galda; {asked}; print(*sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    rooms = {name.split(".")[1] for name in told.stdout.split() if name.startswith("galda.")}
    assert not rooms & set(left_out)
