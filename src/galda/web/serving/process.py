"""What the process asks of the system before it serves: open files, files of its own only,
memory that is used again, and threads that wait for each other shortly."""

from __future__ import annotations

import ctypes
import os
import sys

PRIVATE = 0o077
M_ARENA_MAX = -8
"""What glibc's `mallopt` calls the most arenas there may be."""
ARENAS = 1
SWITCH_SECONDS = 0.001
"""How long a thread may keep others waiting."""


def let_threads_take_turns() -> None:
    """Let no thread keep the loop waiting for long: those that load, read and write."""
    sys.setswitchinterval(SWITCH_SECONDS)


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


def share_memory_among_threads() -> None:
    """Let all threads take memory from one place: views made by one are let go of by another.

    Only one thread at a time runs Python, so nobody waits for it; it saves a tenth of the memory.
    """
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # musl has none
        if mallopt is not None:
            mallopt(M_ARENA_MAX, ARENAS)
