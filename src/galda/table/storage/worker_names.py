"""Names of workers: they tell whether a worker of this computer has died.

Nobody need wait for the lease of a server that was killed here and is started again.
"""

from __future__ import annotations

import os
import secrets
import socket
from contextlib import suppress
from itertools import count
from pathlib import Path

OWN_PROCESSES = Path("/proc/self/ns/pid")
"""Containers number their processes from 1: a number means something within this only."""
LIFE = secrets.token_hex(4)
"""In a container a process has the number of the one before it; this differs."""
NUMBERS = count()


def _computer() -> str:
    numbering = 0
    with suppress(OSError):
        numbering = OWN_PROCESSES.stat().st_ino
    return f"{socket.gethostname()[:60]}/{numbering}"


def new_worker_name() -> str:
    """A name that no other worker has, here or elsewhere."""
    return f"{_computer()}:{os.getpid()}:{LIFE}:{next(NUMBERS)}"


def has_died(worker: str) -> bool:
    """Whether a worker is known to be gone; one of another computer never is."""
    computer, process, life, _ = worker.rsplit(":", 3)
    if computer != _computer():
        return False
    if int(process) == os.getpid():
        return life != LIFE
    if os.name == "nt":  # there, signal 0 is Ctrl+C: leases have to run out
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        pass
    return False
