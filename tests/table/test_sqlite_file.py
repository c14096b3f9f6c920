"""A new SQLite file is prepared once, however many open it at the same moment."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from time import monotonic

import pytest

from galda.table.storage import sqlite_file
from patience import patience


@pytest.mark.parametrize("held", ("BEGIN EXCLUSIVE", "BEGIN; SELECT * FROM sqlite_master"))
def test_a_file_that_another_holds_is_waited_for(tmp_path: Path, held: str) -> None:
    path = tmp_path / "tables.db"
    with closing(sqlite3.connect(path, check_same_thread=False)) as other:
        other.execute("CREATE TABLE something (a)")
        other.commit()
        for statement in held.split("; "):
            holding = other.execute(statement)
        with ThreadPoolExecutor(1) as thread:
            prepared = thread.submit(sqlite_file.prepare, str(path))
            with pytest.raises(TimeoutError):
                prepared.result(0.2)
            holding.close()
            other.rollback()
            prepared.result(10)
    with closing(sqlite3.connect(path)) as again:
        assert again.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_patience_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "PATIENCE", 0.1)
    path = tmp_path / "tables.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE something (a)")
        other.execute("BEGIN")
        other.execute("SELECT * FROM sqlite_master")
        start = monotonic()
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            sqlite_file.prepare(str(path))
        assert monotonic() - start < patience(10)


def test_what_is_no_database_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_bytes(b"no database at all, for sure" * 40)
    with pytest.raises(sqlite3.DatabaseError):
        sqlite_file.prepare(str(path))
