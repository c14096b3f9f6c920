"""Running out of time: nobody asks for it, the ledger declares it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from galda.core.message import later
from galda.table.log.entries.kind import Kind
from galda.table.log.entry import Entry, Payload
from galda.table.log.table import Table


@dataclass(frozen=True, slots=True)
class Timeout(Kind):
    """The player to act has run out of time. `declare` makes the one of a table."""

    name: ClassVar[str] = "timeout"
    sentence: ClassVar[str] = later("{player} has run out of time.")

    @classmethod
    def declare(cls, table: Table) -> Timeout:
        """The timeout of the turn under way; its move id is the same in every process."""
        return cls(f"timeout:{table.game_sequence}")

    def payload(self, table: Table, seat: int) -> Payload:
        """The clock has been looked at by the caller."""
        return {}

    @classmethod
    def replay(cls, table: Table, entry: Entry) -> None:
        """The others have won."""
        table.give_up(entry, "timeout")
