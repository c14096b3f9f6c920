"""Judging what somebody tries where a mistake was made: right if it keeps the value.

The position comes as text, so whichever process thinks about it makes the same one anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from galda.bots.review import MARKS, REVIEW, analyse, finish_turn, review_turn
from galda.core.play.position import Position
from galda.games import position as position_of

LEAST = MARKS[-1][1]
"""What gives away less than this keeps the value."""
SEED = 7
"""What the text leaves open is drawn by it, in every process alike."""


@dataclass(frozen=True, slots=True)
class Examined:
    """What became of an attempt."""

    lost: float
    """How much of the prospects it gives away."""
    reply: tuple[int, ...] = ()
    """How an opponent punishes it; empty where it is right, or none comes to act."""

    @property
    def right(self) -> bool:
        """Whether it keeps the value."""
        return self.lost < LEAST


def read_position(text: str) -> Position:
    """The position that a text means, as the seat to act knows it."""
    position: Position = position_of(text, seed=SEED)
    return position.known_to(position.to_act, SEED)


def examine(text: str, actions: Sequence[int]) -> Examined:
    """Judge a whole turn."""
    position = read_position(text)
    found = review_turn(position, actions, SEED, REVIEW)
    after = position.play_all(actions)
    own = position.sides[position.to_act]
    if found.lost < LEAST or after.is_over or after.to_act in own:
        return Examined(found.lost)
    known = after.known_to(after.to_act, SEED)
    best = analyse(known, REVIEW, SEED).best
    return Examined(found.lost, finish_turn(known, best.action, REVIEW.part(4), SEED))
