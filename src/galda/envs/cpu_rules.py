"""The rules as functions on NumPy arrays, on the processor's cores."""

from __future__ import annotations

from typing import Any

import numpy as np

from galda.core.kernels.features import Shape
from galda.core.play.game import Game
from galda.envs.arrays import given_buffer, read_array, whole_numbers
from galda.envs.compact import table_of_runs
from galda.envs.kernels import compact, pure
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
        self._runs = table_of_runs(game.rules.features)

    def to_act(self, states: Any) -> Any:
        """The seat to act in each state."""
        return self._states(states)["to_act"]

    def _empty(self, shape: Shape, kind: Any) -> Any:
        return np.empty(shape, kind)

    def _zeros(self, shape: Shape, kind: Any) -> Any:
        return np.zeros(shape, kind)

    def _take(self, array: np.ndarray[Any, Any]) -> Any:
        return array

    def _bring(self, array: Any) -> np.ndarray[Any, Any]:
        return np.asarray(array)

    def _numbers(self, given: Any, kind: Any) -> Any:
        return whole_numbers(read_array(given), kind)

    def _there(self, given: Any) -> Any:
        return np.ascontiguousarray(read_array(given))

    def _given_room(self, out: Any, shape: Shape) -> Any:
        return given_buffer({"out": out}, "out", shape, np.uint8)

    def _see_compact(self, states: Any, seats: Any, out: Any) -> None:
        parts = self._threads.parts(len(states))
        self._threads.run(
            lambda part: self.see_part_compact(*parts[part], states, seats, out), len(parts)
        )

    def see_part_compact(self, first: int, last: int, states: Any, seats: Any, out: Any) -> None:
        """Write what seats of some of these states see, compact."""
        room = np.empty(self._width, np.uint8)
        compact.see_compact(first, last, states, seats, self.players, self._runs, room, out)

    def _pack(self, whole: Any, out: Any) -> None:
        self._share(compact.pack_all, whole, out)

    def _expand(self, packed: Any, out: Any, stream: Any) -> None:
        self._share(compact.unpack_all, packed, out)

    def _share(self, kernel: Any, source: Any, out: Any) -> None:
        parts = self._threads.parts(len(source))
        self._threads.run(lambda part: kernel(*parts[part], source, self._runs, out), len(parts))

    def _run(self, name: str, rows: int, *arguments: Any) -> int:
        kernel, parts = getattr(pure, name), self._threads.parts(rows)

        def run(part: int) -> int | None:
            room = (np.empty(self.game.rules.most_legal, np.int32),) if name in NEED_ROOM else ()
            wrong: int | None = kernel(*parts[part], *arguments, *room)
            return wrong

        found = self._threads.run(run, len(parts))
        return next((wrong for wrong in found if wrong is not None and wrong >= 0), -1)
