"""Pylos solved: all positions with few balls, for keeping how they end (`EarlySolver`).

A layer is a number of balls. Kept are positions in which nobody has two balls more than the other
on the board: others come about seldom, and would be as many again.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from galda.games.pylos.rules import rules
from galda.games.pylos.solve.kernels import early, indexing, turns

MOST_AHEAD = 1


def layer_of(state: Any) -> int:
    """The balls on the board; -1: somebody has too many more than the other."""
    ahead = int(state.reserve[0]) - int(state.reserve[1])
    balls = 2 * rules.BALLS_EACH - int(state.reserve[0]) - int(state.reserve[1])
    return balls if abs(ahead) <= MOST_AHEAD else -1


def laid(variant: int, numbers: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
    """Positions by their numbers, light to act."""
    states = np.zeros(len(numbers), rules.State)
    states["balls"] = np.stack([numbers >> rules.SPOTS, numbers & turns.SET], axis=1)
    on_board = np.bitwise_count(states["balls"]).astype(np.int8)
    states["reserve"] = rules.BALLS_EACH - on_board
    states["most"] = on_board.sum(axis=1)
    states["variant"] = variant
    return states


def whole_layer(layer: int) -> npt.NDArray[np.int64]:
    """The numbers of all positions with so many balls."""
    masks = np.arange(1 << layer)
    mine = np.bitwise_count(masks).astype(np.int64)
    masks = masks[abs(2 * mine - layer) <= MOST_AHEAD]
    homes, images = indexing.homes(), turns.turn_table()
    found: list[npt.NDArray[np.int64]] = []
    for home in homes.homes_of(layer):
        sets = np.zeros(len(masks), np.int64)
        early.spread_all(masks, homes.balls[home], sets)
        numbers = np.zeros(len(masks), np.int64)
        early.number_all(sets, homes.balls[home] & ~sets, images, numbers)
        found.append(np.unique(numbers))  # a home that is its own image has some twice
    return np.concatenate(found)
