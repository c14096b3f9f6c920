"""What a turn brings in Alhambra, for the coach: places in the next scoring, wall, and money."""

from __future__ import annotations

from typing import Any

from galda.core.message import Counted, Message
from galda.core.play.gains import Gain
from galda.core.play.position import Position
from galda.games.alhambra.rules import scoring
from galda.games.alhambra.rules.tiles import KINDS, ROUNDS, TILES
from galda.games.alhambra.text.names import kind_name, longest_wall, points_words, worth

MONEY = 0.3
"""What a unit of money counts, in points."""


def gains(before: Position, after: Position, seat: int) -> list[Gain]:
    """What has changed for a seat, counted as if the next scoring came now."""
    coming = next((n for n in range(ROUNDS - 1) if not before.plain.scored >> n & 1), ROUNDS - 1)
    found = []
    for kind in range(len(KINDS)):
        found += _place(before, after, seat, coming, kind)
    longer = longest_wall(after, seat) - longest_wall(before, seat)
    if longer > 0:
        told: Message = Counted(
            "It makes the longest wall {n} longer.", "It makes the longest wall {n} longer.", longer
        )
        found.append(Gain("wall", float(longer), told))
    return found + _money(before, after, seat)


def _place(before: Position, after: Position, seat: int, coming: int, kind: int) -> list[Gain]:
    """What a kind of building brings more, and costs the others."""

    def points(position: Position, column: int) -> int:
        return int(scoring.points_for(position.state, coming, column, kind))

    name, found = kind_name(KINDS[kind]), []
    more = points(after, seat) - points(before, seat)
    if more > 0:
        counts = [
            int(scoring.buildings(after.state, column, kind))
            for column in range(int(scoring.columns(after.state)))
        ]
        own = counts.pop(seat)
        scored = points_words(more)
        if own > max(counts):
            told = Message(
                "It takes the first place ({kind}): {points} more at the next scoring.",
                kind=name, points=scored,
            )  # fmt: skip
        else:
            told = Message(
                "It takes a better place ({kind}): {points} more at the next scoring.",
                kind=name, points=scored,
            )  # fmt: skip
        found.append(Gain(f"place {kind}", float(more), told))
    others = [other for other in range(before.players) if other != seat]
    lost = sum(points(before, other) - points(after, other) for other in others)
    if lost > 0:
        told = Message(
            "It costs the others {points} at the next scoring ({kind}).",
            kind=name, points=points_words(lost),
        )  # fmt: skip
        found.append(Gain(f"others {kind}", lost / len(others), told))
    return found


def _money(before: Position, after: Position, seat: int) -> list[Gain]:
    """Money taken; or that a purchase was paid exactly, so that another action followed."""
    was, now = before.plain, after.plain
    change = sum(map(worth, now.hand[seat])) - sum(map(worth, was.hand[seat]))
    if change > 0:
        told = Message("It takes money worth {n}.", n=change)
        return [Gain("money", MONEY * change, told)]
    bought = _owned(now, seat) & ~_owned(was, seat)
    prices = [tile.price for number, tile in enumerate(TILES) if bought >> number & 1]
    if prices and -change == sum(prices):
        told = Message("It pays exactly, which allows one more action.")
        return [Gain("exact", 2.0, told)]
    return []


def _owned(state: Any, seat: int) -> int:
    """The tiles of a seat, as a set, built or in reserve."""
    tiles: int = state.city[seat] | state.reserve[seat]
    return tiles
