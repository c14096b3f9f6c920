"""The rules as functions on arrays of a graphics card."""

from __future__ import annotations

from typing import Any

import numpy as np

from galda.core.kernels.cuda import need_cuda
from galda.core.kernels.features import Shape
from galda.core.play.checks import (
    check_whole,
    read_array,
    read_seeds,
    read_states,
    whole_numbers,
)
from galda.core.play.game import Game
from galda.envs.cuda_arrays import on_the_card
from galda.envs.kernels import cuda_pure, cuda_stepping
from galda.envs.kernels.cuda_stepping import THREADS
from galda.envs.rules import Rules


class CudaRules(Rules):
    """Like the rules on the CPU, with one difference: nothing is said of an illegal action."""

    device = "cuda"

    def __init__(self, game: Game, options: dict[str, object]) -> None:
        self._cuda = need_cuda()
        super().__init__(game, options)

    def _to_act(self, given: Any) -> Any:
        seats = self._empty((given.shape[0],), np.int8)
        if given.shape[0]:
            grid = -(-given.shape[0] // THREADS)
            cuda_pure.seat_reader(self.game)[grid, THREADS](given.shape[0], given, seats)
        return seats

    def _empty(self, shape: Shape, kind: Any) -> Any:
        return self._cuda.device_array(shape, kind)

    def _zeros(self, shape: Shape, kind: Any) -> Any:
        return self._cuda.to_device(np.zeros(shape, kind))

    def _take(self, array: np.ndarray[Any, Any]) -> Any:
        return self._cuda.to_device(np.ascontiguousarray(array))

    def _bring(self, array: Any) -> np.ndarray[Any, Any]:
        here = array.copy_to_host() if hasattr(array, "copy_to_host") else array
        return np.asarray(here)

    def _states(self, given: Any) -> Any:
        if isinstance(given, np.ndarray):
            return self._take(read_states(self.game, self.options, given))
        return super()._states(given)

    def _seeds(self, given: Any) -> Any:
        if not hasattr(given, "__cuda_array_interface__"):
            return self._take(read_seeds(given))
        return self._numbers("seeds", given, np.uint64)

    def _numbers(self, name: str, given: Any, kind: Any) -> Any:
        if not hasattr(given, "__cuda_array_interface__"):
            return self._take(whole_numbers(name, read_array(given), kind))
        there = on_the_card(given)
        check_whole(name, np.dtype(there.dtype))
        if np.dtype(there.dtype) == kind:
            return there
        shape, size = tuple(there.shape), int(np.prod(there.shape))
        own = self._empty((size,), kind)
        limits = np.iinfo(np.int64 if kind is np.uint64 else kind)
        if size:
            cuda_stepping.caster()[-(-size // THREADS), THREADS](
                there.reshape(size), limits.min, limits.max, own
            )
        return own.reshape(shape)

    def _run(self, name: str, rows: int, *arguments: Any) -> int:
        if rows:
            cuda_pure.launchers(self.game)[name](rows, *arguments)
        return -1
