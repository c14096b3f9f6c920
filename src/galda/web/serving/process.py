"""What the process asks of the system before it serves: open files, and files of its own only."""

from __future__ import annotations

import os

PRIVATE = 0o077


def keep_files_private() -> None:
    """Whatever is written from now on, only its owner can read."""
    os.umask(PRIVATE)


def raise_open_files() -> None:
    """Allow as many open files, and so connections, as the system lets us have."""
    try:
        import resource  # noqa: PLC0415  (not on Windows)
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
