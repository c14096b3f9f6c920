"""Quixo solved: positions with few cubes, whose ends a file keeps (`EarlySolver`).

A layer is a number of cubes that are not blank.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.play.options import Value
from galda.games.quixo.rules import rules

CELLS = rules.STRIDE**2


class EarlyQuixo:
    """What the solver knows of early positions."""

    def layer_of(self, state: Any) -> int:
        """The crosses and circles on the board."""
        return int(state.cubes[0]).bit_count() + int(state.cubes[1]).bit_count()

    def laid(
        self, options: Mapping[str, Value], numbers: npt.NDArray[np.int64]
    ) -> npt.NDArray[Any]:
        """Positions by their numbers, crosses to act."""
        states = np.zeros(len(numbers), rules.State)
        states["cubes"] = np.stack([numbers >> CELLS, numbers & ((1 << CELLS) - 1)], axis=1)
        states["rows"], states["players"] = int(options["size"]), 2
        return states
