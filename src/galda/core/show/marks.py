"""The sign beside a player's name: what the seat plays with, or its colour and symbol."""

from __future__ import annotations

from galda.core.play.position import Position
from galda.core.show.seats import seat_badge
from galda.core.show.svg import element

SIDE = 36


def seat_mark(position: Position, seat: int) -> str:
    """A small picture that says who is who, to stand beside a name that says it too."""
    hook = position.game.board.mark
    drawn = hook(position, seat) if hook else seat_badge(seat, 0, 0, SIDE)
    return element(
        "svg",
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{-SIDE // 2} {-SIDE // 2} {SIDE} {SIDE}",
        aria_hidden="true",
    )
