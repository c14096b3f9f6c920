"""What is due by itself: bots' turns, which follow from the log, and reviews that were begun."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from galda.table.asking import asking
from galda.table.log.table import Table
from galda.table.storage.jobs import REVIEW, TURN, Job, Jobs, NewJob
from galda.table.storage.schema import ENTRIES, JOBS, REVIEWS, TABLES
from galda.table.storage.writer import Commit

ADDING_LOCK = 0x67616C6462
"""The number of the lock that lets one process at a time look for missing jobs on PostgreSQL."""


@dataclass(frozen=True, slots=True)
class Change:
    """What an entry, or a new table, means for the bots' turns that are due."""

    ends: str | None
    """The table whose turn that was due is not any more."""
    begins: NewJob | None


def change(before: Table | None, after: Table) -> Change:
    """What has changed from a table to the next."""
    was, now = _bots_turn(before), _bots_turn(after)
    begins = now is not None and now != was
    return Change(
        after.id if was not in (None, now) else None,
        NewJob(TURN, after.id, after.game_sequence, asker=asking()) if begins else None,
    )


class Due:
    """Keeps the queue of work in step with the log."""

    def __init__(self, jobs: Jobs, engine: AsyncEngine, write: Commit) -> None:
        self._jobs = jobs
        self._engine = engine
        self._write = write

    def follow(self, connection: sa.Connection, what: Change, *, ours: bool) -> Job | None:
        """Take away what is done and add what is due."""
        if what.ends:
            connection.execute(
                JOBS.delete().where(JOBS.c.kind == TURN, JOBS.c.game_id == what.ends)
            )
        return self._jobs.add(connection, what.begins, ours=ours) if what.begins else None

    async def add_missing_turns(self) -> None:
        """Make turns due that nobody made due: those of databases and servers of older versions."""
        missing = (
            sa.select(TABLES.c.id)
            .where(TABLES.c.bot_to_act.is_(True))
            .where(~sa.exists().where(JOBS.c.kind == TURN, JOBS.c.game_id == TABLES.c.id))
        )
        await self._add_missing(TURN, missing)

    async def add_missing_reviews(self) -> None:
        """The same for reviews that older versions began."""
        missing = (
            sa.select(REVIEWS.c.game_id)
            .where(REVIEWS.c.finished.is_(False))
            .where(~sa.exists().where(JOBS.c.kind == REVIEW, JOBS.c.game_id == REVIEWS.c.game_id))
        )
        await self._add_missing(REVIEW, missing)

    async def _add_missing(self, kind: str, missing: sa.Select[Any]) -> None:
        async with self._engine.connect() as connection:
            if not (await connection.execute(missing.limit(1))).first():
                return

        def write(connection: sa.Connection) -> None:
            if connection.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(ADDING_LOCK)))
            for game_id in connection.execute(missing).scalars().all():
                last = sa.select(sa.func.coalesce(sa.func.max(ENTRIES.c.sequence), 0))
                last = last.where(ENTRIES.c.table_id == game_id)
                sequence = connection.execute(last).scalar_one() if kind == TURN else 0
                self._jobs.add(connection, NewJob(kind, game_id, sequence), ours=False)

        await self._write(write)
        self._jobs.wake()


def _bots_turn(table: Table | None) -> int | None:
    """The number of the turn that a bot has to play, if any."""
    return table.game_sequence if table and table.bot_to_act else None
