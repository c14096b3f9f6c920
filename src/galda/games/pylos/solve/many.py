"""Pylos solved: many positions at once, for data sets and exams (`ManySolver`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.play.options import Value
from galda.core.play.solver import Arrays
from galda.games.pylos.rules import rules
from galda.games.pylos.solve.kernels import indexing, retrograde

LAYERS = tuple(str(balls) for balls in range(indexing.MOST_KEPT, -1, -1))
"""By the number of balls, from the fullest boards on; fuller ones are decided."""


@lru_cache
def shapes_of(balls: int) -> npt.NDArray[np.int64]:
    """Every pyramid under construction with a number of balls, without the top."""
    shapes = indexing.homes().shapes
    found: npt.NDArray[np.int64] = shapes[np.bitwise_count(shapes) == balls]
    return found


class ManyPylos:
    """What the solver can do with many positions at once."""

    def places(
        self, options: Mapping[str, Value], arrays: Arrays, states: npt.NDArray[Any]
    ) -> tuple[str, npt.NDArray[np.int64]]:
        """Where positions are kept; -1: an empty reserve or the top decides them."""
        found = np.zeros(len(states), np.int64)
        indexing.find_all(
            states, arrays["shapes"], arrays["home"], arrays["balls"], arrays["base"], found
        )
        return "marks", found

    def read_all(
        self, states: npt.NDArray[Any], codes: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Won or lost, and after how many turns."""
        rows, seat = np.arange(len(states)), states["to_act"]
        topped = states["balls"][rows, 1 - seat] >> rules.TOP & 1
        lost_at_once = (topped != 0) | (states["reserve"][rows, seat] == 0)
        decided = np.where(lost_at_once, retrograde.LOST_AT_ONCE, retrograde.WON_AT_ONCE)
        codes = np.where(codes < 0, decided, codes)
        outcomes = np.sign(codes - retrograde.UNKNOWN)
        turns = np.where(outcomes > 0, 255 - codes, codes)
        return outcomes, np.where(outcomes == 0, -1, turns)

    def forget(self, states: npt.NDArray[Any]) -> None:
        """Quiet turns are not counted (P16): as if the last had brought the most balls so far."""
        states["quiet"] = 0
        states["most"] = np.bitwise_count(states["balls"][:, 0] | states["balls"][:, 1])

    def layers(self, options: Mapping[str, Value]) -> tuple[str, ...]:
        """By the number of balls."""
        return LAYERS

    def lay(
        self, options: Mapping[str, Value], states: npt.NDArray[Any], layer: str,
        chance: np.random.Generator,
    ) -> None:  # fmt: skip
        """Any pyramid of the layer's balls, coloured at random as the reserves allow."""
        if layer not in LAYERS:
            raise GaldaError("no layer {layer!r}; there is {example!r}", layer=layer, example="12")
        n = int(layer)
        shapes = shapes_of(n)
        for state in states:
            shape = int(chance.choice(shapes))
            spots = [spot for spot in range(rules.SPOTS) if shape >> spot & 1]
            while True:
                mine = sum(1 << spot for spot in spots if chance.random() < 0.5)
                most = max(mine.bit_count(), n - mine.bit_count())
                if most < rules.BALLS_EACH:
                    break
            seat = int(state["to_act"])
            state["balls"][seat], state["balls"][1 - seat] = mine, shape & ~mine
            for each in range(2):
                state["reserve"][each] = rules.BALLS_EACH - int(state["balls"][each]).bit_count()
            state["most"] = n
