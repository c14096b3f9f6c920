"""Resigning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from galda.core.message import later
from galda.table.log.checks import check_going
from galda.table.log.entries.kind import Kind
from galda.table.log.entry import Entry, Payload
from galda.table.log.table import Table


@dataclass(frozen=True, slots=True)
class Resign(Kind):
    """Give up: the game ends."""

    name: ClassVar[str] = "resign"
    sentence: ClassVar[str] = later("{player} resigns.")

    def payload(self, table: Table, seat: int) -> Payload:
        """Anyone may resign at any time while the game goes on."""
        check_going(table)
        return {}

    @classmethod
    def replay(cls, table: Table, entry: Entry) -> None:
        """The others have won."""
        table.give_up(entry, "resigned")
