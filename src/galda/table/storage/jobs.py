"""The queue of work: a worker that takes a job has it alone while its lease lasts.

A job is added in the transaction that makes it due, and deleted in the one that writes what came of
it. A worker extends its leases while it thinks; when it dies they run out, and the next one takes
over. Leases go by the database's clock, or by this computer's on SQLite.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from galda.table.asking import NOBODY, Asker
from galda.table.storage.dialects import insert_new
from galda.table.storage.schema import JOBS
from galda.table.storage.worker_names import has_died, new_worker_name
from galda.table.storage.writer import Commit, Wrote
from galda.table.tracing import current_trace

JOBS_CHANNEL = "galda_jobs"
TURN, COACH, REVIEW = "turn", "coach", "review"
"""The kinds of work there are: a bot's turn, a question to the coach, a look back at a game."""
LEASE_SECONDS = 15.0
MOST_DOUBLINGS = 8
"""A job that fails whatever is done waits longer each time: about an hour at most."""
QUEUE_LOCK = 0x67616C64
"""The first number of the locks that let one process at a time count a queue on PostgreSQL."""


@dataclass(frozen=True, slots=True)
class Job:
    """Something that somebody has taken, for the `tries`th time."""

    id: int
    kind: str
    game_id: str
    """Of a table, or of a record."""
    sequence: int
    """An entry after which it was due. If the game has moved on since, it may not be any more."""
    question: str
    """What the coach is asked; else nothing."""
    tries: int
    person: str = ""
    address: str = ""
    """For whom it is done."""
    trace: str | None = None
    """The id of the request that it comes from."""


class Dispatcher(Protocol):
    """What does the work of this process."""

    def has_room(self, kind: str, coming: int = 0) -> bool:
        """Whether it could begin something at once, with `coming` jobs about to be added."""

    def nobody_waits(self, kind: str) -> bool:
        """Whether there was nothing to take when we last looked."""

    def begin(self, job: Job) -> None:
        """Do a job that is ours already."""

    def wake(self) -> None:
        """There may be something to take."""


@dataclass(frozen=True, slots=True)
class NewJob:
    """Something that becomes due; the fields are those of the `Job` that it will be."""

    kind: str
    game_id: str
    sequence: int = 0
    question: str = ""
    asker: Asker = NOBODY.asker
    trace: str = field(default_factory=current_trace)


