"""What many requests have in common: whether the game goes on, whose turn it is, who was asked."""

from __future__ import annotations

from galda.core.message import later
from galda.table.errors import BadRequest, TableClosed, TooMuch
from galda.table.log.entry import Question
from galda.table.log.table import Table

MOST_ENTRIES = 10_000
ENDED = {
    "rules": later("the game is over by its rules; ask for a rematch"),
    "resigned": later("the game is over: someone resigned; ask for a rematch"),
    "timeout": later("the game is over: someone ran out of time; ask for a rematch"),
    "draw": later("the game is over: a draw was agreed; ask for a rematch"),
}


def check_kept(table: Table) -> None:
    """Refuse when the table has been put away."""
    if table.archived:
        raise TableClosed("this table has been closed; it can only be viewed")


def check_going(table: Table) -> None:
    """Refuse when nothing can be played any more."""
    check_kept(table)
    if table.result is not None:
        raise TableClosed(ENDED[table.result.reason])
    if len(table.entries) >= MOST_ENTRIES:
        raise TooMuch("a table's log ends at {most} entries; start a new table", most=MOST_ENTRIES)


def undo_would_peek(table: Table) -> bool:
    """Whether undoing would show what is yet to come to who sits there alone.

    At a full table the others are asked; a free seat cannot be. Who could take a card, see the
    next one, undo and take another would play the first turns knowing the deck.
    """
    return table.game.has_chance and not table.everyone_is_here


def check_turn(table: Table, seat: int) -> None:
    """Refuse when it is not the seat's turn."""
    check_going(table)
    if table.position.to_act != seat:
        raise BadRequest("It is {player}'s turn.", player=table.called(table.position.to_act))


def check_asked(table: Table, seat: int, kind: Question) -> None:
    """Refuse an answer to what nobody asked the seat."""
    offer = table.offer(kind)
    if offer is None or seat not in offer.waiting:
        raise BadRequest("there is no request for you to answer, or the game has moved on")


def check_first_time(table: Table, seat: int, kind: str) -> None:
    """Refuse a second question of a kind by a seat between two turns."""
    for entry in reversed(table.entries):
        if entry.sequence <= table.game_sequence:
            break
        if entry.seat == seat and entry.kind == kind:
            raise BadRequest("you have already asked; ask again after the next turn")
