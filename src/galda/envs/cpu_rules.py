"""The rules as functions on NumPy arrays, on the processor's cores."""

from __future__ import annotations

from typing import Any

import numpy as np

from galda.core.kernels.features import Shape
from galda.core.play.checks import read_array, read_seeds, read_states, whole_numbers
from galda.core.play.game import Game
from galda.envs.kernels import pure
from galda.envs.rules import Rules
from galda.envs.threads import Threads

NEED_ROOM = frozenset({"advance", "mask", "count", "list_all", "pad"})
"""The kernels that need room for a list of legal actions."""


class CpuRules(Rules):
    """The rules in NumPy."""

    device = "cpu"

    def __init__(self, game: Game, options: dict[str, object], threads: int | None = None) -> None:
        super().__init__(game, options)
        self._threads = Threads(threads)

    def _to_act(self, states: Any) -> Any:
        return states["to_act"]

    def _empty(self, shape: Shape, kind: Any) -> Any:
        return np.empty(shape, kind)

    def _zeros(self, shape: Shape, kind: Any) -> Any:
        return np.zeros(shape, kind)

    def _take(self, array: np.ndarray[Any, Any]) -> Any:
        return array

    def _bring(self, array: Any) -> np.ndarray[Any, Any]:
        return np.asarray(array)

    def _states(self, given: Any) -> Any:
        return read_states(self.game, self.options, given)

    def _numbers(self, name: str, given: Any, kind: Any) -> Any:
        return whole_numbers(name, read_array(given), kind)

    def _seeds(self, given: Any) -> Any:
        return read_seeds(given)

    def _run(self, name: str, rows: int, *arguments: Any) -> int:
        kernel, parts = getattr(pure, name), self._threads.parts(rows)

        def run(part: int) -> int | None:
            room = (np.empty(self.game.rules.most_legal, np.int32),) if name in NEED_ROOM else ()
            wrong: int | None = kernel(*parts[part], *arguments, *room)
            return wrong

        found = self._threads.run(run, parts, name)
        return next((wrong for wrong in found if wrong is not None and wrong >= 0), -1)
