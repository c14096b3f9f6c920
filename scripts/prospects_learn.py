"""Teach a game's network that says what each seat may expect (`rules/prospects.py`; PyTorch).

    python scripts/prospects_learn.py alhambra --table 0 --players 2
    python scripts/prospects_learn.py alhambra --table 1 --players 3,4,3,5,3,6 --generations 0
    python scripts/prospects_learn.py towers --table 0 --players 2

First it learns from very many quick games of the policy that has learnt, which needs no network.
Then, generation after generation, a search that goes by the network plays against itself, the
game's own where it has one (`weigh`), and the network learns what the search expected and what came
of the games. All chance comes from the seed.
What was learnt is written after each generation, and how well it foretells games it has not seen is
told. A game may keep several tables, for numbers of players that are played differently: one is
taught at a time. The search takes the network from the game's folder, so `--output` only copies it.
"""

from __future__ import annotations

import argparse
import math
import shutil
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from galda.core.kernels.network import FINE, UNITS, write_small_network
from galda.core.machine import count_cores
from galda.core.workers import Workers, in_order, processes
from galda.learn.by_search.telling import Teller
from prospects_lessons import Games, Lessons, join, parts_of, play_some, targets

BATCH = 4096
RATE, LATER_RATE, LEAST_RATE = 2e-3, 1e-3, 1e-5
"""Of learning: at first, in later generations, and where each ends."""
LARGEST = 127 / FINE
"""A table's numbers are kept in bytes."""
DECAY = 1e-6
HELD_OUT = 20
"""One lesson in so many is for the exam: the last games."""
CHUNK = 20_000


class Prospects(nn.Module):
    """The network as it learns; what it computes is rounded as it will be kept."""

    def __init__(self, rows: int, seed: int) -> None:
        super().__init__()
        chance = torch.Generator().manual_seed(seed)
        self.nothing = rows
        self.table = nn.Parameter(0.03 * torch.randn(rows + 1, UNITS, generator=chance))
        self.weights = nn.Parameter(0.1 * torch.randn(UNITS, generator=chance))

    def forward(self, rows: Tensor) -> Tensor:
        """Half the logit of what is expected, for each row of parts."""
        sums = nn.functional.embedding_bag(
            rows, rounded(self.table), mode="sum", padding_idx=self.nothing
        )
        return torch.relu(sums) @ rounded(self.weights)

    def hold(self) -> None:
        """Keep the table within what bytes can hold."""
        with torch.no_grad():
            self.table.clamp_(-LARGEST, LARGEST)

    def whole(self) -> tuple[Any, Any]:
        """The table and the weights in whole numbers."""
        table = torch.round(self.table.detach()[: self.nothing] * FINE)
        return table.numpy().astype(np.int16), torch.round(
            self.weights.detach() * FINE
        ).numpy().astype(np.int16)


def rounded(numbers: Tensor) -> Tensor:
    """Rounded to what is kept; gradients pass straight through."""
    return numbers + (torch.round(numbers * FINE) / FINE - numbers).detach()


def teach(
    net: Prospects, lessons: Lessons, trust: float, rounds: int, rate: float, seed: int, tell: Any
) -> str:
    """Go through the lessons so many times; says how well it then foretells held-out games."""
    chance = torch.Generator().manual_seed(seed)
    rows = torch.from_numpy(lessons["rows"].astype(np.int32))
    wanted, worth = torch.from_numpy(targets(lessons, trust)), lessons["worth"]
    taught = len(rows) - len(rows) // HELD_OUT
    learner = torch.optim.Adam(net.parameters(), lr=rate)
    steps = rounds * (taught // BATCH)
    for step in range(steps):
        if step % (taught // BATCH) == 0:
            order = torch.randperm(taught, generator=chance)
        learner.param_groups[0]["lr"] = LEAST_RATE + (rate - LEAST_RATE) * 0.5 * (
            1 + math.cos(math.pi * step / steps)
        )
        some = order[step % (taught // BATCH) * BATCH :][:BATCH]
        loss = nn.functional.binary_cross_entropy_with_logits(2 * net(rows[some]), wanted[some])
        loss = loss + DECAY * (net.table**2).sum()
        learner.zero_grad()
        loss.backward()
        learner.step()
        net.hold()
        tell((step + 1) / steps)
    with torch.no_grad():
        exam = torch.cat([net(rows[k : k + CHUNK]) for k in range(taught, len(rows), CHUNK)])
    said = torch.sigmoid(2 * exam).numpy()
    off = math.sqrt(float(((said - worth[taught:]) ** 2).mean()))
    return (
        f"{taught:,} lessons; of {len(said):,} held out off by {off:.4f}, where all alike "
        f"{worth[taught:].std():.4f}; correlation {np.corrcoef(said, worth[taught:])[0, 1]:.4f}"
    )


def play(games: Games, count: int, workers: Workers, name: str, teller: Teller) -> Lessons:
    """The lessons of so many games."""
    jobs, found = games.jobs(count), []
    with teller.step(name) as tell:
        for each in in_order(workers, partial(play_some, games), jobs):
            found.append(each)
            tell(len(found) / len(jobs))
    return join(found, parts_of(games.game).ROWS)


def learn(given: argparse.Namespace, teller: Teller) -> None:
    """Quick games, then generation after generation."""
    workers = processes(given.workers)  # fresh ones each time: they read the network once
    counts = tuple(int(each) for each in given.players.split(","))
    parts = parts_of(given.game)
    net = Prospects(parts.ROWS, given.seed)
    searched: list[Lessons] = []
    for generation in range(given.generations + 1):
        seed = 1000 * given.seed + generation
        if generation == 0:
            games = Games(given.game, counts, seed, every=given.every)
            lessons = play(games, given.quick, workers, "quick games", teller)
            rounds, rate = given.rounds, RATE
        else:
            games = Games(given.game, counts, seed, given.iterations, samples=given.samples)
            searched.append(play(games, given.games, workers, f"games {generation}", teller))
            lessons = join(searched, parts.ROWS)
            rounds, rate = given.rounds, LATER_RATE
        with teller.step(f"learning {generation}") as tell:
            told = teach(net, lessons, given.trust, rounds, rate, seed, tell)
        teller.note(told)
        write_small_network(parts.WEIGHTS_FILE, given.table, parts.TABLE_COUNT, *net.whole())
        if given.output:
            shutil.copy(parts.WEIGHTS_FILE, given.output)


def main() -> None:
    """Learn and write."""
    ask = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    ask.add_argument("game")
    ask.add_argument("--table", type=int, default=0, help="of the game's tables")
    ask.add_argument("--players", default="2", help="from job to job in turn")
    ask.add_argument("--quick", type=int, default=200_000, help="games by the policy")
    ask.add_argument("--every", type=int, default=4, help="one turn of quick games in so many")
    ask.add_argument("--generations", type=int, default=1)
    ask.add_argument("--games", type=int, default=6000, help="by search, each generation")
    ask.add_argument("--iterations", type=int, default=60)
    ask.add_argument("--samples", type=int, default=0, help="of a game's own search")
    ask.add_argument("--rounds", type=int, default=2, help="through all lessons")
    ask.add_argument("--trust", type=float, default=0.5, help="share of what the search expected")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--workers", type=int, default=count_cores())
    ask.add_argument("--output", type=Path, help="a copy of what was learnt")
    learn(ask.parse_args(), Teller())


if __name__ == "__main__":
    main()
