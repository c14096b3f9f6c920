"""What SQLite and PostgreSQL both can, and SQLAlchemy spells for each by itself."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite


def insert_new(table: sa.Table, *, is_postgres: bool) -> sa.Insert:
    """An insertion that leaves a row that is there already as it is."""
    if is_postgres:
        from sqlalchemy.dialects import postgresql  # noqa: PLC0415  (slow to load)

        return postgresql.insert(table).on_conflict_do_nothing()
    return sqlite.insert(table).on_conflict_do_nothing()
