"""Turns before they are sealed: tried on what the seat knows, so that they can tell nothing more.

Callers have checked that the person holds the seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from galda.core.errors import GaldaError, TurnOver
from galda.core.message import later
from galda.core.play.position import Move, Position
from galda.core.play.touching import UnderWay, put_in_order
from galda.table.errors import BadRequest, TooMuch
from galda.table.log.checks import check_turn
from galda.table.log.table import Table

LONGEST_TURN = 200
ONE_TURN = later("the turn is over before its last action; confirm one turn at a time")
REDRAWS = 4
"""How many guesses of what is hidden must agree before a draft may show its last action."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn not yet sealed. `position` is with the seat's own eyes and tells no more than that.

    Where the last action of a whole turn would turn up something new, `position` is still the one
    before it (`shown` actions are in it): what is new is seen on sealing only. Actions that come
    after some which have not been chosen yet are not in it either.
    """

    position: Position
    actions: tuple[int, ...]
    shown: int
    complete: bool
    under_way: UnderWay
    """The turn on what the seat knows, to find out what else can be touched."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """The actions of a turn played by a seat on what it knows, and whether they finish it."""

    end: Position
    actions: tuple[int, ...]
    complete: bool


def attempt(
    table: Table, seat: int, moves: Sequence[Move], made: UnderWay | None = None
) -> Attempt:
    """Play the actions of one turn, in notation or as codes, on what the seat knows.

    `made` is the same turn as it was tried already: it stands while the table has not moved on.
    """
    check_turn(table, seat)
    start = table.known_to(seat)
    if made and made.start is start:
        return Attempt(made.position, made.turn, made.complete)
    return _play(start, moves)


def draft(table: Table, seat: int, moves: Sequence[Move]) -> Draft:
    """Try actions without sealing them, in the order in which they were thought of."""
    return show(table, seat, try_out(table, seat, moves))


def try_out(table: Table, seat: int, moves: Sequence[Move]) -> UnderWay:
    """The turn that some actions make on what the seat knows, put in the order of the rules."""
    check_turn(table, seat)
    start = table.known_to(seat)
    if any(isinstance(move, str) for move in moves):
        moves = _play(start, moves).actions
    _check_length(moves)
    try:
        return put_in_order(start, [int(move) for move in moves])
    except TurnOver:
        raise BadRequest(ONE_TURN) from None


def show(table: Table, seat: int, made: UnderWay) -> Draft:
    """As much of a turn under way as the seat may see before it is sealed."""
    position, shown = made.position, len(made.played)
    if made.complete and _turns_something_up(table, seat, made):
        assert position.before is not None
        position, shown = position.before, shown - 1
    return Draft(position.seen_by(seat), made.turn, shown, made.complete, made)


def _turns_something_up(table: Table, seat: int, made: UnderWay) -> bool:
    """Whether guesses of what is hidden disagree about what would be seen after the turn."""
    if not table.game.has("determinize"):
        return False
    seen = made.position.seen_by(seat)
    guesses = (table.position.known_to(seat, guess) for guess in range(1, REDRAWS))
    return any(_play(guess, made.played).end.seen_by(seat) != seen for guess in guesses)


def rearrange(
    table: Table, seat: int, actions: Sequence[int], touches: Sequence[str]
) -> tuple[int, ...] | None:
    """The drafted turn with what the touches mean put in where the rules want it, or taken out.

    Rules give the actions of a turn one order; people touch things in any, and what was chosen a
    second time to take it back.
    """
    check_turn(table, seat)
    with suppress(GaldaError):
        made = put_in_order(table.known_to(seat), actions)
        for moment in made.moments():
            action = moment.paths.get(tuple(touches))
            if action is not None:
                with suppress(GaldaError):
                    return made.add(action).turn
        return made.without(touches[-1])
    return None


def _check_length(moves: Sequence[Move]) -> None:
    if len(moves) > LONGEST_TURN:
        raise TooMuch(
            "the turn is too long: {n} actions, maximum {most}",
            most=LONGEST_TURN,
            n=len(moves),
        )


def _play(start: Position, moves: Sequence[Move]) -> Attempt:
    _check_length(moves)
    words = [move for move in moves if isinstance(move, str)]
    if words and len(words) == len(moves):
        return _play_words(start, words)
    position, complete, actions = start, False, list[int]()
    for move in moves:
        if complete:
            raise BadRequest(ONE_TURN)
        position = position.play(move)
        assert position.action is not None
        actions.append(position.action)
        complete = not position.in_turn
    return Attempt(position, tuple(actions), complete)


def _play_words(start: Position, words: Sequence[str]) -> Attempt:
    """A turn in notation, in any order the rulebook allows."""
    try:
        end = start.play_turn(words)
    except TurnOver:
        raise BadRequest(ONE_TURN) from None
    actions = end.actions[len(start.actions) :]
    return Attempt(end, tuple(actions), not end.in_turn)
