"""The log in a database: SQLite by default, PostgreSQL by its URL.

An entry is durable when `append` returns True. The database's unique constraints decide races.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from galda.core.errors import GaldaError
from galda.core.extras import extra
from galda.table.errors import NoSuchTable
from galda.table.log.entry import Entry
from galda.table.log.history import after_all
from galda.table.log.table import Table
from galda.table.setup.plan import plan_from_json, plan_to_json
from galda.table.setup.seating import Seat
from galda.table.storage.dialects import insert_new
from galda.table.storage.due import Due, change
from galda.table.storage.jobs import TURN, Job, Jobs
from galda.table.storage.questions import Questions
from galda.table.storage.reader import Reader
from galda.table.storage.schema import ENTRIES, SITTING, TABLES
from galda.table.storage.sqlite_file import LOCKED_SECONDS, prepare
from galda.table.storage.versions import bring_up_to_date
from galda.table.storage.writer import Write, Writer, Wrote

DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
}
CHANNEL = "galda_entries"
UNHURRIED = sa.text("SET LOCAL synchronous_commit TO off")
"""Has a PostgreSQL transaction wait for no disk."""
DERIVED = ("last_time", "to_act", "bot_to_act", "finished", "archived", "deadline")
"""The columns that follow from the log."""
RENEW = (
    TABLES.update()
    .where(TABLES.c.id == sa.bindparam("renewed"))
    .values({name: sa.bindparam(name) for name in DERIVED})
)


class Store:
    """A database of tables. Open it with `Store.open`."""

    def __init__(self, engine: AsyncEngine, reader: Reader, writer: Writer | None = None) -> None:
        self.engine = engine
        self._reader = reader
        self._writer = writer
        self.jobs = Jobs(engine, self.write_lightly)
        self.due = Due(self.jobs, engine, self.write_lightly)
        self.questions = Questions(self.jobs, engine, self.write_lightly)
        self._add_entry = insert_new(ENTRIES, is_postgres=self.is_postgres).returning(ENTRIES.c.id)

    @classmethod
    async def open(cls, database_url: str) -> Store:
        """Connect, and bring the database's tables up to date."""
        url = make_url(database_url)
        url = url.set(drivername=DRIVERS.get(url.drivername, url.drivername))
        backend = url.get_backend_name()
        if backend not in ("sqlite", "postgresql"):
            raise GaldaError("the database is sqlite or postgresql, not {backend}", backend=backend)
        if backend == "sqlite" and url.database in (None, "", ":memory:"):
            raise GaldaError("tables need a file: sqlite:///PATH")
        if backend == "sqlite":
            await asyncio.to_thread(prepare, str(url.database))
        with extra("postgres" if backend == "postgresql" else "table"):
            engine = create_async_engine(url, pool_pre_ping=backend == "postgresql")
        plain = url.set(drivername="sqlite") if backend == "sqlite" else url
        reader = Reader(plain, pre_ping=backend == "postgresql")
        writer = None
        if backend == "sqlite":
            writing = sa.create_engine(plain)
            for each in (engine.sync_engine, writing, reader.engine):
                sa.event.listen(each, "connect", _set_up_sqlite)
            writer = Writer(writing)
        store = cls(engine, reader, writer)
        async with engine.connect() as connection:
            await connection.run_sync(bring_up_to_date)
            await connection.commit()
        return store

    @property
    def is_postgres(self) -> bool:
        """Whether it can call other processes when something happens."""
        return self.engine.dialect.name == "postgresql"

    async def close(self) -> None:
        """Let go of all connections."""
        if self._writer:
            await self._writer.close()
        await asyncio.to_thread(self._reader.close)
        await self.engine.dispose()

    # Writing

    async def create(self, table: Table) -> bool:
        """Store a new table; False: one with its id is there already."""

        due = change(None, table)

        def write(connection: sa.Connection, ours: bool) -> tuple[bool, Job | None]:
            if not _insert_table(connection, table):
                return False, None
            return True, self.due.follow(connection, due, ours=ours)

        return await self.jobs.commit(TURN, write, self.write, wanted=due.begins is not None)

    async def append(self, before: Table, after: Table, rematch: Table | None = None) -> bool:
        """Make the entry that leads from one table to the next durable; False: someone was first.

        A rematch's new table is stored with it or not at all.
        """
        entry = after.entries[-1]
        row = {"table_id": after.id, **{name: getattr(entry, name) for name in Entry.__slots__}}

        # A game that is played again is over: what is due then is due at the new table.
        due = change(None, rematch) if rematch else change(before, after)

        def write(connection: sa.Connection, ours: bool) -> tuple[bool, Job | None]:
            if connection.execute(self._add_entry, row).first() is None:
                return False, None
            connection.execute(RENEW, {"renewed": after.id, **derived(after)})
            if before.seats != after.seats:
                _seat(connection, before, after)
            if rematch:
                _insert_table(connection, rematch)
            job = self.due.follow(connection, due, ours=ours)
            if self.is_postgres:
                told = f"{after.id} {after.sequence}"
                connection.execute(sa.select(sa.func.pg_notify(CHANNEL, told)))
            return True, job

        return await self.jobs.commit(TURN, write, self.write, wanted=due.begins is not None)

    async def write(self, write: Write[Wrote]) -> Wrote:
        """Run a transaction; what it writes is durable when this returns what it hands back."""
        if self._writer:
            return await self._writer.run(write)
        async with self.engine.begin() as connection:
            return await connection.run_sync(write)

    async def write_lightly(self, write: Write[Wrote]) -> Wrote:
        """Run a transaction that a power cut may undo: leases and counts, nothing of a game."""
        if self._writer:
            return await self._writer.run(write, durable=False)
        async with self.engine.begin() as connection:
            await connection.execute(UNHURRIED)
            return await connection.run_sync(write)

    # Reading

    async def load(self, table_id: str) -> Table:
        """A table with its whole log replayed, or `NoSuchTable`."""
        return await self._reader.run(partial(_load, table_id=table_id))

    async def catch_up(self, table: Table) -> Table:
        """The table with the entries that have been written since."""
        return await self._reader.run(partial(_catch_up, table=table))

    async def tables_of(self, person_id: str, most: int) -> list[tuple[Any, list[Any]]]:
        """The rows of a person's tables with those of their seats, the most recent first."""
        mine = sa.select(SITTING.c.table_id).where(SITTING.c.person_id == person_id)
        wanted = (
            sa.select(TABLES)
            .where(TABLES.c.id.in_(mine), TABLES.c.archived.is_(False))
            .order_by(TABLES.c.finished, TABLES.c.last_time.desc())
            .limit(most)
        )
        async with self.engine.connect() as connection:
            rows = await _readable_rows(connection, wanted)
            seats = (
                await connection.execute(
                    SITTING.select()
                    .where(SITTING.c.table_id.in_([row.id for row in rows]))
                    .order_by(SITTING.c.seat)
                )
            ).all()
        return [(row, [seat for seat in seats if seat.table_id == row.id]) for row in rows]

    async def out_of_time(self, now: float) -> list[str]:
        """Tables where the player to act has run out of time."""
        return await self._ids(TABLES.c.deadline <= now)

    async def idle(self, since: float) -> list[str]:
        """Tables not put away yet where nothing has happened since then."""
        return await self._ids(TABLES.c.archived.is_(False), TABLES.c.last_time < since)

    async def _ids(self, *conditions: sa.ColumnElement[bool]) -> list[str]:
        wanted = sa.select(TABLES.c.id).where(*conditions).order_by(TABLES.c.last_time)
        async with self.engine.connect() as connection:
            return list((await connection.execute(wanted)).scalars())


