"""The puzzle of the day: the same for everybody, each day another game, none twice for years."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime
from functools import lru_cache

from galda.core.errors import GaldaError
from galda.core.play.game import Game
from galda.puzzles.puzzle import Puzzle
from galda.puzzles.shelf import games_with_puzzles, puzzles_of


def today() -> date:
    """The date everywhere: everybody has the same puzzle of the day."""
    return datetime.now(UTC).date()


def puzzle_of_the_day(day: date) -> Puzzle:
    """The puzzle of a date.

    >>> from datetime import UTC, date, datetime
    >>> from galda.puzzles.daily import puzzle_of_the_day
    >>> week = [puzzle_of_the_day(date(2026, 11, day)).game for day in (16, 17, 18, 19)]
    >>> len(set(week))
    4
    """
    games = games_with_puzzles()
    if not games:
        raise GaldaError("there are no puzzles here")
    turn, which = divmod(day.toordinal(), len(games))
    played = games[which]
    known = puzzles_of(played)
    return known[_order(played, len(known))[turn % len(known)]]


@lru_cache
def _order(played: Game, count: int) -> tuple[int, ...]:
    """The order in which a game's puzzles have their days."""
    order = list(range(count))
    random.Random(f"a puzzle a day of {played.name}").shuffle(order)
    return tuple(order)
