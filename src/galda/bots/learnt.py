"""The bot that has learnt: tree search led by the network in its game's folder, without rollouts.

Where a game has none it samples games, as other bots do.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from galda.bots.kernels import puct
from galda.bots.kernels.ismcts import MOST_PLAYERS, Progress, Search
from galda.bots.mcts import LATER, Mcts, Tree
from galda.core.kernels.features import width
from galda.core.kernels.learnt import Learnt, new_layers, read_learnt
from galda.core.play.game import Game
from galda.core.play.position import Position
from galda.core.play.values import Suggestion

LEARNT = "learnt"
SECONDS = 1.0
FILE = "learnt.npz"
"""The network in a game's folder."""


class Taught(NamedTuple):
    """A network, and how a search is best led by it."""

    network: Learnt
    search: Mapping[str, float]
    """Options of `LearntMcts`, where they differ from the usual ones."""

    @property
    def options(self) -> dict[str, Any]:
        """All that `LearntMcts` is to be told."""
        return {"network": self.network, **self.search}


def read_taught(file: Path) -> Taught:
    """The network of a file; its header says how to search with it."""
    network, header = read_learnt(file)
    return Taught(network, header.get("search", {}))


def keep_search(file: Path, search: Mapping[str, float]) -> None:
    """Write into a network's file how a search is best led by it."""
    with np.load(file) as found:
        kept = dict(found)
    header = json.loads(str(kept["header"])) | {"search": dict(search)}
    np.savez_compressed(file, **kept | {"header": np.array(json.dumps(header))})


@cache
def network_of(game: Game) -> Taught | None:
    """The network that came with a game, if one did."""
    there = import_module(game.package).__file__
    file = Path(there).parent / FILE if there else None
    return read_taught(file) if file and file.exists() else None


def sampler_of(taught: Taught | None, seed: int) -> Mcts:
    """A search that is led by this, or by samples alone, and grows its trees on."""
    if taught is None:
        return Mcts(seed=seed, reuse=True)
    return LearntMcts(seed=seed, reuse=True, **taught.options)


class LearntBot:
    """Thinks for a second, or for so many iterations; a turn's further decisions get a part of it.

    >>> position = galda.game("towers").new(seed=1)
    >>> galda.make_bot("learnt:20", seed=1).choose(position) in position.legal_actions
    True
    """

    def __init__(
        self, iterations: int = 0, seed: int | None = None, taught: Taught | None = None
    ) -> None:
        self.iterations = iterations
        self._seed = random.Random(seed).getrandbits(60)
        self._taught = taught
        """None: what came with the game."""
        self._sampler: Mcts | None = None

    def choose(self, position: Position) -> int:
        """The action to play."""
        if len(position.legal_actions) == 1:
            return position.legal_actions[0]
        return self.suggest(position)[0].action

    def suggest(self, position: Position) -> list[Suggestion]:
        """The legal actions, best first."""
        share = LATER if position.in_turn else 1
        if self._sampler is None:
            self._sampler = sampler_of(self._taught or network_of(position.game), self._seed)
        if self.iterations:
            self._sampler.iterations = max(int(self.iterations * share), 1)
        else:
            self._sampler.seconds = SECONDS * share
        return self._sampler.suggest(position)


def bot_of_network(file: Path, iterations: int, seed: int | None) -> LearntBot:
    """The bot that searches with the network of a file; 0 iterations: for a second."""
    return LearntBot(iterations, seed, read_taught(file))


@dataclass
class LearntMcts(Mcts):
    """Searches as `Mcts` does, but a network says what to try and what a position is worth."""

    exploration: float = 1.0
    nodes: int = 500_000
    network: Learnt | None = None
    """None: it samples games."""
    caution: float = 0.05
    """How much less than its parent an action is worth that was not yet tried."""
    widening: float = 1.0
    """Outcomes of chance that an action has seen: so many times the square root of its visits."""
    ahead: float = 0
    """Actions of the game's policy that are played before the network judges."""

    def _new_tree(self, position: Position) -> Tree:
        if self.network is None:
            return super()._new_tree(position)
        return LearntTree(position, self, self.network)


class LearntTree(Tree):
    """A tree that a network leads."""

    def __init__(self, position: Position, bot: LearntMcts, network: Learnt) -> None:
        super().__init__(position, bot.nodes)
        game = position.game
        self._guide: Any = puct.Guide(
            network=network,
            layers=new_layers(network),
            likely=np.zeros(game.rules.most_legal, np.int64),
            scores=np.zeros(2 * MOST_PLAYERS, np.float64),
            keys=np.zeros(bot.nodes, np.uint64),
            observed=width(game.rules.features),
            open=game.rules.all_open or not self.chancy,
            widening=bot.widening,
            caution=bot.caution,
            ahead=int(bot.ahead),
        )

    def _iterate(self, search: Search, first: int, last: int) -> Progress:
        told: Progress = puct.iterate(
            self._kernel_tree, search, self._guide, self._work, self.used, first, last
        )
        return told

    def _priors(self, position: Position, bot: Mcts) -> Any:
        return np.zeros(0, np.float64)
