"""Bots by name: five levels for every game, plain bots, the proven one, the oracle, and guests.

A level is data: which search and with what budget. Another package adds a bot by an entry point in
the group `galda.bots` that names something which makes one from a seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Protocol, runtime_checkable

from galda.bots.alphabeta import AlphaBeta
from galda.bots.greedy import GreedyBot
from galda.bots.learnt import LEARNT, LearntBot, bot_of_network, network_of
from galda.bots.mcts import LATER, Mcts
from galda.bots.oracle_bot import ORACLE, OracleBot
from galda.bots.proven_bot import NEVER_LOSES, ProvenBot
from galda.bots.random_bot import RandomBot
from galda.core.errors import GaldaError
from galda.core.numerals import read_whole
from galda.core.play.game import Game
from galda.core.play.position import Position
from galda.core.play.values import Suggestion
from galda.solve.proving import is_proved
from galda.solve.user_tablebases import anything_solved, is_solved

GROUP = "galda.bots"
NETWORK = (".pt", ".npz")
"""How the names of files end that hold a network: for PyTorch, or in whole numbers."""


class Bot(Protocol):
    """Anything that chooses an action in a position as its seat knows it.

    >>> class First:
    ...     def choose(self, position):
    ...         return position.legal_actions[0]
    >>> First().choose(galda.game("quixo").new())
    0
    """

    def choose(self, position: Position) -> int:
        """The action to play.

        >>> galda.make_bot("random", seed=1).choose(galda.game("quixo").new()) < 44
        True
        """


@runtime_checkable
class Adviser(Bot, Protocol):
    """A bot that can also say what it thinks of every move."""

    def suggest(self, position: Position) -> list[Suggestion]:
        """The legal actions, best first."""


@dataclass(frozen=True)
class Level:
    """How strong a bot is: how often it slips, and the budgets of its search."""

    slip: float
    """The chance of playing just anything instead of thinking."""
    depth: int
    """Turns that alpha-beta looks ahead, at most."""
    nodes: int
    """Positions that alpha-beta looks at, at most."""
    seconds: float | None
    """Time for a move on one core, at most; None: as long as it takes."""
    guided: bool
    """Whether tree search samples games by the game's rollout policy, or by chance alone."""
    iterations: int
    """Games that Monte-Carlo tree search samples, at most."""
    unaided: int | None = None
    """The same in games that bring no knowledge, where samples say less; None: as many."""

    def iterations_in(self, game: Game) -> int:
        """Games sampled for a move of this game, at most."""
        return self.iterations if self.unaided is None or brings_knowledge(game) else self.unaided


NO_LIMIT = 1 << 60
KNOWLEDGE = ("evaluate", "rollout_policy")
"""Kernels by which a game helps a search: its evaluation of positions and its rollout policy."""

LEVELS = {
    "novice": Level(0.75, depth=1, nodes=NO_LIMIT, seconds=1.0, guided=False, iterations=20),
    "casual": Level(0.25, depth=1, nodes=NO_LIMIT, seconds=1.0, guided=False, iterations=60),
    "skilled": Level(0.1, depth=2, nodes=NO_LIMIT, seconds=1.0, guided=False, iterations=500),
    "expert": Level(
        0.04, depth=3, nodes=NO_LIMIT, seconds=1.0, guided=True, iterations=50, unaided=3000
    ),
    "master": Level(0.0, depth=60, nodes=NO_LIMIT, seconds=1.0, guided=True, iterations=NO_LIMIT),
}
"""The same five for all games, weakest first.

>>> from galda.bots.levels import LEVELS
>>> LEVELS["skilled"].depth
2
"""

RANDOM = "random"
PLAIN: dict[str, Callable[[int | None], Bot]] = {RANDOM: RandomBot, "greedy": GreedyBot}


class LevelBot:
    """A bot of a level: alpha-beta where the game evaluates positions, else tree search."""

    def __init__(self, level: Level, seed: int | None = None) -> None:
        self.level = level
        self._chance = random.Random(seed)
        self._sampler: Mcts | None = None

    def choose(self, position: Position) -> int:
        """The action to play."""
        if len(position.legal_actions) == 1:
            return position.legal_actions[0]
        if self._chance.random() < self.level.slip:
            return self._chance.choice(position.legal_actions)
        return self._search(position).choose(position)

    def suggest(self, position: Position) -> list[Suggestion]:
        """The legal actions, best first; a level never slips when asked for advice."""
        return self._search(position).suggest(position)

    def _search(self, position: Position) -> Adviser:
        level = self.level
        seed = self._chance.getrandbits(60)
        if can_look_ahead(position):
            return AlphaBeta(level.depth, level.nodes, level.seconds, seed=seed)
        if self._sampler is None:
            self._sampler = Mcts(guided=level.guided, seed=seed, reuse=True)
        share = LATER if position.in_turn else 1
        budget = level.iterations_in(position.game)
        if level.seconds is None:  # a budget that stands for time
            self._sampler.iterations = max(int(budget * share), 1)
        else:
            self._sampler.iterations = budget
            self._sampler.seconds = level.seconds * share
        return self._sampler


