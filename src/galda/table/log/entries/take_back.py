"""Taking back one's last turn, and with it all that followed: asking, allowing, refusing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from galda.core.message import later
from galda.table.errors import BadRequest, TooMuch
from galda.table.log.checks import check_asked, check_first_time, check_going, undo_would_peek
from galda.table.log.entries.kind import Kind
from galda.table.log.entry import Entry, Offer, Payload
from galda.table.log.long_ago import apart
from galda.table.log.table import Table

MOST_UNDONE = 300
"""Turns taken back at a table: each of them is kept, for the log tells of it."""
ANSWERS = frozenset({"allow_take_back", "refuse_take_back"})


@dataclass(frozen=True, slots=True)
class AskTakeBack(Kind):
    """Ask the others to let one's last turn be taken back; bots never mind."""

    name: ClassVar[str] = "ask_take_back"
    sentence: ClassVar[str] = later("{player} asks to undo the last turn.")

    def payload(self, table: Table, seat: int) -> Payload:
        """The table allows it, there is a turn to take back, and nobody has asked yet."""
        check_going(table)
        if not table.plan.take_backs:
            raise BadRequest("undo is off at this table")
        if undo_would_peek(table):
            raise BadRequest(
                "a turn cannot be undone before everyone has joined: it has shown what comes"
            )
        if not any(turn.seat == seat for turn in table.turns):
            raise BadRequest("you have no turn to undo")
        if len(table.undone) >= MOST_UNDONE:
            raise TooMuch("at most {most} turns can be undone at a table", most=MOST_UNDONE)
        if table.offer("take_back"):
            raise BadRequest("an undo has already been requested: answer it or play on")
        check_first_time(table, seat, self.name)
        return {}

    @classmethod
    def replay(cls, table: Table, entry: Entry) -> None:
        """Everyone else who sits there is asked; where nobody does, it happens at once."""
        own = table.seats[entry.seat].person_id
        waiting = tuple(
            s.index for s in table.seats if s.person_id is not None and s.person_id != own
        )
        offer = Offer("take_back", entry.seat, entry.sequence, waiting)
        table.offers += (offer,)
        if not waiting:
            take_back(table, entry, offer)


@dataclass(frozen=True, slots=True)
class AnswerTakeBack(Kind):
    """What the two answers have in common."""

    @property
    def retried_as(self) -> frozenset[str]:
        """An answer counts once, whichever it was."""
        return ANSWERS

    def asked_of(self, table: Table, held: Sequence[int]) -> int | None:
        """The first of the seats that has yet to answer."""
        return table.first_asked("take_back", held)

    def payload(self, table: Table, seat: int) -> Payload:
        """Who was asked answers."""
        check_going(table)
        check_asked(table, seat, "take_back")
        return {}


@dataclass(frozen=True, slots=True)
class AllowTakeBack(AnswerTakeBack):
    """Allow taking back; it happens when everyone asked has allowed it."""

    name: ClassVar[str] = "allow_take_back"
    sentence: ClassVar[str] = later("{player} allows it.")

    @classmethod
    def replay(cls, table: Table, entry: Entry) -> None:
        """The last to allow it brings the turn back."""
        offer = table.offer("take_back")
        if offer and table.agree("take_back", entry.seat):
            take_back(table, entry, offer)


@dataclass(frozen=True, slots=True)
class RefuseTakeBack(AnswerTakeBack):
    """Refuse taking back: the turn stands."""

    name: ClassVar[str] = "refuse_take_back"
    sentence: ClassVar[str] = later("{player} does not allow it.")

    @classmethod
    def replay(cls, table: Table, entry: Entry) -> None:
        """One no is enough."""
        table.drop_offer("take_back")


def take_back(table: Table, entry: Entry, offer: Offer) -> None:
    """Back to before the asking seat's last turn. Time spent stays spent, and earns nothing."""
    first = max(k for k, turn in enumerate(table.turns) if turn.seat == offer.seat)
    for number in table.undone:  # what was taken back before is kept as its actions alone
        table.played[number] = apart(table.played[number])
    table.undone |= {turn.sequence for turn in table.turns[first:]}
    table.timing = table.timing.spend(table.position.to_act, entry.time, played=False)
    table.move_on(entry, table.turns[first].before)
    table.turns = table.turns[:first]
    table.offers = ()
