"""One writer for one SQLite file: whatever waits meanwhile is made durable by the next commit.

SQLite lets one transaction write at a time, and each waits for the disk. Writing what has gathered
in one transaction keeps a busy server quick, and nobody queues for the file's lock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

Write = Callable[[AsyncConnection], Awaitable[bool]]
"""Something to be written in a transaction; False when it was not, and left no trace."""
MOST_TOGETHER = 100


class Writer:
    """Runs writes in the order in which they came, many to a transaction."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: list[tuple[Write, asyncio.Future[bool]]] = []
        self._task: asyncio.Task[None] | None = None

    async def run(self, write: Write) -> bool:
        """What `write` says, once it is durable."""
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, answer))
        if self._task is None:
            self._task = asyncio.create_task(self._work())
        return await answer

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

    async def _write_alone(self, one: tuple[Write, asyncio.Future[bool]]) -> None:
        try:
            await self._write([one])
        except Exception as error:
            if not one[1].done():
                one[1].set_exception(error)

    async def _write(self, batch: list[tuple[Write, asyncio.Future[bool]]]) -> None:
        async with self._engine.connect() as connection:
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
            answers = [await write(connection) for write, _ in batch]
            await connection.commit()
        for (_, answer), said in zip(batch, answers, strict=True):
            if not answer.done():
                answer.set_result(said)
