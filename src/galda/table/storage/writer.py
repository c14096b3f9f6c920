"""One writer for one SQLite file: whatever waits meanwhile is made durable by the next commit.

SQLite lets one transaction write at a time, and each waits for the disk. Writing what has gathered
in one transaction keeps a busy server quick, and nobody queues for the file's lock. It is done in a
thread with a connection of its own: one change of threads for all of it, not for each statement.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import sqlalchemy as sa

Write = Callable[[sa.Connection], bool]
"""Something to be written in a transaction; False when it was not, and left no trace."""
Waiting = tuple[Write, bool, asyncio.Future[bool]]
"""What is to be written, whether it must be on the disk then, and who waits for it."""
MOST_TOGETHER = 100


class Writer:
    """Runs writes in the order in which they came, many to a transaction."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._connection: sa.Connection | None = None
        self._durable: bool | None = None
        """Whether its commits wait for the disk; None: as it was opened."""
        self._thread = ThreadPoolExecutor(1, "writer")
        self._waiting: list[Waiting] = []
        self._task: asyncio.Task[None] | None = None

    async def run(self, write: Write, *, durable: bool = True) -> bool:
        """What `write` says, once it is durable.

        What need not be is safe from a killed process, but perhaps not from a power cut.
        """
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
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
                except Exception:
                    # One of them failed and took the others along: each for itself.
                    for one in batch:
                        await self._write_alone(one)
        finally:
            self._task = None

    async def _write_alone(self, one: Waiting) -> None:
        try:
            await self._write([one])
        except Exception as error:
            if not one[2].done():
                one[2].set_exception(error)

    async def _write(self, batch: list[Waiting]) -> None:
        loop = asyncio.get_running_loop()
        writes = [write for write, _, _ in batch]
        durable = any(durable for _, durable, _ in batch)
        answers = await loop.run_in_executor(self._thread, self._transact, writes, durable)
        for (_, _, answer), said in zip(batch, answers, strict=True):
            if not answer.done():
                answer.set_result(said)

    def _transact(self, writes: list[Write], durable: bool) -> list[bool]:
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
                file.execute("BEGIN IMMEDIATE")
                return [write(connection) for write in writes]
        except BaseException:
            self._let_go()  # whatever was wrong with it, the next one begins anew
            raise

    def _let_go(self) -> None:
        """Close the connection."""
        connection, self._connection, self._durable = self._connection, None, None
        if connection is not None:
            connection.close()
