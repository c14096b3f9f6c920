"""The SQLite file: its owner's alone from the first byte, and in write-ahead mode.

It holds seeds and the keys of seats. The mode is kept in the file, so it is set once, before
anything else opens it.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from time import monotonic, sleep

PATIENCE = 20
"""How many seconds we wait for another process to let go of the file when we open it."""
LOCKED_SECONDS = 1.5
"""The same for a request: it may wait for one that waits already, and is answered within 5 s."""


def prepare(path: str) -> None:
    """Make an empty file that only its owner can read, if there is none, and set its mode.

    SQLite gives the files beside it (`-wal`, `-shm`) the same permissions.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    until = monotonic() + PATIENCE
    with closing(sqlite3.connect(path)) as connection:
        while True:
            try:
                connection.execute("PRAGMA journal_mode = WAL").fetchall()
            except sqlite3.OperationalError as error:
                # SQLite does not wait for this lock itself: who opens the new file at the same
                # moment is told "locked" at once, whatever the time-out.
                if not _is_busy(error) or monotonic() > until:
                    raise
                sleep(0.01)
            else:
                return


def is_locked(error: BaseException) -> bool:
    """Whether another process holds the file; SQLAlchemy wraps what SQLite says."""
    said = getattr(error, "orig", error)
    return isinstance(said, sqlite3.Error) and _is_busy(said)


def _is_busy(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
    )
