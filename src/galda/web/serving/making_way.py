"""Loading makes way for the first page: both share the interpreter, and the page is looked at.

Before each module, a thread that loads waits while a page is being opened, until its files have
come for a moment; but not for ever, and not once somebody asks for what is being loaded.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

MOMENT = 0.25
"""Seconds after a request in which the page's next one is expected, or its picture drawn."""
MOST = 1.0
"""Seconds that loading waits altogether, however often pages are opened."""


class MakingWay(MetaPathFinder):
    """Finds no module: it is asked before all others are, and lets the one who loads wait."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._loader: int | None = None
        self._until = 0.0
        self._latest: float | None = None
        self._wanted = threading.Event()

    def page_asked(self) -> None:
        """Somebody is being answered: let them go first."""
        now = self._clock()
        if self._latest is None:
            self._latest = now + MOST
        self._until = min(now + MOMENT, self._latest)

    def hurry(self) -> None:
        """Somebody waits for what is being loaded."""
        self._wanted.set()

    @contextmanager
    def loading(self) -> Iterator[None]:
        """While this thread loads modules."""
        self._loader = threading.get_ident()
        sys.meta_path.insert(0, self)
        try:
            yield
        finally:
            sys.meta_path.remove(self)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Wait, if this thread is the one; others find the module."""
        if threading.get_ident() == self._loader:
            while (left := self._until - self._clock()) > 0 and not self._wanted.wait(left):
                pass
        return None
