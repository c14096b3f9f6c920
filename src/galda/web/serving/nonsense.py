"""What is no HTTP: counted, and told in the log once a minute as a number.

Who sends garbage on thousands of connections would fill the disk with lines that say nothing.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

LOG = logging.getLogger("galda.web")
EVERY = 60.0
SAID_OF_NONSENSE = (
    "Invalid HTTP request received.",
    "Unsupported upgrade request.",
    "No supported WebSocket library detected",
    "opening handshake failed",
    "Exception parsing WebSocket",
)
"""How the libraries below us begin a line about it."""
SAID_OF_REFUSALS = ("ASGI callable returned without completing handshake.",)
"""What they say of live pages that we refuse, as we mean to; those are counted elsewhere."""


class Nonsense(logging.Filter):
    """Keeps such lines out of the log, and counts them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._told_at = -EVERY
        self._new = 0
        self.count = 0
        """How often it came since the start."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        said = record.getMessage()
        if said.startswith(SAID_OF_REFUSALS):
            return False
        if not said.startswith(SAID_OF_NONSENSE):
            return True
        self.note()
        return False

    def note(self) -> None:
        """Once more; told if that has not been done lately."""
        self.count += 1
        self._new += 1
        if self._clock() - self._told_at >= EVERY:
            self._told_at = self._clock()
            LOG.warning("%d connections sent what is no HTTP, or too much of it", self._new)
            self._new = 0


NONSENSE = Nonsense()
"""Of this process."""
