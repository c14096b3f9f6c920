"""The store: migrations lead to the schema, SQLite is as durable as promised, URLs are checked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from table_support import asynchronous

from galda import GaldaError
from galda.table.storage.schema import METADATA
from galda.table.storage.store import Store
from galda.table.storage.versions import NEWEST


@asynchronous
async def test_migrations_lead_to_the_schema_and_may_run_again(database_url: str) -> None:
    await (await Store.open(database_url)).close()
    store = await Store.open(database_url)
    async with store.engine.connect() as connection:
        assert await connection.run_sync(_differences) == []
    await store.close()


def _differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(context, METADATA))


@asynchronous
async def test_sqlite_writes_ahead_and_waits_for_the_disk(tmp_path_factory: object) -> None:
    assert isinstance(tmp_path_factory, pytest.TempPathFactory)
    store = await Store.open(f"sqlite:///{tmp_path_factory.mktemp('db')}/tables.db")
    async with store.engine.connect() as connection:
        for setting, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
            found = await connection.exec_driver_sql(f"PRAGMA {setting}")
            assert found.scalar_one() == value
    await store.close()


@asynchronous
async def test_other_databases_are_refused() -> None:
    for url in ("mysql://x/y", "sqlite://", "sqlite:///:memory:"):
        with pytest.raises(GaldaError):
            await Store.open(url)


@asynchronous
async def test_only_what_a_power_cut_may_undo_does_not_wait_for_the_disk(
    database_url: str,
) -> None:
    store = await Store.open(database_url)
    asked = "SHOW synchronous_commit" if store.is_postgres else "PRAGMA synchronous"
    found: list[object] = []

    def write(connection: Connection) -> bool:
        found.append(connection.exec_driver_sql(asked).scalar_one())
        return True

    for run in (store.write, store.write_lightly, store.write):
        await run(write)
    assert found == (["on", "off", "on"] if store.is_postgres else [2, 1, 2])
    await store.close()


def test_the_newest_schema_is_that_of_the_last_migration() -> None:
    config = Config()
    config.set_main_option("script_location", "galda.table.storage:migrations")
    assert ScriptDirectory.from_config(config).get_current_head() == NEWEST


def test_a_file_that_is_new_or_up_to_date_is_opened_without_what_others_need(
    tmp_path: Path,
) -> None:
    program = (
        "import asyncio, sys\n"
        "from galda.table.storage.store import Store\n"
        "store = asyncio.run(Store.open(sys.argv[1]))\n"
        "print({'alembic', 'sqlalchemy.dialects.postgresql'} & set(sys.modules))\n"
    )
    command = [sys.executable, "-c", program, f"sqlite:///{tmp_path}/tables.db"]
    told = [subprocess.check_output(command, text=True).strip() for _ in range(2)]
    assert told == ["set()", "set()"]
