"""Bots by name: five levels for every game, plain bots, the proven one, the oracle, and guests.

A level is data: which search and with what budget. In some games a bot of a level can have a style
(`styles.py`). Another package adds a bot by an entry point in
the group `galda.bots` that names something which makes one from a seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from galda.bots.alphabeta import AlphaBeta
from galda.bots.attention import (
    Attention,
    choose_by_whim,
    first_thoughts,
    seen_moves,
    win_at_once,
)
from galda.bots.book_bot import BookBot
from galda.bots.bot import Adviser, Bot
from galda.bots.greedy import GreedyBot
from galda.bots.mcts import LATER, Mcts
from galda.bots.network import PolicyBot, bot_of_file, network_of, sampler_of
from galda.bots.oracle_bot import ORACLE, OracleBot
from galda.bots.proven_bot import NEVER_LOSES, ProvenBot
from galda.bots.random_bot import RandomBot
from galda.bots.styles import all_styles, check_style, split_style, tastes_of, with_style
from galda.bots.weighing import Weighing
from galda.core.errors import GaldaError
from galda.core.numerals import read_whole
from galda.core.play.game import Game
from galda.core.play.position import Position
from galda.core.play.styles import PLAIN as NO_TASTES
from galda.core.play.styles import Tastes
from galda.core.play.values import Suggestion
from galda.solve.book import warm_book
from galda.solve.proving import is_proved
from galda.solve.user_tablebases import anything_solved, is_solved

NO_LIMIT = 1 << 60
FULL = Attention()
GROUP = "galda.bots"
NETWORK = (".pt", ".npz")
"""How the names of files end that hold a network: for PyTorch, or in whole numbers."""


@dataclass(frozen=True)
class Level:
    """How strong a bot is: the budgets of its search, and what it overlooks (`attention.py`)."""

    depth: int
    """Turns that alpha-beta looks ahead, at most."""
    iterations: int
    """Games that Monte-Carlo tree search samples, at most; 0: none, it goes by first thoughts."""
    unaided: int | None = None
    """The same by chance in games that bring no policy for samples to follow; None: as many, by
    the policy that such games have instead."""
    horizon: int = NO_LIMIT
    """Actions that a sampled game is played on before it is judged by how things stand."""
    looking: Attention | None = None
    """What it sees where it looks ahead; None: everything, as far as nodes and seconds last."""
    sampling: Attention = FULL
    """What it sees where it samples games."""
    nodes: int = NO_LIMIT
    """Positions that alpha-beta looks at, at most, where it sees everything."""
    seconds: float | None = 1.0
    """Time for a move on one core, at most; None: as long as it takes."""
    book: bool = False
    """Whether it plays the first turns of solved games by heart, exactly."""
    again: bool = False
    """Whether going round in a circle counts as a draw where it looks ahead."""
    policy: bool = False
    """Whether it plays by the policy of the game's network alone, where there is one."""
    strongest: bool = False
    """Whether it goes by the game's own search, where it has one (`weigh`), else by a tree search
    that the game's network leads, if it has one."""

    def iterations_in(self, game: Game) -> int:
        """Games sampled for a move of this game, at most."""
        return self.iterations if self.unaided is None or brings_policy(game) else self.unaided


LEVELS = {
    "novice": Level(
        depth=1, looking=Attention(notices=0.35, heeds=0, whim=0.25),
        iterations=0, unaided=0, sampling=Attention(notices=0.7, whim=0.02),
    ),
    "casual": Level(
        depth=2, looking=Attention(notices=0.8, heeds=0.6, whim=0.05),
        iterations=0, unaided=60, sampling=Attention(notices=0.3, ideas=1),
    ),
    "skilled": Level(
        depth=2, looking=Attention(notices=0.9, heeds=0.9, whim=0.02),
        iterations=30, unaided=500, horizon=40, sampling=Attention(notices=0, ideas=20),
    ),
    "expert": Level(
        depth=3, looking=Attention(notices=0.95, heeds=0.97, whim=0.01),
        iterations=200, unaided=3000, policy=True,
    ),
    "master": Level(depth=60, iterations=NO_LIMIT, book=True, again=True, strongest=True),
}  # fmt: skip
"""The same five for all games, weakest first.

>>> from galda.bots.levels import LEVELS
>>> LEVELS["skilled"].depth
2
"""

STYLISH = tuple(name for name, level in LEVELS.items() if level.iterations > 0)
"""The levels that can have a style: those that sample games. The others see nothing of their plans
but the turn they are at."""

CLASSIC = "classic"
MARKS = {CLASSIC: Level(depth=60, iterations=NO_LIMIT)}
"""Bots that are never tuned again, so that progress can be measured; no levels to play with.

`classic` is the master of version 1: a second of alpha-beta or of tree search, and nothing learnt
but the weights by which a game judges positions.
"""

