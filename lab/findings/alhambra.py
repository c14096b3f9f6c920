"""What is counted of games of Alhambra: tiles and money, places at each scoring, walls."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from galda.games.alhambra.rules.tiles import KINDS, ROUNDS, TILE_COUNT, TILES
from lab.findings.counts import (
    Counts,
    Played,
    conditional,
    fit_counts,
    histogram,
    leads,
    shares_of_win,
)
from lab.findings.kernels import alhambra as noted

OF_KIND = np.array([KINDS.index(tile.kind) for tile in TILES])
MOST_TILES = 11
MOST_EXTRA = 20
MOST_CARDS = 9
SUMS = {
    "turns": noted.TURNS, "extra actions": noted.EXTRA, "overpaid": noted.OVERPAID,
    "takings": noted.TAKINGS, "cards taken": noted.CARDS_TAKEN, "money taken": noted.MONEY_TAKEN,
    "redesigns": noted.REDESIGNS,
}  # fmt: skip


def count(played: Played) -> Counts:
    """All of it."""
    facts = played.facts
    bought = facts[:, :, noted.BOUGHT : noted.BOUGHT + TILE_COUNT]
    period, exact = bought & 3, bought >> 2
    found: Counts = {name: int(facts[:, :, at].sum()) for name, at in SUMS.items()}
    found["purchases"] = [
        [[int(((period[:, :, t] == when + 1) & (exact[:, :, t] == how)).sum()) for how in (0, 1)]
         for when in range(ROUNDS)] for t in range(TILE_COUNT)
    ]  # fmt: skip
    owned = bought > 0
    found["tiles"] = _with_tile(played, owned)
    found["fit tiles"] = fit_counts(played, owned)
    when = np.stack(
        [((period == p + 1) & (k == OF_KIND)).sum(axis=2) for p in range(ROUNDS) for k in range(6)],
        axis=2,
    )
    found["fit kinds by time"] = fit_counts(played, when)
    last = noted.TALLY + (ROUNDS - 1) * len(KINDS)
    built = facts[:, :, last : last + len(KINDS)]
    walls = facts[:, :, noted.WALL : noted.WALL + ROUNDS]
    found["fit kinds and wall"] = fit_counts(
        played, np.concatenate([built, walls[:, :, 2:]], axis=2)
    )
    extra = facts[:, :, noted.EXTRA]
    found["by extra actions"] = conditional(played, np.minimum(extra, MOST_EXTRA), MOST_EXTRA)
    found["walls"] = [histogram(walls[:, :, scoring]) for scoring in range(ROUNDS)]
    found["most wall"] = _longest(played, walls[:, :, ROUNDS - 1])
    found["places"] = _places(played)
    found["points"] = _points(played, walls)
    found["built"] = histogram(facts[:, :, noted.BUILT])
    found["stored"] = histogram(facts[:, :, noted.STORED])
    cards = np.minimum(facts[:, :, noted.START_CARDS], MOST_CARDS)
    began = np.arange(played.players) == played.firsts[:, None]
    found["by cards of who begins"] = conditional(played, np.where(began, cards, -1), MOST_CARDS)
    found["by cards of the others"] = conditional(played, np.where(began, -1, cards), MOST_CARDS)
    found["turns of a game"] = histogram(facts[:, :, noted.TURNS].sum(axis=1))
    return found


def _with_tile(played: Played, owned: npt.NDArray[np.bool_]) -> list[list[int]]:
    """For each tile: how many bought it, their shares of wins, their leads and the squares."""
    lead, win = leads(played.scores), shares_of_win(played.scores)
    return [
        [int(mine.sum()), int(win[mine].sum()), int(lead[mine].sum()), int((lead[mine] ** 2).sum())]
        for mine in (owned[:, :, tile] for tile in range(TILE_COUNT))
    ]


def _longest(played: Played, walls: npt.NDArray[np.int32]) -> list[int]:
    """The longest wall at the end, and where: the deal's seed, the dice and the seat."""
    game, seat = np.unravel_index(int(walls.argmax()), walls.shape)
    return [int(walls[game, seat]), int(played.seeds[game]), int(played.dice[game]), int(seat)]


def _places(played: Played) -> list[list[list[list[int]]]]:
    """For each scoring, kind and number of tiles: seats, first alone, shared, wins of each."""
    win = shares_of_win(played.scores)
    found = []
    for scoring in range(ROUNDS):
        kinds = []
        for kind in range(len(KINDS)):
            at = scoring * len(KINDS) + kind
            tiles, place = (
                played.facts[:, :, noted.TALLY + at],
                played.facts[:, :, noted.PLACE + at],
            )
            rows = []
            for number in range(MOST_TILES + 1):
                have = tiles == number
                alone, shared = have & (place == 2), have & (place == 1)
                groups = (have, alone, shared)
                rows.append([int(group.sum()) for group in groups]
                            + [int(win[group].sum()) for group in groups])  # fmt: skip
            kinds.append(rows)
        found.append(kinds)
    return found


def _points(played: Played, walls: npt.NDArray[np.int32]) -> Counts:
    """What kinds and walls brought at each scoring: to all, and to whoever won alone."""
    kinds = played.facts[:, :, noted.FROM_KINDS : noted.FROM_KINDS + ROUNDS]
    won = shares_of_win(played.scores) == 60
    return {
        "kinds": kinds.sum(axis=(0, 1)).tolist(), "walls": walls.sum(axis=(0, 1)).tolist(),
        "winners": int(won.sum()), "winners' kinds": kinds[won].sum(axis=0).tolist(),
        "winners' walls": walls[won].sum(axis=0).tolist(),
    }  # fmt: skip
