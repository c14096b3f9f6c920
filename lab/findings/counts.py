"""What is counted of many games, whatever the game: places, points, deals, sums for fits.

All counts are whole numbers, so that parts add up to the same in any order. A seat is told by when
it began: 0 is who began, 1 the next in turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.play.options import Value

Counts = dict[str, Any]
Whole = npt.NDArray[np.int64]
SHARES = 60
"""A win shared by up to six players is counted in whole numbers."""
TOP = "most "
"""What begins with this word is not added up: the greatest is kept."""


@dataclass(frozen=True)
class Played:
    """Games that were played, by game and seat."""

    game: str
    scores: Whole
    firsts: Whole
    entrants: Whole
    """Which entrant sits where."""
    deal: Whole
    """The number of each game's deal, from 0; games of a deal stand together."""
    times: int
    """Games of each deal."""
    differ: bool
    """Whether the entrants are not all the same."""
    facts: npt.NDArray[np.int32]
    seeds: npt.NDArray[np.uint64]
    dice: npt.NDArray[np.uint64]
    options: dict[str, Value]

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.scores.shape[1])

    @property
    def order(self) -> Whole:
        """Of each game the seats in the order in which they began."""
        return np.asarray((self.firsts[:, None] + np.arange(self.players)) % self.players)

    def in_order(self, by_seat: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Something known of each seat, in the order in which seats began."""
        return np.take_along_axis(by_seat, self.order, axis=1)


def added(one: Any, other: Any) -> Any:
    """Two counts together."""
    if not one:
        return other
    if isinstance(one, dict):
        both = dict(one)
        for name, value in other.items():
            if name not in both:
                both[name] = value
            elif name.startswith(TOP):
                both[name] = max(both[name], value)
            else:
                both[name] = added(both[name], value)
        return both
    if isinstance(one, list):
        return [added(a, b) for a, b in zip(one, other, strict=True)] if other else one
    return one + other


def rewards(scores: Whole) -> Whole:
    """The number of others that each seat is ahead of, less those that are ahead of it."""
    more = scores[:, :, None] > scores[:, None, :]
    return np.asarray(more.sum(axis=2) - more.sum(axis=1), np.int64)


def shares_of_win(scores: Whole) -> Whole:
    """60 for who won alone, 30 each for two who share it, and so on."""
    best = scores == scores.max(axis=1, keepdims=True)
    return np.asarray(best * (SHARES // best.sum(axis=1, keepdims=True)), np.int64)


def leads(values: npt.NDArray[Any]) -> Whole:
    """How far each seat is ahead of the others' mean, times the number of others."""
    wide = values.astype(np.int64)
    players = wide.shape[1]
    return np.asarray(wide * players - wide.sum(axis=1, keepdims=True), np.int64)


def histogram(values: npt.NDArray[Any]) -> dict[str, int]:
    """How often each number occurs."""
    found, counts = np.unique(values, return_counts=True)
    return {str(int(v)): int(c) for v, c in zip(found, counts, strict=True)}


def by_deal(values: Whole, times: int) -> Counts:
    """For each column: its sum, its squares, and the squares of the sums of each deal."""
    of_deals = values.reshape(-1, times, values.shape[1]).sum(axis=1)
    return {
        "sum": values.sum(axis=0).tolist(),
        "squares": (values * values).sum(axis=0).tolist(),
        "squares of deals": (of_deals * of_deals).sum(axis=0).tolist(),
    }


def count_results(played: Played) -> Counts:
    """Who won, with how many points, how much of that the deal decided."""
    scores = played.scores
    reward, win = rewards(scores), shares_of_win(scores)
    ordered = np.sort(scores, axis=1)[:, ::-1]
    found: Counts = {
        "games": len(scores),
        "deals": len(scores) // played.times,
        "shared": int((ordered[:, 0] == ordered[:, 1]).sum()),
        "scores": histogram(scores),
        "winning scores": histogram(ordered[:, 0]),
        "leads of the first over the second": histogram(ordered[:, 0] - ordered[:, 1]),
    }
    for name, values in (("reward", reward), ("win", win), ("score", scores)):
        found[f"{name} by order"] = by_deal(played.in_order(values), played.times)
        if played.differ:
            # Entrant e sits at seat (e + turn), so that is where to find it.
            by_entrant = np.empty_like(values)
            np.put_along_axis(by_entrant, played.entrants, values, axis=1)
            found[f"{name} by entrant"] = by_deal(by_entrant, played.times)
    if played.players == 2:
        found["both games"] = _both_games(played, reward)
    return found


def _both_games(played: Played, reward: Whole) -> dict[str, int]:
    """The first two games of each deal: how they went for who began, or for entrant 0 in each.

    `1 -1` is won, then lost. Of equal players it is who began; else entrant 0, at seat 0 first.
    """
    if played.differ:
        first, second = reward[0 :: played.times, 0], reward[1 :: played.times, 1]
    else:
        begun = played.in_order(reward)
        first, second = (
            begun[0 :: played.times, 0],
            begun[min(1, played.times - 1) :: played.times, 0],
        )
    kinds = (first + 1) * 3 + (second + 1)
    return {f"{k // 3 - 1} {k % 3 - 1}": int((kinds == k).sum()) for k in range(9)}


def fit_counts(played: Played, features: npt.NDArray[Any]) -> Counts:
    """Sums for a fit by least squares: how the lead in points goes with leads in features.

    `features` has a column for each, by game and seat. One seat of each game is taken, in turn, for
    the seats of one game are not independent.
    """
    games = np.arange(len(played.scores))
    seat = games % played.players
    ahead = leads(features)[games, seat]
    columns = np.concatenate([np.full((len(games), 1), played.players - 1), ahead], axis=1)
    target = leads(played.scores)[games, seat]
    return {
        "n": len(games),
        "xx": (columns.T @ columns).tolist(),
        "xy": (columns.T @ target).tolist(),
        "yy": int(target @ target),
    }


def conditional(played: Played, groups: npt.NDArray[Any], most: int) -> Counts:
    """For each value of `groups` (by game and seat, 0 to `most`): seats, wins, leads, squares."""
    lead, win = leads(played.scores), shares_of_win(played.scores)
    found = []
    for value in range(most + 1):
        there = groups == value
        found.append([int(there.sum()), int(win[there].sum()), int(lead[there].sum()),
                      int((lead[there] ** 2).sum())])  # fmt: skip
    return {"by value": found}
