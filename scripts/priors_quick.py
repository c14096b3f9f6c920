"""Very many quick games by a game's rollout policy, as a network's first lessons.

    python scripts/priors_quick.py alhambra values.npz --games 20000 --players 2 3

A search that samples games guesses a position's worth from a handful of them; a network that has
seen millions of such games knows their average at once. A row is what `priors_games.py` writes, but
the legal actions are bits, and instead of shares there is the policy's choice. The same
seed gives the same lessons, with however many workers.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import galda
from galda.core.kernels import contract
from galda.core.kernels.features import width
from galda.core.play.options import option_codes, player_counts
from kernels.quick_games import play_on
from priors_games import MOST_SEATS, Lessons, join, turned

CHUNK = 500
"""Games that a worker plays at a time."""
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
    observed = width(game.features)
    inputs = observed + max(player_counts(game.options))
    seen = np.zeros((ROWS, inputs), np.uint8)
    seats, scratch = np.zeros(ROWS, np.int64), np.zeros(game.most_legal, np.int32)
    masks = np.zeros((ROWS, (game.action_count + 7) // 8), np.uint8)
    chosen = np.zeros(ROWS, np.int16)
    leads, worth = np.zeros(2 * MOST_SEATS), np.zeros(2 * MOST_SEATS)
    starts = {n: game.new(seed=0, players=n) for n in quick.players}
    codes = {n: option_codes(game.options, starts[n].options) for n in quick.players}
    parts: list[Lessons] = []
    for number in numbers:
        chance = np.random.default_rng((quick.seed, number))
        players = quick.players[number % len(quick.players)]
        states = starts[players].states.copy()
        contract.setup(states[0], codes[players], np.uint64(chance.integers(1 << 62)))
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


def gather(quick: Quick, games: int, workers: int) -> Iterator[Lessons]:
    """So many games, in chunks and in order."""
    chunks = [range(n, min(n + CHUNK, games)) for n in range(0, games, CHUNK)]
    if workers == 1:
        yield from (play_some(quick, chunk) for chunk in chunks)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(play_some, [quick] * len(chunks), chunks)


def main() -> None:
    """Play and write."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("game")
    ask.add_argument("file", type=Path)
    ask.add_argument("--games", type=int, default=10_000)
    ask.add_argument("--players", type=int, nargs="+", default=[2])
    ask.add_argument("--longest", type=int, default=Quick.longest)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    told = ask.parse_args()
    quick = Quick(told.game, tuple(told.players), told.seed, told.longest)
    began = time.monotonic()
    made = join(list(gather(quick, told.games, told.workers)))
    print(f"{len(made['players'])} rows, {time.monotonic() - began:.0f} s", flush=True)
    np.savez(told.file, **made)


if __name__ == "__main__":
    main()
