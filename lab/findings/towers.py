"""What is counted of games of 5 Towers: calls, buildings, towers, cards, demolitions."""

from __future__ import annotations

import numpy as np

from galda.games.towers.rules.cards import KINDS, VALUES
from lab.findings.counts import Counts, Played, conditional, fit_counts, histogram
from lab.findings.kernels import towers as noted

MOST_DEMOLISHED = 8
MOST_HEIGHT = 16
CALLS = {
    "opened": noted.OPENED, "stood": noted.STOOD, "built": noted.BUILT,
    "faced": noted.FACED, "raised": noted.RAISED,
}  # fmt: skip


def count(played: Played) -> Counts:
    """All of it."""
    facts = played.facts
    found: Counts = {
        name: facts[:, :, at : at + noted.CALLS].sum(axis=(0, 1)).tolist()
        for name, at in CALLS.items()
    }
    heights = facts[:, :, noted.HEIGHT : noted.HEIGHT + len(KINDS)]
    crowned = facts[:, :, noted.CROWNED : noted.CROWNED + len(KINDS)]
    demolished = facts[:, :, noted.DEMOLISHED]
    built = facts[:, :, noted.BUILT : noted.BUILT + noted.CALLS]
    laid = facts[:, :, noted.LAID : noted.LAID + VALUES]
    pile = demolished[:, :, None]
    found |= {
        "fit buildings": fit_counts(played, np.concatenate([built[:, :, 1:], pile], axis=2)),
        "fit cards": fit_counts(played, np.concatenate([laid, pile], axis=2)),
        "by crowns": conditional(played, crowned.sum(axis=2), len(KINDS)),
        "by demolitions": conditional(
            played, np.minimum(demolished, MOST_DEMOLISHED), MOST_DEMOLISHED
        ),
        "by tallest": conditional(
            played, np.minimum(heights.max(axis=2), MOST_HEIGHT), MOST_HEIGHT
        ),
        "by buildings": conditional(played, np.minimum(built[:, :, 1:].sum(axis=2), 20), 20),
        "heights": histogram(heights),
        "crowned heights": histogram(heights[crowned == 1]),
        "cards by kind": heights.sum(axis=(0, 1)).tolist(),
        "cards by value": laid.sum(axis=(0, 1)).tolist(),
        "crowned by kind": crowned.sum(axis=(0, 1)).tolist(),
        "rounds": histogram(facts[:, 0, noted.ROUNDS]),
        "rounds without a building": int(facts[:, 0, noted.ROUNDS].sum() - built[:, :, 1:].sum()),
        "cards that come again": histogram(facts[:, 0, noted.SECOND_TIME]),
        "last row": histogram(facts[:, 0, noted.LAST_ROW]),
    }
    game, seat, kind = np.unravel_index(int(heights.argmax()), heights.shape)
    found["most cards in a tower"] = [int(heights[game, seat, kind]), int(played.seeds[game]),
                                      int(played.dice[game]), int(seat)]  # fmt: skip
    return found
