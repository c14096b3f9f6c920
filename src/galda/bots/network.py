"""Bots that play by a policy-value network: by its policy alone, or by a tree search that it leads.

A game's network lies in its folder. It is computed in whole numbers, without PyTorch.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
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


def has_network(game: Game) -> bool:
    """Whether a network comes with a game."""
    return (game.folder / FILE).exists()


@cache
def network_of(game: Game) -> Network:
    """The network that comes with a game."""
    return read_network(game.folder / FILE)[0]


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


@dataclass(frozen=True, kw_only=True)
class NetworkMcts(Mcts):
    """Monte-Carlo tree search by the priors and values of a network instead of rollouts (PUCT)."""

    network: Network
    exploration: float = 1.0
    nodes: int = NODES
    fpu_reduction: float = 0.05
    """How much less than its parent an untried action counts (first-play urgency)."""
    temperature: float = 1.6
    """Of the policy, where it gives priors: above 1, more actions are tried."""
    chance_widening: float = 1.0
    """An action has seen this times the square root of its visits outcomes of chance."""

    def new_tree(self, position: Position) -> Tree:
        """A tree of nothing but its root."""
        return NetworkTree(position, self)


def tree_search(game: Game, *, nodes: int, iterations: int, seed: int = 0) -> Mcts:
    """The tree search of a game: led by its network if it has one, else by rollouts."""
    if not has_network(game):
        return Mcts(iterations, nodes=nodes, seed=seed)
    return NetworkMcts(iterations=iterations, nodes=nodes, seed=seed, network=network_of(game))


class NetworkTree(Tree):
    """A tree that a network leads."""

    def __init__(self, position: Position, bot: NetworkMcts) -> None:
        super().__init__(position, bot.nodes)
        game = position.game
        self._guide: Any = puct.Guide(
            network=bot.network,
            layers=new_layers(bot.network, game.rules.most_legal),
            likely=np.zeros(game.rules.most_legal, np.int64),
            keys=np.zeros(bot.nodes, np.uint64),
            open=game.rules.all_open or not self.chancy,
            widening=bot.chance_widening,
            fpu_reduction=bot.fpu_reduction,
            temperature=bot.temperature,
        )

    def _iterate(self, search: Search, first: int, last: int) -> Progress:
        told: Progress = puct.iterate(
            self._kernel_tree, search, self._guide, self._work, self.used, first, last
        )
        return told

    def _priors(self, position: Position, bot: Mcts, among: Collection[int] | None) -> Any:
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
    return OneGame(
        NetworkMcts(iterations=iterations, seed=chosen, network=network, reuse=True), game
    )


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
