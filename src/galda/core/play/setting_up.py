"""Setting up a position by touch: each touch changes what lies at one place of the board.

Where a place can hold few things, touching it goes on to the next one. Where it can hold many, the
game says what may be put there, and what may not and why. On the way a position may be one that
cannot be; `check` says so with the rule, by its text.

A change is written `PLACE`, or `PLACE=CHOICE`, and `@SEAT` after it where it is the place of one
seat: `b2`, `market1=t9a`, `cell0,1=g8b@2`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from galda.core.errors import GaldaError, ImpossiblePosition, Refusal
from galda.core.message import Phrase
from galda.core.play.memory import copied
from galda.core.play.terms import Shape

if TYPE_CHECKING:
    from galda.core.play.position import Position

TURN = "turn"
"""The touch that gives the turn to the next seat."""
CHANGE = re.compile(r"([^=@]+)(?:=([^=@]+))?(?:@([0-9]{1,2}))?")


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that may be put at a place or taken from there; or may not, by a rule."""

    id: str
    sign: Phrase
    """What it is called among others of its group, in as few letters as possible."""
    name: Phrase
    """What it is called alone."""
    group: Phrase = ""
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class SettingUp:
    """How a game's positions are set up by touch: by `change` alone, or by `choices` and `put`."""

    places: Callable[[Position, int], Mapping[str, Phrase]]
    """(position, seat) -> the places where something can be changed, as one sees them who sits
    there, and what they are called."""
    change: Callable[[Any, str], None] | None = None
    """(state, place) puts there what comes next, whether that can be or not; no turn is under way
    then, and nothing that came before counts."""
    choices: Callable[[Position, str, int], Sequence[Choice]] | None = None
    """(position, place, seat) -> what may be put there, and what may not."""
    put: Callable[[Position, Any, str, str, int], None] | None = None
    """(position, state, place, choice, seat) changes the state, a copy of the position's."""
    turn: Callable[[Any, int], None] | None = None
    """(state, seat) gives a seat the turn; without it `to_act` is all there is to it."""
    board: Callable[[Position, int, str, Shape], str] | None = None
    """(position, viewer, lang, shape) -> the board with all places to touch on it; without it
    the usual one has them."""


def places(position: Position, seat: int | None = None) -> dict[str, Phrase]:
    """What can be touched to set a position up, by name; nothing where a game knows no way."""
    how = position.game.board.setting_up
    return dict(how.places(position, _seat(position, seat))) if how else {}


def choices(position: Position, place: str, seat: int | None = None) -> list[Choice]:
    """What may be put at a place; nothing where touching it goes on to the next."""
    how = _way(position)
    _check_place(position, place, seat)
    return list(how.choices(position, place, _seat(position, seat))) if how.choices else []


def change(position: Position, touch: str) -> Position:
    """The position with something else at one place; it has no past, and may be impossible."""
    how, states = _way(position), copied(position.states)
    found = CHANGE.fullmatch(touch)
    if found is None:
        raise GaldaError("nothing can be put on {place!r}", place=touch)
    place, chosen, seat = found[1], found[2], int(found[3]) if found[3] else None
    if touch == TURN:
        following = (position.to_act + 1) % position.players
        if how.turn:
            how.turn(states[0], following)
        else:
            states[0].to_act = following
    elif how.choices is None or how.put is None:
        _check_place(position, touch, None)
        assert how.change is not None, "a game sets up by touches alone, or by choices"
        how.change(states[0], place)
    else:
        offered = {choice.id: choice for choice in choices(position, place, seat)}
        if chosen not in offered:
            raise GaldaError("{choice!r} cannot be put there", choice=chosen or "")
        if refusal := offered[chosen].refusal:
            raise ImpossiblePosition(refusal)
        how.put(position, states[0], place, chosen, _seat(position, seat))
    return type(position)(position.game, position.options, None, states).named(position.names)


def board(position: Position, viewer: int, lang: str, shape: Shape) -> str:
    """The board as it is shown to who sets it up."""
    how = _way(position)
    if how.board is None:
        return position.svg(viewer, lang, shape)
    return how.board(position, viewer, lang, shape)


def check(position: Position) -> Position:
    """The position with all that follows from it, or `BadPosition` with the rule against it."""
    return position.game.position(position.text).named(position.names)


def _way(position: Position) -> SettingUp:
    how = position.game.board.setting_up
    if how is None:
        raise GaldaError(
            "positions of {game} are set up as text, not by touch", game=position.game.title
        )
    return how


def _seat(position: Position, seat: int | None) -> int:
    return position.to_act if seat is None or seat >= position.players else seat


def _check_place(position: Position, place: str, seat: int | None) -> None:
    if place not in places(position, seat):
        raise GaldaError("nothing can be put on {place!r}", place=place)
