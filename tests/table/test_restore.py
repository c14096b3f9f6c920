"""`galda backup` and `galda restore`: everything there and back, from any database to any."""

from __future__ import annotations

import asyncio
import stat
import zipfile
from pathlib import Path

import pytest
from table_support import ANN, asynchronous, plan, play, quiet
from test_upgrade import KEPT, make_first

from galda.core.errors import GaldaError
from galda.table import Table, Tables
from galda.table.storage import backup
from galda.table.storage.connection import opened

SECRET = "a secret of a site that is long enough"


def copied(database_url: str, file: Path, secret: str = "") -> int:
    with opened(database_url) as connection:
        return backup.back_up(connection, file, secret)


def restored(database_url: str, file: Path) -> tuple[int, str]:
    with opened(database_url, make=True) as connection:
        return backup.restore(connection, file)


def told(table: Table) -> tuple[object, ...]:
    """All that is kept of a table."""
    return table.plan, table.seats, table.seed, table.created, table.entries


async def played(tables: Tables) -> list[Table]:
    """Some tables of several games, one of them over."""
    opened_here = [await tables.create(plan("me", "local", game=name), ANN)
                   for name in ("quixo", "pylos", "alhambra")]  # fmt: skip
    return [await play(tables, table, 5) for table in opened_here]


@asynchronous
async def test_games_come_back_and_go_on(database_url: str, tmp_path: Path) -> None:
    file = tmp_path / "backup.zip"
    async with await quiet(database_url) as tables:
        there = await played(tables)
    rows = await asyncio.to_thread(copied, database_url, file, SECRET)
    elsewhere = f"sqlite:///{tmp_path / 'elsewhere.db'}"
    assert await asyncio.to_thread(restored, elsewhere, file) == (rows, SECRET)
    async with await quiet(elsewhere) as tables:
        for table in there:
            found = await tables.get(table.id)
            assert told(found) == told(table)
            assert (await play(tables, found)).sequence == table.sequence + 1


@asynchronous
async def test_a_site_moves_to_another_kind_of_database(database_url: str, tmp_path: Path) -> None:
    source, file = f"sqlite:///{tmp_path / 'source.db'}", tmp_path / "backup.zip"
    async with await quiet(source) as tables:
        there = await played(tables)
    await asyncio.to_thread(copied, source, file)
    await asyncio.to_thread(restored, database_url, file)
    async with await quiet(database_url) as tables:
        for table in there:
            assert told(await tables.get(table.id)) == told(table)
        fresh = await tables.create(plan("me", "local"), ANN)
        assert (await play(tables, fresh)).sequence == 1, "new rows are numbered on"


@asynchronous
async def test_a_backup_of_an_older_version_is_brought_up_to_date(
    database_url: str, tmp_path: Path
) -> None:
    first, file = f"sqlite:///{tmp_path / 'first.db'}", tmp_path / "backup.zip"
    await asyncio.to_thread(make_first, first)
    await asyncio.to_thread(copied, first, file)
    assert backup.read_about(file)["schema"] == "0001"
    await asyncio.to_thread(restored, database_url, file)
    async with await quiet(database_url) as tables:
        for row in KEPT["tables"]:
            assert (await tables.get(row["id"])).created == row["created"]


@asynchronous
async def test_a_backup_is_one_moment_while_others_write(tmp_path: Path) -> None:
    source, target = f"sqlite:///{tmp_path / 'a.db'}", f"sqlite:///{tmp_path / 'b.db'}"
    async with await quiet(source) as tables:
        there = await played(tables)
        before = {table.id: table.sequence for table in there}
        writing = asyncio.create_task(_play_on(tables, there))
        await asyncio.sleep(0.01)
        await asyncio.to_thread(copied, source, tmp_path / "copy.zip")
        await writing
    await asyncio.to_thread(restored, target, tmp_path / "copy.zip")
    async with await quiet(target) as tables:
        for table in there:
            found = await tables.get(table.id)
            assert found.sequence >= before[table.id]
            assert (await play(tables, found)).sequence == found.sequence + 1


async def _play_on(tables: Tables, there: list[Table]) -> None:
    for k, table in enumerate(there):
        there[k] = await play(tables, table, 6)


@asynchronous
async def test_a_full_database_is_not_restored_into(database_url: str, tmp_path: Path) -> None:
    file = tmp_path / "backup.zip"
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "local"), ANN)
    await asyncio.to_thread(copied, database_url, file)
    with pytest.raises(GaldaError, match="restore into an empty one"):
        await asyncio.to_thread(restored, database_url, file)
    async with await quiet(database_url) as tables:
        assert told(await tables.get(table.id)) == told(table)


def test_what_is_no_backup_is_said_and_nothing_is_made(tmp_path: Path) -> None:
    file = tmp_path / "backup.zip"
    with pytest.raises(GaldaError, match="there is no file"):
        backup.read_about(file)
    file.write_bytes(b"PK\3\4 half of something")
    with pytest.raises(GaldaError, match="is no backup of Galda"):
        backup.read_about(file)
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr(backup.ABOUT, '{"format": 99, "galda": "9.9", "schema": "0001"}')
    with pytest.raises(GaldaError, match=r"was made by Galda 9\.9"):
        backup.read_about(file)


@asynchronous
async def test_a_backup_is_whole_or_not_there_and_for_its_owner(tmp_path: Path) -> None:
    source, file = f"sqlite:///{tmp_path / 'a.db'}", tmp_path / "backup.zip"
    async with await quiet(source) as tables:
        await tables.create(plan("me", "local"), ANN)
    await asyncio.to_thread(copied, source, file)
    kept = file.read_bytes()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600

    def fail(done: int) -> None:
        raise OSError("disk full")

    with opened(source) as connection, pytest.raises(OSError, match="disk full"):
        backup.back_up(connection, file, "", fail)
    assert [path.name for path in tmp_path.glob("backup*")] == ["backup.zip"]
    assert zipfile.ZipFile(file).testzip() is None
    assert file.read_bytes() == kept
