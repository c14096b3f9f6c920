"""All early positions of a layer, by game: what the file of early positions is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations

import numpy as np
import numpy.typing as npt

from galda.core.play.options import Value
from galda.games.pylos.solve.early import EXTRA
from galda.games.pylos.solve.kernels import indexing as spots
from galda.games.pylos.solve.kernels import turns as balls_turned
from galda.games.quixo.rules import rules
from galda.games.quixo.solve.early import EarlyQuixo
from galda.games.quixo.solve.kernels import indexing
from lab.early.kernels import pylos, quixo

Numbers = npt.NDArray[np.int64]


def layer_of_quixo(options: Mapping[str, Value], layer: int) -> Numbers:
    """The numbers of all positions with so many cubes and no line."""
    size = int(options["size"])
    turns = indexing.turn_table(size)
    masks = np.arange(1 << layer)[:, None] >> np.arange(layer) & 1
    chosen = np.array(list(combinations(rules.cells(size), layer)), np.int64)
    filled = (1 << chosen).sum(axis=1)
    least = np.zeros(len(filled), np.int64)
    quixo.least_all(filled, turns, least)
    found: list[Numbers] = []
    for cells, both in zip(chosen[least == filled], filled[least == filled], strict=True):
        mine = (masks << cells).sum(axis=1)
        numbers = np.zeros(len(mine), np.int64)
        quixo.number_all(mine, both & ~mine, turns, numbers)
        found.append(np.unique(numbers))  # a set of cells that is its own image has some twice
    numbers = np.concatenate(found)
    lines = np.zeros(len(numbers), np.bool_)
    quixo.find_lines(EarlyQuixo().laid({"size": size}, numbers), lines)
    return numbers[~lines]


def layer_of_pylos(options: Mapping[str, Value], layer: int) -> Numbers:
    """The numbers of all positions of a layer."""
    found = [np.zeros(0, np.int64)]
    for ahead, extra in EXTRA.items():
        balls = layer - extra
        if balls >= abs(ahead) and (balls - ahead) % 2 == 0:
            found += _coloured(balls, (balls + ahead) // 2)
    return np.concatenate(found)


def _coloured(balls: int, mine: int) -> list[Numbers]:
    """The numbers of all positions with so many balls, so many of them the mover's."""
    masks = np.arange(1 << balls)
    masks = masks[np.bitwise_count(masks) == mine]
    homes, images = spots.homes(), balls_turned.turn_table()
    found: list[Numbers] = []
    for home in homes.homes_of(balls):
        sets = np.zeros(len(masks), np.int64)
        pylos.spread_all(masks, homes.balls[home], sets)
        numbers = np.zeros(len(masks), np.int64)
        pylos.number_all(sets, homes.balls[home] & ~sets, images, numbers)
        found.append(np.unique(numbers))  # a home that is its own image has some twice
    return found


WHOLE_LAYERS: Mapping[str, Callable[[Mapping[str, Value], int], Numbers]] = {
    "quixo": layer_of_quixo, "pylos": layer_of_pylos,
}  # fmt: skip
"""By game: from options and a layer to the numbers (`alike`) of all its positions not over."""
