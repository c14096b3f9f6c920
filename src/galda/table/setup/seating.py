"""Who sits where when a table opens, when somebody joins, and after a rematch."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from galda.table.errors import NotYourSeat
from galda.table.setup.plan import SeatPlan, check_name

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Person:
    """Someone who plays: no account, a name and an id that only their cookie knows."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table. `key` is the secret of a friend's invite link, else empty."""

    index: int
    kind: str
    name: str
    person_id: str | None
    level: str
    key: str

    @property
    def is_bot(self) -> bool:
        """Whether a bot plays here."""
        return self.kind == "bot"

    @property
    def is_openers(self) -> bool:
        """Whether it was given to the one who opened the table, when they did."""
        return self.kind in ("me", "local")

    @property
    def is_free(self) -> bool:
        """Whether it still waits for someone."""
        return self.person_id is None and not self.is_bot


def seat_at_opening(index: int, plan: SeatPlan, person: Person) -> Seat:
    """A seat as it is when `person` opens a table."""
    mine = plan.kind in ("me", "local")
    name = plan.name or (check_name(person.name) if plan.kind == "me" else "")
    key = secrets.token_urlsafe(16) if plan.kind == "friend" else ""
    return Seat(index, plan.kind, name, person.id if mine else None, plan.level, key)


def find_seat(seats: Sequence[Seat], key: str) -> Seat:
    """The seat whose link has this key, or a refusal that tells nothing of the table."""
    given = key.encode(errors="replace")
    for seat in seats:
        if seat.key and secrets.compare_digest(seat.key.encode(), given):
            return seat
    raise NotYourSeat("this link opens no seat at this table; ask for a new one")


def opened_by(seats: Sequence[Seat], person_id: str) -> bool:
    """Whether a person opened the table: they alone hand out its links."""
    return any(seat.is_openers and seat.person_id == person_id for seat in seats)


def may_sit_down(seats: Sequence[Seat], person_id: str) -> bool:
    """Whether a person may take one more seat: one each, for with two one sees two hands.

    Who opened the table for several people on one device may seat more of them there.
    """
    held = [seat for seat in seats if seat.person_id == person_id]
    return not held or any(seat.kind == "local" for seat in held)


def seat_again(index: int, seat: Seat) -> Seat:
    """The same player on a seat of another table, with a key of its own."""
    key = secrets.token_urlsafe(16) if seat.key else ""
    return replace(seat, index=index, key=key)


def rotated(seats: Sequence[T]) -> tuple[T, ...]:
    """Everyone one seat on: the second begins, the first comes last."""
    return (*seats[1:], *seats[:1])
