"""Quixo solved: many positions at once, for data sets and exams (`ManySolver`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.play.options import Value
from galda.core.play.solver import Arrays
from galda.games.quixo.rules import rules
from galda.games.quixo.solve.kernels import indexing, looking_up, retrograde

OUTCOMES = np.zeros(4, np.int64)
OUTCOMES[retrograde.WON], OUTCOMES[retrograde.LOST] = 1, -1


def places(arrays: Arrays, states: npt.NDArray[Any], probing: Any) -> npt.NDArray[np.int64]:
    """Where positions are kept."""
    found = np.zeros(len(states), np.int64)
    looking_up.find_all(states, arrays["patterns"], probing, found)
    return found


def read_all(codes: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Won, lost or drawn; nobody knows how soon."""
    return OUTCOMES[codes], np.full(len(codes), -1)


def forget(states: npt.NDArray[Any]) -> None:
    """Quiet turns are not counted (Q10)."""
    states["quiet"] = 0
    states["passes"] = 0


@lru_cache
def layers(size: int) -> tuple[str, ...]:
    """The mover's cubes and the other's, from the fullest boards on."""
    return tuple(layer.name for pair in indexing.pairs(size) for layer in dict.fromkeys(pair))


def lay(
    options: Mapping[str, Value], states: npt.NDArray[Any], layer: str, chance: np.random.Generator
) -> None:
    """So many cubes of each side, anywhere."""
    size = int(options["size"])
    if layer not in layers(size):
        raise GaldaError("no layer {layer!r}; there is {example!r}", layer=layer, example="5-4")
    mine, theirs = (int(number) for number in layer.split("-"))
    weights = np.array([1 << cell for cell in rules.cells(size)], np.uint32)
    ranks = chance.random((len(states), len(weights))).argsort(axis=1).argsort(axis=1)
    side = states["to_act"] & 1
    rows = np.arange(len(states))
    states["cubes"][rows, side] = ((ranks < mine) * weights).sum(axis=1)
    others = (ranks >= mine) & (ranks < mine + theirs)
    states["cubes"][rows, 1 - side] = (others * weights).sum(axis=1)
    board = size - rules.SIZES[0]
    for state in states:  # who is to move has won by an own line, whatever the other has (Q9)
        mover = int(state["to_act"]) & 1
        for seat in (1 - mover, mover):
            if rules.has_line(np.int64(state["cubes"][seat]), board):
                state["result"] = rules.CROSSES_WON + seat
