"""All that a site keeps, in one file, from any database to any other: `galda backup`, `restore`.

The file is a ZIP archive: `backup.json` says what it is, each table of the database is a file of
lines of JSON, and the site's secret lies beside them. A backup is one consistent moment, also while
servers write. It holds seeds, keys of seats and the secret: only its owner may read it.
"""

from __future__ import annotations

import json
import os
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa

import galda
from galda.core.errors import GaldaError
from galda.table.storage.schema import METADATA
from galda.table.storage.versions import bring_up_to_date, is_new, make_as_of, stands_at

FORMAT = 1
ABOUT = "backup.json"
SECRET = "secret"
ROWS_AT_ONCE = 500
Progress = Callable[[int], None]


def count_rows(connection: sa.Connection) -> int:
    """How many rows a backup of this database has."""
    return sum(
        connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
        for table in _tables(connection)
    )


def back_up(
    connection: sa.Connection, file: Path, secret: str = "", progress: Progress = lambda done: None
) -> int:
    """Write everything in a database to a file, whole or not at all; returns the number of rows.

    Args:
        connection: to the database, in which nothing has been done yet.
        file: where the backup goes; what is there is replaced when the new one is whole.
        secret: what the site signs with, if it keeps one beside its database.
        progress: called with the number of rows written so far.
    """
    _stand_still(connection)
    schema = stands_at(connection)
    if schema is None:
        raise GaldaError("there are no tables in this database: nothing to back up")
    making = file.with_name(f"{file.name}.{os.getpid()}")
    done = 0
    try:
        with os.fdopen(os.open(making, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
            with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as packed:
                counts: dict[str, int] = {}
                for table in _tables(connection):
                    counts[table.name] = 0
                    with packed.open(f"{table.name}.jsonl", "w", force_zip64=True) as lines:
                        for row in _rows(connection, table):
                            lines.write(json.dumps(row).encode() + b"\n")
                            counts[table.name] += 1
                            done += 1
                            if done % ROWS_AT_ONCE == 0:
                                progress(done)
                progress(done)
                if secret:
                    packed.writestr(SECRET, secret)
                about = {
                    "format": FORMAT, "galda": galda.__version__, "schema": schema,
                    "made": time.time(), "rows": counts,
                }  # fmt: skip
                packed.writestr(ABOUT, json.dumps(about, indent=1))
            raw.flush()
            os.fsync(raw.fileno())
        making.replace(file)
    finally:
        making.unlink(missing_ok=True)
    return done


def read_about(file: Path) -> dict[str, Any]:
    """What a backup says of itself; `GaldaError` where it is none, or damaged."""
    try:
        with zipfile.ZipFile(file) as packed:
            damaged = packed.testzip()
            about: dict[str, Any] = json.loads(packed.read(ABOUT))
    except FileNotFoundError:
        raise GaldaError("there is no file {file}", file=file) from None
    except (zipfile.BadZipFile, KeyError, ValueError, OSError):
        raise GaldaError(
            "{file} is no backup of Galda, or only a part of one; `galda backup` makes them",
            file=file,
        ) from None
    if damaged:
        raise GaldaError("{file} is damaged: {part} in it cannot be read", file=file, part=damaged)
    if about.get("format") != FORMAT:
        raise GaldaError(
            "{file} was made by Galda {version}, and this is {own}; update Galda first",
            file=file,
            version=about.get("galda"),
            own=galda.__version__,
        )
    return about


def restore(
    connection: sa.Connection, file: Path, progress: Progress = lambda done: None
) -> tuple[int, str]:
    """Fill an empty database from a backup; returns the number of rows, and the site's secret.

    Args:
        connection: to a database in which there is nothing yet.
        file: the backup, of this version of Galda or an older one.
        progress: called with the number of rows restored so far.
    """
    about = read_about(file)
    if not is_new(connection):
        raise GaldaError(
            "there are tables in this database already; restore into an empty one (another file in "
            "GALDA_DATABASE_URL, or another folder in GALDA_DATA)"
        )
    make_as_of(connection, about["schema"])
    done = 0
    with zipfile.ZipFile(file) as packed:
        for table in METADATA.sorted_tables:
            if f"{table.name}.jsonl" not in packed.namelist():
                continue  # tables that came later
            with packed.open(f"{table.name}.jsonl") as lines:
                for rows in _some(lines):
                    connection.execute(_insert(connection, table, rows[0]), rows)
                    done += len(rows)
                    progress(done)
        secret = packed.read(SECRET).decode() if SECRET in packed.namelist() else ""
    if connection.dialect.name == "postgresql":
        _count_on(connection)
    connection.commit()
    bring_up_to_date(connection)
    return done, secret


def _stand_still(connection: sa.Connection) -> None:
    """Let this transaction see one moment, whatever others write meanwhile."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    else:
        connection.exec_driver_sql("BEGIN")


def _tables(connection: sa.Connection) -> list[sa.Table]:
    """The tables that there are: in a database of an older version some are missing."""
    there = set(sa.inspect(connection).get_table_names())
    return [table for table in METADATA.sorted_tables if table.name in there]


def _rows(connection: sa.Connection, table: sa.Table) -> Iterator[dict[str, Any]]:
    """A table's rows in order; JSON as the text that is stored, readable or not."""
    columns = [
        sa.cast(column, sa.Text).label(column.name) if isinstance(column.type, sa.JSON) else column
        for column in table.c
    ]
    there = {each["name"] for each in sa.inspect(connection).get_columns(table.name)}
    wanted = sa.select(*(column for column in columns if column.name in there))
    asked = wanted.order_by(*table.primary_key.columns).execution_options(yield_per=ROWS_AT_ONCE)
    for row in connection.execute(asked).mappings():
        yield dict(row)


def _some(lines: Any) -> Iterator[list[dict[str, Any]]]:
    """Rows of a file, several at once."""
    rows: list[dict[str, Any]] = []
    for line in lines:
        rows.append(json.loads(line))
        if len(rows) == ROWS_AT_ONCE:
            yield rows
            rows = []
    if rows:
        yield rows


def _insert(connection: sa.Connection, table: sa.Table, row: dict[str, Any]) -> sa.Insert:
    """An insertion of such rows, with JSON as the text that it is stored as."""
    into = sa.table(table.name, *(sa.column(name) for name in row))
    if connection.dialect.name != "postgresql":
        return into.insert()
    stored = {
        name: sa.cast(sa.bindparam(name, type_=sa.Text), sa.JSON)
        for name in row
        if isinstance(table.c[name].type, sa.JSON)
    }
    return into.insert().values({name: stored.get(name, sa.bindparam(name)) for name in row})


def _count_on(connection: sa.Connection) -> None:
    """Let PostgreSQL number new rows after those that were restored."""
    for table in _tables(connection):
        for column in table.c:
            if column.identity is not None:
                connection.exec_driver_sql(
                    f"SELECT setval(pg_get_serial_sequence('{table.name}', '{column.name}'), "
                    f"coalesce((SELECT max({column.name}) FROM {table.name}), 0) + 1, false)"
                )
