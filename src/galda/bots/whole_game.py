"""What the review of a whole game comes to: accuracy, turning points, luck and skill apart.

All of it is made from what was found of each turn, so reviews that were kept long ago tell it too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from galda.bots.review import MARKS, Prospects, TurnReview

MOST_TURNING_POINTS = 3
CLEAR = 0.1
"""Whoever is so far ahead of all other sides leads."""
SWING = MARKS[-1][1]
"""A turn that changes less than this turns nothing."""

Sides = Sequence[frozenset[int]]
"""Seat -> the seats that win and lose with it."""


@dataclass(frozen=True, slots=True)
class Skill:
    """How much of the chances at one's turns was kept."""

    turns: int
    had: float
    kept: float

    @property
    def accuracy(self) -> float | None:
        """The kept share, from 0 to 1; None: there was never anything to lose."""
        return self.kept / self.had if self.had > 0 else None


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turn after which another side leads."""

    ply: int
    leader: int
    """A seat of the side that leads after it."""
    before: float
    after: float
    """The prospects of that seat before and after."""

    @property
    def swing(self) -> float:
        """How much they rose."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Luck:
    """Where a seat's prospects went, from the beginning to the end; the parts add up."""

    begin: float
    given_away: float
    """What its own side's turns lost; at most 0."""
    presented: float
    """What the turns of others gave it."""
    chance: float
    """The rest: what chance gave or took, and what the search could not tell apart."""
    end: float


def skills(turns: Sequence[TurnReview], seats: Sequence[int], players: int) -> list[Skill]:
    """How well each seat played; `seats` says who played which turn."""
    found = [Skill(0, 0.0, 0.0)] * players
    for turn, seat in zip(turns, seats, strict=True):
        had = turn.prospects[seat]
        kept = had - min(turn.lost, had)
        known = found[seat]
        found[seat] = Skill(known.turns + 1, known.had + had, known.kept + kept)
    return found


def turning_points(prospects: Sequence[Prospects], sides: Sides) -> list[TurningPoint]:
    """The few turns that changed most who leads, in the order of play."""
    leader: int | None = None
    found: list[TurningPoint] = []
    for ply, now in enumerate(prospects):
        ahead = _leader(now, sides)
        if ahead is None:
            continue
        if ply and (leader is None or ahead not in sides[leader]):
            point = TurningPoint(ply, ahead, prospects[ply - 1][ahead], now[ahead])
            if point.swing >= SWING:
                found.append(point)
        leader = ahead
    most = sorted(found, key=lambda point: -point.swing)[:MOST_TURNING_POINTS]
    return sorted(most, key=lambda point: point.ply)


def _leader(prospects: Prospects, sides: Sides) -> int | None:
    """A seat of the side that is clearly ahead of all others."""
    best = max(range(len(prospects)), key=lambda seat: prospects[seat])
    others = [p for seat, p in enumerate(prospects) if seat not in sides[best]]
    return best if others and prospects[best] - max(others) >= CLEAR else None


def luck(
    turns: Sequence[TurnReview], end: Prospects, seats: Sequence[int], sides: Sides
) -> list[Luck]:
    """For each seat what it gave away, what others presented it with, and what chance gave.

    What a turn gives away goes to all other sides alike.
    """
    others = len(set(sides)) - 1
    begin = turns[0].prospects
    found: list[Luck] = []
    for seat in range(len(begin)):
        lost = [
            -min(turn.lost, turn.prospects[mover]) for turn, mover in zip(turns, seats, strict=True)
        ]
        own = sum(part for part, mover in zip(lost, seats, strict=True) if mover in sides[seat])
        got = (own - sum(lost)) / others
        change = end[seat] - begin[seat]
        found.append(Luck(begin[seat], own, got, change - own - got, end[seat]))
    return found
