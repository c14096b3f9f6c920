"""One process at a time: a file lock for those that write the same thing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def alone(file: Path) -> Iterator[None]:
    """Let one process at a time in, by a file to lock; a killed process releases it."""
    try:
        import fcntl  # noqa: PLC0415  (not on Windows, where two may be in at once)

        lock = file.open("a")
    except (ImportError, OSError):
        yield
        return
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
