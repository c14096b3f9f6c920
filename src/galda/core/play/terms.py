"""Terms that games and positions share."""

from __future__ import annotations

Touches = tuple[str, ...]
"""A move as a person makes it: the ids of the board elements touched, in order."""

SPECTATOR = -1
"""Whoever watches: the seat of nobody. Seats count from 0 for programs, everywhere.

>>> position = galda.game("alhambra").new(seed=1)
>>> position.svg(galda.SPECTATOR) == position.svg()
True
"""
