"""The computer this runs on, asked in ways that every operating system answers.

Some of what `os` offers is there on Linux alone, some not on Windows: only this module uses it.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

MEMORY = Path("/proc/meminfo")
LEAST_PRIORITY = 19
"""The highest niceness there is."""


def count_cores() -> int:
    """The number of processor cores that this process may use.

    >>> from galda.core.machine import count_cores
    >>> count_cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):  # Linux: fewer in a container, or under `taskset`
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def lower_priority(steps: int, process: int | None = None) -> None:
    """Let the computer's other work go before a process; Windows has no niceness, and does nothing.

    Args:
        steps: how much nicer than this process is now; 0 changes nothing.
        process: the id of a process that this one has started; None is this process.
    """
    if process is None:
        if hasattr(os, "nice"):
            os.nice(steps)
    elif hasattr(os, "setpriority"):
        with suppress(OSError):  # it has ended
            own = os.getpriority(os.PRIO_PROCESS, 0)
            os.setpriority(os.PRIO_PROCESS, process, min(own + steps, LEAST_PRIORITY))


def free_memory() -> int:
    """Bytes of memory that programs can still have; where no one tells, all that is built in."""
    with suppress(OSError):
        for line in MEMORY.read_text("ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    with suppress(AttributeError, ValueError, OSError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return sys.maxsize