SEARCHING = LEVELS | MARKS
"""All bots that are a search with settings."""
LEAST_SAMPLES = 20
"""Games that even the weakest level samples when it is asked for advice."""
RANDOM = "random"
PLAIN: dict[str, Callable[[int | None], Bot]] = {RANDOM: RandomBot, "greedy": GreedyBot}


class LevelBot:
    """A bot of a level: it looks ahead where the game evaluates positions, else it samples games or
    goes by the game's network.

    One with a style always samples: neither alpha-beta's evaluation nor a network knows of styles.
    """

    def __init__(self, level: Level, seed: int | None = None, style: str = "") -> None:
        self.level = level
        self.style = style
        self._chance = random.Random(seed)
        self._sampler: Mcts | None = None
        self._policy: PolicyBot | None = None

    def choose(self, position: Position) -> int:
        """The action to play."""
        tastes = tastes_of(position.game, self.style)
        if len(position.legal_actions) == 1:
            return position.legal_actions[0]
        if self._looks_ahead(position):
            return self._look(position)
        if self._has_network(self.level.policy, position.game):
            return self._ask_policy(position)
        if self._weighs(position.game):
            return self._search_by_weighing(position).choose(position)
        return self._sample(position, tastes)

    def suggest(self, position: Position) -> list[Suggestion]:
        """The legal actions, best first; a level overlooks nothing when asked for advice."""
        if self._looks_ahead(position):
            return self._search_ahead().suggest(position)
        if self._weighs(position.game):
            return self._search_by_weighing(position).suggest(position)
        tastes = tastes_of(position.game, self.style)
        return self._search_samples(position, tastes, LEAST_SAMPLES).suggest(position)

    def _looks_ahead(self, position: Position) -> bool:
        return not self.style and can_look_ahead(position)

    def _has_network(self, wanted: bool, game: Game) -> bool:
        return wanted and not self.style and network_of(game) is not None

    def _weighs(self, game: Game) -> bool:
        return self.level.strongest and not self.style and game.has("weigh")

    def _look(self, position: Position) -> int:
        attention = self.level.looking
        if attention is None:
            return self._search_ahead().choose(position)
        moves = seen_moves(position, self.level.depth, attention, self._chance)
        return choose_by_whim(moves, attention.whim, self._chance)

    def _ask_policy(self, position: Position) -> int:
        if self._policy is None:
            network = network_of(position.game)
            assert network is not None
            self._policy = PolicyBot(network)
        return self._policy.choose(position)

    def _sample(self, position: Position, tastes: Tastes) -> int:
        attention = self.level.sampling
        if attention.is_full:
            return self._search_samples(position, tastes).choose(position)
        if (win := win_at_once(position)) is not None:
            return win
        moves = first_thoughts(position, attention, self._chance)
        if self.level.iterations_in(position.game) == 0 or len(moves) == 1:
            return choose_by_whim(moves, attention.whim, self._chance)
        bot = self._search_samples(position, tastes)
        bot.only = frozenset(move.action for move in moves)
        return bot.choose(position)

    def _search_ahead(self) -> Adviser:
        level = self.level
        seed = self._chance.getrandbits(60)
        search = AlphaBeta(level.depth, level.nodes, level.seconds, seed=seed, again=level.again)
        return BookBot(search) if level.book else search

    def _search_by_weighing(self, position: Position) -> Weighing:
        level, share = self.level, LATER if position.in_turn else 1
        seed = self._chance.getrandbits(60)
        if level.seconds is None:  # a budget that stands for time
            return Weighing(max(int(level.iterations_in(position.game) * share), 1), None, seed)
        return Weighing(level.iterations_in(position.game), level.seconds * share, seed)

    def _search_samples(
        self, position: Position, tastes: Tastes = NO_TASTES, least: int = 1
    ) -> Mcts:
        level, game = self.level, position.game
        seed = self._chance.getrandbits(60)
        if self._sampler is None:
            self._sampler = self._new_sampler(game, seed)
        self._sampler.tastes = tastes
        self._sampler.only = None
        share = LATER if position.in_turn else 1
        budget = max(level.iterations_in(game), least)
        if level.seconds is None:  # a budget that stands for time
            self._sampler.iterations = max(int(budget * share), 1)
        else:
            self._sampler.iterations = budget
            self._sampler.seconds = level.seconds * share
        return self._sampler

    def _new_sampler(self, game: Game, seed: int) -> Mcts:
        if self._has_network(self.level.policy or self.level.strongest, game):
            sampler = sampler_of(game, seed)
            sampler.reuse = True
            return sampler
        guided = self.level.unaided is None or brings_policy(game)
        return Mcts(guided=guided, rollout_limit=self.level.horizon, seed=seed, reuse=True)


def brings_policy(game: Game) -> bool:
    """Whether the game's folder says which moves are likely, for sampled games to follow."""
    return game.has("rollout_policy")


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


