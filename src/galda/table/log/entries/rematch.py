"""Playing again: the entry that links a finished table to the next one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from galda.core.message import later
from galda.table.errors import AlreadyDone, TableClosed
from galda.table.log.entries.kind import Kind
from galda.table.log.entry import Entry, Payload
from galda.table.log.table import Table


@dataclass(frozen=True, slots=True)
class Rematch(Kind):
    """Go on at the new table `table_id`, which is stored together with this entry."""

    table_id: str

    name: ClassVar[str] = "rematch"
    sentence: ClassVar[str] = later("{player} starts a rematch.")

    def payload(self, table: Table, seat: int) -> Payload:
        """The first who asks decides; `AlreadyDone` for all others."""
        if table.rematch:
            raise AlreadyDone
        if table.archived:
            raise TableClosed("this table has been closed; start a new one")
        return {"table": self.table_id}

    @classmethod
    def replay(cls, table: Table, entry: Entry) -> None:
        """Remember where these players play again."""
        table.rematch = entry.payload["table"]
