"""What is counted of games of Quixo: the first push, lines, and how long games take."""

from __future__ import annotations

import numpy as np

from galda.games.quixo.rules.rules import STRIDE
from lab.findings.counts import Counts, Played, histogram
from lab.findings.kernels import quixo as noted


def count(played: Played) -> Counts:
    """All of it."""
    own = played.facts[:, 0]
    result = np.take_along_axis(played.scores, played.firsts[:, None], axis=1)[:, 0]
    first, last_side = own[:, noted.FIRST], own[:, noted.LAST]
    winner = np.where(played.scores[:, 0] > 0, 0, 1)
    decided = result != 0
    rows = own[:, noted.ROWS : noted.ROWS + STRIDE] + own[:, noted.COLUMNS : noted.COLUMNS + STRIDE]
    size = int(played.options["size"])
    return {
        "first push": {
            str(push): [int(((first == push) & (result == r)).sum()) for r in (1, 0, -1)]
            for push in np.unique(first).tolist()
        },
        "turns": histogram(own[:, noted.TURNS]),
        "passes": int(own[:, noted.PASSES].sum()),
        "decided": int(decided.sum()),
        "given away": int((decided & (last_side != winner)).sum()),
        "lines at the rim": int(rows[:, [0, size - 1]].sum()),
        "lines inside": int(rows[:, 1 : size - 1].sum()),
        "diagonals": int(own[:, noted.DIAGONAL].sum()),
    }
