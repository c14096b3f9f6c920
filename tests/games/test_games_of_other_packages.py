"""A package that is wrong is left out by itself, with its reason; all others are played."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from test_docs import ROOT, write_out

PACKAGES = {
    "torn": ("torn", "import no_such_module\n"),
    "quixo": ("quixo_again", "GAME = None\n"),
    "plain": ("plain", "GAME = 'no game'\n"),
    "other": ("nim_again", "from nim import GAME\n"),
    "ruleless": (
        "ruleless",
        "from nim import GAME, Game\nfrom dataclasses import replace\n"
        "GAME = replace(GAME, package='ruleless',\n"
        "    rules=replace(GAME.rules, kernels={}))\n",
    ),
    "unseen": (
        "unseen",
        "import numpy as np\nfrom dataclasses import replace\n"
        "from galda.core.kernels.record import record\nfrom nim import GAME, rules\n"
        "def draw(position, viewer, lang, shape):\n"
        "    return position.no_such_thing\n"
        "State = record(('heaps', np.int8, (3,)), ('to_act', np.int8), ('over', np.int8),\n"
        "    ('done', np.int8))\n"
        "GAME = replace(GAME, package='unseen', rules=replace(GAME.rules, record=State),\n"
        "    board=replace(GAME.board, draw=draw))\n",
    ),
}
"""Entry point -> its package and what is in it: each is wrong in another way."""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a program that finds Nim and all the packages that are wrong."""
    folder = tmp_path_factory.mktemp("packages")
    environment = write_out(ROOT / "docs" / "adding-a-game.md", folder)
    for point, (package, text) in PACKAGES.items():
        (folder / package).mkdir()
        (folder / package / "__init__.py").write_text(text)
        metadata = folder / f"{package}-1.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
        (metadata / "entry_points.txt").write_text(f"[galda.games]\n{point} = {package}:GAME\n")
    return environment


def run(environment: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python there."""
    return subprocess.run(
        [sys.executable, *words], env=environment, capture_output=True, text=True, check=False
    )


def test_each_wrong_package_is_named_with_its_reason_and_the_others_are_listed(
    environment: dict[str, str],
) -> None:
    told = run(environment, "-m", "galda", "games")
    assert told.returncode == 0, told.stderr
    for name in ("alhambra", "pylos", "quixo", "towers", "nim", "unseen"):
        assert re.search(rf"^ *{name} ", told.stdout, re.M)
    reasons = told.stderr.splitlines()
    wanted = {
        "torn (torn)": ("no_such_module", "torn/__init__.py:1"),
        "quixo (quixo_again)": ("another game is called 'quixo'",),
        "plain (plain)": ("plain:GAME is not a Game",),
        "other (nim_again)": ("the entry point must be called 'nim'",),
        "ruleless (ruleless)": ("lacks the kernels", "ruleless/__init__.py:3"),
    }
    assert len(reasons) == len(wanted)
    for who, parts in wanted.items():
        line = next(line for line in reasons if line.startswith(f"{who} is left out: "))
        assert all(part.replace("/", os.sep) in line for part in parts), line


def test_our_own_game_is_played_under_its_name(environment: dict[str, str]) -> None:
    told = run(environment, "-c", "import galda; print(galda.game('quixo').title)")
    assert told.stdout == "Quixo\n", told.stderr


def test_asking_for_a_game_that_is_left_out_tells_why(environment: dict[str, str]) -> None:
    told = run(environment, "-m", "galda", "perft", "torn", "1")
    assert told.returncode == 2
    assert "the game 'torn' is left out: ModuleNotFoundError" in told.stderr


def test_a_game_that_cannot_be_drawn_is_left_out_when_it_is_tried(
    environment: dict[str, str],
) -> None:
    program = (
        "import galda; from galda.core.external import left_out, try_out\n"
        "before = galda.game_names(); try_out()\n"
        "print(*sorted(set(before) - set(galda.game_names())))\n"
        "print([other.reason for other in left_out() if other.name == 'unseen'])"
    )
    told = run(environment, "-c", program)
    gone, reason = told.stdout.splitlines()
    assert gone == "unseen"
    assert "AttributeError" in reason
    assert str(Path("unseen", "__init__.py:6")) in reason


def test_the_site_is_ready_without_a_game_that_fails_and_tells_its_operator(
    environment: dict[str, str],
) -> None:
    program = (
        "from galda.web.serving.health import broken_games\n"
        "from galda.core.external import left_out\n"
        "print([broken_games()], [other.name for other in left_out()][-1])"
    )
    told = run({**environment, "GALDA_COMPILE": "0"}, "-c", program)
    assert told.stdout == "[''] unseen\n", told.stderr
