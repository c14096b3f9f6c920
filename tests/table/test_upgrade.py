"""An upgrade from the first schema, with games in it, on both databases.

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
from galda.table.storage.store import DRIVERS

KEPT: dict[str, Any] = json.loads((Path(__file__).parent / "first_schema.json").read_text("utf-8"))
FIRST = "0001"
JSON_COLUMNS = {"plan", "seats", "payload"}


def make_first(database_url: str) -> None:
    """A database of the first schema, with the games of that time in it."""
    url = sa.make_url(database_url)
    if url.get_backend_name() == "postgresql":
        url = url.set(drivername=DRIVERS["postgresql"])
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", "galda.table.storage:migrations")
        config.attributes["connection"] = connection
        command.upgrade(config, FIRST)
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
