"""Quixo: the patches of a layer packed into sieves, once the whole layer is known.

A layer may be larger than memory has room for: its positions stay on the device that found them,
and what passes a filter is collected there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from galda.core.kernels.static_function import FUNCTION, WIDE
from galda.games.quixo.solve.kernels import choice
from galda.games.quixo.solve.kernels.choice import RISKS
from lab.proofs.quixo.kernels import closure
from lab.proofs.sieving import (
    Chain,
    Numbers,
    Passing,
    Sieves,
    Skips,
    Words,
    chained,
    shapes_for,
)

Over = Callable[[Callable[[int], Chain | None], Iterable[int]], Iterable[Chain | None]]
"""`map`, or the same with many threads."""


class Shelf(Protocol):
    """Where a layer lies: any device, or memory (`Here`)."""

    def scratch(self, size: int, dtype: Any) -> Any:
        """An array for a while."""

    def put(self, array: npt.NDArray[Any]) -> Any:
        """A copy of an array there."""

    def get(self, array: Any) -> npt.NDArray[Any]:
        """An array of there, here."""

    def parallel_sum(self, kernel: Any, count: int, *arguments: Any) -> int:
        """The sum of what a kernel returns over spans."""


class Here:
    """Memory, and the thread that asks."""

    def scratch(self, size: int, dtype: Any) -> npt.NDArray[Any]:
        """An array for a while."""
        return np.empty(size, dtype)

    def put(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The array itself."""
        return array

    def get(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The array itself."""
        return array

    def parallel_sum(self, kernel: Any, count: int, *arguments: Any) -> int:
        """What a kernel returns."""
        return int(kernel(0, count, *arguments))


class Sieving(Sieves):
    """All patches so far, by cubes and risk."""

    def __init__(self, cells: int, stages: int = 1) -> None:
        super().__init__((cells + 1) * RISKS, stages)

    def add(
        self, cubes: int, queue: Any, patched: Numbers, skipped: Skips, shelf: Shelf,
        over: Over = map,
    ) -> None:  # fmt: skip
        """Pack the patches of a layer, all of whose positions are in the queue."""
        risks = (patched >> closure.RISK_BIT) & (closure.FOLLOWED - 1)

        def chain(risk: int) -> Chain | None:
            here = risks == risk
            if not here.any():
                return None
            count = shelf.parallel_sum(closure.risk_span, len(queue), risk, queue)
            shapes = shapes_for(count, skipped[here], self.stages)
            numbers = choice.numbers_of(patched[here] & ((1 << closure.RISK_BIT) - 1))
            passing = _passing(risk, queue, count, len(numbers), shelf)
            return chained(numbers, skipped[here], shapes, passing)

        for risk, found in enumerate(over(chain, range(RISKS))):
            if found is not None:
                self.put(cubes * RISKS + risk, found)


def _passing(risk: int, queue: Any, count: int, patches: int, shelf: Shelf) -> Passing:
    """What passes a filter of so many positions with a risk, which stay where they are."""

    def passing(fields: list[int], bits: Words) -> Numbers:
        put = shelf.put
        expected = patches + (count - patches) / 2 ** fields[WIDE]
        room = min(count, int(expected * 1.1) + 1000)
        suspects = shelf.scratch(room, np.int64)
        found = put(np.zeros(1, np.int64))
        shelf.parallel_sum(
            closure.suspect_span, len(queue), risk, queue,
            put(np.array(fields + [0] * (2 * FUNCTION), np.int64)),
            put(np.append(bits, np.zeros(1, np.uint32))), suspects, found,
        )  # fmt: skip
        passed = int(shelf.get(found)[0])
        assert patches <= passed <= room, "a filter lets all patches pass, and not much else"
        return np.sort(shelf.get(suspects[:passed]))

    return passing
