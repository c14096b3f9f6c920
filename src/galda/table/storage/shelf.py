"""The shelf of games to look back on: records that people brought, and what reviews found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from galda.table.storage.schema import RECORDS, REVIEWS
from galda.table.storage.store import Store

Steps = tuple[dict[str, Any], ...]
"""What was found at each ply, as plain values."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A review as it is kept; `touched` is when it last grew."""

    game_id: str
    total: int
    steps: Steps
    touched: float
    finished: bool


class Shelf:
    """Keeps records and reviews in the database of tables."""

    def __init__(self, store: Store) -> None:
        self._store = store
        insert = postgresql.insert if store.is_postgres else sqlite.insert
        self._add_review = insert(REVIEWS).on_conflict_do_nothing().returning(REVIEWS.c.game_id)

    async def add_record(self, id: str, text: str, created: float) -> None:
        """Keep a record that has been checked."""
        row = {"id": id, "text": text, "created": created}

        def write(connection: sa.Connection) -> bool:
            connection.execute(RECORDS.insert(), row)
            return True

        await self._store.write(write)

    async def record(self, id: str) -> str | None:
        """The text of a record."""
        wanted = sa.select(RECORDS.c.text).where(RECORDS.c.id == id)
        async with self._store.engine.connect() as connection:
            return (await connection.execute(wanted)).scalar_one_or_none()

    async def review(self, game_id: str) -> Kept | None:
        """What has been found of a game so far."""
        wanted = REVIEWS.select().where(REVIEWS.c.game_id == game_id)
        async with self._store.engine.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        if row is None:
            return None
        return Kept(row.game_id, row.total, tuple(row.steps), row.touched, row.finished)

    async def claim_review(self, game_id: str, total: int, now: float) -> bool:
        """Begin a review; False: somebody else has begun it."""
        row = {"game_id": game_id, "total": total, "steps": [], "touched": now, "finished": False}

        def write(connection: sa.Connection) -> bool:
            return connection.execute(self._add_review, row).first() is not None

        return await self._store.write(write)

    async def take_over_review(self, kept: Kept, now: float) -> bool:
        """Go on with a review that nobody works at any more; False: somebody else does."""

        def write(connection: sa.Connection) -> bool:
            done = connection.execute(
                REVIEWS.update()
                .where(REVIEWS.c.game_id == kept.game_id, REVIEWS.c.touched == kept.touched)
                .values(touched=now)
            )
            return done.rowcount == 1

        return await self._store.write(write)

    async def save_review(self, kept: Kept) -> None:
        """Keep what has been found by now."""

        def write(connection: sa.Connection) -> bool:
            connection.execute(
                REVIEWS.update()
                .where(REVIEWS.c.game_id == kept.game_id)
                .values(steps=list(kept.steps), touched=kept.touched, finished=kept.finished)
            )
            return True

        await self._store.write(write)

    async def drop_review(self, game_id: str) -> None:
        """Forget a review that failed, so that it can be begun anew."""

        def write(connection: sa.Connection) -> bool:
            connection.execute(REVIEWS.delete().where(REVIEWS.c.game_id == game_id))
            return True

        await self._store.write(write)
