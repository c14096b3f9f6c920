"""How fast the searches are, on one core."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass

import numpy as np

from galda.bots.alphabeta import AlphaBeta, can_look_ahead
from galda.bots.kernels.ismcts import rollouts
from galda.bots.mcts import Mcts, Tree
from galda.core.play.game import Game
from galda.core.play.position import Position

ROUNDS = 3
"""Rounds of measuring; the median ratio counts: machines are noisy."""
NODES_FOR_A_SECOND = 1_000_000
"""A budget of nodes, because one of time would count what others do on the machine."""
Pace = float
"""Actions a second."""


@dataclass
class SearchSpeed:
    """What was measured of one game."""

    game: str
    iterations_per_second: float
    tree_actions_per_second: float
    """Actions played by tree search, in its tree and its playouts (rollouts)."""
    playout_actions_per_second: float
    """Actions of the same playouts alone, from the same position."""
    nodes_per_second: float | None = None
    """Positions alpha-beta looks at, where it plays the game."""

    @property
    def ratio(self) -> float:
        """Tree search's actions to those of bare playouts."""
        return self.tree_actions_per_second / self.playout_actions_per_second


def measure_search(game: Game, seconds: float) -> SearchSpeed:
    """Measure at the start of a game, tree search and bare playouts in turns.

    Time is this thread's own on its core, so that other work on the machine does not count.
    """
    start = game.new(seed=1)
    Mcts(iterations=1).choose(start)
    pairs: list[tuple[Pace, Pace]] = []
    iterations_per_second: list[float] = []
    playouts = _playouts_within(start, seconds / ROUNDS)
    for _ in range(ROUNDS):
        tree = Tree(start, Mcts().nodes)
        began = time.thread_time()
        tree.grow(start, Mcts(seconds=seconds / ROUNDS))
        took = time.thread_time() - began
        iterations_per_second.append(tree.iterations / took)
        pairs.append((tree.actions_played / took, _bare_playouts(start, playouts)))
    searching, bare = sorted(pairs, key=lambda pair: pair[0] / pair[1])[ROUNDS // 2]
    measured = SearchSpeed(game.name, statistics.median(iterations_per_second), searching, bare)
    if can_look_ahead(start):
        bot = AlphaBeta(nodes=int(seconds * NODES_FOR_A_SECOND))
        AlphaBeta(depth=1).choose(start)
        began = time.thread_time()
        nodes = bot.count_nodes(start)
        measured.nodes_per_second = nodes / (time.thread_time() - began)
    return measured


def _playouts_within(start: Position, seconds: float) -> int:
    """How many playouts without a tree take about that long."""
    games, took = 1, 0.0
    _bare_playouts(start, 1)
    while took < seconds / 2:
        games *= 2
        began = time.thread_time()
        _bare_playouts(start, games)
        took = time.thread_time() - began
    return games


def _bare_playouts(start: Position, games: int) -> Pace:
    """Actions a second of the same playouts without a tree."""
    scratch = np.zeros(start.game.rules.most_legal, np.int32)
    board = np.zeros(1, start.game.rules.record)
    began = time.thread_time()
    actions = rollouts(start.states, start.to_act, games, np.uint64(1), scratch, board)
    return float(actions / (time.thread_time() - began))
