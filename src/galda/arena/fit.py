"""Ratings that explain all results of a tournament at once: the Bradley–Terry model.

Who finished ahead of whom in each game is a comparison; a tie is half of one. The ratings are the
most likely ones, so the order in which games were played cannot matter. Each entrant also has half
a win and half a loss against the average, which keeps one that always wins at a finite distance.
Reference: R. A. Bradley, M. E. Terry: Rank Analysis of Incomplete Block Designs I, 1952.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from galda.arena.match import MatchResult

ELO = 400 / math.log(10)
"""Points of rating for a factor of e in the odds: 400 points are odds of ten to one."""
PRIOR = 1.0
"""Comparisons with the average that each entrant is given, half of them won."""
MOST_STEPS = 100
NEAR = 1e-10

Array = npt.NDArray[np.float64]


def fit(entrants: int, results: Iterable[MatchResult]) -> tuple[Array, Array]:
    """Each entrant's rating and its standard error, in points of Elo around their average."""
    wins, met = np.zeros((entrants, entrants)), np.zeros((entrants, entrants))
    games = list(results)
    for game in games:
        for a, b, won in comparisons(game):
            wins[a, b] += won
            wins[b, a] += 1 - won
            met[a, b] += 1
            met[b, a] += 1
    strength = np.zeros(entrants)
    for _ in range(MOST_STEPS):
        slope, bend = _slope(strength, wins, met), _bend(strength, met)
        step = np.linalg.solve(bend, slope)
        strength += step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < NEAR:
            break
    strength -= strength.mean()
    return ELO * strength, ELO * np.sqrt(_variance(strength, met, games))


def comparisons(game: MatchResult) -> list[tuple[int, int, float]]:
    """Two entrants of a game and what the first won of the comparison: 1, 0, or 0.5 for a tie."""
    seated = list(zip(game.seats, game.places, strict=True))
    return [
        (a, b, 0.5 + 0.5 * float(np.sign(place_of_b - place_of_a)))
        for k, (a, place_of_a) in enumerate(seated)
        for b, place_of_b in seated[k + 1 :]
    ]


def _chances(strength: Array) -> Array:
    """How likely each entrant is to finish ahead of each other one."""
    chances: Array = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    return chances


def _slope(strength: Array, wins: Array, met: Array) -> Array:
    average = 1 / (1 + np.exp(-strength))
    slope: Array = (wins - met * _chances(strength)).sum(axis=1) + PRIOR * (0.5 - average)
    return slope


def _bend(strength: Array, met: Array) -> Array:
    chances, average = _chances(strength), 1 / (1 + np.exp(-strength))
    spread = met * chances * (1 - chances)
    bend: Array = np.diag(spread.sum(axis=1) + PRIOR * average * (1 - average)) - spread
    return bend


def _variance(strength: Array, met: Array, games: list[MatchResult]) -> Array:
    """Of each rating around the average of all.

    Comparisons within a game of several players depend on each other, so what the games themselves
    show of the spread is looked at as well, and the wider of the two is taken.
    """
    n = len(strength)
    chances, inverse = _chances(strength), np.linalg.inv(_bend(strength, met))
    seen = np.zeros((n, n))
    for game in games:
        slope = np.zeros(n)
        for a, b, won in comparisons(game):
            slope[a] += won - chances[a, b]
            slope[b] -= won - chances[a, b]
        seen += np.outer(slope, slope)
    around = np.eye(n) - 1 / n
    wider: Array = np.maximum(
        np.diag(around @ inverse @ around), np.diag(around @ inverse @ seen @ inverse @ around)
    )
    return wider
