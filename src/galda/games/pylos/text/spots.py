"""The names of Pylos's spots and players, and what lies on the spots."""

from __future__ import annotations

from typing import Any

from galda.core.message import Message, Phrase
from galda.core.play.position import Position
from galda.games.pylos.rules.rules import PLACES, SPOTS, TOP

STOP_WORD = "stop"


def seat_name(position: Position, seat: int) -> Phrase:
    """The player's name; else Light and Dark."""
    if position.names:
        return position.names[seat]
    return Message("Dark" if seat else "Light")


def spot_name(spot: int) -> str:
    """A spot's name: column and row, from level 2 on with the level before it; `top`."""
    if spot == TOP:
        return "top"
    level, row, column = PLACES[spot]
    return (str(level + 1) if level else "") + "abcd"[column] + str(row + 1)


def spot_words(spot: int) -> Phrase:
    """A spot as sentences call it: by its name, but for the top."""
    return Message("top", context="the highest spot") if spot == TOP else spot_name(spot)


NUMBER = {spot_name(spot): spot for spot in range(SPOTS)}
"""The spot of each name."""


def owner(state: Any, spot: int) -> int | None:
    """The seat whose ball lies on a spot, if any does."""
    for seat in (0, 1):
        if int(state.balls[seat]) >> spot & 1:
            return seat
    return None


def occupied(state: Any) -> int:
    """The set of all balls."""
    return int(state.balls[0]) | int(state.balls[1])


def members(spots: int) -> list[int]:
    """The numbers of the spots in a set, ascending."""
    return [spot for spot in range(SPOTS) if spots >> spot & 1]
