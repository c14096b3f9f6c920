"""Work that takes long, done aside: in a few threads, so that the event loop answers others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from galda.table.asking import charged
from galda.table.errors import Busy

P = ParamSpec("P")
Made = TypeVar("Made")


class SideThreads:
    """A few threads and a queue before them; where it is full, clients are asked to try again."""

    def __init__(self, name: str, threads: int, most_waiting: int) -> None:
        self._threads = ThreadPoolExecutor(threads, name)
        self._most = most_waiting
        self._waiting = 0

    async def do(self, work: Callable[P, Made], *given: P.args, **named: P.kwargs) -> Made:
        """What comes of the work, or `Busy`."""
        if self._waiting >= self._most:
            raise Busy
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            do = charged(work)
            return await loop.run_in_executor(self._threads, lambda: do(*given, **named))
        finally:
            self._waiting -= 1
