"""Putting away a table where nothing has happened for long."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from galda.core.message import later
from galda.table.errors import AlreadyDone
from galda.table.log.entries.kind import Kind
from galda.table.log.entry import Entry, Payload
from galda.table.log.table import Table


@dataclass(frozen=True, slots=True)
class Archive(Kind):
    """Put the table away, unless something has happened `since`."""

    since: float

    name: ClassVar[str] = "archive"
    sentence: ClassVar[str] = later("The table has been closed.")

    def payload(self, table: Table, seat: int) -> Payload:
        """`AlreadyDone` where there is nothing to put away any more."""
        if table.archived or table.last_time >= self.since:
            raise AlreadyDone
        return {}

    @classmethod
    def replay(cls, table: Table, entry: Entry) -> None:
        """From now on it can only be looked at."""
        table.archived = True
