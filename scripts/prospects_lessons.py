"""Games from which a network learns what each seat may expect (`prospects_learn.py`).

A lesson is a beginning of a turn as a seat sees it: the rows of its parts, what a search expected,
and what came of it. Where a game has no parts to tell there is none. The same seed gives the same
lessons, whoever plays the games.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

import galda
from galda.bots.kernels.ismcts import Node, Search, Tree, new_workspace
from galda.bots.mcts import TRUSTING, Mcts
from galda.core.play.styles import PLAIN
from kernels.foretelling import NOBODY_SAID, player

Lessons = dict[str, Any]
QUICK, SLOW, WEIGHED = 500, 10, 100
"""Games that are one job: by the policy alone, with tree search, and with a game's own search."""
MOST_TURNS = 400
"""Lessons for each game that a job has room for."""


@dataclass(frozen=True)
class Games:
    """Which games are played and how."""

    game: str
    players: tuple[int, ...]
    """How many play, from job to job in turn."""
    seed: int
    iterations: int = 0
    """Of the search that plays all seats; 0: the policy that has learnt plays them. A game's own
    search has samples instead."""
    turns: int = 2
    """How far its rollouts go before the network says what to expect."""
    every: int = 1
    """One beginning of a turn in so many is a lesson."""
    samples: int = 0
    """What chance decides is sampled so many times by a game's own search."""
    slip: int = 12
    """One choice in so many is the policy's, not the search's."""

    @property
    def chunk(self) -> int:
        """Games that are one job."""
        if self.weighs:
            return WEIGHED
        return SLOW if self.iterations else QUICK

    @property
    def weighs(self) -> bool:
        """Whether the game's own search plays."""
        return self.iterations > 0 and galda.game(self.game).has("weigh")

    def jobs(self, count: int) -> range:
        """The jobs of so many games."""
        return range(-(-count // self.chunk))


def parts_of(game: str) -> Any:
    """The module that cuts a game's positions into parts."""
    return import_module(f"galda.games.{game}.rules.prospects")


@cache
def _memory(name: str, iterations: int) -> tuple[Any, ...]:
    game = galda.game(name)
    nodes = np.zeros(4 * iterations + 2000, Node)
    tree = Tree(nodes, np.zeros((len(nodes), 8), np.float32))
    work = new_workspace(game.rules.record, game.rules.most_legal, game.rules.action_count)
    return tree, work, np.zeros(1, game.rules.record)


def play_some(games: Games, job: int) -> Lessons:
    """The lessons of one job."""
    game, parts = galda.game(games.game), parts_of(games.game)
    chance = np.random.default_rng((games.seed, job))
    players = games.players[job % len(games.players)]
    seeds = chance.integers(1 << 60, size=games.chunk)
    starts = [game.new(seed=int(seed), players=players).states for seed in seeds]
    room = games.chunk * MOST_TURNS
    rows = np.zeros((room, parts.MOST_PARTS), np.uint16)
    counts, seats = np.zeros(room, np.int64), np.zeros(room, np.int64)
    expected, worth = np.zeros(room, np.float32), np.zeros(room, np.float32)
    tree, work, board = _memory(games.game, games.iterations)
    search = Search(
        root=np.zeros(1, game.rules.record), root_node=0, viewer=0, players=players,
        seed=np.uint64(0),
        exploration=Mcts.exploration, rollout_limit=1, turns=games.turns, trust=1.0,
        chancy=game.has("determinize"), guided=True, learnt=True, widening=TRUSTING,
        priors=np.zeros(game.rules.action_count), tastes=PLAIN,
    )  # fmt: skip
    count = player(parts.write_parts)(
        np.concatenate(starts), board, search, tree, work,
        games.iterations, games.weighs, games.samples, games.slip, games.every,
        np.uint64(chance.integers(1 << 60)), rows, counts, seats, expected, worth,
    )  # fmt: skip
    rows[np.arange(parts.MOST_PARTS) >= counts[:, None]] = parts.ROWS
    widest = int(counts[:count].max())
    return {
        "rows": rows[:count, :widest].copy(),
        "expected": expected[:count].copy(),
        "worth": worth[:count].copy(),
    }


def join(found: Iterable[Lessons], nothing: int) -> Lessons:
    """Lessons one below the other; `nothing` is the row that stands for no part."""
    every = list(found)
    widest = max(each["rows"].shape[1] for each in every)
    rows = np.full((sum(len(each["worth"]) for each in every), widest), nothing, np.uint16)
    at = 0
    for each in every:
        rows[at : at + len(each["worth"]), : each["rows"].shape[1]] = each["rows"]
        at += len(each["worth"])
    return {"rows": rows} | {
        name: np.concatenate([each[name] for each in every]) for name in ("expected", "worth")
    }


def targets(lessons: Lessons, trust: float) -> Any:
    """What is to be learnt: what came of a game, mixed with what a search expected, if one did."""
    said = lessons["expected"] != NOBODY_SAID
    mixed = trust * lessons["expected"] + (1 - trust) * lessons["worth"]
    return np.where(said, mixed, lessons["worth"]).astype(np.float32)
