"""Bots by name, weakest first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from galda.bots.chance import RandomBot
from galda.core.errors import GaldaError
from galda.core.position import Position


class Bot(Protocol):
    """Anything that chooses an action in a position as its seat sees it."""

    def choose(self, position: Position) -> int:
        """The action to play."""


LEVELS: dict[str, Callable[[int | None], Bot]] = {"random": RandomBot}
"""Level -> what makes such a bot from a seed."""


def make_bot(level: str, seed: int | None = None) -> Bot:
    """The bot of a level."""
    if level not in LEVELS:
        raise GaldaError(f"there is no bot {level!r}; there is {', '.join(LEVELS)}")
    return LEVELS[level](seed)
