"""The games there are: each folder here is one, and other packages can add theirs.

Another package adds a game by an entry point in the group `galda.games` that names a `Game`. Its
sentences in other languages are in a folder `locale` beside it.
"""

from __future__ import annotations

import pkgutil
from functools import lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from galda.core.errors import UnknownGame
from galda.core.play.game import Game
from galda.core.play.position import Position

GROUP = "galda.games"


def game_names() -> tuple[str, ...]:
    """The names of all games, our own first.

    >>> galda.game_names()
    ('alhambra', 'pylos', 'quixo', 'towers')
    """
    own = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return (*own, *sorted(_guests().keys() - set(own)))


@lru_cache
def game(name: str) -> Game:
    """The game called `name`.

    >>> galda.game("quixo").title
    'Quixo'
    """
    names = game_names()
    if name not in names:
        raise UnknownGame(
            "no game {name!r}; choose from {known}", name=name, known=", ".join(names)
        )
    if name in _guests():
        # Only games of other packages bring words of their own; ours are in our catalogues.
        from galda.core.show.language import add_catalogues  # noqa: PLC0415

        provided: Game = _guests()[name].load()
        add_catalogues(provided.package)
    else:
        provided = import_module(f"{__name__}.{name}").GAME
    return provided


def position(text: str, *, seed: int | None = None) -> Position:
    """The position that a text means which begins with its game's name.

    >>> galda.position("quixo size=3 x../.o./... 1").legal_actions == ()
    False
    """
    name, _, _ = text.strip().partition(" ")
    return game(name.lower()).position(text, seed=seed)


@lru_cache
def _guests() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
