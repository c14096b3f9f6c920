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
from galda.games.quixo.solve.kernels import indexing, retrograde

OUTCOMES = np.zeros(4, np.int64)
OUTCOMES[retrograde.WON], OUTCOMES[retrograde.LOST] = 1, -1


@lru_cache
def probing_for(size: int) -> retrograde.Probing:
    """What a kernel needs to find positions, besides the patterns."""
    bases = indexing.bases(size)
    shapes = np.zeros((rules.STRIDE**2 + 1, rules.STRIDE**2 + 1, 2), np.int64)
    for pair in indexing.pairs(size):
        for layer in pair:
            shapes[layer.mine, layer.theirs] = bases[layer.mine, layer.theirs], layer.words
    return retrograde.Probing(
        board=size - rules.SIZES[0],
        shapes=shapes,
        starts=np.array(indexing.pattern_starts(size)),
        turns=indexing.turn_table(size),
        squeezed=indexing.SQUEEZED,
        low=indexing.RANK_LOW,
        high=np.array([indexing.rank_high(ones, size**2) for ones in range(size**2 + 1)]),
    )


@lru_cache
def layer_names(size: int) -> tuple[str, ...]:
    """The mover's cubes and the other's, from the fullest boards on."""
    return tuple(layer.name for pair in indexing.pairs(size) for layer in dict.fromkeys(pair))


class ManyQuixo:
    """What the solver can do with many positions at once."""

    def places(
        self, options: Mapping[str, Value], arrays: Arrays, states: npt.NDArray[Any]
    ) -> tuple[str, npt.NDArray[np.int64]]:
        """Where positions are kept."""
        found = np.zeros(len(states), np.int64)
        probing = probing_for(int(options["size"]))
        retrograde.find_all(states, arrays["patterns"], probing, found)
        return "states", found

    def read_all(
        self, states: npt.NDArray[Any], codes: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Won, lost or drawn; nobody knows how soon."""
        return OUTCOMES[codes], np.full(len(codes), -1)

    def forget(self, states: npt.NDArray[Any]) -> None:
        """Quiet turns are not counted (Q10)."""
        states["quiet"] = 0
        states["passes"] = 0

    def layers(self, options: Mapping[str, Value]) -> tuple[str, ...]:
        """The mover's cubes and the other's."""
        return layer_names(int(options["size"]))

    def lay(
        self, options: Mapping[str, Value], states: npt.NDArray[Any], layer: str,
        chance: np.random.Generator,
    ) -> None:  # fmt: skip
        """Put cubes of each side on the board, as many as the layer has, anywhere."""
        size = int(options["size"])
        if layer not in self.layers(options):
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
