"""Who is how much better, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from galda.arena.fit import fit
from galda.arena.match import MatchResult
from galda.core.shares import SURE, wilson


@dataclass(frozen=True)
class Standing:
    """What one entrant has shown. Every pair is (low, high): the 95 % interval."""

    name: str
    games: int
    rating: float
    """Points of Elo above or below the average of all entrants."""
    rating_interval: tuple[float, float]
    mean_place: float
    place_interval: tuple[float, float]
    beaten: float
    """The share of opponents it finished ahead of; a tie counts half."""
    beaten_interval: tuple[float, float]
    mean_score: float
    forfeits: int


def standings(names: tuple[str, ...], results: Iterable[MatchResult]) -> list[Standing]:
    """All entrants, best first; the order of the results does not matter."""
    results = list(results)
    ratings, errors = fit(len(names), results)
    places: list[list[float]] = [[] for _ in names]
    beaten: list[list[float]] = [[] for _ in names]
    scores: list[list[int]] = [[] for _ in names]
    forfeits = [0] * len(names)
    for result in results:
        for seat, entrant in enumerate(result.seats):
            places[entrant].append(result.places[seat])
            opponents = len(result.seats) - 1
            beaten[entrant].append((opponents + 1 - result.places[seat]) / opponents)
            scores[entrant].append(result.scores[seat])
            forfeits[entrant] += result.forfeit is not None and result.forfeit.seat == seat
    found = [
        Standing(
            name,
            len(places[k]),
            float(ratings[k]),
            _around(float(ratings[k]), float(errors[k])),
            _mean(places[k]),
            _around(_mean(places[k]), _error(places[k])),
            _mean(beaten[k]),
            wilson(_mean(beaten[k]), len(beaten[k])),
            _mean(scores[k]),
            forfeits[k],
        )
        for k, name in enumerate(names)
    ]
    return sorted(found, key=lambda standing: -standing.rating)


def _around(middle: float, error: float) -> tuple[float, float]:
    return (middle - SURE * error, middle + SURE * error)


def _mean(values: list[float] | list[int]) -> float:
    return sum(values) / len(values) if values else 0.0


def _error(values: list[float]) -> float:
    """The standard error of the mean."""
    if len(values) < 2:
        return 0.0
    mean = _mean(values)
    return math.sqrt(sum((v - mean) ** 2 for v in values) / (len(values) - 1) / len(values))
