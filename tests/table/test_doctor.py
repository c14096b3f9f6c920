"""The doctor finds what is damaged, changes nothing unasked, and loses nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import sqlalchemy as sa
from table_support import ANN, asynchronous, plan, play, quiet

from galda import GaldaError
from galda.table.storage import doctor
from galda.table.storage.connection import opened


async def three_tables(database_url: str) -> list[str]:
    async with await quiet(database_url) as tables:
        made = []
        for game in ("quixo", "towers", "alhambra"):
            table = await tables.create(plan("me", "local", game=game), ANN)
            made.append((await play(tables, table, 5)).id)
    return made


def change(database_url: str, statement: str, **given: object) -> None:
    with opened(database_url) as connection:
        assert connection.execute(sa.text(statement), given).rowcount == 1


@asynchronous
async def test_sound_tables_are_found_sound(database_url: str) -> None:
    made = await three_tables(database_url)
    with opened(database_url) as connection:
        assert doctor.whole(connection)
        assert sorted(doctor.all_tables(connection)) == sorted(made)
        assert [doctor.examine(connection, id) for id in made] == [None] * 3


@asynchronous
async def test_a_log_is_cut_where_it_cannot_be_replayed_and_the_game_goes_on(
    database_url: str, tmp_path: Path
) -> None:
    made = await three_tables(database_url)
    wrong = "UPDATE entries SET payload = '{\"actions\": [99999]}' WHERE table_id = :id"
    change(database_url, f"{wrong} AND sequence = 4", id=made[1])
    with opened(database_url) as connection:
        assert doctor.examine(connection, made[0]) is None
        damage = doctor.examine(connection, made[1])
        assert damage is not None
        assert (damage.table, damage.sequence) == (made[1], 4)
        assert doctor.cut(connection, damage, tmp_path / "rows.json") == 2
    rows = json.loads((tmp_path / "rows.json").read_text("utf-8"))
    assert [row["sequence"] for row in rows["entries"]] == [1, 2, 3, 4, 5]
    assert "99999" in str(rows["entries"][3]["payload"])
    async with await quiet(database_url) as tables:
        table = await tables.get(made[1])
        assert table.sequence == 3
        assert (await play(tables, table)).sequence == 4


@asynchronous
async def test_a_missing_entry_and_a_damaged_plan_are_named(
    database_url: str, tmp_path: Path
) -> None:
    made = await three_tables(database_url)
    change(database_url, "DELETE FROM entries WHERE table_id = :id AND sequence = 2", id=made[0])
    change(database_url, "UPDATE tables SET plan = '[]' WHERE id = :id", id=made[2])
    with opened(database_url) as connection:
        gap = doctor.examine(connection, made[0])
        assert gap is not None
        assert (gap.sequence, gap.why) == (3, "entry 2 is missing before it")
        lost = doctor.examine(connection, made[2])
        assert lost is not None
        assert lost.sequence is None
        with pytest.raises(GaldaError, match="back-up"):
            doctor.cut(connection, lost, tmp_path / "rows.json")
