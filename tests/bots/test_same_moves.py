"""What `master` and `never-loses` play for a budget of positions, kept in `same_moves.txt`.

A change that is not meant to change play leaves that file as it is. After one that is meant to,
`python tests/bots/test_same_moves.py` writes it anew.
"""

from __future__ import annotations

import json
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

import galda
from support import random_game

FILE = Path(__file__).with_name("same_moves.txt")
BUDGETS = {"quixo": 400, "pylos": 200}
GAMES: list[tuple[str, dict[str, Any]]] = [
    *[("quixo", {"size": size}) for size in (3, 4, 5)],
    *[("pylos", {"variant": variant}) for variant in ("beginners", "standard", "expert")],
]
CASES = [
    *[(f"master:{BUDGETS[name]}", name, options) for name, options in GAMES],
    *[
        (f"never-loses:{BUDGETS[name]}", name, options)
        for name, options in GAMES
        if options.get("size") != 5  # nothing is proved there
    ],
]


def moves_of(bot: str, name: str, options: dict[str, Any]) -> list[str]:
    """The first actions of a bot in every third position of two random games, in notation."""
    found = []
    for seed in (11, 12):
        for position in islice(random_game(name, options, seed), 0, None, 3):
            if not position.is_over and len(position.legal_actions) > 1:
                found.append(position.write(galda.make_bot(bot, seed=5).choose(position)))
    return found


def title(bot: str, name: str, options: dict[str, Any]) -> str:
    return f"{bot} {name} {json.dumps(options)}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: title(*case))
def test_the_same_budget_gives_the_moves_it_gave_before(
    case: tuple[str, str, dict[str, Any]],
) -> None:
    kept = dict(line.split(" | ") for line in FILE.read_text().splitlines())
    assert " ".join(moves_of(*case)) == kept[title(*case)]


if __name__ == "__main__":
    FILE.write_text("".join(f"{title(*case)} | {' '.join(moves_of(*case))}\n" for case in CASES))