class Jobs:
    """The work in one database, as one process sees it."""

    def __init__(self, engine: AsyncEngine, write: Commit) -> None:
        self.worker = new_worker_name()
        self._engine = engine
        self._write = write
        self._is_postgres = engine.dialect.name == "postgresql"
        self._dispatcher: Dispatcher | None = None
        self._being_written: Counter[str] = Counter()
        self._all_written = asyncio.Event()
        self._all_written.set()
        self._add = insert_new(JOBS, is_postgres=self._is_postgres).returning(JOBS.c.id)

    def attend(self, dispatcher: Dispatcher | None) -> None:
        """From now on this one does the work of this process; None: nobody does."""
        self._dispatcher = dispatcher

    def wake(self) -> None:
        """Have this process look whether there is something to take."""
        if self._dispatcher:
            self._dispatcher.wake()

    # In the transactions that make and end jobs

    async def commit(
        self,
        kind: str,
        write: Callable[[sa.Connection, bool], tuple[Wrote, Job | None]],
        commit: Commit,
        *,
        wanted: bool = True,
    ) -> Wrote:
        """Run a transaction that may `add` a job, and begin that job; what it hands back.

        If this process has room, and nobody waits, the job is its own from the start: on one
        computer nothing waits for anybody to ask the database for work. `write` is told whether it
        is, and hands back the job as well.
        """
        ours = wanted and self._has_room(kind)
        self._count(kind, ours)
        try:
            wrote, job = await commit(lambda connection: write(connection, ours))
        finally:
            self._count(kind, -ours)
        if job and ours and self._dispatcher:
            self._dispatcher.begin(job)
        elif job:
            self.wake()
        return wrote

    def _has_room(self, kind: str) -> bool:
        """Whether this process could begin something at once, and nobody would be overtaken."""
        coming, dispatcher = self._being_written[kind], self._dispatcher
        return (
            dispatcher is not None
            and dispatcher.has_room(kind, coming)
            and dispatcher.nobody_waits(kind)
        )

    def _count(self, kind: str, ours: int) -> None:
        """Note how many jobs of our own are being written."""
        self._being_written[kind] += ours
        (self._all_written.clear if self._being_written.total() else self._all_written.set)()

    def add(self, connection: sa.Connection, new: NewJob, *, ours: bool) -> Job | None:
        """Make something due, unless it is; workers that wait are called if it is not ours."""
        tries, worker = (1, self.worker) if ours else (0, None)
        row: dict[str, Any] = {"kind": new.kind, "game_id": new.game_id, "sequence": new.sequence}
        row |= {"question": new.question, "asked": self.now(), "tries": tries, "worker": worker}
        row |= {"person": new.asker.person, "address": new.asker.address}
        row |= {"trace": new.trace or None}
        row |= {"lease_until": self.lease() if ours else sa.literal(0.0)}
        id = connection.execute(self._add.values(row)).scalar_one_or_none()
        if not ours:
            self.call(connection)
        return id and Job(
            id, new.kind, new.game_id, new.sequence, new.question, tries,
            new.asker.person, new.asker.address, new.trace or None,
        )  # fmt: skip

    def delete(self, connection: sa.Connection, job: Job) -> bool:
        """Take away a job that is done; False: it is not ours any more."""
        done = JOBS.delete().where(JOBS.c.id == job.id, JOBS.c.worker == self.worker)
        return connection.execute(done).rowcount == 1

    def hold(self, connection: sa.Connection, job: Job) -> bool:
        """Go on with a job that has come further: what failed before is forgotten; False: it is
        not ours any more."""
        mine = JOBS.update().where(JOBS.c.id == job.id, JOBS.c.worker == self.worker)
        return connection.execute(mine.values(lease_until=self.lease(), tries=1)).rowcount == 1

    def queue_up(self, connection: sa.Connection, kind: str) -> int:
        """How many jobs of a kind there are; until the transaction ends nobody else counts them."""
        if self._is_postgres:
            lock = sa.func.pg_advisory_xact_lock(QUEUE_LOCK, sa.func.hashtext(kind))
            connection.execute(sa.select(lock))
        waiting = sa.select(sa.func.count(JOBS.c.id)).where(JOBS.c.kind == kind)
        return int(connection.execute(waiting).scalar_one())

    def call(self, connection: sa.Connection) -> None:
        """Wake waiting workers of other processes, when the transaction is durable."""
        if self._is_postgres:
            connection.execute(sa.select(sa.func.pg_notify(JOBS_CHANNEL, "")))

    # What workers do

    async def take(self, kinds: Collection[str]) -> Job | None:
        """A job that nobody has, or whose worker has let its lease run out.

        It is one of the address that waits for the fewest, among these of the person who does, and
        among these the oldest: who has a hundred things in the queue waits for themselves.
        """
        addresses, persons = _things_of(JOBS.c.address), _things_of(PERSON)
        next_one = (
            sa.select(JOBS.c.id)
            .join(addresses, _same(addresses, JOBS.c.address), isouter=True)
            .join(persons, _same(persons, PERSON), isouter=True)
            .where(JOBS.c.kind.in_(kinds), JOBS.c.lease_until <= self.now())
            .order_by(_few(addresses), _few(persons), JOBS.c.id)
            .limit(1)
            .with_for_update(skip_locked=True, of=JOBS)
            .scalar_subquery()
        )
        take = (
            JOBS.update()
            .where(JOBS.c.id == next_one)
            .values(worker=self.worker, lease_until=self.lease(), tries=JOBS.c.tries + 1)
            .returning(*(JOBS.c[name] for name in Job.__slots__))
        )

        def write(connection: sa.Connection) -> Job | None:
            row = connection.execute(take).first()
            return Job(*row) if row else None

        return await self._write(write)

    async def extend(self, ids: Collection[int]) -> None:
        """Go on with jobs for another lease, as far as they are still ours."""
        await self._change(JOBS.c.id.in_(ids), lease_until=self.lease())

    async def postpone(self, job: Job) -> None:
        """Leave a job that cannot be done now for later; the more often, the later."""
        later = self.now() + LEASE_SECONDS * 2 ** min(job.tries, MOST_DOUBLINGS)
        await self._change(JOBS.c.id == job.id, worker=None, lease_until=later)

    async def finish(self, job: Job) -> None:
        """Take away a job that needs no doing; what is done takes its own away."""
        await self.execute(JOBS.delete().where(JOBS.c.id == job.id, JOBS.c.worker == self.worker))

    async def others_wait(self, kind: str) -> bool:
        """Whether there is a job of a kind that nobody has."""
        free = sa.select(JOBS.c.id).where(JOBS.c.kind == kind, JOBS.c.lease_until <= self.now())
        async with self._engine.connect() as connection:
            return (await connection.execute(free.limit(1))).first() is not None

    async def requeue(self, job: Job) -> None:
        """Let the others that wait go first: begin again at the end of the queue."""

        def write(connection: sa.Connection) -> None:
            mine = JOBS.select().where(JOBS.c.id == job.id, JOBS.c.worker == self.worker)
            row = connection.execute(mine.with_for_update()).mappings().one_or_none()
            if row is None:
                return
            self.delete(connection, job)
            again = {name: value for name, value in row.items() if name != "id"}
            again |= {"worker": None, "lease_until": 0.0, "tries": 0}
            connection.execute(JOBS.insert().values(again))
            self.call(connection)

        await self._write(write)
        self.wake()

    async def release(self) -> None:
        """Leave all that is ours to others, at once; it does not count as a failure."""
        with suppress(TimeoutError):  # if the database hangs, leases run out
            async with asyncio.timeout(LEASE_SECONDS):
                await self._all_written.wait()
        await self._change(sa.true(), worker=None, lease_until=0.0, tries=JOBS.c.tries - 1)

    async def _change(self, which: sa.ColumnElement[bool], **values: Any) -> None:
        """Change jobs of ours; waiting workers are called if they are free then."""
        change = JOBS.update().where(JOBS.c.worker == self.worker, which)
        await self.execute(change.values(**values), call=values.get("lease_until") == 0.0)

    async def execute(self, statement: sa.Executable, *, call: bool = False) -> None:
        """Run one statement as a transaction."""

        def write(connection: sa.Connection) -> None:
            connection.execute(statement)
            if call:
                self.call(connection)

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
            await self.execute(free.values(worker=None, lease_until=0.0), call=True)
            self.wake()

    # By the clock of all who share the database

    def lease(self) -> sa.ColumnElement[float]:
        """Until when a job that is taken now is ours."""
        return self.now() + LEASE_SECONDS

    def now(self) -> sa.ColumnElement[float]:
        """The time."""
        if self._is_postgres:
            return sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Double)
        return sa.literal(time.time())


PERSON = sa.case((JOBS.c.person != "", JOBS.c.person), else_=JOBS.c.address)
"""For whom a job is done; all at one address of whom we know no more are one person."""


def _things_of(column: sa.ColumnElement[Any]) -> sa.Subquery:
    """How many things of each kind everybody has in the queue or in work, by address or person."""
    things = sa.func.count(JOBS.c.id).label("things")
    counted = sa.select(JOBS.c.kind, column.label("who"), things).where(column != "")
    return counted.group_by(JOBS.c.kind, column).subquery()


def _same(counted: sa.Subquery, column: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    return sa.and_(counted.c.kind == JOBS.c.kind, counted.c.who == column)


def _few(counted: sa.Subquery) -> sa.ColumnElement[int]:
    """The number of things; of whom we know nothing, one."""
    return sa.func.coalesce(counted.c.things, 1)
