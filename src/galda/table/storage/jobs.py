"""Bots' turns as work to be done: whoever takes one has it alone, for as long as its lease lasts.

A turn becomes due in the transaction of the entry after which it is the bot's, and is done in the
transaction that writes it. A worker extends its leases while it thinks; when it dies they run out,
and the next one takes over. Leases go by the database's clock, or by this computer's on SQLite.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Protocol

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from galda.table.log.table import Table
from galda.table.storage.schema import ENTRIES, JOBS, TABLES
from galda.table.storage.worker_names import has_died, new_worker_name
from galda.table.storage.writer import Write

JOBS_CHANNEL = "galda_jobs"
TURN = "turn"
LEASE_SECONDS = 15.0
MOST_DOUBLINGS = 8
"""A job that fails whatever is done waits longer each time: about an hour at most."""
ADDING_LOCK = 0x67616C6462
"""The number of the lock that lets one process at a time look for missing jobs on PostgreSQL."""


@dataclass(frozen=True, slots=True)
class Job:
    """A bot's turn that somebody has taken, for the `tries`th time."""

    table_id: str
    sequence: int
    """An entry after which the turn was due. If the game has moved on since, it is not."""
    tries: int


class Attendant(Protocol):
    """Whoever does the work of this process."""

    def has_room(self, coming: int = 0) -> bool:
        """Whether it could begin something at once, with so many things about to come."""

    def begin(self, job: Job) -> None:
        """Do a job that is ours already."""

    def wake(self) -> None:
        """There may be something to take."""


@dataclass(slots=True)
class Following:
    """What an entry, or a new table, means for the work at its table."""

    table: Table
    ends: bool
    """Whether what was due before is not any more."""
    begins: bool
    """Whether something is due now."""
    ours: bool
    """Whether this process begins it at once."""
    written: bool = False
    """Set when the transaction is durable."""


