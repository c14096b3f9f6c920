"""How fast the searches are, on one core."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from galda.bots.alphabeta import AlphaBeta
from galda.bots.levels import can_look_ahead
from galda.bots.mcts import Mcts, Tree
from galda.bots.tree import play_outs
from galda.core.game import Game
from galda.core.position import Position


@dataclass
class SearchSpeed:
    """What was measured of one game."""

    game: str
    iterations_per_second: float
    tree_actions_per_second: float
    """Actions played by tree search, in its tree and its playouts."""
    playout_actions_per_second: float
    """Actions of the same playouts alone, from the same position."""
    nodes_per_second: float | None = None
    """Positions alpha-beta looks at, where it plays the game."""

    @property
    def ratio(self) -> float:
        """Tree search's actions to those of bare playouts."""
        return self.tree_actions_per_second / self.playout_actions_per_second


def measure_search(game: Game, seconds: float) -> SearchSpeed:
    """Measure at the start of a game."""
    start = game.new(seed=1)
    Mcts(iterations=1).choose(start)
    tree = Tree(start, Mcts().nodes)
    began = time.perf_counter()
    tree.grow(start, Mcts(seconds=seconds))
    took = time.perf_counter() - began
    measured = SearchSpeed(
        game.name,
        tree.iterations / took,
        tree.actions_played / took,
        _bare_playouts(start, seconds),
    )
    if can_look_ahead(start):
        bot = AlphaBeta(seconds=seconds)
        AlphaBeta(depth=1).choose(start)
        began = time.perf_counter()
        nodes = bot.count_nodes(start)
        measured.nodes_per_second = nodes / (time.perf_counter() - began)
    return measured


def _bare_playouts(start: Position, seconds: float) -> float:
    """Actions a second of the same playouts without a tree."""
    scratch = np.zeros(start.game.most_legal, np.int32)
    board = np.zeros(1, start.game.record)
    play_outs(start.states, start.to_act, 1, np.uint64(1), scratch, board)
    games, took, actions = 1, 0.0, 0
    while took < seconds / 2:
        games *= 2
        began = time.perf_counter()
        actions = play_outs(start.states, start.to_act, games, np.uint64(1), scratch, board)
        took = time.perf_counter() - began
    return actions / took
