"""Quixo for four: who plays with whom."""

from __future__ import annotations

from galda.core.play.position import Position


def partners(seat: int) -> tuple[int, int]:
    """The two seats of a seat's team, the lower first."""
    return seat % 2, seat % 2 + 2


def allies(position: Position, seat: int) -> tuple[int, ...]:
    """The partner, in the team game."""
    return tuple(s for s in partners(seat) if s != seat) if position.players == 4 else ()
