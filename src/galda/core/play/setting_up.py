"""Setting up a position by touch: each touch changes what lies at one place of the board.

On the way a position may be one that cannot be; `check` says so with the rule, by its text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from galda.core.errors import GaldaError
from galda.core.play.memory import copied

if TYPE_CHECKING:
    from galda.core.play.position import Position

TURN = "turn"
"""The touch that gives the turn to the next seat."""


@dataclass(frozen=True, slots=True)
class SettingUp:
    """How a game's positions are set up by touch."""

    places: Callable[[Position], Iterable[str]]
    """(position) -> the board elements where something can be changed."""
    change: Callable[[Any, str], None]
    """(state, place) puts there what comes next, whether that can be or not; no turn is under way
    then, and nothing that came before counts."""


def places(position: Position) -> tuple[str, ...]:
    """What can be touched to set a position up; nothing where a game knows no way."""
    how = position.game.setting_up
    return tuple(how.places(position)) if how else ()


def change(position: Position, touch: str) -> Position:
    """The position with something else at one place; it has no past, and may be impossible."""
    how = position.game.setting_up
    if how is None:
        raise GaldaError(
            "positions of {game} are set up as text, not by touch", game=position.game.title
        )
    states = copied(position.states)
    if touch == TURN:
        states[0].to_act = (position.to_act + 1) % position.players
    elif touch in places(position):
        how.change(states[0], touch)
    else:
        raise GaldaError("nothing can be put on {place!r}", place=touch)
    return type(position)(position.game, position.options, None, states, names=position.names)


def check(position: Position) -> Position:
    """The position with all that follows from it, or `BadPosition` with the rule against it."""
    return position.game.position(position.text).named(position.names)
