"""Terms that games and positions share."""

from __future__ import annotations

from typing import Literal

Touches = tuple[str, ...]
"""A move as a person makes it: the ids of the board elements touched, in order."""

Shape = Literal["tall", "wide"]
"""For which room a board is drawn: one higher than it is wide, or the other way round."""
SHAPES: tuple[Shape, ...] = ("tall", "wide")

SPECTATOR = -1
"""A spectator: the seat of nobody. Seats count from 0 for programs, everywhere.

>>> position = galda.game("alhambra").new(seed=1)
>>> position.svg(galda.SPECTATOR) == position.svg()
True
"""
