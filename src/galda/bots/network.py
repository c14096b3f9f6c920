"""Bots that play by a policy-value network: by its policy alone, or by a tree search that it leads.

A game's network lies in its folder. It is computed in whole numbers, without PyTorch.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from galda.bots.bot import Bot
from galda.bots.kernels import puct
from galda.bots.kernels.ismcts import Progress, Search
from galda.bots.mcts import Mcts, Tree
from galda.core.errors import GaldaError
from galda.core.kernels.policy_value import Network, best_action, new_layers, read_network
from galda.core.play.game import Game
from galda.core.play.position import Position

FILE = "policy_value.npz"
"""The network in a game's folder."""
NODES = 500_000
"""The fixed memory of a tree."""


@cache
def network_of(game: Game) -> Network | None:
    """The network that came with a game, if one did."""
    there = import_module(game.package).__file__
    file = Path(there).parent / FILE if there else None
    return read_network(file)[0] if file and file.exists() else None


class PolicyBot:
    """Plays what the policy of a network likes best, at once.

    >>> from galda.bots.network import PolicyBot, network_of
    >>> position = galda.game("towers").new(seed=1)
    >>> PolicyBot(network_of(position.game)).choose(position) in position.legal_actions
    True
    """

    def __init__(self, network: Network) -> None:
        self._network = network
        self._memory: tuple[Game, Any] | None = None

    def choose(self, position: Position) -> int:
        """The action to play."""
        if len(position.legal_actions) == 1:
            return position.legal_actions[0]
        game = position.game
        if self._memory is None or self._memory[0] is not game:
            rooms = (
                np.zeros(game.rules.most_legal, np.int32),
                np.zeros(game.rules.most_legal, np.int64),
            )
            self._memory = game, (new_layers(self._network, game.rules.most_legal), *rooms)
        return int(best_action(position.states.copy(), self._network, *self._memory[1]))


@dataclass
class NetworkMcts(Mcts):
    """Searches as `Mcts` does, but a network says what to try and what a position is worth."""

    exploration: float = 1.0
    nodes: int = NODES
    network: Network | None = None
    caution: float = 0.05
    """How much less than its parent an action is worth that was not yet tried (FPU reduction)."""
    temperature: float = 1.6
    """Of the policy, where it is taken for priors: above 1, more is tried."""
    widening: float = 1.0
    """Outcomes of chance that an action has seen: this times the square root of its visits."""

    def new_tree(self, position: Position) -> Tree:
        """A tree of nothing but its root."""
        assert self.network is not None
        return NetworkTree(position, self, self.network)


def sampler_of(game: Game, seed: int = 0, nodes: int = NODES) -> Mcts:
    """The tree search of a game: led by its network if it has one, else by sampled games."""
    network = network_of(game)
    if network is None:
        return Mcts(seed=seed, nodes=nodes)
    return NetworkMcts(seed=seed, nodes=nodes, network=network)


class NetworkTree(Tree):
    """A tree that a network leads."""

    def __init__(self, position: Position, bot: NetworkMcts, network: Network) -> None:
        super().__init__(position, bot.nodes)
        game = position.game
        self._guide: Any = puct.Guide(
            network=network,
            layers=new_layers(network, game.rules.most_legal),
            likely=np.zeros(game.rules.most_legal, np.int64),
            keys=np.zeros(bot.nodes, np.uint64),
            open=game.rules.all_open or not self.chancy,
            widening=bot.widening,
            caution=bot.caution,
            temperature=bot.temperature,
        )

    def _iterate(self, search: Search, first: int, last: int) -> Progress:
        told: Progress = puct.iterate(
            self._kernel_tree, search, self._guide, self._work, self.used, first, last
        )
        return told

    def _priors(self, position: Position, bot: Mcts) -> Any:
        return np.zeros(0, np.float64)


class OneGame:
    """A bot that plays one game and refuses others."""

    def __init__(self, bot: Bot, game: str) -> None:
        self._bot, self._game = bot, game

    def choose(self, position: Position) -> int:
        """The action to play."""
        if position.game.name != self._game:
            raise GaldaError(
                "this network plays {known}, not {game}",
                known=self._game, game=position.game.title,
            )  # fmt: skip
        return self._bot.choose(position)


def bot_of_network(network: Network, game: str, iterations: int, seed: int | None) -> Bot:
    """The bot that a network is: its policy alone, or leading a search of `iterations`."""
    if not iterations:
        return OneGame(PolicyBot(network), game)
    chosen = random.Random(seed).getrandbits(60)
    return OneGame(NetworkMcts(iterations, seed=chosen, network=network, reuse=True), game)


def bot_of_file(file: Path, iterations: int, seed: int | None) -> Bot:
    """The bot that a file becomes: a network of whole numbers, or a checkpoint of PyTorch's."""
    if file.suffix == ".npz":
        network, header = read_network(file)
        return bot_of_network(network, header["game"], iterations, seed)
    from galda.nets.checkpoints import NetworkBot, load  # noqa: PLC0415  (PyTorch is an extra)
    from galda.nets.quantise import quantise  # noqa: PLC0415
    from galda.nets.seat_network import SeatNetwork  # noqa: PLC0415

    checkpoint = load(file)
    if isinstance(checkpoint.network, SeatNetwork):
        return bot_of_network(quantise(checkpoint.network), checkpoint.game, iterations, seed)
    return NetworkBot(checkpoint, iterations, seed)
