"""Quixo solved: all positions with few cubes, for keeping how they end (`EarlySolver`).

A layer is a number of cubes that are not blank.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.games.quixo.rules import rules
from galda.games.quixo.solve.kernels import early

CELLS = rules.STRIDE**2


def layer_of(state: Any) -> int:
    """The crosses and circles on the board."""
    return int(state.cubes[0]).bit_count() + int(state.cubes[1]).bit_count()


def laid(size: int, numbers: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
    """Positions by their numbers, crosses to act."""
    states = np.zeros(len(numbers), rules.State)
    states["cubes"] = np.stack([numbers >> CELLS, numbers & ((1 << CELLS) - 1)], axis=1)
    states["rows"], states["players"] = size, 2
    return states


def whole_layer(size: int, layer: int, turns: npt.NDArray[np.uint32]) -> npt.NDArray[np.int64]:
    """The numbers of all positions with so many cubes and no line."""
    masks = np.arange(1 << layer)[:, None] >> np.arange(layer) & 1
    chosen = np.array(list(combinations(rules.cells(size), layer)), np.int64)
    filled = (1 << chosen).sum(axis=1)
    least = np.zeros(len(filled), np.int64)
    early.least_all(filled, turns, least)
    found: list[npt.NDArray[np.int64]] = []
    for cells, both in zip(chosen[least == filled], filled[least == filled], strict=True):
        mine = (masks << cells).sum(axis=1)
        numbers = np.zeros(len(mine), np.int64)
        early.number_all(mine, both & ~mine, turns, numbers)
        found.append(np.unique(numbers))  # a set of cells that is its own image has some twice
    numbers = np.concatenate(found)
    lines = np.zeros(len(numbers), np.bool_)
    early.find_lines(laid(size, numbers), lines)
    return numbers[~lines]