class Jobs:
    """The work in one database, as one process sees it."""

    def __init__(self, engine: AsyncEngine, write: Callable[[Write], Awaitable[bool]]) -> None:
        self.worker = new_worker_name()
        self._engine = engine
        self._write = write
        self._is_postgres = engine.dialect.name == "postgresql"
        self._attendant: Attendant | None = None
        self._being_written = 0
        self._all_written = asyncio.Event()
        self._all_written.set()
        insert = postgresql.insert if self._is_postgres else sqlite.insert
        self._add = insert(JOBS).on_conflict_do_nothing()

    def attend(self, attendant: Attendant | None) -> None:
        """From now on this one does the work of this process; None: nobody does."""
        self._attendant = attendant

    def wake(self) -> None:
        """Have this process look whether there is something to take."""
        if self._attendant:
            self._attendant.wake()

    # In the transactions that make and end jobs

    @contextmanager
    def following(self, before: Table | None, after: Table) -> Iterator[Following]:
        """What an entry means for the work; `follow` is called in the transaction that writes it.

        If this process has room, the job is its own from the start: on one computer no bot's turn
        waits for anybody to ask the database for work.
        """
        was, now = _bots_turn(before), _bots_turn(after)
        begins = now is not None and now != was
        has_room = self._attendant is not None and self._attendant.has_room(self._being_written)
        follows = Following(after, was not in (None, now), begins, begins and has_room)
        self._count(follows.ours)
        try:
            yield follows
        finally:
            self._count(-follows.ours)
        if not (begins and follows.written):
            return
        if follows.ours and self._attendant:
            self._attendant.begin(Job(after.id, after.game_sequence, tries=1))
        else:
            self.wake()

    def _count(self, ours: int) -> None:
        """Note how many jobs of our own are being written."""
        self._being_written += ours
        (self._all_written.clear if self._being_written else self._all_written.set)()

    def follow(self, connection: sa.Connection, follows: Following) -> None:
        """Take away what is done and add what is due."""
        table = follows.table
        if follows.ends:
            connection.execute(
                JOBS.delete().where(JOBS.c.kind == TURN, JOBS.c.table_id == table.id)
            )
        if follows.begins:
            self.add(connection, table.id, table.game_sequence, ours=follows.ours)

    def add(
        self, connection: sa.Connection, table_id: str, sequence: int, *, ours: bool = False
    ) -> None:
        """Make a bot's turn due; if it is not ours, whoever waits for work is called."""
        until = self._lease() if ours else sa.literal(0.0)
        row = {"kind": TURN, "table_id": table_id, "sequence": sequence, "lease_until": until}
        row |= {"worker": self.worker if ours else None, "tries": int(ours)}
        connection.execute(self._add.values(row))
        if not ours:
            self._call(connection)

    def _call(self, connection: sa.Connection) -> None:
        if self._is_postgres:
            connection.execute(sa.select(sa.func.pg_notify(JOBS_CHANNEL, "")))

    # What workers do

    async def take(self) -> Job | None:
        """The oldest job that nobody has, or whose worker has let its lease run out."""
        taken: list[Job] = []
        oldest = (
            sa.select(JOBS.c.id)
            .where(JOBS.c.lease_until <= self._now())
            .order_by(JOBS.c.id)
            .limit(1)
            .with_for_update(skip_locked=True)
            .scalar_subquery()
        )
        take = (
            JOBS.update()
            .where(JOBS.c.id == oldest)
            .values(worker=self.worker, lease_until=self._lease(), tries=JOBS.c.tries + 1)
            .returning(JOBS.c.table_id, JOBS.c.sequence, JOBS.c.tries)
        )

        def write(connection: sa.Connection) -> bool:
            taken[:] = [Job(*row) for row in connection.execute(take)]
            return True

        await self._write(write)
        return taken[0] if taken else None

    async def extend(self, jobs: Collection[Job]) -> None:
        """Go on with jobs for another lease, as far as they are still ours."""
        tables = [job.table_id for job in jobs]
        await self._change(JOBS.c.table_id.in_(tables), lease_until=self._lease())

    async def postpone(self, job: Job) -> None:
        """Leave a job that cannot be done now for later; the more often, the later."""
        later = self._now() + LEASE_SECONDS * 2 ** min(job.tries, MOST_DOUBLINGS)
        await self._change(JOBS.c.table_id == job.table_id, worker=None, lease_until=later)

    async def finish(self, job: Job) -> None:
        """Take away a job that needs no doing; a turn that is played takes its own away."""
        done = JOBS.delete().where(
            JOBS.c.kind == TURN,
            JOBS.c.table_id == job.table_id,
            JOBS.c.sequence == job.sequence,
            JOBS.c.worker == self.worker,
        )
        await self._execute(done)

    async def release(self) -> None:
        """Leave all that is ours to others, at once; it does not count as a failure."""
        with suppress(TimeoutError):  # if the database hangs, leases run out
            async with asyncio.timeout(LEASE_SECONDS):
                await self._all_written.wait()
        await self._change(sa.true(), worker=None, lease_until=0.0, tries=JOBS.c.tries - 1)

    async def _change(self, which: sa.ColumnElement[bool], **values: Any) -> None:
        """Change jobs of ours; whoever waits for work is called if they are free then."""
        change = JOBS.update().where(JOBS.c.kind == TURN, JOBS.c.worker == self.worker, which)
        await self._execute(change.values(**values), call=values.get("lease_until") == 0.0)

    async def _execute(self, statement: sa.Executable, *, call: bool = False) -> None:
        def write(connection: sa.Connection) -> bool:
            connection.execute(statement)
            if call:
                self._call(connection)
            return True

        await self._write(write)

    # What others left behind

    async def release_dead(self) -> None:
        """Free the jobs of workers of this computer that have died: no lease need run out."""
        async with self._engine.connect() as connection:
            held = sa.select(JOBS.c.worker).where(JOBS.c.worker.is_not(None)).distinct()
            workers = (await connection.execute(held)).scalars()
            dead = [worker for worker in workers if has_died(worker)]
        if dead:
            free = JOBS.update().where(JOBS.c.worker.in_(dead))
            await self._execute(free.values(worker=None, lease_until=0.0), call=True)
            self.wake()

    async def add_missing(self) -> None:
        """Make turns due that nobody made due: those of databases and servers of older versions."""
        missing = (
            sa.select(TABLES.c.id)
            .where(TABLES.c.bot_to_act.is_(True))
            .where(~sa.exists().where(JOBS.c.kind == TURN, JOBS.c.table_id == TABLES.c.id))
        )
        async with self._engine.connect() as connection:
            if not (await connection.execute(missing.limit(1))).first():
                return

        def write(connection: sa.Connection) -> bool:
            if self._is_postgres:
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(ADDING_LOCK)))
            for table_id in list(connection.execute(missing).scalars()):
                last = sa.select(sa.func.coalesce(sa.func.max(ENTRIES.c.sequence), 0))
                last = last.where(ENTRIES.c.table_id == table_id)
                self.add(connection, table_id, connection.execute(last).scalar_one())
            return True

        await self._write(write)
        self.wake()

    def _lease(self) -> sa.ColumnElement[float]:
        return self._now() + LEASE_SECONDS

    def _now(self) -> sa.ColumnElement[float]:
        if self._is_postgres:
            return sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Double)
        return sa.literal(time.time())


def _bots_turn(table: Table | None) -> int | None:
    """The number of the turn that a bot has to play, if any."""
    return table.game_sequence if table and table.bot_to_act else None
