"""The README's and the docs' examples run, and the game built in the docs is a real one."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILE = re.compile(
    r"^```\w+\n(?:# file: |<!-- file: )(?P<name>\S+?)(?: -->)?\n(?P<text>.*?)^```", re.M | re.S
)
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
WITHOUT_EXAMPLES = {
    "adding-a-game.md": "its game is built and tested below",
    "api.md": "its program plays a game in tests/web/test_api.py",
    "architecture.md": "a map of the house",
    "serving.md": "about settings and machines",
    "solved.md": "tables of results",
    "style.md": "about how code reads",
    "table.md": "about hosted play",
    "translating.md": "shows calls in passing, of names that are not there",
}
"""Pages without an example to run, and why."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run_as_shown(page: Path) -> None:
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failed == 0
    assert (tried == 0) == (page.name in WITHOUT_EXAMPLES), f"{tried} examples"


def test_no_page_is_excused_that_is_not_there() -> None:
    assert WITHOUT_EXAMPLES.keys() <= {page.name for page in PAGES}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_is_shown_only_where_it_is_run(page: Path) -> None:
    shown = re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)
    idle = [code for code in shown if not code.startswith((">>> ", "# file: "))]
    assert len(idle) == (page.name == "translating.md"), idle


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_the_game_of_the_docs_keeps_the_contract(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
    for found in FILE.finditer(page):
        file = tmp_path / found["name"]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(found["text"])
    # What installing the package would leave behind: its metadata next to its folder.
    metadata = tmp_path / "nim-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: nim\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[galda.games]\nnim = nim:GAME\n")
    tests = ["tests/games/test_every_game.py", "tests/games/test_figures_and_lessons.py"]
    paths = [str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    played = subprocess.run(
        [sys.executable, "-m", "pytest", "-n0", "-k", "nim", *tests],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert played.returncode == 0, played.stdout
    passed = re.search(r"(\d+) passed", played.stdout)
    assert passed is not None
    assert int(passed[1]) > 40
    counted = subprocess.run(
        [sys.executable, "-m", "galda", "perft", "nim", "2", "--first-heap", "1", "--quiet"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    # Heaps 1, 3, 5: after taking k of the nine matches, 9 - k moves are left.
    assert counted.stdout == f"{8 + (8 + 7 + 6) + (8 + 7 + 6 + 5 + 4)}\n"
