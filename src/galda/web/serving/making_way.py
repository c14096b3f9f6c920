"""Loading makes way for the first page: both share the interpreter, and the page is looked at.

Before each part of the site, a thread that loads waits while the first page is expected, and while
one is being opened, until its files have come for a moment; but not for ever, and not once somebody
asks for what is being loaded. It waits between parts, holding no lock of the import system: a page
imports, too.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from importlib import import_module

EXPECTED = 0.4
"""Seconds after the start in which the first page is expected: who starts a site looks at it."""
MOMENT = 0.25
"""Seconds after a request in which the page's next one is expected, or its picture drawn."""
MOST = 1.0
"""Seconds that loading waits altogether, however often pages are opened."""


class MakingWay:
    """Lets the thread that loads wait for those who are answered meanwhile."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._until = 0.0
        self._latest: float | None = None
        self._wanted = threading.Event()

    def page_asked(self) -> None:
        """Somebody is being answered: let them go first."""
        self._expect(MOMENT)

    def hurry(self) -> None:
        """Somebody waits for what is being loaded."""
        self._wanted.set()

    def load(self, modules: Iterable[str]) -> None:
        """Import modules one after the other, each when nobody is being answered."""
        self._expect(EXPECTED)
        for name in modules:
            self._wait()
            import_module(name)

    def _expect(self, seconds: float) -> None:
        now = self._clock()
        if self._latest is None:
            self._latest = now + MOST
        self._until = min(now + seconds, self._latest)

    def _wait(self) -> None:
        while (left := self._until - self._clock()) > 0 and not self._wanted.wait(left):
            pass