def bot_names(game: Game | None = None) -> tuple[str, ...]:
    """The names of all bots: plain ones, levels from weak to strong, guests.

    For a game whose bots can have styles, these too.

    >>> galda.bot_names()[:7]
    ('random', 'greedy', 'novice', 'casual', 'skilled', 'expert', 'master')
    >>> galda.bot_names(galda.game("towers"))[-3:]
    ('master-builder', 'master-collector', 'master-gambler')
    """
    oracle = (ORACLE,) if anything_solved() else ()
    styles = game.bots.styles if game else ()
    styled = (with_style(level, style.name) for level in STYLISH for style in styles)
    return (*PLAIN, *LEVELS, *MARKS, NEVER_LOSES, *oracle, *_guests(), *styled)


def is_search(name: str) -> bool:
    """Whether a bot is a search with settings, in whatever style."""
    return split_style(name, LEVELS)[0] in SEARCHING


def warm_up(start: Position) -> None:
    """Compile or load what levels need for a game, so that no move has to wait for it."""
    if start.is_over:
        return
    if can_look_ahead(start):
        BookBot(AlphaBeta(depth=1)).choose(start)
        warm_book(start.game)
    else:
        Mcts(iterations=1).choose(start)
        _warm_network(start)
        first_thoughts(start, Attention(ideas=1), random.Random(0))
    if start.game.has("weigh"):
        Weighing(1).choose(start)


def warm_up_all(start: Position) -> None:
    """Compile all that any bot needs for a game, at whatever number of players."""
    Mcts(iterations=1).choose(start)
    _warm_network(start)
    if start.game.has("weigh"):
        Weighing(1).choose(start)
    if start.game.has("evaluate"):
        AlphaBeta(depth=1).choose(start)


def _warm_network(start: Position) -> None:
    if (network := network_of(start.game)) is not None:
        PolicyBot(network).choose(start)
        sampler = sampler_of(start.game)
        sampler.iterations = 1
        sampler.choose(start)


def network_file(name: str) -> tuple[str, int] | None:
    """The file and the budget that `learnt.pt` or `learnt.npz:64` mean; None: no such name."""
    file, colon, budget = name.rpartition(":")
    if not colon or not file.endswith(NETWORK):
        file, budget = name, "0"
    simulations = read_whole(budget)
    return (file, simulations) if file.endswith(NETWORK) and simulations is not None else None


def check_bot(name: str, *, game: Game | None = None, files: bool = True) -> None:
    """Complain, naming the bots there are, unless there is one of that name.

    `game`: the one it is to play; not every game has every style. `files`: whether it may be a
    network in a file; not where strangers name bots.
    """
    if files and (named := network_file(name)) is not None:
        if not Path(named[0]).exists():
            raise GaldaError("there is no file {file}", file=named[0])
        return
    plain, style = split_style(name, LEVELS)
    level, colon, budget = plain.partition(":")
    if style:
        check_style(game, style)
        if level not in STYLISH:
            raise GaldaError(
                "a bot of the level {level!r} has no style; choose from {known}",
                level=level, known=", ".join(with_style(each, style) for each in STYLISH),
            )  # fmt: skip
    if colon and level in (*SEARCHING, NEVER_LOSES) and (read_whole(budget) or 0) > 0:
        return
    if plain not in bot_names():
        if name == ORACLE:
            raise GaldaError("the oracle needs a solved game: galda solve GAME makes one")
        if name in all_styles():
            raise GaldaError(
                "{name!r} is a style, and goes with a level: {example}",
                name=name, example=with_style("expert", name),
            )  # fmt: skip
        raise GaldaError(
            "no bot {name!r}; choose from {known}", name=name, known=", ".join(bot_names(game))
        )


def make_bot(name: str, seed: int | None = None) -> Bot:
    """The bot of that name; a seed makes its choices repeatable.

    `master:5000` looks at 5000 nodes or samples 5000 games for a move, however long that takes, or
    lets the game's own search do about as much work (`bots/weighing.py`);
    `never-loses:5000` does so where nothing is proved.
    `expert-builder` is an expert in the style of a builder, in games that have it.
    `learnt.pt` is a network in a file, `learnt.pt:64` the same searching with 64 simulations;
    `learnt.npz` is one of whole numbers, which needs no PyTorch.

    >>> position = galda.game("quixo").new()
    >>> galda.make_bot("novice", seed=1).choose(position) in position.legal_actions
    True
    """
    if name in SEARCHING:  # asked for most, and there without looking who else is
        return LevelBot(SEARCHING[name], seed)
    if name in PLAIN:
        return PLAIN[name](seed)
    check_bot(name)
    if (named := network_file(name)) is not None:
        return bot_of_file(Path(named[0]), named[1], seed)
    plain, style = split_style(name, LEVELS)
    level, _, budget = plain.partition(":")
    if level in SEARCHING:
        searching = SEARCHING[level]
        if budget:
            n = int(budget)
            searching = replace(searching, nodes=n, iterations=n, unaided=n, seconds=None)
        return LevelBot(searching, seed, style)
    if level == NEVER_LOSES:
        return ProvenBot(seed, int(budget) if budget else None)
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
