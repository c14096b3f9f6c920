"""Games of a search against itself, as lessons for a network: what a seat saw, what it chose, why.

    python scripts/priors_games.py towers lessons.npz --games 2000 --players 2 4 --iterations 200

A row of a lesson: the observation of the seat to act, which actions were legal, the share of visits
each got, what the search expected for every seat and what it then was (`utility`, the viewer first),
and the final scores. `--network FILE` searches with a network instead of rollouts. The same seed
gives the same lessons.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

import galda
from galda.bots.learnt import LearntMcts
from galda.bots.mcts import Mcts
from galda.core.kernels.features import width
from galda.core.kernels.kernel import kernel
from galda.core.kernels import contract

MOST_SEATS = 8
Row = dict[str, np.ndarray]


@kernel
def see(states, viewer, out):
    """What a seat sees."""
    contract.observe(states[0], viewer, out)


@kernel
def judge(states, players, out):
    """How well each seat has done."""
    contract.utility(states[0], players, out)


def turned(values: np.ndarray, seat: int, players: int) -> np.ndarray:
    """Values by seat, counted from this seat on."""
    out = np.zeros(MOST_SEATS, np.float32)
    out[:players] = np.roll(values[:players], -seat)
    return out


def play(name: str, players: int, bot: Mcts, seed: int, explore: float) -> list[Row]:
    """One game: a row for each decision that was one."""
    game = galda.game(name)
    chance = np.random.default_rng(seed)
    position = game.new(seed=seed, players=players)
    rows: list[Row] = []
    seats: list[int] = []
    while not position.is_over:
        legal = list(position.legal_actions)
        if len(legal) == 1:
            position = position.play(legal[0])
            continue
        seat = position.to_act
        bot.seed = seed * 1000 + len(rows)
        found = bot.suggest(position)
        visits = np.zeros(game.action_count, np.float32)
        for each in found:
            visits[each.action] = each.visits
        shares = visits / visits.sum()
        saw = np.zeros(width(game.features), np.uint8)
        see(position.states, seat, saw)
        tree = bot._tree
        assert tree is not None
        root = tree.value_sums[tree.root] / max(tree.nodes[tree.root]["visits"], 1)
        mask = np.zeros(game.action_count, np.uint8)
        mask[legal] = 1
        rows.append(
            {
                "seen": saw,
                "legal": mask,
                "shares": shares.astype(np.float16),
                "expected": turned(root, seat, players),
            }
        )
        seats.append(seat)
        if chance.random() < explore:
            action = int(chance.choice(game.action_count, p=shares / shares.sum()))
            if chance.random() < 0.3:
                action = int(chance.choice(legal))
        else:
            action = found[0].action
        position = position.play(action)
    worth = np.zeros(2 * MOST_SEATS)
    judge(position.states, players, worth)
    scores = np.array(position.scores, np.float32)
    for row, seat in zip(rows, seats, strict=True):
        row["worth"] = turned(worth, seat, players)
        row["scores"] = turned(scores, seat, players)
        row["players"] = np.array(players, np.uint8)
    return rows


def main() -> None:
    """Play and write."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("game")
    ask.add_argument("file", type=Path)
    ask.add_argument("--games", type=int, default=100)
    ask.add_argument("--players", type=int, nargs="+", default=[2])
    ask.add_argument("--iterations", type=int, default=200)
    ask.add_argument("--explore", type=float, default=0.15)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--network", type=Path)
    ask.add_argument("--seconds", type=float, default=1e9, help="stop then; not repeatable")
    told = ask.parse_args()
    extra = {}
    if told.network:
        from galda.core.kernels.learnt import read_learnt

        extra = {"network": read_learnt(told.network)[0]}
    began = time.monotonic()
    rows: list[Row] = []
    n = 0
    while n < told.games and time.monotonic() - began < told.seconds:
        players = told.players[n % len(told.players)]
        kind = LearntMcts if told.network else Mcts
        bot = kind(iterations=told.iterations, nodes=4 * told.iterations + 100, **extra)
        rows += play(told.game, players, bot, told.seed * 1_000_000 + n, told.explore)
        n += 1
        if n in (1, 10) or n % 200 == 0:
            print(n, "games", len(rows), "rows", f"{time.monotonic() - began:.0f} s", flush=True)
    np.savez_compressed(told.file, **{k: np.stack([r[k] for r in rows]) for k in rows[0]})


if __name__ == "__main__":
    main()
