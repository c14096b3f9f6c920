"""What is counted of games of Pylos: the first ball, raises, squares, and how long games take."""

from __future__ import annotations

import numpy as np

from lab.findings.counts import Counts, Played, histogram
from lab.findings.kernels import pylos as noted


def count(played: Played) -> Counts:
    """All of it."""
    own, result = played.facts[:, 0], played.scores[:, 0]
    first = own[:, noted.FIRST]
    decided = np.flatnonzero(result != 0)
    winner = np.where(result[decided] > 0, 0, 1)
    won, lost = played.facts[decided, winner], played.facts[decided, 1 - winner]
    return {
        "first ball": {
            str(spot): [int(((first == spot) & (result == r)).sum()) for r in (1, 0, -1)]
            for spot in np.unique(first).tolist()
        },
        "turns": histogram(own[:, noted.TURNS]),
        "decided": len(decided),
        "topped": int(own[:, noted.TOPPED].sum()),
        "raises": [int(side[:, noted.RAISES].sum()) for side in (won, lost)],
        "squares": [int(side[:, noted.SQUARES].sum()) for side in (won, lost)],
        "taken back": [int(side[:, noted.REMOVED].sum()) for side in (won, lost)],
        "reserve of the winner": histogram(won[:, noted.RESERVE]),
        "squares more": {
            str(k): [int((ahead == k).sum()), int(((ahead == k) & (result > 0)).sum())]
            for ahead in [played.facts[:, 0, noted.SQUARES] - played.facts[:, 1, noted.SQUARES]]
            for k in range(-4, 5)
        },
    }
