"""In which fields two states differ, and in which features two observations do: for messages."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.kernels.features import Feature, split, width
from galda.core.play.game import Game
from galda.core.play.position import Position

MOST_TOLD = 5


def in_fields(mine: npt.NDArray[Any], other: npt.NDArray[Any]) -> str:
    """The fields in which two states differ: `hand[1, 3]: 2 or 0, left: 9 or 8`."""
    assert mine.dtype.names is not None
    named = {name: (mine[name][0], other[name][0]) for name in mine.dtype.names}
    return _told(named)


def in_features(features: tuple[Feature, ...], mine: bytes, other: bytes) -> str:
    """The features in which two observations differ, told in the same way."""
    one, two = (split(features, np.frombuffer(row, np.uint8)) for row in (mine, other))
    return _told({name: (one[name], two[name]) for name in one})


def in_trace(game: Game, mine: str, other: str) -> str:
    """What differs in a line of `playing.trace`: the state, then what each seat sees."""
    one, two = bytes.fromhex(mine), bytes.fromhex(other)
    record, row = game.rules.record, width(game.rules.features)
    states = [np.frombuffer(line[: record.itemsize], record) for line in (one, two)]
    told = [in_fields(*states)]
    for seat in range((len(one) - record.itemsize) // max(row, 1) if row else 0):
        seen = slice(record.itemsize + seat * row, record.itemsize + (seat + 1) * row)
        if one[seen] != two[seen]:
            told.append(f"seen by {seat}: {in_features(game.rules.features, one[seen], two[seen])}")
    return "; ".join(filter(None, told))


def same(mine: Position, other: Position, what: str) -> None:
    """Fail, naming the fields, unless two positions are the same."""
    assert mine == other, f"{what}: {in_fields(mine.states, other.states)}"


def _told(named: dict[str, tuple[Any, Any]]) -> str:
    told = []
    for name, (one, two) in named.items():
        a, b = np.asarray(one), np.asarray(two)
        for at in np.argwhere(np.atleast_1d(a != b)).tolist() if a.shape else [[]] * bool(a != b):
            place = f"{name}[{', '.join(map(str, at))}]" if at else name
            told.append(f"`{place}`: {a[tuple(at)]} or {b[tuple(at)]}")
    more = f" and {len(told) - MOST_TOLD} more" if len(told) > MOST_TOLD else ""
    return ", ".join(told[:MOST_TOLD]) + more
