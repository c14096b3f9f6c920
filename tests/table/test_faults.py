"""Faults stay where they are: one bad table stops no other, and clocks that are set stop nobody."""

from __future__ import annotations

import logging
import os
import stat
import time
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from table_support import ANN, BOB, HandClock, asynchronous, plan, play, quiet, seated

from galda import GaldaError
from galda.table import Clock, Hosting, Tables
from galda.table.errors import AlreadyDone
from galda.table.steady import SteadyClock, since_boot, steady_time
from galda.table.storage.quarantine import FIRST_PAUSE, Quarantine
from galda.table.storage.schema import ENTRIES, TABLES
from galda.table.storage.store import Store

A_MINUTE = Clock(per_move=60)


async def spoil(tables: Tables, table_id: str) -> None:
    """Make a table's log say what cannot have been played."""
    wrong = ENTRIES.update().where(ENTRIES.c.table_id == table_id, ENTRIES.c.kind == "turn")

    def write(connection: sa.Connection) -> bool:
        connection.execute(wrong.values(payload={"actions": [10**9]}))
        return True

    await tables._store.write(write)


@asynchronous
async def test_an_unreadable_table_keeps_no_other_from_its_clock(
    database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    clock = HandClock()
    async with await quiet(database_url, clock=clock) as first:
        bad, good = [
            await play(first, await seated(first, plan("me", "friend", clock=A_MINUTE), BOB))
            for _ in range(2)
        ]
        await spoil(first, bad.id)
    clock.turn(61)
    async with await quiet(database_url, clock=clock) as tables:
        with caplog.at_level(logging.ERROR):
            await tables.sweep_once()
        ended = (await tables.get(good.id)).result
        assert ended is not None and ended.reason == "timeout"
        assert (len(tables.aside), tables.aside.faults) == (1, 1)
        assert f"table {bad.id} is set aside for 60 s" in caplog.text
        await tables.sweep_once()
        assert tables.aside.faults == 1, "it is not tried again at once"
        clock.turn(3 * 24 * 3600)
        assert await tables.archive_idle(timedelta(days=1)) == 1
        assert (await tables.get(good.id)).archived
        assert tables.aside.faults == 1


@asynchronous
async def test_an_unreadable_table_keeps_no_other_from_being_archived(database_url: str) -> None:
    clock = HandClock()
    async with await quiet(database_url, clock=clock) as first:
        opened = [await play(first, await first.create(plan("me", "local"), ANN)) for _ in range(3)]
        await spoil(first, opened[1].id)
    clock.turn(3 * 24 * 3600)
    async with await quiet(database_url, clock=clock) as tables:
        assert await tables.archive_idle(timedelta(days=1)) == 2
        assert opened[1].id in tables.aside
        assert [table.id in tables.aside for table in opened] == [False, True, False]


def test_a_table_that_fails_again_is_left_alone_for_longer() -> None:
    clock = HandClock()
    aside = Quarantine(clock)
    for pause in (60, 120, 240, 480, 960, 1920, 3600, 3600):
        assert "t" not in aside
        with aside.around("t"):
            raise KeyError("players")
        clock.turn(pause - 1)
        assert "t" in aside and "u" not in aside
        clock.turn(1)
    with aside.around("t"):
        pass
    assert len(aside) == 0 and aside.faults == 8


def test_what_is_no_fault_of_the_table_sets_nothing_aside() -> None:
    aside = Quarantine()
    for error in (AlreadyDone(), sa.exc.OperationalError("", {}, Exception("down"))):
        with pytest.raises(type(error)), aside.around("t"):
            raise error
    assert len(aside) == aside.faults == 0 < FIRST_PAUSE


@pytest.mark.parametrize("jump", [-86_400.0, 86_400.0])
@asynchronous
async def test_setting_the_wall_clock_times_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    async with await Tables.open(url, Hosting(bot_workers=0), sweep=False) as tables:
        table = await seated(tables, plan("me", "friend", clock=A_MINUTE), BOB)
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() + jump)
        await tables.sweep_once()
        table = await play(tables, await tables.get(table.id), 2)
        assert table.result is None
        left = table.clocks(steady_time())[0]
        assert left is not None and 30 < left <= 60


def test_the_steady_clock_starts_at_the_wall_clock_and_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(time, "time", lambda: 5_000.0)
    clock = SteadyClock()
    began = since_boot()
    assert 5_000 <= clock() <= 5_000 + (since_boot() - began) + 1
    monkeypatch.setattr(time, "time", lambda: 1.0)
    assert clock() >= 5_000


@asynchronous
async def test_the_database_file_is_its_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        async with await quiet(f"sqlite:///{tmp_path}/tables.db") as tables:
            await tables.create(plan("me", "local"), ANN)
            modes = {f.name: stat.S_IMODE(f.stat().st_mode) for f in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert set(modes) == {"tables.db", "tables.db-wal", "tables.db-shm"}
    assert set(modes.values()) == {0o600}


@asynchronous
async def test_a_newer_database_is_refused_in_words(database_url: str) -> None:
    store = await Store.open(database_url)
    newer = sa.text("UPDATE alembic_version SET version_num = '9999'")

    def write(connection: sa.Connection) -> bool:
        connection.execute(newer)
        return True

    await store.write(write)
    await store.close()
    with pytest.raises(GaldaError, match=r"made by a newer Galda: its schema is 9999.*update"):
        await Store.open(database_url)


@asynchronous
async def test_ping_writes(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        await tables.ping()
        rows = sa.text("ALTER TABLE alembic_version RENAME TO away")

        def write(connection: sa.Connection) -> bool:
            connection.execute(rows)
            return True

        await tables._store.write(write)
        with pytest.raises(sa.exc.DBAPIError):
            await tables.ping()
        async with tables._store.engine.connect() as connection:
            assert (await connection.execute(sa.select(sa.func.count(TABLES.c.id)))).scalar() == 0
