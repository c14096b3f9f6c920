"""What bots play for a budget of work, kept in `same_moves.txt`.

A change that is not meant to change play leaves that file as it is. After one that is meant to,
`python tests/bots/test_same_moves.py` writes it anew.
"""

from __future__ import annotations

import json
import sys
from itertools import islice, pairwise
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
    *[("master:60", "towers", {"players": players}) for players in (2, 3, 5)],
    *[("master:40", "alhambra", {"players": players}) for players in (2, 3, 6)],
    *[("master:60", "quixo", {"players": 4}), ("skilled:60", "quixo", {"players": 4})],
    *[
        (bot, name, {})
        for name in ("quixo", "pylos", "towers", "alhambra")
        for bot in ("novice", "casual", "skilled", "expert", "classic:60", "novice:30")
    ],
    *[
        (bot, name, {"players": 2})
        for name in ("towers", "alhambra")
        for bot in ("skilled-builder", "expert-gambler", "master-collector:60")
    ],
]
STEP = {"quixo": 3, "pylos": 3, "towers": 5, "alhambra": 12}
"""Every third position of random games and so on, for some games are long."""


def moves_of(bot: str, name: str, options: dict[str, Any]) -> list[str]:
    """The first actions of a bot in some positions of two random games, in notation."""
    found = []
    for seed in (11, 12):
        for position in islice(random_game(name, options, seed), 0, None, STEP[name]):
            if not position.is_over and len(position.legal_actions) > 1:
                found.append(position.write(galda.make_bot(bot, seed=5).choose(position)))
    return found


def moves_in_a_game(bot: str, name: str, options: dict[str, Any]) -> list[str]:
    """The actions of a single bot that plays the first actions of a game against itself."""
    position, player = galda.game(name).new(seed=13, **options), galda.make_bot(bot, seed=5)
    for _ in range(16):
        if not position.is_over:
            known = position.known_to(position.to_act, len(position.actions))
            position = position.play(player.choose(known))
    pairs = pairwise(position.history())
    return [b.write(a.action) for b, a in pairs if a.action is not None]


def title(bot: str, name: str, options: dict[str, Any]) -> str:
    return f"{bot} {name} {json.dumps(options)}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: title(*case))
def test_the_same_budget_gives_the_moves_it_gave_before(
    case: tuple[str, str, dict[str, Any]],
) -> None:
    kept = dict(line.split(" | ") for line in FILE.read_text().splitlines())
    assert written(*case) == kept[title(*case)]


def written(bot: str, name: str, options: dict[str, Any]) -> str:
    alone, in_a_game = moves_of(bot, name, options), moves_in_a_game(bot, name, options)
    return f"{' '.join(alone)} / {' '.join(in_a_game)}"


if __name__ == "__main__":
    FILE.write_text("".join(f"{title(*case)} | {written(*case)}\n" for case in CASES))
