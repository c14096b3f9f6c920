"""Pylos solved: positions with few balls, whose ends a file keeps (`EarlySolver`).

A layer is a number of balls, where both have about as many on the board. What comes about more
seldom counts as some balls more, so that less of it is kept, and most of it belongs to no layer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.play.options import Value
from galda.games.pylos.rules import rules
from galda.games.pylos.solve.kernels import turns

EXTRA = {-3: 3, -2: 1, -1: 0, 0: 0, 1: 0, 2: 3}
"""How many balls more a position counts as, by how many the mover has more than the other."""


class EarlyPylos:
    """What the solver knows of early positions."""

    def layer_of(self, state: Any) -> int:
        """The balls on the board and what is counted for the difference; -1: it is too great."""
        mine, theirs = int(state.reserve[state.to_act]), int(state.reserve[1 - state.to_act])
        if theirs - mine not in EXTRA:
            return -1
        return 2 * rules.BALLS_EACH - mine - theirs + EXTRA[theirs - mine]

    def laid(
        self, options: Mapping[str, Value], numbers: npt.NDArray[np.int64]
    ) -> npt.NDArray[Any]:
        """Positions by their numbers, light to act."""
        states = np.zeros(len(numbers), rules.State)
        states["balls"] = np.stack([numbers >> rules.SPOTS, numbers & turns.SET], axis=1)
        on_board = np.bitwise_count(states["balls"]).astype(np.int8)
        states["reserve"] = rules.BALLS_EACH - on_board
        states["most"] = on_board.sum(axis=1)
        states["variant"] = rules.VARIANTS.index(str(options["variant"]))
        return states
