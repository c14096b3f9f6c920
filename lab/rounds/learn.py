"""Teach the network by which the round search of 5 Towers values what comes next (PyTorch).

    python -m lab.rounds.learn --table 0 --players 2
    python -m lab.rounds.learn --table 1 --players 3,4,3,5

First it learns from quick games of the game's policy-value network, sampled. Then, generation after
generation, the round search plays against itself by the network so far, and the network learns what
the search expected and how the games ended, half and half. All chance comes from the seed. The game
keeps a table for two players and one for more; one is taught at a time, and written after each
generation. Shares of error are told of games that were held out.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

import galda
from galda.bots.network import network_of
from galda.core.kernels.network import FINE, UNITS, write_small_network
from galda.core.kernels.policy_value import new_layers
from galda.core.workers import Workers, in_order, processes
from galda.games.towers.ai import prospects as parts
from lab.rounds.play import UNKNOWN, player

Samples = dict[str, Any]
QUICK, SEARCHED = 500, 100
"""Games that are one job."""
MOST_ROUNDS = 200
"""Samples for each game that a job has room for."""
SLIP = 12
"""One choice in this many is the policy's, not the search's."""
BATCH, HELD_OUT = 4096, 20
RATE, LATER_RATE, LEAST_RATE = 2e-3, 1e-3, 1e-5
LARGEST = 127 / FINE
"""A table's numbers are kept in bytes."""
DECAY = 1e-6
CHUNK = 20_000


