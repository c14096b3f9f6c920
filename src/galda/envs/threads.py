"""Work on many rows, shared out among threads where that is quicker than one alone.

The calling thread works as well, and takes over parts that no other has begun. What rows cost is
measured as they are worked on: work that is done sooner than threads are awake is not shared.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from time import perf_counter
from typing import Any

from galda.core.machine import count_cores
from galda.core.play.checks import read_threads

LEAST_ROWS = 2048
"""Rows in a part, at least."""
PAYS = 300e-6
"""Seconds of work that are worth waking threads for: a wake takes some 50 microseconds, and a
thread that comes late holds up the one that called."""


class Threads:
    """At most as many threads as were asked for, by default one for each core."""

    def __init__(self, wanted: int | None = None) -> None:
        self._wanted = read_threads(wanted)
        self._pool: tuple[int, ThreadPoolExecutor] | None = None
        self._costs: dict[str, float] = {}
        """By the name of the work: seconds for a row, when it was last done."""

    def parts(self, rows: int) -> list[tuple[int, int]]:
        """Rows cut into parts, one for each thread that may share in the work."""
        number = max(1, min(self._wanted or count_cores(), rows // LEAST_ROWS))
        return list(pairwise(rows * k // number for k in range(number + 1)))

    def run(self, work: Callable[[int], Any], parts: list[tuple[int, int]], name: str) -> list[Any]:
        """Do the work of every part, by its number, and give what came of it."""
        if len(parts) == 1:
            return [work(0)]
        rows = parts[-1][1]
        start = perf_counter()
        if self._costs.get(name, 0.0) * rows < PAYS:
            done = [work(k) for k in range(len(parts))]
            self._costs[name] = (perf_counter() - start) / rows
            return done
        waiting = [self._ready().submit(work, k) for k in range(1, len(parts))]
        try:
            done = [work(0)]
            self._costs[name] = (perf_counter() - start) / parts[0][1]
            # The last are begun last.
            others = [
                work(k) if waiting[k - 1].cancel() else None for k in range(len(parts) - 1, 0, -1)
            ]
        finally:
            ended = [None if each.cancelled() else each.result() for each in waiting]
        return done + [
            theirs if own is None else own for own, theirs in zip(others[::-1], ended, strict=True)
        ]

    def _ready(self) -> ThreadPoolExecutor:
        # A process that was forked has the threads of its parent no more.
        if self._pool is None or self._pool[0] != os.getpid():
            self._pool = os.getpid(), ThreadPoolExecutor(self._wanted or count_cores())
        return self._pool[1]

    def __reduce__(self) -> tuple[Any, ...]:
        return Threads, (self._wanted,)
