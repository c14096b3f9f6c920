"""From sums to what is told: means with intervals, where luck comes from, what a fit says.

All intervals are 95 %. Games of one deal are not independent, so the error of a mean is that of the
deals' means; a share that was counted once in a game has Wilson's interval.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from galda.core.shares import SURE, wilson
from lab.findings.counts import SHARES

Results = Mapping[str, Any]
FEW = 1000
"""Deals: with fewer, the parts of luck cannot be told."""


@dataclass(frozen=True)
class Estimate:
    """A number and how far it may be off."""

    value: float
    reach: float

    def tell(self, places: int = 1, sign: bool = False, unit: str = "") -> str:
        """As text: `52.3 ± 0.2 %`."""
        plus = "+" if sign else ""
        value = f"{self.value:{plus}.{places}f}".replace("-", "−")
        return f"{value} ± {self.reach:.{places}f}{unit}"

    def times(self, factor: float) -> Estimate:
        """In another unit."""
        return Estimate(self.value * factor, self.reach * factor)


def mean(results: Results, what: str, column: int) -> Estimate:
    """The mean of a column of `by_deal`, with the error that the deals' means have."""
    sums, games, deals = results[what], results["games"], results["deals"]
    total, squares = sums["sum"][column], sums["squares of deals"][column]
    spread = max(squares - total * total / deals, 0) / max(deals - 1, 1)
    return Estimate(total / games, SURE * math.sqrt(spread / deals) / (games / deals))


def win_share(results: Results, column: int, by: str = "order") -> Estimate:
    """The share of wins in percent, a shared win counted in parts.

    Where nearly all are won or few games were played, Wilson's interval is the honest one.
    """
    found = mean(results, f"win by {by}", column).times(100 / SHARES)
    wins = round(results[f"win by {by}"]["sum"][column] / SHARES)
    few = results["deals"] < FEW or not 1 < found.value < 99
    return Estimate(
        found.value, max(found.reach, share(wins, results["games"]).reach if few else 0)
    )


@dataclass(frozen=True)
class Luck:
    """Where the differences between results of equal players come from; the parts add up to 1."""

    seat: float
    deal: float
    play: float


def luck(results: Results, what: str = "reward by order") -> Luck | None:
    """Split the variance: by seat, by deal for a given seat, and by how it was played.

    The deal's part is the variance between deals that goes beyond what chance in play makes (a
    random effect, by the analysis of variance); None where deals were played only once.
    """
    games, deals, sums = results["games"], results["deals"], results[what]
    times = games // deals
    if times < 2 or deals < 2:
        return None
    players = len(sums["sum"])
    means = [total / games for total in sums["sum"]]
    seat = sum((m - sum(means) / players) ** 2 for m in means) / players
    deal, play = 0.0, 0.0
    for column in range(players):
        within = sums["squares"][column] - sums["squares of deals"][column] / times
        between = sums["squares of deals"][column] / times - sums["sum"][column] ** 2 / games
        noise = within / (deals * (times - 1))
        play += noise / players
        deal += (between / (deals - 1) - noise) / times / players
    deal = max(deal, 0.0)
    total = seat + deal + play
    return Luck(seat / total, deal / total, play / total)


def same_again(results: Results) -> Estimate:
    """How often who began has the same result when the same deal is played again, in percent."""
    both = results["both games"]
    same = both["1 1"] + both["0 0"] + both["-1 -1"]
    return share(same, sum(both.values()))


def share(part: int, whole: int) -> Estimate:
    """A share in percent; its reach is the longer side of Wilson's interval."""
    at = part / whole if whole else 0.0
    low, high = wilson(at, whole)
    return Estimate(100 * at, 100 * max(at - low, high - at))


def settled(counts: Mapping[str, Any]) -> dict[str, Any]:
    """A fit by least squares from its sums: what one more of each feature goes with (without the
    constant), how far that may be off, and the share of the variance that all explain together."""
    xx, xy = np.array(counts["xx"], float), np.array(counts["xy"], float)
    found = np.linalg.lstsq(xx, xy, rcond=None)[0]
    known = float(found @ xy)
    left = max(counts["yy"] - known, 0.0) / max(counts["n"] - len(xy), 1)
    errors = np.sqrt(np.maximum(np.diag(np.linalg.pinv(xx)) * left, 0))
    return {
        "n": counts["n"],
        "value": [round(float(b), 5) for b in found[1:]],
        "reach": [round(SURE * float(e), 5) for e in errors[1:]],
        "explained": round(known / max(counts["yy"], 1), 5),
    }


def fit(settled: Mapping[str, Any]) -> list[Estimate]:
    """What one more of each feature goes with, all others being equal."""
    return [Estimate(b, e) for b, e in zip(settled["value"], settled["reach"], strict=True)]


def lead_of(row: list[int], players: int) -> Estimate:
    """The mean lead of a group of `conditional`: seats, wins, leads, squares."""
    n, _, total, squares = row
    if n < 2:
        return Estimate(0.0, 0.0)
    spread = max(squares - total * total / n, 0) / (n - 1)
    return Estimate(total / n, SURE * math.sqrt(spread / n)).times(1 / (players - 1))


def wins_of(row: list[int]) -> Estimate:
    """The share of wins of a group of `conditional`, in percent."""
    return share(round(row[1] / SHARES), row[0])


def spread_of(histogram: Mapping[str, int]) -> dict[str, float]:
    """Mean, deviation, least, greatest, and the middle half of a histogram."""
    values = np.array([int(v) for v in histogram], float)
    counts = np.array(list(histogram.values()), float)
    order = values.argsort()
    values, counts = values[order], counts[order]
    middle = float((values * counts).sum() / counts.sum())
    upto = counts.cumsum() / counts.sum()
    found = {
        "mean": middle,
        "deviation": math.sqrt(float(((values - middle) ** 2 * counts).sum() / counts.sum())),
        "least": float(values[0]), "greatest": float(values[-1]),
    }  # fmt: skip
    for name, part in (("quarter", 0.25), ("half", 0.5), ("three quarters", 0.75)):
        found[name] = float(values[int(np.searchsorted(upto, part))])
    return found
