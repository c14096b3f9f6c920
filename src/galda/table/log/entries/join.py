"""Sitting down on a seat that was kept for a friend."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from galda.core.message import later
from galda.table.errors import NotYourSeat
from galda.table.log.checks import check_kept
from galda.table.log.entries.kind import Kind
from galda.table.log.entry import Entry, Payload
from galda.table.log.table import Table
from galda.table.setup.seating import Person, Seat, may_sit_down

SEATED = later("you already have a seat here; one seat per player")
TAKEN = later("this seat is taken; ask for the spectators' link")


@dataclass(frozen=True, slots=True)
class Join(Kind):
    """Sit down. `at` makes the request of a person who opened the link of a seat."""

    person: Person

    name: ClassVar[str] = "join"
    sentence: ClassVar[str] = later("{player} joins.")

    @classmethod
    def at(cls, seat: Seat, person: Person) -> Join:
        """The request for a seat: its move id is the same for all, so that one gets it."""
        return cls(f"join:{seat.index}", person)

    def payload(self, table: Table, seat: int) -> Payload:
        """The seat is free, and the person has none yet."""
        taken = table.seats[seat]
        if taken.person_id is not None:
            raise NotYourSeat(TAKEN)
        if not may_sit_down(table.seats, self.person.id):
            raise NotYourSeat(SEATED)
        check_kept(table)
        return {"person": self.person.id, "name": self.person.name or taken.name}

    @classmethod
    def replay(cls, table: Table, entry: Entry) -> None:
        """The seat is taken; clocks start once all are."""
        seat = replace(
            table.seats[entry.seat],
            person_id=entry.payload["person"],
            name=entry.payload["name"],
        )
        table.sit_down(seat)
        if table.everyone_is_here:
            table.timing = table.timing.start(entry.time)
