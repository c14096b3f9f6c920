"""Writing entries: what this process knows of each table, kept in step with the log.

Within a process one entry of a table is written after the other; between processes the database
decides who was first, and the slower one reads what is new and asks again.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from weakref import WeakValueDictionary

from galda.core.errors import GaldaError
from galda.core.lru import LruDict
from galda.table.errors import AlreadyDone, NoSuchTable, TooMuch
from galda.table.log.entries import Kind, Timeout
from galda.table.log.entry import Entry
from galda.table.log.history import after
from galda.table.log.table import Table
from galda.table.storage.news import News
from galda.table.storage.quarantine import Quarantine
from galda.table.storage.single_flight import SingleFlight
from galda.table.storage.store import Store

TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
MOST_KNOWN = 2_000
RETRIES = 50


class Ledger:
    """The tables that this process knows, and the one way to write to them."""

    def __init__(
        self, store: Store, news: News, clock: Callable[[], float], aside: Quarantine
    ) -> None:
        self._store = store
        self._news = news
        self._clock = clock
        self._aside = aside
        self._tables: LruDict[str, Table] = LruDict(MOST_KNOWN)
        self._reads = SingleFlight(self._read)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    # What is known

    def known(self, table_id: str, at_least: int | None) -> Table | None:
        """The table without asking the database, if that is recent enough."""
        known = self._tables.get(table_id)
        recent = known is not None and at_least is not None and known.sequence >= at_least
        return known if recent else None

    async def fresh(self, table_id: str) -> Table:
        """The table with everything that is in the log by now; read once however many ask."""
        if not TABLE_ID.fullmatch(table_id):
            raise NoSuchTable("no such table; the link may be mistyped")
        return await self._reads.ask(table_id)

    async def _read(self, table_id: str) -> Table:
        known = self._tables.get(table_id)
        with self._aside.reading(table_id):
            if known is None:
                return self.keep(await self._store.load(table_id))
            return self.keep(await self._store.catch_up(known))

    def keep(self, table: Table) -> Table:
        """Remember a table; the newer one if a newer one is known already."""
        known = self._tables.use(table.id)
        if known is None or known.sequence < table.sequence:
            self._tables[table.id] = known = table
        return known

    # Writing

    async def write(
        self, table_id: str, seat: int, request: Kind, rematch: Table | None = None
    ) -> Table:
        """Write the entry that is asked for, unless one of its move id is there already.

        What this process knows is tried first. If that is refused, or another process was faster,
        the log is read and asked again.
        """
        async with self._lock(table_id):
            table, fresh = self._tables.get(table_id), False
            for _ in range(RETRIES):
                if table is None:
                    table, fresh = await self.fresh(table_id), True
                table = await self._declare_timeout(table)
                if request.move_id in table.moves:
                    return table
                try:
                    grown = self._grown(table, seat, request)
                except (GaldaError, AlreadyDone):
                    if fresh:
                        raise
                    table = None
                    continue
                # The one who asked may have gone: what is being written is still told to everyone.
                if await asyncio.shield(self._commit(table, grown, rematch)):
                    return grown
                table = None
            raise TooMuch("the table is too busy; try again")

    async def check_time(self, table_id: str) -> None:
        """Close the table if the player to act has run out of time."""
        async with self._lock(table_id):
            await self._declare_timeout(await self.fresh(table_id))

    async def _declare_timeout(self, table: Table) -> Table:
        while table.deadline is not None and self._clock() >= table.deadline:
            grown = self._grown(table, table.position.to_act, Timeout.declare(table))
            table = grown if await self._commit(table, grown) else await self.fresh(table.id)
        return table

    def _grown(self, table: Table, seat: int, request: Kind) -> Table:
        """The table after what a request becomes now, or its refusal."""
        payload = request.payload(table, seat)
        now = max(self._clock(), table.last_time)
        entry = Entry(table.sequence + 1, seat, request.name, payload, now, request.move_id)
        return after(table, entry)

    async def _commit(self, table: Table, grown: Table, rematch: Table | None = None) -> bool:
        if not await self._store.append(table, grown, rematch):
            return False
        self.keep(grown)
        self._news.tell(grown.id, grown.sequence)
        return True

    def _lock(self, table_id: str) -> asyncio.Lock:
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock
