"""Tables that could not be read: set aside for a while, so that they hold up no others.

Anyone who asks for one is told so (`SetAside`); `galda doctor` shows what is wrong with it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from galda.core.errors import NotReady, UnknownGame
from galda.table.errors import AlreadyDone, Busy, NoSuchTable, SetAside
from galda.table.storage.database_faults import DATABASE_FAULTS

LOG = logging.getLogger(__name__)
FIRST_PAUSE, LONGEST_PAUSE = 60.0, 3600.0
"""Seconds until a table that failed is tried again: doubled each time, up to the second."""
NO_FAULT_OF_A_TABLE = (NoSuchTable, NotReady, UnknownGame, Busy)
"""What reading a table may say although the table is sound."""


class Quarantine:
    """Which tables are left alone, and until when."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tables: dict[str, tuple[float, float]] = {}
        """Table -> (until when, the pause)."""
        self.faults = 0
        """How often a table failed."""

    def __len__(self) -> int:
        return len(self._tables)

    def __contains__(self, table_id: object) -> bool:
        """Whether a table is to be left alone now."""
        return isinstance(table_id, str) and self._clock() < self._tables.get(table_id, (0, 0))[0]

    @contextmanager
    def around(self, table_id: str) -> Iterator[None]:
        """Look after one table: if that fails, for whatever reason, the others go on.

        A database that does not answer is no table's fault, and goes on to the caller.
        """
        try:
            yield
        except (AlreadyDone, *DATABASE_FAULTS):
            raise
        except SetAside:
            pass  # it was noted when it was read
        except Exception:
            self._set_aside(table_id)
        else:
            self._tables.pop(table_id, None)

    @contextmanager
    def reading(self, table_id: str) -> Iterator[None]:
        """Read one table for someone: `SetAside` if that fails, and until it is tried again."""
        if table_id in self:
            raise SetAside
        try:
            yield
        except (*NO_FAULT_OF_A_TABLE, *DATABASE_FAULTS):
            raise
        except Exception as error:
            self._set_aside(table_id)
            raise SetAside from error
        else:
            self._tables.pop(table_id, None)

    def _set_aside(self, table_id: str) -> None:
        _, before = self._tables.get(table_id, (0.0, FIRST_PAUSE / 2))
        pause = min(2 * before, LONGEST_PAUSE)
        self._tables[table_id] = (self._clock() + pause, pause)
        self.faults += 1
        LOG.exception("table %s is set aside for %d s: it cannot be read", table_id, pause)
