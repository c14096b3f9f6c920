"""Who sits where: a person's claim to act for a seat of a table."""

from __future__ import annotations

from dataclasses import dataclass

from galda.table.errors import BadRequest, NotYourSeat
from galda.table.log.table import Table


@dataclass(frozen=True, slots=True)
class Claim:
    """A person who acts for a seat of theirs; making one raises `NotYourSeat` if it is not.

    Once a seat is somebody's it stays so, so a claim is checked once and holds for good.
    """

    table: Table
    person_id: str
    seat: int

    def __post_init__(self) -> None:
        """Refuse a seat that is not there, or not theirs."""
        seats = self.table.seats
        if not 0 <= self.seat < len(seats):
            raise BadRequest(
                "no seat {seat}; seats are 0 to {last}", seat=self.seat, last=len(seats) - 1
            )
        if seats[self.seat].person_id != self.person_id:
            raise NotYourSeat("this seat is not yours; open its link first")
