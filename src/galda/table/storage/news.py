"""News of new entries: who watches a table is woken, whichever process wrote to it.

In this process `tell` wakes at once. From other processes news comes by PostgreSQL's LISTEN, or, on
one SQLite file, by asking four times a second whether the file has changed.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from galda.table.storage.jobs import JOBS_CHANNEL
from galda.table.storage.questions import ANSWERS_CHANNEL
from galda.table.storage.schema import ENTRIES
from galda.table.storage.store import CHANNEL, Store

LOG = logging.getLogger(__name__)
POLL_SECONDS = 0.25
RECONNECT_SECONDS = 1.0


class Watch(AsyncIterator[int]):
    """Sequence numbers of one table as it grows, the newest only when several came at once.

    It watches from the moment it is made. Use it as `with tables.watch(id) as news:`, or close it.
    """

    def __init__(self, news: News, table_id: str) -> None:
        self._news = news
        self.table_id = table_id
        self._told = 0
        self._newest = 0
        self._event = asyncio.Event()
        self._closed = False
        news.watches[table_id].add(self)

    def wake(self, sequence: int) -> None:
        """Tell of an entry; older news than is known already wakes nobody."""
        if sequence > self._newest:
            self._newest = sequence
            self._event.set()

    def __aiter__(self) -> Watch:
        return self

    async def __anext__(self) -> int:
        while not self._closed:
            if self._newest > self._told:
                self._told = self._newest
                self._event.clear()
                return self._told
            await self._event.wait()
            self._event.clear()
        raise StopAsyncIteration

    def close(self) -> None:
        """Stop watching; a waiting reader's loop ends."""
        self._closed = True
        self._event.set()
        watchers = self._news.watches.get(self.table_id)
        if watchers:
            watchers.discard(self)
            if not watchers:
                del self._news.watches[self.table_id]

    def __enter__(self) -> Watch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class News:
    """Who watches which table, and the ear for other processes."""

    def __init__(self, store: Store) -> None:
        self.watches: dict[str, set[Watch]] = defaultdict(set)
        self._store = store
        self._ear: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()

    async def open(self) -> None:
        """Begin to listen to other processes."""
        listen = self._listen_postgres if self._store.is_postgres else self._poll_sqlite
        self._ear = asyncio.create_task(self._keep(listen))
        await self._listening.wait()

    async def close(self) -> None:
        """Stop, and end everyone's watching."""
        if self._ear:
            self._ear.cancel()
            await asyncio.gather(self._ear, return_exceptions=True)
        for watches in list(self.watches.values()):
            for watch in list(watches):
                watch.close()

    def tell(self, table_id: str, sequence: int) -> None:
        """Wake those who watch a table."""
        for watch in self.watches.get(table_id, ()):
            watch.wake(sequence)

    async def _keep(self, listen: object) -> None:
        """Listen for ever; a lost connection is opened again."""
        assert callable(listen)
        while True:
            try:
                await listen()
            except Exception:
                LOG.exception("lost touch with the other processes; trying again")
                self._listening.set()
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _poll_sqlite(self) -> None:
        newest = sa.select(sa.func.coalesce(sa.func.max(ENTRIES.c.id), 0))
        async with self._store.engine.connect() as connection:
            seen = (await connection.execute(newest)).scalar_one()
            version = -1
            self._listening.set()
            while True:
                now = (await connection.exec_driver_sql("PRAGMA data_version")).scalar_one()
                if now != version:
                    version = now
                    seen = await self._tell_after(connection, seen)
                    self._store.jobs.wake()
                    await self._store.questions.look()
                await asyncio.sleep(POLL_SECONDS)

    async def _tell_after(self, connection: AsyncConnection, seen: int) -> int:
        rows = await connection.execute(
            sa.select(
                ENTRIES.c.table_id,
                sa.func.max(ENTRIES.c.sequence),
                sa.func.max(ENTRIES.c.id),
            )
            .where(ENTRIES.c.id > seen)
            .group_by(ENTRIES.c.table_id)
        )
        for table_id, sequence, entry_id in rows:
            self.tell(table_id, sequence)
            seen = max(seen, entry_id)
        return seen

    async def _listen_postgres(self) -> None:
        import psycopg  # noqa: PLC0415  (an extra: only this needs it)

        url = self._store.engine.url.set(drivername="postgresql")
        async with await psycopg.AsyncConnection.connect(
            url.render_as_string(hide_password=False), autocommit=True
        ) as connection:
            for channel in (CHANNEL, JOBS_CHANNEL, ANSWERS_CHANNEL):
                await connection.execute(f"LISTEN {channel}")
            await self._catch_up()
            self._store.jobs.wake()
            await self._store.questions.look()
            self._listening.set()
            async for notice in connection.notifies():
                await self._hear(notice.channel, notice.payload)

    async def _hear(self, channel: str, told: str) -> None:
        """Something has happened in another process, or in this one."""
        if channel == JOBS_CHANNEL:
            self._store.jobs.wake()
        elif channel == ANSWERS_CHANNEL:
            if self._store.questions.waits_for(told):
                await self._store.questions.look()
        else:
            table_id, _, sequence = told.partition(" ")
            self.tell(table_id, int(sequence))

    async def _catch_up(self) -> None:
        """Tell of what was written while nobody listened."""
        if not self.watches:
            return
        async with self._store.engine.connect() as connection:
            rows = await connection.execute(
                sa.select(ENTRIES.c.table_id, sa.func.max(ENTRIES.c.sequence))
                .where(ENTRIES.c.table_id.in_(list(self.watches)))
                .group_by(ENTRIES.c.table_id)
            )
            for table_id, sequence in rows:
                self.tell(table_id, sequence)
