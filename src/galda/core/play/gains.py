"""What a turn brings its player, in the game's own terms: the reasons a coach gives."""

from __future__ import annotations

from dataclasses import dataclass

from galda.core.message import Message


@dataclass(frozen=True, slots=True)
class Gain:
    """One thing that a turn brings."""

    about: str
    """What it is about: of two turns, the same things are compared."""
    worth: float
    """How much it counts, about in points; what costs something counts below 0."""
    told: Message
    """The sentence about the turn: `It stops a line of the opponent.`"""
