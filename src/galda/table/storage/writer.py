"""One writer for one SQLite file: whatever waits meanwhile is made durable by the next commit.

SQLite lets one transaction write at a time, and each waits for the disk. Writing what has gathered
in one transaction keeps a busy server quick, and nobody queues for the file's lock. It is done in a
thread with a connection of its own: one change of threads for all of it, not for each statement.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa

from galda.table.storage.database_faults import DATABASE_FAULTS
from galda.table.storage.sqlite_file import LOCKED_SECONDS, is_locked

Wrote = TypeVar("Wrote")
Write = Callable[[sa.Connection], Wrote]
"""A transaction, and what it hands back."""
Waiting = tuple[Write[Any], bool, asyncio.Future[Any]]
"""What is to be written, whether it must be on the disk then, and who waits for it."""
MOST_TOGETHER = 100
REMEMBERED = 3.0
"""Seconds for which a file that was locked is waited for shortly,"""
SHORTLY = 50
"""namely for this number of milliseconds."""


class Commit(Protocol):
    """Runs a transaction and hands back what it does, once it is written."""

    async def __call__(self, write: Write[Wrote], /) -> Wrote:
        """Run one."""


class Writer:
    """Runs writes in the order in which they came, many to a transaction."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._connection: sa.Connection | None = None
        self._durable: bool | None = None
        """Whether its commits wait for the disk; None: as it was opened."""
        self._locked = -REMEMBERED
        """When somebody else last held the file for too long."""
        self._thread = ThreadPoolExecutor(1, "writer")
        self._waiting: list[Waiting] = []
        self._task: asyncio.Task[None] | None = None

    async def run(self, write: Write[Wrote], *, durable: bool = True) -> Wrote:
        """What `write` hands back, once it is durable.

        What need not be is safe from a killed process, but perhaps not from a power cut.
        """
        answer: asyncio.Future[Wrote] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, durable, answer))
        if self._task is None:
            self._task = asyncio.create_task(self._work())
        return await answer

    async def close(self) -> None:
        """Write what still waits, and let go of the file."""
        if self._task:
            await self._task
        self._thread.shutdown()
        self._let_go()
        self._engine.dispose()

    async def _work(self) -> None:
        try:
            while self._waiting:
                batch = self._waiting[:MOST_TOGETHER]
                del self._waiting[:MOST_TOGETHER]
                try:
                    await self._write(batch)
                except DATABASE_FAULTS as error:
                    if is_locked(error):  # it is so for all: each would wait for as long again
                        self._refuse([*batch, *self._waiting], error)
                        self._waiting.clear()
                    else:
                        await self._write_each(batch)
                except Exception:
                    # One of them failed and took the others along: each for itself.
                    await self._write_each(batch)
        finally:
            self._task = None

    async def _write_each(self, batch: list[Waiting]) -> None:
        for one in batch:
            try:
                await self._write([one])
            except Exception as error:
                self._refuse([one], error)

    @staticmethod
    def _refuse(batch: list[Waiting], error: Exception) -> None:
        for _, _, answer in batch:
            if not answer.done():
                answer.set_exception(error)

    async def _write(self, batch: list[Waiting]) -> None:
        loop = asyncio.get_running_loop()
        writes = [write for write, _, _ in batch]
        durable = any(durable for _, durable, _ in batch)
        answers = await loop.run_in_executor(self._thread, self._transact, writes, durable)
        for (_, _, answer), said in zip(batch, answers, strict=True):
            if not answer.done():
                answer.set_result(said)

    def _transact(self, writes: list[Write[Any]], durable: bool) -> list[Any]:
        connection = self._connection = self._connection or self._engine.connect()
        try:
            with connection.begin():
                # Asked of the file itself: at every turn, what stands between would cost as much.
                file: Any = connection.connection.driver_connection
                if durable != self._durable:
                    # Ahead of the file a commit that is not FULL waits for no disk; the next FULL
                    # one does.
                    file.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
                    self._durable = durable
                # Who comes now need not wait as long as the first one has.
                short = time.monotonic() - self._locked < REMEMBERED
                if short:
                    file.execute(f"PRAGMA busy_timeout = {SHORTLY}")
                file.execute("BEGIN IMMEDIATE")
                if short:
                    file.execute(f"PRAGMA busy_timeout = {round(1000 * LOCKED_SECONDS)}")
                    self._locked = -REMEMBERED
                return [write(connection) for write in writes]
        except BaseException as error:
            if is_locked(error):
                self._locked = time.monotonic()
            self._let_go()  # whatever was wrong with it, the next one begins afresh
            raise

    def _let_go(self) -> None:
        """Close the connection."""
        connection, self._connection, self._durable = self._connection, None, None
        if connection is not None:
            connection.close()
