"""Very many quick games by a game's own policy, as a network's first lessons.

A search that samples games guesses a position's worth from a handful of them; a network that has
seen millions of such games knows their average at once. A row is what `games.py` writes, but the
legal actions are bits, and instead of shares there is the policy's choice. The same seed gives the
same lessons, whoever plays them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import galda
from galda.core.kernels import contract
from galda.core.kernels.features import width
from galda.core.play.options import player_counts
from galda.learn.by_search.games import MOST_SEATS, Lessons, join, turned
from galda.learn.by_search.kernels.quick_games import play_on

CHUNK = 500
"""Games that are one job."""
ROWS = 12
"""Positions of a game at most: neighbours teach little."""
EVERY = 8
"""One position with a choice in so many is kept."""


@dataclass(frozen=True)
class Quick:
    """Which games are played."""

    game: str
    players: tuple[int, ...]
    seed: int
    longest: int = 150
    """A game begins to count after up to so many actions."""


def play_some(quick: Quick, numbers: range) -> Lessons:
    """Some games, one below the other."""
    game = galda.game(quick.game)
    observed = width(game.rules.features)
    inputs = observed + max(player_counts(game.options))
    seen = np.zeros((ROWS, inputs), np.uint8)
    seats, scratch = np.zeros(ROWS, np.int64), np.zeros(game.rules.most_legal, np.int32)
    masks = np.zeros((ROWS, (game.rules.action_count + 7) // 8), np.uint8)
    chosen = np.zeros(ROWS, np.int16)
    leads, worth = np.zeros(2 * MOST_SEATS), np.zeros(2 * MOST_SEATS)
    parts: list[Lessons] = []
    for number in numbers:
        chance = np.random.default_rng((quick.seed, number))
        players = quick.players[number % len(quick.players)]
        states = game.new(seed=int(chance.integers(1 << 62)), players=players).states.copy()
        seen[:], masks[:] = 0, 0
        count = play_on(
            states[0], players, np.uint64(chance.integers(1 << 62)),
            int(chance.integers(quick.longest)), EVERY, scratch, leads, observed, seen, seats,
            masks, chosen,
        )  # fmt: skip
        contract.utility(states[0], players, worth)
        points = np.zeros(2 * MOST_SEATS)
        contract.scores(states[0], points)
        parts.append(
            {
                "seen": seen[:count].copy(),
                "masks": masks[:count].copy(),
                "chosen": chosen[:count].copy(),
                "worth": rows_of(worth, seats[:count], players),
                "scores": rows_of(points, seats[:count], players),
                "players": np.full(count, players, np.uint8),
            }
        )
    return join(parts)


def rows_of(values: np.typing.NDArray[np.float64], seats: object, players: int) -> object:
    """Values by seat, counted from each of these seats on."""
    found = [turned(values, int(seat), players) for seat in np.asarray(seats)]
    return np.stack(found) if found else np.zeros((0, MOST_SEATS), np.float32)
