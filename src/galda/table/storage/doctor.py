"""Looking for what is damaged in a database of tables, and mending what can be: `galda doctor`.

A table's log is replayed entry by entry. What cannot be replayed, and all that follows, can be cut
off; the rows are written to a file first, so that nothing is lost.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from galda.core.errors import GaldaError
from galda.table.errors import NoSuchTable
from galda.table.log.entry import Entry
from galda.table.log.history import after
from galda.table.storage.schema import ENTRIES, TABLES
from galda.table.storage.store import RENEW, derived, load_opening

RAW = sa.table("entries", *(sa.column(c.name) for c in ENTRIES.c))
RAW_TABLES = sa.table("tables", *(sa.column(c.name) for c in TABLES.c))
"""The same tables with columns as they are stored: nothing in them need be readable."""


@dataclass(frozen=True, slots=True)
class Damage:
    """What is wrong with a table: with one entry of its log, or with what it was opened by."""

    table: str
    sequence: int | None
    why: str


def all_tables(connection: sa.Connection) -> list[str]:
    """The ids of all tables, the oldest first."""
    wanted = sa.select(RAW_TABLES.c.id).order_by(RAW_TABLES.c.created)
    return list(connection.execute(wanted).scalars())


def whole(connection: sa.Connection) -> bool:
    """Whether SQLite finds its file in order; PostgreSQL looks after that itself."""
    if connection.dialect.name != "sqlite":
        return True
    return bool(connection.exec_driver_sql("PRAGMA quick_check").scalar_one() == "ok")


def examine(connection: sa.Connection, table_id: str) -> Damage | None:
    """What is wrong with a table; None: it can be read to its end."""
    try:
        table = load_opening(connection, table_id)
    except NoSuchTable:
        raise
    except Exception as error:
        return Damage(table_id, None, _words(error))
    expected = 1
    for number in _sequences(connection, table_id):
        try:
            if number != expected:
                return Damage(table_id, number, f"entry {expected} is missing before it")
            wanted = sa.select(*(ENTRIES.c[name] for name in Entry.__slots__)).where(
                ENTRIES.c.table_id == table_id, ENTRIES.c.sequence == number
            )
            table = after(table, Entry(*connection.execute(wanted).one()))
        except Exception as error:
            return Damage(table_id, number, _words(error))
        expected += 1
    return None


def _sequences(connection: sa.Connection, table_id: str) -> list[int]:
    wanted = sa.select(RAW.c.sequence).where(RAW.c.table_id == table_id).order_by(RAW.c.sequence)
    return list(connection.execute(wanted).scalars())


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:200]


def rows_of(connection: sa.Connection, table_id: str) -> dict[str, list[dict[str, Any]]]:
    """All rows of a table as they are stored."""
    kept = {"tables": (RAW_TABLES, RAW_TABLES.c.id), "entries": (RAW, RAW.c.table_id)}
    return {
        name: [
            dict(row)
            for row in connection.execute(sa.select(rows).where(column == table_id)).mappings()
        ]
        for name, (rows, column) in kept.items()
    }


def cut(connection: sa.Connection, damage: Damage, keep_in: Path) -> int:
    """Cut off the log where it cannot be replayed; how many entries that were.

    All rows of the table are written to a file before.
    """
    if damage.sequence is None:
        raise GaldaError("the table itself cannot be read, not its log: restore it from a back-up")
    text = json.dumps(rows_of(connection, damage.table), indent=1, default=str)
    keep_in.write_text(text, "utf-8")
    gone = ENTRIES.delete().where(
        ENTRIES.c.table_id == damage.table, ENTRIES.c.sequence >= damage.sequence
    )
    count = connection.execute(gone).rowcount
    table = load_opening(connection, damage.table)
    for number in _sequences(connection, damage.table):
        wanted = sa.select(*(ENTRIES.c[name] for name in Entry.__slots__)).where(
            ENTRIES.c.table_id == damage.table, ENTRIES.c.sequence == number
        )
        table = after(table, Entry(*connection.execute(wanted).one()))
    connection.execute(RENEW, {"renewed": damage.table, **derived(table)})
    return count
