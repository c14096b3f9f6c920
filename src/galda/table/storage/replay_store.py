"""Games to look back on: records that people brought, and what reviews found."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import sqlalchemy as sa

from galda.table.asking import Asker
from galda.table.storage.dialects import insert_new
from galda.table.storage.jobs import REVIEW, Job, NewJob
from galda.table.storage.schema import RECORDS, REVIEWS
from galda.table.storage.store import Store

Steps = tuple[dict[str, Any], ...]
"""What was found at each ply, as plain values."""
Check = Callable[[sa.Connection], None]
"""Refuses something in the transaction that would begin it."""

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Kept:
    """A review as it is kept; `touched` is when it last grew."""

    game_id: str
    total: int
    steps: Steps
    touched: float
    finished: bool


class ReplayStore:
    """Keeps records and reviews in the database of tables."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._jobs = store.jobs
        self._add_review = insert_new(REVIEWS, is_postgres=store.is_postgres).returning(
            REVIEWS.c.game_id
        )

    async def add_record(self, id: str, text: str, created: float) -> None:
        """Keep a record that has been checked."""
        row = {"id": id, "text": text, "created": created}
        await self._store.write(lambda connection: connection.execute(RECORDS.insert(), row))

    async def record(self, id: str) -> str | None:
        """The text of a record."""
        wanted = sa.select(RECORDS.c.text).where(RECORDS.c.id == id)
        async with self._store.engine.connect() as connection:
            return (await connection.execute(wanted)).scalar_one_or_none()

    async def review(self, game_id: str) -> Kept | None:
        """What has been found of a game so far."""
        wanted = REVIEWS.select().where(REVIEWS.c.game_id == game_id)
        async with self._store.engine.connect() as connection:
            try:
                row = (await connection.execute(wanted)).one_or_none()
            except ValueError:  # damaged: it is made again
                LOG.exception("the review of %s cannot be read; it is forgotten", game_id)
                row = None
                await self._store.write(partial(_forget_review, game_id=game_id))
        if row is None:
            return None
        return Kept(row.game_id, row.total, tuple(row.steps), row.touched, row.finished)

    async def begin_review(
        self, game_id: str, total: int, now: float, asker: Asker, check: Check
    ) -> bool:
        """Have a game reviewed if `check` does not refuse; False: somebody else has begun it."""
        row = {"game_id": game_id, "total": total, "steps": [], "touched": now, "finished": False}
        job = NewJob(REVIEW, game_id, asker=asker)

        def write(connection: sa.Connection, ours: bool) -> tuple[bool, Job | None]:
            begun = sa.select(REVIEWS.c.game_id).where(REVIEWS.c.game_id == game_id)
            if connection.execute(begun).first():
                return False, None
            check(connection)
            if connection.execute(self._add_review, row).first() is None:
                return False, None
            return True, self._jobs.add(connection, job, ours=ours)

        return await self._jobs.commit(REVIEW, write, self._store.write)

    async def save_review(self, kept: Kept, job: Job) -> bool:
        """Keep what has been found by now; False: the job is not ours any more."""

        def write(connection: sa.Connection) -> bool:
            ours = (self._jobs.delete if kept.finished else self._jobs.hold)(connection, job)
            if ours:
                connection.execute(
                    REVIEWS.update()
                    .where(REVIEWS.c.game_id == kept.game_id)
                    .values(steps=list(kept.steps), touched=kept.touched, finished=kept.finished)
                )
            return ours

        return await self._store.write(write)

    async def drop_review(self, job: Job) -> None:
        """Forget a review that failed, so that it can be begun again."""

        def write(connection: sa.Connection) -> None:
            if self._jobs.delete(connection, job):
                _forget_review(connection, job.game_id)

        await self._store.write(write)


def _forget_review(connection: sa.Connection, game_id: str) -> None:
    connection.execute(REVIEWS.delete().where(REVIEWS.c.game_id == game_id))
