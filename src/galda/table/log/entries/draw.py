"""Agreeing on a draw: offering it, accepting, declining."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from galda.core.message import later
from galda.table.errors import BadRequest
from galda.table.log.checks import check_asked, check_first_time, check_going
from galda.table.log.entries.kind import Kind
from galda.table.log.entry import Entry, Offer, Payload, Result
from galda.table.log.table import Table

ANSWERS = frozenset({"accept_draw", "decline_draw"})


def can_offer_draw(table: Table, seat: int) -> bool:
    """Whether a draw makes sense: two sides, and people on every seat of the other one."""
    own = {seat, *table.allies(seat)}
    others = [s for s in table.seats if s.index not in own]
    return len(table.sides) == 2 and not any(s.is_bot or s.is_free for s in others)


@dataclass(frozen=True, slots=True)
class OfferDraw(Kind):
    """Offer a draw; it stands until it is answered or the other side moves."""

    name: ClassVar[str] = "offer_draw"
    sentence: ClassVar[str] = later("{player} offers a draw.")

    def payload(self, table: Table, seat: int) -> Payload:
        """Two sides, people on the other one, and no offer yet."""
        check_going(table)
        if len(table.sides) != 2:
            raise BadRequest("a draw can be agreed only where two sides play")
        if not table.everyone_is_here:
            raise BadRequest("a seat is still free: nobody there can agree to a draw")
        if not can_offer_draw(table, seat):
            raise BadRequest("a bot never agrees to a draw: play on or resign")
        if table.offer("draw"):
            raise BadRequest("a draw is already on offer: answer it or play on")
        check_first_time(table, seat, self.name)
        return {}

    @classmethod
    def replay(cls, table: Table, entry: Entry) -> None:
        """Every other person is asked; bots do not mind."""
        waiting = tuple(s.index for s in table.seats if s.index != entry.seat and not s.is_bot)
        table.offers += (Offer("draw", entry.seat, entry.sequence, waiting),)


@dataclass(frozen=True, slots=True)
class AnswerDraw(Kind):
    """What the two answers have in common."""

    @property
    def retried_as(self) -> frozenset[str]:
        """An answer counts once, whichever it was."""
        return ANSWERS

    def asked_of(self, table: Table, held: Sequence[int]) -> int | None:
        """The first of the seats that has yet to answer."""
        return table.first_asked("draw", held)

    def payload(self, table: Table, seat: int) -> Payload:
        """Who was asked answers."""
        check_going(table)
        check_asked(table, seat, "draw")
        return {}


@dataclass(frozen=True, slots=True)
class AcceptDraw(AnswerDraw):
    """Accept a draw; it is one when every other person has accepted."""

    name: ClassVar[str] = "accept_draw"
    sentence: ClassVar[str] = later("{player} accepts the draw.")

    @classmethod
    def replay(cls, table: Table, entry: Entry) -> None:
        """The last to accept ends the game."""
        if table.agree("draw", entry.seat):
            table.move_on(entry, table.position)
            table.end(Result(tuple(range(len(table.seats))), "draw"))


@dataclass(frozen=True, slots=True)
class DeclineDraw(AnswerDraw):
    """Decline a draw: the offer is off the table."""

    name: ClassVar[str] = "decline_draw"
    sentence: ClassVar[str] = later("{player} declines the draw.")

    @classmethod
    def replay(cls, table: Table, entry: Entry) -> None:
        """One no is enough."""
        table.drop_offer("draw")
