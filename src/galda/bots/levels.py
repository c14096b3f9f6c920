"""Bots by name: five levels for every game, plain bots, the proven one, the oracle, and guests.

What a level does in a game stands in the game's folder (`core/play/levels.py`, `level_bot.py`). In
some games a bot of a level can have a style (`styles.py`). Another package adds a bot by an entry
point in the group `galda.bots` that names something which makes one from a seed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from galda.bots.bot import Adviser, Bot
from galda.bots.greedy import GreedyBot
from galda.bots.level_bot import LevelBot
from galda.bots.network import bot_of_file
from galda.bots.oracle_bot import ORACLE, OracleBot
from galda.bots.proven_bot import NEVER_LOSES, ProvenBot
from galda.bots.random_bot import RandomBot
from galda.bots.styles import all_styles, check_style, split_style, with_style
from galda.core.errors import GaldaError
from galda.core.numerals import read_whole
from galda.core.play.game import Game
from galda.core.play.options import player_counts
from galda.core.play.position import Position
from galda.core.play.values import Suggestion
from galda.solve.book import warm_book
from galda.solve.proving import is_proved
from galda.solve.user_tablebases import anything_solved, is_solved

GROUP = "galda.bots"
NETWORK = (".pt", ".npz")
"""How the names of files end that hold a network: for PyTorch, or in whole numbers."""
LEVELS = ("novice", "casual", "skilled", "expert", "master")
"""The levels of all games, weakest first.

>>> from galda.bots.levels import LEVELS
>>> LEVELS[-1]
'master'
"""
STYLISH = ("skilled", "expert", "master")
"""The levels that can have a style: those that play by rollouts with it. The others see nothing of
their plans but the turn they are at."""
CLASSIC = "classic"
BASELINES = (CLASSIC,)
"""Bots that are never tuned again, so that progress can be measured; not offered to players.

`classic` is the master of version 1: a second of alpha-beta, or of tree search without a network.
"""
SEARCHING = (*LEVELS, *BASELINES)
"""All bots that are rows of a game's table."""
RANDOM = "random"
PLAIN: dict[str, Callable[[int | None], Bot]] = {RANDOM: RandomBot, "greedy": GreedyBot}


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
    return (*PLAIN, *LEVELS, *BASELINES, NEVER_LOSES, *oracle, *_guests(), *styled)


def is_search(name: str) -> bool:
    """Whether a bot is a row of a game's table, in whatever style."""
    return split_style(name, LEVELS)[0] in SEARCHING


def warm_up(start: Position) -> None:
    """Compile or load what levels need for a game, so that no move has to wait for it."""
    if start.is_over:
        return
    for level in SEARCHING:
        bot = LevelBot(level, work=1)
        bot.choose(start)
        bot.suggest(start)
    warm_book(start.game)


def warm_up_all(start: Position) -> None:
    """The same for any number of players."""
    for players in player_counts(start.game.options):
        warm_up(start.game.new(players=players, seed=0))


def network_file(name: str) -> tuple[str, int] | None:
    """The file and the budget that `network.pt` or `network.npz:64` mean; None: no such name."""
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

    `master:5000` has a budget of 5000 nodes or iterations for a move instead of a time, and so has
    `never-loses:5000` where nothing is proved.
    `expert-builder` is an expert in the style of a builder, in games that have it.
    `network.pt` is a network in a file, `network.pt:64` the same searching with 64 simulations;
    `network.npz` is one of whole numbers, which needs no PyTorch.

    >>> position = galda.game("quixo").new()
    >>> galda.make_bot("novice", seed=1).choose(position) in position.legal_actions
    True
    """
    if name in SEARCHING:  # asked for most, and there without looking who else is
        return LevelBot(name, seed)
    if name in PLAIN:
        return PLAIN[name](seed)
    check_bot(name)
    if (named := network_file(name)) is not None:
        return bot_of_file(Path(named[0]), named[1], seed)
    plain, style = split_style(name, LEVELS)
    level, _, budget = plain.partition(":")
    if level in SEARCHING:
        return LevelBot(level, seed, style, int(budget) if budget else None)
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
