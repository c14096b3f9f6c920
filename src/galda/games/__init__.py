"""The games there are: each folder here is one, and other packages can add theirs.

Another package adds a game by an entry point in the group `galda.games` that names a `Game`
(`external.py`). Its sentences in other languages are in a folder `locale` beside it.
"""

from __future__ import annotations

import pkgutil
from functools import lru_cache
from importlib import import_module

from galda.core.errors import UnknownGame
from galda.core.external import external_games, left_out
from galda.core.play.game import Game
from galda.core.play.position import Position


def game_names() -> tuple[str, ...]:
    """The names of all games that can be played, our own first.

    >>> galda.game_names()
    ('alhambra', 'pylos', 'quixo', 'towers')
    """
    own = _own_names()
    return (*own, *sorted(external_games(frozenset(own))))


def game(name: str) -> Game:
    """The game called `name`.

    >>> galda.game("quixo").title
    'Quixo'
    """
    own = _own_names()
    if name in own:
        return _own_game(name)
    found = external_games(frozenset(own)).get(name)
    if found is not None:
        return found
    for other in left_out():
        if other.name == name:
            raise UnknownGame(
                "the game {name!r} is left out: {reason}", name=name, reason=other.reason
            ) from other.error
    raise UnknownGame(
        "no game {name!r}; choose from {known}", name=name, known=", ".join(game_names())
    )


def position(text: str, *, seed: int | None = None) -> Position:
    """The position that a text means which begins with its game's name.

    >>> galda.position("quixo size=3 x../.o./... 1").legal_actions == ()
    False
    """
    name, _, _ = text.strip().partition(" ")
    return game(name.lower()).position(text, seed=seed)


@lru_cache
def _own_names() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


@lru_cache
def _own_game(name: str) -> Game:
    found: Game = import_module(f"{__name__}.{name}").GAME
    return found
