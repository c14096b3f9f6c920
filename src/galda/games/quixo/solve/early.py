"""Quixo solved: positions with few cubes, whose ends a file keeps (`EarlySolver`).

A layer is a number of cubes that are not blank.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from galda.games.quixo.rules import rules

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
