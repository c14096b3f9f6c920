"""Positions written down for good: whoever has kept such a text can read it in years to come.

`tests/positions.txt` holds some of random games: the position's key, a space, and its text. New
ones may be added, `python tests/positions.py` does so for games and options that have none; those
that are there stay as they are.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import galda
from galda import Position
from galda.testing.playing import sample
from playthroughs import is_ours
from support import starts

FILE = Path(__file__).with_name("positions.txt")
SEED = 2027


def chosen(name: str, options: dict[str, Any]) -> list[Position]:
    """A few positions of a game, its end among them."""
    return sample(name, options, SEED, 2)[1:]


def lines(name: str, options: dict[str, Any]) -> list[str]:
    """These positions, each on its line."""
    return [f"{position.key:016x} {position.text}" for position in chosen(name, options)]


def main() -> None:
    """Add what is missing."""
    there = FILE.read_text("utf-8").splitlines() if FILE.exists() else []
    for name in filter(is_ours, galda.game_names()):
        for options in starts(name):
            there += [line for line in lines(name, options) if line not in there]
    FILE.write_text("\n".join(there) + "\n", "utf-8")


if __name__ == "__main__":
    main()
