"""Back-ups made while the server writes, as docs/serving.md describes them, open and replay."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
from pathlib import Path

import psycopg
import pytest
from table_support import ANN, asynchronous, plan, play, quiet

from galda.table import Table, Tables
from own_postgres import OwnPostgres

ROUNDS = 12


async def write_on(tables: Tables, opened: list[Table]) -> None:
    """Keep on playing at some tables."""
    for _ in range(ROUNDS):
        for k, table in enumerate(opened):
            opened[k] = await play(tables, table) if table.to_act is not None else table


async def check(copy_url: str, at_least: dict[str, int], opened: list[Table]) -> None:
    """A copy holds all that was acknowledged before it was made, and every game replays."""
    async with await quiet(copy_url) as copy:
        for table in opened:
            found = await copy.get(table.id)
            assert at_least[table.id] <= found.sequence <= table.sequence
            assert found.entries == table.entries[: found.sequence]
            if found.to_act is not None:
                assert (await play(copy, found)).sequence == found.sequence + 1


def copy_sqlite(source: Path, target: Path) -> None:
    """What `sqlite3 SOURCE ".backup TARGET"` does."""
    with sqlite3.connect(source) as live, sqlite3.connect(target) as copy:
        live.backup(copy, pages=1)
    live.close()
    copy.close()


@asynchronous
async def test_a_copy_of_a_busy_sqlite_file_is_whole(tmp_path: Path) -> None:
    source, target = tmp_path / "tables.db", tmp_path / "copy.db"
    async with await quiet(f"sqlite:///{source}") as tables:
        opened = [await tables.create(plan("me", "local"), ANN) for _ in range(3)]
        opened = [await play(tables, table, 3) for table in opened]
        before = {table.id: table.sequence for table in opened}
        writing = asyncio.create_task(write_on(tables, opened))
        await asyncio.sleep(0.01)
        await asyncio.to_thread(copy_sqlite, source, target)
        await writing
        await check(f"sqlite:///{target}", before, opened)


def dump_and_restore(cluster: OwnPostgres, schema: str) -> str:
    """`pg_dump` a schema, and restore it in a database of its own; the URL of that."""
    pg_dump, psql = (shutil.which(name) for name in ("pg_dump", "psql"))
    if not pg_dump or not psql:
        pytest.skip("pg_dump is not installed: apt-get install postgresql-client")
    with psycopg.connect(cluster.url(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE copy_{schema}".encode())
    url = f"postgresql://galda@/copy_{schema}?host={cluster.folder}"
    dumped = subprocess.run(
        [pg_dump, "--schema", schema, "--dbname", cluster.url()],
        check=True, capture_output=True,
    )  # fmt: skip
    restored = subprocess.run(
        [psql, "--quiet", "-v", "ON_ERROR_STOP=1", url],
        input=dumped.stdout, check=False, capture_output=True,
    )  # fmt: skip
    assert restored.returncode == 0, restored.stderr.decode()
    return f"{url}&options=-csearch_path%3D{schema}"


@asynchronous
async def test_a_dump_of_a_busy_postgres_is_whole(postgres: OwnPostgres, postgres_url: str) -> None:
    schema = postgres_url.rpartition("%3D")[2]
    async with await quiet(postgres_url) as tables:
        opened = [await tables.create(plan("me", "local"), ANN) for _ in range(3)]
        opened = [await play(tables, table, 3) for table in opened]
        before = {table.id: table.sequence for table in opened}
        writing = asyncio.create_task(write_on(tables, opened))
        copy_url = await asyncio.to_thread(dump_and_restore, postgres, schema)
        await writing
        await check(copy_url, before, opened)
