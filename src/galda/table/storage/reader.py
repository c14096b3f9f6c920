"""Reads in a few threads, each with a connection of its own: rows, JSON and the replay of a long
game are made off the event loop, and however many ask, only so many reads run at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import sqlalchemy as sa

from galda.table.asking import charged
from galda.table.errors import Busy

Found = TypeVar("Found")
READERS = 2
MOST_WAITING = 2_000
"""Reads that may wait; who comes after them is asked to come again."""


class Reader:
    """Runs reads in the order in which they came, a few at a time."""

    def __init__(self, url: sa.URL, *, pre_ping: bool = False) -> None:
        self.engine = sa.create_engine(
            url, pool_size=READERS, max_overflow=0, pool_pre_ping=pre_ping
        )
        self._threads = ThreadPoolExecutor(READERS, "reader")
        self._waiting = 0

    async def run(self, read: Callable[[sa.Connection], Found]) -> Found:
        """What `read` finds, or `Busy` when too many wait already."""
        if self._waiting >= MOST_WAITING:
            raise Busy()
        self._waiting += 1
        try:
            do = charged(self._read)
            return await asyncio.get_running_loop().run_in_executor(self._threads, do, read)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Finish what is being read, and let go of the database."""
        self._threads.shutdown(cancel_futures=True)
        self.engine.dispose()

    def _read(self, read: Callable[[sa.Connection], Found]) -> Found:
        with self.engine.connect() as connection:
            return read(connection)
