"""Work on many rows, shared out among threads that hold no lock while they do it."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from galda.core.machine import count_cores
from galda.core.play.checks import read_threads

WORTH_A_THREAD = 1024
"""Games that keep a thread busy for longer than it takes to wake it, even small ones."""


class Threads:
    """As many threads as were asked for, by default one for each core; made when first needed."""

    def __init__(self, wanted: int | None = None) -> None:
        self._wanted = read_threads(wanted)
        self._pool: tuple[int, ThreadPoolExecutor] | None = None

    def parts(self, rows: int) -> list[tuple[int, int]]:
        """Rows cut into parts, one for each thread that is worth waking."""
        most = self._wanted or count_cores()
        number = max(1, min(most, rows // WORTH_A_THREAD if self._wanted is None else rows))
        edges = np.linspace(0, rows, number + 1).astype(int).tolist()
        return list(pairwise(edges))

    def run(self, work: Callable[[int], Any], parts: int) -> list[Any]:
        """Do the work of every part, by its number, and give what came of it."""
        if parts == 1:
            return [work(0)]
        # A process that was forked has the threads of its parent no more.
        if self._pool is None or self._pool[0] != os.getpid():
            most = self._wanted or count_cores()
            self._pool = os.getpid(), ThreadPoolExecutor(most)
        return list(self._pool[1].map(work, range(parts)))

    def __reduce__(self) -> tuple[Any, ...]:
        return Threads, (self._wanted,)
