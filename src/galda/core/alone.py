"""One process at a time: whoever writes what others write too holds a lock meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def alone(file: Path) -> Iterator[None]:
    """Let one process at a time in, by a file to lock; whoever is killed lets the next one in."""
    try:
        import fcntl  # noqa: PLC0415  (not on Windows, where two may be in at once)

        lock = file.open("a")
    except (ImportError, OSError):
        yield
        return
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
