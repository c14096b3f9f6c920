"""What an exam has shown: how often the value was kept, in all and by depth, with intervals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.shares import wilson

BANDS = 4
"""Parts into which positions are divided by depth, about equally many in each."""


@dataclass(frozen=True)
class Band:
    """A share of positions with its 95 % interval."""

    low: int
    high: int
    """The least and the greatest depth of the positions."""
    count: int
    kept: int

    @property
    def share(self) -> float:
        """How often the value was kept."""
        return self.kept / self.count if self.count else 0.0

    @property
    def span(self) -> str:
        """Its depths in words."""
        return str(self.low) if self.low == self.high else f"{self.low}–{self.high}"

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval (Wilson's)."""
        return wilson(self.share, self.count)


@dataclass(frozen=True)
class Sitting:
    """One exam, sat by somebody: what was chosen in each position, and what came of it."""

    source: str
    kept: npt.NDArray[np.bool_]
    lost: npt.NDArray[np.int64]
    """How much the choice threw away: 0, 1 (half a point) or 2 (a win became a loss)."""
    plies: npt.NDArray[np.int64]
    turns: npt.NDArray[np.int64]
    """Turns to the end with best play, where they are counted; else 0."""
    chances: npt.NDArray[np.float64] | None = None
    """How likely a policy that gives probabilities is to keep the value."""

    @property
    def whole(self) -> Band:
        """All positions."""
        return Band(int(self.plies.min()), int(self.plies.max()), len(self.kept),
                    int(self.kept.sum()))  # fmt: skip

    def by_depth(self) -> list[Band]:
        """By the actions played before, in about equally large parts."""
        return list(_bands(self.plies, self.kept))

    def by_turns_to_the_end(self) -> list[Band]:
        """By the turns to the end with best play; none where nobody has counted them."""
        counted = self.turns > 0
        return list(_bands(self.turns[counted], self.kept[counted]))


@dataclass(frozen=True)
class Report:
    """All exams that somebody sat.

    >>> from galda import exams
    >>> report = exams.score("quixo", "greedy", size=3, positions=20)
    >>> [sitting.source for sitting in report.sittings]
    ['chance', 'strong']
    """

    name: str
    game: str
    options: dict[str, Any]
    sittings: tuple[Sitting, ...]

    @property
    def whole(self) -> Band:
        """All positions of all exams together."""
        parts = [sitting.whole for sitting in self.sittings]
        return Band(
            min(part.low for part in parts), max(part.high for part in parts),
            sum(part.count for part in parts), sum(part.kept for part in parts),
        )  # fmt: skip

    @property
    def share(self) -> float:
        """How often the value was kept, in all."""
        return self.whole.share

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95 % interval."""
        return self.whole.interval

    def as_json(self) -> dict[str, Any]:
        """What a leaderboard keeps."""
        return {
            "name": self.name, "game": self.game, "options": self.options,
            "sittings": [_sitting_as_json(sitting) for sitting in self.sittings],
        }  # fmt: skip

    def __str__(self) -> str:
        lines = []
        for sitting in self.sittings:
            lines.append(
                f"{self.name}, {sitting.source}: keeps the value in {_told(sitting.whole)}"
            )
            for title, bands in (("after actions", sitting.by_depth()),
                                 ("turns to the end", sitting.by_turns_to_the_end())):  # fmt: skip
                lines += [f"    {title} {band.span}: {_told(band)}" for band in bands]
        return "\n".join(lines)


def _told(band: Band) -> str:
    low, high = band.interval
    return f"{band.share:.1%} ({low:.1%}–{high:.1%}) of {band.count} positions"


def _bands(depths: npt.NDArray[np.int64], kept: npt.NDArray[np.bool_]) -> Iterator[Band]:
    if len(depths) == 0:
        return
    edges = np.unique(np.quantile(depths, np.linspace(0, 1, BANDS + 1)).astype(np.int64))
    of = np.clip(np.searchsorted(edges, depths, side="right") - 1, 0, max(len(edges) - 2, 0))
    for part in np.unique(of):
        here = of == part
        yield Band(int(depths[here].min()), int(depths[here].max()), int(here.sum()),
                   int(kept[here].sum()))  # fmt: skip


def _sitting_as_json(sitting: Sitting) -> dict[str, Any]:
    def band(each: Band) -> list[int]:
        return [each.low, each.high, each.count, each.kept]

    told: dict[str, Any] = {
        "source": sitting.source,
        "whole": band(sitting.whole),
        "by_depth": [band(each) for each in sitting.by_depth()],
        "by_turns_to_the_end": [band(each) for each in sitting.by_turns_to_the_end()],
        "wins_turned_into_losses": int((sitting.lost == 2).sum()),
    }
    if sitting.chances is not None:
        told["kept_on_average"] = round(float(sitting.chances.mean()), 4)
    return told
