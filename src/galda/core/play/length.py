"""What exact methods want to know of a game: what can be turned up, and how long it can last."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class Chance:
    """What the draws of a game may bring; the kernels `outcomes` and `turn_up` know them by code.

    >>> towers = galda.game("towers")
    >>> towers.exact.chance.count, towers.exact.chance.write(32 + 7)
    (160, 'horror7')
    """

    count: int
    """Codes are below this."""
    write: Callable[[int], str]
    """(code) -> what it is, in notation."""


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """What chance has shown between two looks at a game, as codes: one for each thing.

    With all that was there at the first look, and what was done since, the codes tell all
    that is seen at the second. There are never more of them in a game than its `Length.draws`.

    >>> alhambra = galda.game("alhambra")
    >>> start = alhambra.new(seed=7).seen_by(0)
    >>> codes = alhambra.exact.turned_up.between(None, start.state)
    >>> [alhambra.exact.turned_up.write(code) for code in codes[-4:]]
    ['market4=g11', 'hand1=y9', 'hand1=b8', 'hand1=b9']
    """

    count: int
    """Codes are below this."""
    write: Callable[[int], str]
    """(code) -> what it is, in a word."""
    between: Callable[[Any, Any], list[int]]
    """(before, after) -> the codes, each once, of what the viewer of these two records saw turned
    up; `before` is None at the start. Whatever the viewer does not know was blanked out of both."""


class Length(NamedTuple):
    """How long a game can last at most.

    >>> galda.game("towers").exact.longest(galda.game("towers").new(players=2))
    Length(actions=256, draws=160)
    """

    actions: int
    """Actions of all players."""
    draws: int = 0
    """Draws of chance, each by itself."""
