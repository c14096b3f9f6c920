"""The SQLite file holds seeds and the keys of seats: its owner's alone from the first byte."""

from __future__ import annotations

import os
from contextlib import suppress


def create_private(path: str) -> None:
    """Make an empty file that only its owner can read; one that is there stays as it is.

    SQLite gives the files beside it (`-wal`, `-shm`) the same permissions.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
