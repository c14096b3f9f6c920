"""What exact methods want to know of a game: what can be turned up, and how long it can last."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Chance:
    """What the draws of a game may bring; the kernels `outcomes` and `turn_up` know them by code.

    >>> towers = galda.game("towers")
    >>> towers.chance.count, towers.chance.write(32 + 7)
    (160, 'horror7')
    """

    count: int
    """Codes are below this."""
    write: Callable[[int], str]
    """(code) -> what it is, in notation."""


class Length(NamedTuple):
    """How long a game can last at most.

    >>> galda.game("towers").longest(galda.game("towers").new(players=2))
    Length(actions=256, draws=160)
    """

    actions: int
    """Actions of all players."""
    draws: int = 0
    """Draws of chance, each by itself."""
