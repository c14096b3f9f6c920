"""An upgrade from the first schema, with games in it, and a new database, on both databases.

`first_schema.json` holds the rows of that schema as they were written: never make it anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from table_support import HandClock, asynchronous, play, quiet

from galda.core.play.paper import write_record
from galda.table.storage import versions
from galda.table.storage.schema import METADATA
from galda.table.storage.store import DRIVERS
from galda.table.storage.versions import bring_up_to_date

KEPT: dict[str, Any] = json.loads((Path(__file__).parent / "first_schema.json").read_text("utf-8"))
FIRST = "0001"
JSON_COLUMNS = {"plan", "seats", "payload"}


def engine_of(database_url: str) -> sa.Engine:
    url = sa.make_url(database_url)
    if url.get_backend_name() == "postgresql":
        url = url.set(drivername=DRIVERS["postgresql"])
    return sa.create_engine(url)


def migrate(connection: sa.Connection, version: str) -> None:
    """Run the migrations, one after the other, up to this one."""
    config = Config()
    config.set_main_option("script_location", "galda.table.storage:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, version)


def make_first(database_url: str) -> None:
    """A database of the first schema, with the games of that time in it."""
    engine = engine_of(database_url)
    with engine.begin() as connection:
        migrate(connection, FIRST)
        for name in ("tables", "sitting", "entries"):
            columns = [
                sa.column(column, sa.JSON if column in JSON_COLUMNS else None)
                for column in KEPT[name][0]
            ]
            connection.execute(sa.table(name, *columns).insert(), KEPT[name])
    engine.dispose()


@asynchronous
async def test_games_of_the_first_schema_are_all_there_and_go_on(database_url: str) -> None:
    make_first(database_url)
    clock = HandClock()
    clock.turn(1800)
    async with await quiet(database_url, clock=clock) as tables:
        for table_id, kept in KEPT["expected"].items():
            table = await tables.get(table_id)
            assert (table.position.key, table.sequence) == (kept["key"], kept["sequence"])
            assert (table.result is not None) is kept["over"]
            if kept["over"]:
                assert "1. " in write_record(table.record())
                assert (await tables.lookback.replay(table_id)).last == len(table.turns)
            else:
                assert [message.text for message in table.chat_for(0)] == ["gl & hf"]
                assert (await play(tables, table)).sequence == table.sequence + 1
        listed = await tables.tables_of("ann")
        assert {summary.id for summary in listed} == set(KEPT["expected"])


@asynchronous
async def test_upgrading_twice_changes_nothing(database_url: str) -> None:
    make_first(database_url)
    for _ in range(2):
        async with await quiet(database_url, clock=HandClock()) as tables:
            for table_id, kept in KEPT["expected"].items():
                assert (await tables.get(table_id)).sequence == kept["sequence"]


def test_the_kept_games_are_of_every_kind() -> None:
    games = {row["plan"]["game"] for row in KEPT["tables"]}
    assert games == {"quixo", "pylos", "towers", "alhambra"}
    assert {"join", "turn", "chat"} == {row["kind"] for row in KEPT["entries"]}
    with pytest.raises(KeyError):
        KEPT["reviews"]


def description(connection: sa.Connection) -> dict[str, Any]:
    """Everything that a database says about its tables, in the order of the columns."""
    found = sa.inspect(connection)
    return {
        name: {
            "columns": [
                {**column, "type": str(column["type"])} for column in found.get_columns(name)
            ],
            "key": found.get_pk_constraint(name),
            "foreign": found.get_foreign_keys(name),
            "unique": sorted(found.get_unique_constraints(name), key=str),
            "indexes": sorted(found.get_indexes(name), key=str),
            "rows": [
                tuple(row) for row in connection.execute(sa.text(f"SELECT * FROM {name}"))
            ],
        }
        for name in found.get_table_names()
    }  # fmt: skip


def test_a_new_database_is_made_as_all_migrations_leave_one(database_url: str) -> None:
    described = []
    engine = engine_of(database_url)
    for make in (bring_up_to_date, lambda connection: migrate(connection, "head")):
        with engine.connect() as connection:
            make(connection)
            described.append(description(connection))
            connection.rollback()
    engine.dispose()
    made, migrated = described
    assert set(made) == {*METADATA.tables, versions.STAMP.name}
    assert made == migrated


def test_a_new_database_needs_no_migrations(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "_migrate", lambda connection: pytest.fail("Alembic was asked"))
    engine = engine_of(database_url)
    for _ in range(2):
        with engine.connect() as connection:
            bring_up_to_date(connection)
            connection.commit()
    engine.dispose()
