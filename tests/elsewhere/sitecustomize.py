"""Python as it is on other systems: what Linux alone has, or Windows lacks, is taken away.

    GALDA_ELSEWHERE=windows PYTHONPATH=tests/elsewhere pytest …
    GALDA_ELSEWHERE=macos PYTHONPATH=tests/elsewhere pytest …

Python imports this module by itself at its start, in every process that a test starts, too. Paths
stay those of this computer; so do the browser, PostgreSQL and the compiler.
"""

from __future__ import annotations

import os
import sys
from importlib.abc import MetaPathFinder
from typing import Any

SYSTEM = os.environ.get("GALDA_ELSEWHERE", "")
ABSENT: dict[str, tuple[str, ...]] = {
    "macos": ("sched_getaffinity", "sched_setaffinity"),
    "windows": (
        "sched_getaffinity", "sched_setaffinity", "nice", "getpriority", "setpriority", "fork",
        "forkpty", "register_at_fork", "getuid", "geteuid", "getloadavg", "sysconf", "killpg",
        "statvfs", "mkfifo", "wait4",
    ),
}  # fmt: skip
"""Of `os`."""
MODULES: dict[str, tuple[str, ...]] = {
    "macos": (),
    "windows": ("resource", "fcntl", "uvloop"),
}
SIGNALS = ("SIGALRM", "SIGHUP", "SIGUSR1", "SIGUSR2", "setitimer", "pthread_kill")
"""Of `signal`, on Windows."""


class Absent(MetaPathFinder):
    """Refuses modules that the system does not have."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> None:
        """Nothing: raises for those that are absent, and leaves others to the next finder."""
        if fullname in self.names:
            raise ModuleNotFoundError(f"No module named {fullname!r} elsewhere", name=fullname)


def become(system: str) -> None:
    """Take away what that system does not have."""
    import multiprocessing  # noqa: PLC0415  (before anything is taken away)
    import signal  # noqa: PLC0415
    import subprocess  # noqa: PLC0415, F401

    multiprocessing.set_start_method("spawn", force=True)
    for name in ABSENT[system]:
        if hasattr(os, name):
            delattr(os, name)
    for name in MODULES[system]:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, Absent(MODULES[system]))
    if system == "windows":
        from asyncio import SelectorEventLoop  # noqa: PLC0415

        for name in SIGNALS:
            if hasattr(signal, name):
                delattr(signal, name)

        def refuse(*_: Any) -> None:
            raise NotImplementedError

        for name in ("add_signal_handler", "remove_signal_handler"):
            setattr(SelectorEventLoop, name, refuse)


if SYSTEM:
    become(SYSTEM)