async def _readable_rows(
    connection: AsyncConnection, wanted: sa.Select[Any]
) -> Sequence[sa.Row[Any]]:
    """The rows of tables; where one of them is damaged, those of all others."""
    try:
        rows: Sequence[sa.Row[Any]] = (await connection.execute(wanted)).all()
    except ValueError:
        found: list[sa.Row[Any]] = []
        ids = (await connection.execute(wanted.with_only_columns(TABLES.c.id))).scalars().all()
        for id in ids:
            with suppress(ValueError):
                row = await connection.execute(TABLES.select().where(TABLES.c.id == id))
                found.append(row.one())
        return found
    return rows


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for setting in (
        "synchronous = FULL",
        "foreign_keys = ON",
        f"busy_timeout = {round(1000 * LOCKED_SECONDS)}",
    ):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _load(connection: sa.Connection, table_id: str) -> Table:
    return _catch_up(connection, load_opening(connection, table_id))


def load_opening(connection: sa.Connection, table_id: str) -> Table:
    """A table as it was opened, or `NoSuchTable`."""
    found = connection.execute(TABLES.select().where(TABLES.c.id == table_id))
    row = found.mappings().one_or_none()
    if row is None:
        raise NoSuchTable("no such table; the link may be mistyped")
    return Table(
        id=row["id"],
        plan=plan_from_json(row["plan"]),
        seats=tuple(Seat(**seat) for seat in row["seats"]),
        spectator_key=row["spectator_key"],
        created=row["created"],
        seed=row["long_seed"] or row["seed"],
    )


def _catch_up(connection: sa.Connection, table: Table) -> Table:
    rows = connection.execute(
        sa.select(*(ENTRIES.c[name] for name in Entry.__slots__))
        .where(ENTRIES.c.table_id == table.id, ENTRIES.c.sequence > table.sequence)
        .order_by(ENTRIES.c.sequence)
    ).all()
    return after_all(table, [Entry(*row) for row in rows]) if rows else table


def _insert_table(connection: sa.Connection, table: Table) -> bool:
    """Insert a new table; False, and nothing is written, where its id is there already."""
    add = insert_new(TABLES, is_postgres=connection.dialect.name == "postgresql")
    added = connection.execute(
        add.returning(TABLES.c.id).values(
            id=table.id,
            plan=plan_to_json(table.plan),
            seats=[asdict(seat) for seat in table.seats],
            spectator_key=table.spectator_key,
            seed=0 if isinstance(table.seed, str) else table.seed,
            long_seed=table.seed if isinstance(table.seed, str) else None,
            created=table.created,
            **derived(table),
        )
    )
    if added.first() is None:
        return False
    connection.execute(
        SITTING.insert(),
        [
            {"table_id": table.id, "seat": s.index, "person_id": s.person_id, "name": s.name}
            for s in table.seats
        ],
    )
    return True


def _seat(connection: sa.Connection, before: Table, after: Table) -> None:
    for was, seat in zip(before.seats, after.seats, strict=True):
        if was != seat:
            connection.execute(
                SITTING.update()
                .where(SITTING.c.table_id == after.id, SITTING.c.seat == seat.index)
                .values(person_id=seat.person_id, name=seat.name)
            )


def derived(table: Table) -> dict[str, Any]:
    """The columns that follow from the log."""
    bot, over = table.bot_to_act is not None, table.result is not None
    values = (table.last_time, table.to_act, bot, over, table.archived, table.deadline)
    return dict(zip(DERIVED, values, strict=True))
