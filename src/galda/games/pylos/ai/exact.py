"""Pylos: what exact methods need."""

from galda.core.play.form import GameExact
from galda.core.play.length import Length
from galda.core.play.position import Position
from galda.games.pylos.rules import rules


def longest(position: Position) -> Length:
    """New highs are limited, each after fewer turns than make a draw (P16), of three actions: a
    ball is placed or raised, then two removed (P7)."""
    highs = 2 * rules.BALLS_EACH - int(position.state.most)
    return Length(3 * rules.QUIET_LIMIT * (highs + 1))


EXACT = GameExact(
    longest=longest,
)
