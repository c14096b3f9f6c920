"""Find the weights of a game's policy (`rules/policy.py`) by games alone.

    python scripts/policy_learn.py alhambra --row 0 --players 2 --generations 800
    python scripts/policy_learn.py alhambra --row 1 --players 3,4,3,5,3,6 --generations 800
    python scripts/policy_learn.py towers --players 2,4,3,4,5 --generations 150 --games 400

Evolution strategies (Salimans and others 2017): a generation tries 32 pairs of weights, a step to
either side of the present ones, in the same games against the present ones, and goes the way that
did better. One generation in eight plays against the game's rollout policy instead, so that nothing
is forgotten. All chance comes from the seed. What was learnt is written when it ends, and told on
the way. A game may keep several rows of weights, for tables that are played differently: one is
learnt at a time.
"""

from __future__ import annotations

import argparse
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import galda
from galda.core.kernels.policy import FILE, first_guess, steps_of
from kernels.duels import dueller

PAIRS = 32
REACH = 0.25
"""How far the weights tried are from the present ones, in steps of each weight."""
RATE = 0.3
INERTIA = 0.9
DEALS = 3000
NEW_DEALS = 40
"""Generations after which other deals are played."""
AGAINST_ROLLOUTS = 8
TOLD = 10
Weights = npt.NDArray[np.float64]
NOBODY: Weights = np.zeros(0)


class Arena:
    """Plays very many games between weights."""

    def __init__(self, name: str, policy: Any) -> None:
        self.game = galda.game(name)
        self._duel = dueller(policy.choose_by)
        self._board = np.zeros(1, self.game.rules.record)
        self._scratch = np.zeros(self.game.rules.most_legal, np.int32)
        self._values = np.zeros(16)

    def deals(self, players: int, count: int, seed: int) -> Any:
        """The starts of so many games."""
        made = (self.game.new(seed=seed + k, players=players) for k in range(count))
        return np.concatenate([position.states for position in made])

    def utility(self, starts: Any, mine: Weights, theirs: Weights, seed: int) -> float:
        """How well one seat does by `mine` among others that play by `theirs`, on average."""
        own = np.arange(len(starts))
        total = self._duel(
            starts, self._board, own, mine, theirs, np.uint64(seed), self._scratch, self._values
        )
        return float(total) / len(starts)


def learn(arena: Arena, policy: Any, given: argparse.Namespace) -> Weights:
    """Generation after generation."""
    chance = np.random.default_rng(given.seed)
    weights, steps = first_guess(policy.LEARNT), steps_of(policy.LEARNT)
    heading = np.zeros_like(weights)
    counts = [int(each) for each in given.players.split(",")]
    held = {players: arena.deals(players, 1000, 1_000_000) for players in sorted(set(counts))}
    deals: dict[int, Any] = {}
    began = time.monotonic()
    for generation in range(given.generations):
        if generation % NEW_DEALS == 0:
            deals = {each: arena.deals(each, DEALS, int(chance.integers(1 << 40))) for each in held}
        starts = deals[counts[generation % len(counts)]]
        rival = weights if generation % AGAINST_ROLLOUTS else NOBODY
        ways, better = chance.normal(size=(PAIRS, len(weights))), np.zeros(PAIRS)
        for k, way in enumerate(ways):
            some = starts[chance.integers(len(starts), size=given.games)]
            seed, step = int(chance.integers(1 << 60)), REACH * steps * way
            better[k] = arena.utility(some, weights + step, rival, seed)
            better[k] -= arena.utility(some, weights - step, rival, seed)
        heading = INERTIA * heading + (1 - INERTIA) * (better / better.std()) @ ways / PAIRS
        weights = weights + RATE * steps * heading / (1 - INERTIA ** (generation + 1))
        if (generation + 1) % TOLD == 0 or generation + 1 == given.generations:
            told = (
                f"{players}: {arena.utility(starts, weights, NOBODY, 1):.3f}"
                for players, starts in held.items()
            )
            took = time.monotonic() - began
            left = took / (generation + 1) * (given.generations - generation - 1)
            print(
                f"generation {generation + 1}, {took:.0f} s, about {left:.0f} s left; "
                f"utility among rollouts, by players: {', '.join(told)}",
                flush=True,
            )
    return weights


def main() -> None:
    """Learn and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--players", default="2", help="from generation to generation in turn")
    parser.add_argument("--row", type=int, default=0, help="of the game's weights")
    parser.add_argument("--generations", type=int, default=200)
    parser.add_argument("--games", type=int, default=192, help="for each set of weights tried")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, help="default: beside the game's policy")
    given = parser.parse_args()
    policy = import_module(f"galda.games.{given.game}.rules.policy")
    weights = learn(Arena(given.game, policy), policy, given)
    file = given.output or Path(str(policy.__file__)).with_name(FILE)
    learnt = policy.WEIGHTS.copy()
    learnt[given.row] = weights
    np.savez(file, weights=learnt)
    print(f"{file}: {len(weights)} weights")


if __name__ == "__main__":
    main()