@dataclass(frozen=True)
class Games:
    """Which games are played and how."""

    players: tuple[int, ...]
    """From job to job in turn."""
    seed: int
    samples: int = -1
    """What chance decides is sampled this often by the round search; -1: the policy plays."""
    every: int = 1

    def jobs(self, count: int) -> range:
        """The jobs of `count` games."""
        return range(-(-count // (QUICK if self.samples < 0 else SEARCHED)))


def play_some(games: Games, job: int) -> Samples:
    """The samples of one job: the same in whatever process."""
    game = galda.game("towers")
    network = network_of(game)
    chance = np.random.default_rng((games.seed, job))
    players = games.players[job % len(games.players)]
    many = QUICK if games.samples < 0 else SEARCHED
    starts = [game.new(seed=int(s), players=players).states
              for s in chance.integers(1 << 60, size=many)]  # fmt: skip
    room = many * MOST_ROUNDS
    rows = np.zeros((room, parts.MOST_PARTS), np.uint16)
    counts, seats = np.zeros(room, np.int64), np.zeros(room, np.int64)
    expected, worth = np.zeros(room, np.float32), np.zeros(room, np.float32)
    count = player(parts.write_parts)(
        np.concatenate(starts), np.zeros(1, game.rules.record), network,
        new_layers(network, game.rules.most_legal), np.zeros(game.rules.most_legal, np.int32),
        np.zeros(game.rules.most_legal, np.int64), games.samples >= 0, max(games.samples, 0), SLIP,
        games.every, np.uint64(chance.integers(1 << 60)), rows, counts, seats, expected, worth,
    )  # fmt: skip
    rows[np.arange(parts.MOST_PARTS) >= counts[:, None]] = parts.ROWS
    widest = int(counts[:count].max())
    return {"rows": rows[:count, :widest].copy(), "expected": expected[:count].copy(),
            "worth": worth[:count].copy()}  # fmt: skip


def join(found: list[Samples]) -> Samples:
    """Samples one below the other."""
    widest = max(each["rows"].shape[1] for each in found)
    rows = np.full((sum(len(each["worth"]) for each in found), widest), parts.ROWS, np.uint16)
    at = 0
    for each in found:
        rows[at : at + len(each["worth"]), : each["rows"].shape[1]] = each["rows"]
        at += len(each["worth"])
    return {"rows": rows} | {
        name: np.concatenate([each[name] for each in found]) for name in ("expected", "worth")
    }


def targets(samples: Samples) -> Any:
    """What is to be learnt: how a game ended, and half of it what a search expected, if one did."""
    mixed = 0.5 * samples["expected"] + 0.5 * samples["worth"]
    return np.where(samples["expected"] != UNKNOWN, mixed, samples["worth"]).astype(np.float32)


class Values(nn.Module):
    """The network as it learns; what it computes is rounded as it will be kept."""

    def __init__(self, rows: int, seed: int) -> None:
        super().__init__()
        chance = torch.Generator().manual_seed(seed)
        self.nothing = rows
        self.table = nn.Parameter(0.03 * torch.randn(rows + 1, UNITS, generator=chance))
        self.weights = nn.Parameter(0.1 * torch.randn(UNITS, generator=chance))

    def forward(self, rows: Tensor) -> Tensor:
        """Half the logit of the value, for each row of parts."""
        sums = nn.functional.embedding_bag(
            rows, rounded(self.table), mode="sum", padding_idx=self.nothing
        )
        return torch.relu(sums) @ rounded(self.weights)

    def whole(self) -> tuple[Any, Any]:
        """The table and the weights in whole numbers."""
        table = torch.round(self.table.detach()[: self.nothing] * FINE)
        weights = torch.round(self.weights.detach() * FINE)
        return table.numpy().astype(np.int16), weights.numpy().astype(np.int16)


def rounded(numbers: Tensor) -> Tensor:
    """Rounded to what is kept; gradients pass straight through."""
    return numbers + (torch.round(numbers * FINE) / FINE - numbers).detach()


def teach(net: Values, samples: Samples, epochs: int, rate: float, seed: int) -> str:
    """Go through the samples; says how well it then foretells held-out games."""
    chance = torch.Generator().manual_seed(seed)
    rows = torch.from_numpy(samples["rows"].astype(np.int32))
    wanted, worth = torch.from_numpy(targets(samples)), samples["worth"]
    taught = len(rows) - len(rows) // HELD_OUT
    optimizer = torch.optim.Adam(net.parameters(), lr=rate)
    steps = epochs * (taught // BATCH)
    for step in range(steps):
        if step % (taught // BATCH) == 0:
            order = torch.randperm(taught, generator=chance)
        share = 0.5 * (1 + math.cos(math.pi * step / steps))
        optimizer.param_groups[0]["lr"] = LEAST_RATE + (rate - LEAST_RATE) * share
        some = order[step % (taught // BATCH) * BATCH :][:BATCH]
        loss = nn.functional.binary_cross_entropy_with_logits(2 * net(rows[some]), wanted[some])
        loss = loss + DECAY * (net.table**2).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            net.table.clamp_(-LARGEST, LARGEST)
    with torch.no_grad():
        exam = torch.cat([net(rows[k : k + CHUNK]) for k in range(taught, len(rows), CHUNK)])
    said = torch.sigmoid(2 * exam).numpy()
    off = math.sqrt(float(((said - worth[taught:]) ** 2).mean()))
    alike = float(np.corrcoef(said, worth[taught:])[0, 1])
    return f"{taught:,} samples; held out: error {off:.4f}, correlation {alike:.4f}"


def play(games: Games, count: int, workers: Workers) -> Samples:
    """The samples of `count` games."""
    return join(list(in_order(workers, partial(play_some, games), games.jobs(count))))


def learn(given: argparse.Namespace) -> None:
    """Quick games, then generation after generation."""
    workers = processes(given.workers)  # fresh ones each time: they read the network once
    counts = tuple(int(each) for each in given.players.split(","))
    net, began = Values(parts.ROWS, given.seed), time.perf_counter()
    searched: list[Samples] = []
    for generation in range(given.generations + 1):
        seed = 1000 * given.seed + generation
        if generation == 0:
            samples, rate = play(Games(counts, seed, -1, given.every), given.quick, workers), RATE
        else:
            searched.append(play(Games(counts, seed, given.samples), given.games, workers))
            samples, rate = join(searched), LATER_RATE
        told = teach(net, samples, given.epochs, rate, seed)
        print(f"{time.perf_counter() - began:6.0f} s  generation {generation}: {told}", flush=True)
        write_small_network(parts.WEIGHTS_FILE, given.table, parts.TABLE_COUNT, *net.whole())


def main() -> None:
    """Learn and write."""
    ask = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    ask.add_argument("--table", type=int, default=0, help="0 for two players, 1 for more")
    ask.add_argument("--players", default="2", help="from job to job in turn")
    ask.add_argument("--quick", type=int, default=200_000, help="games by the policy")
    ask.add_argument("--every", type=int, default=4, help="a sample of quick games in this many")
    ask.add_argument("--generations", type=int, default=1)
    ask.add_argument("--games", type=int, default=6000, help="by the search, each generation")
    ask.add_argument("--samples", type=int, default=0, help="of the search")
    ask.add_argument("--epochs", type=int, default=2)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    learn(ask.parse_args())


if __name__ == "__main__":
    main()
