"""Where the balls of Pylos are seen: from above and a little from the front."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin, sqrt

from galda.core.play.terms import Shape
from galda.games.pylos.rules.rules import PLACES

BALL = 46
"""The radius of a ball on level 1."""
PITCH = 2 * BALL + 2
TILT = radians(17)
"""How far the eye is from looking straight down; the rest of the geometry follows from it."""
ROW = PITCH * cos(TILT)
LIFT = PITCH / sqrt(2) * sin(TILT)
NEARER = 0.05
"""How much larger a ball looks for each level it is higher."""


@dataclass(frozen=True, slots=True)
class Room:
    """Where the parts of the board lie: reserves before and behind the pyramid, or beside it."""

    width: float
    height: float
    near: float
    """The middle of the near row of hollows."""
    beside: bool
    grooves: tuple[float, float]
    """The middle of each player's reserve, down or across."""
    first: float
    """Where the first ball of a reserve lies, along it."""
    step: float
    ball: float

    @property
    def left(self) -> float:
        """The middle of the leftmost column of hollows."""
        return (self.width - 3 * PITCH) / 2

    def middle(self, spot: int) -> tuple[float, float]:
        """Where the middle of a ball on a spot is seen."""
        level, row, column = PLACES[spot]
        along = self.left + (column + level / 2) * PITCH
        return along, self.near - (row + level / 2) * ROW - level * LIFT

    def slot(self, seat: int, number: int) -> tuple[float, float]:
        """Where a ball of a reserve lies."""
        across, along = self.grooves[seat], self.first + number * self.step
        return (across, along) if self.beside else (along, across)


ROOMS: dict[Shape, Room] = {
    "tall": Room(540, 604, 427, False, (604 - 42, 42), 104, 27.6, 13.4),
    "wide": Room(720, 440, 344, True, (36, 720 - 36), 81, 23.4, 11.6),
}


def nearness(spot: int) -> float:
    """How near to the eye a ball on a spot is: what is nearer is drawn later."""
    level, row, _ = PLACES[spot]
    return level / sqrt(2) * cos(TILT) - (row + level / 2) * sin(TILT)


def scale(spot: int) -> float:
    """How large a ball on a spot is seen."""
    return 1 + NEARER * PLACES[spot][0]