def brings_knowledge(game: Game) -> bool:
    """Whether the game's folder says more than the rules about what is good."""
    return any(game.has(kernel) for kernel in KNOWLEDGE)


def can_look_ahead(position: Position) -> bool:
    """Whether alpha-beta plays the game: two sit at it and its folder evaluates positions."""
    return position.players == 2 and position.game.has("evaluate")


def level_names(game: Game) -> tuple[str, ...]:
    """The levels a person can choose for a game, weakest first.

    One that never loses where that is proved for the usual game, the oracle where it is solved.
    """
    proven = (NEVER_LOSES,) if is_proved(game) else ()
    oracle = (ORACLE,) if is_solved(game) else ()
    return (*LEVELS, *proven, *oracle)


def bot_names() -> tuple[str, ...]:
    """The names of all bots: plain ones, levels from weak to strong, guests.

    >>> galda.bot_names()[:7]
    ('random', 'greedy', 'novice', 'casual', 'skilled', 'expert', 'master')
    """
    oracle = (ORACLE,) if anything_solved() else ()
    return (*PLAIN, *LEVELS, LEARNT, NEVER_LOSES, *oracle, *_guests())


def warm_up(start: Position) -> None:
    """Compile or load what levels need for a game, so that no move has to wait for it."""
    if start.is_over:
        return
    if can_look_ahead(start):
        AlphaBeta(depth=1).choose(start)
    else:
        Mcts(iterations=1).choose(start)
    if network_of(start.game) is not None:
        LearntBot(1).choose(start)


def warm_up_all(start: Position) -> None:
    """Compile all that any bot needs for a game, at whatever number of players."""
    Mcts(iterations=1).choose(start)
    if start.game.has("evaluate"):
        AlphaBeta(depth=1).choose(start)


def network_file(name: str) -> tuple[str, int] | None:
    """The file and the budget that `learnt.pt` or `learnt.npz:64` mean; None: no such name."""
    file, colon, budget = name.rpartition(":")
    if not colon or not file.endswith(NETWORK):
        file, budget = name, "0"
    simulations = read_whole(budget)
    return (file, simulations) if file.endswith(NETWORK) and simulations is not None else None


def check_bot(name: str, *, files: bool = True) -> None:
    """Complain, naming the bots there are, unless there is one of that name.

    `files`: whether it may be a network in a file; not where strangers name bots.
    """
    if files and (named := network_file(name)) is not None:
        if not Path(named[0]).exists():
            raise GaldaError("there is no file {file}", file=named[0])
        return
    level, colon, budget = name.partition(":")
    if colon and level in (*LEVELS, LEARNT) and (read_whole(budget) or 0) > 0:
        return
    if name not in bot_names():
        if name == ORACLE:
            raise GaldaError("the oracle needs a solved game: galda solve GAME makes one")
        raise GaldaError(
            "no bot {name!r}; choose from {known}", name=name, known=", ".join(bot_names())
        )


def make_bot(name: str, seed: int | None = None) -> Bot:
    """The bot of that name; a seed makes its choices repeatable.

    `master:5000` looks at 5000 nodes or samples 5000 games for a move, however long that takes.
    `learnt.pt` is a network in a file, `learnt.pt:64` the same searching with 64 simulations;
    `learnt.npz` is one of whole numbers, which searches for a second.

    >>> position = galda.game("quixo").new()
    >>> galda.make_bot("novice", seed=1).choose(position) in position.legal_actions
    True
    """
    if name in LEVELS:  # asked for most, and there without looking who else is
        return LevelBot(LEVELS[name], seed)
    if name in PLAIN:
        return PLAIN[name](seed)
    check_bot(name)
    if (named := network_file(name)) is not None:
        if named[0].endswith(".npz"):
            return bot_of_network(Path(named[0]), named[1], seed)
        from galda.nets.checkpoints import bot_from_file  # noqa: PLC0415  (PyTorch is an extra)

        return bot_from_file(*named, seed)
    level, _, budget = name.partition(":")
    if level == LEARNT:
        return LearntBot(int(budget or 0), seed)
    if budget:
        n = int(budget)
        return LevelBot(
            replace(LEVELS[level], nodes=n, iterations=n, unaided=n, seconds=None), seed
        )
    if name == NEVER_LOSES:
        return ProvenBot(seed)
    if name == ORACLE:
        return OracleBot(seed)
    made: Bot = _guests()[name].load()(seed)
    return made


def advise(position: Position, level: str, seed: int | None) -> list[Suggestion]:
    """What the bot of a level thinks of every legal action."""
    bot = make_bot(level, seed)
    if not isinstance(bot, Adviser):
        raise GaldaError("the bot {level!r} plays but gives no advice", level=level)
    return bot.suggest(position) if position.legal_actions else []


@lru_cache
def _guests() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
