"""One connection writes to a SQLite file: it stays open, and is opened anew after a failure."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from galda.table.storage.writer import Write, Writer


def written(path: Path, work: Callable[[Writer], Awaitable[None]]) -> list[int]:
    """What stands in a file after `work` has been done by a writer to it, and after its end."""
    url = f"sqlite:///{path}/numbers.sqlite"
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA journal_mode = WAL")
        connection.exec_driver_sql("CREATE TABLE numbers (n INTEGER UNIQUE)")

    async def run() -> None:
        writer = Writer(sa.create_engine(url))
        try:
            await work(writer)
        finally:
            await writer.close()

    asyncio.run(run())
    with engine.connect() as connection:
        found = connection.exec_driver_sql("SELECT n FROM numbers ORDER BY n").scalars()
        return list(found)


def add(number: int, seen: list[tuple[object, int]] | None = None) -> Write[bool]:
    def write(connection: sa.Connection) -> bool:
        if seen is not None:
            mode = connection.exec_driver_sql("PRAGMA synchronous").scalar_one()
            seen.append((connection.connection.driver_connection, mode))
        connection.execute(sa.text("INSERT INTO numbers VALUES (:n)"), {"n": number})
        return True

    return write


def test_what_must_be_durable_waits_for_the_disk_and_nothing_else_does(tmp_path: Path) -> None:
    seen: list[tuple[object, int]] = []

    async def work(writer: Writer) -> None:
        for number, durable in enumerate((True, False, False, True, True)):
            assert await writer.run(add(number, seen), durable=durable)

    assert written(tmp_path, work) == [0, 1, 2, 3, 4]
    assert [mode for _, mode in seen] == [2, 1, 1, 2, 2]
    assert len({id(connection) for connection, _ in seen}) == 1


def test_a_write_that_fails_takes_no_other_along(tmp_path: Path) -> None:
    async def work(writer: Writer) -> None:
        assert await writer.run(add(1))
        asked = [writer.run(add(number)) for number in (2, 1, 3)]  # there is a 1 already
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [answers[0], answers[2]] == [True, True]
        assert isinstance(answers[1], sa.exc.IntegrityError)
        with pytest.raises(sa.exc.IntegrityError):
            await writer.run(add(3), durable=False)
        assert await writer.run(add(4))

    assert written(tmp_path, work) == [1, 2, 3, 4]
