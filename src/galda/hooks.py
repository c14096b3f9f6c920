"""What lower rooms ask of higher ones, without importing them.

A hook is filled with a function, or with the place of one, which is then loaded at the first call.
`galda/__init__.py` fills the hooks of the library; a server fills `BEGIN` while it compiles.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def find(place: str, package: str | None = None) -> Any:
    """What stands at a place such as `galda.bots.levels:advise`; `.text.words:WORDS` is relative.

    >>> find("galda.core.play.terms:SPECTATOR")
    -1
    """
    module, _, name = place.partition(":")
    return getattr(import_module(module, package), name)


class Hook:
    """A function that somebody else provides; while there is none, a call returns None.

    >>> hook = Hook()
    >>> hook(3)
    >>> hook.fill(str)
    >>> hook(3)
    '3'
    """

    def __init__(self) -> None:
        self._function: Callable[..., Any] | str | None = None

    def fill(self, function: Callable[..., Any] | str | None) -> None:
        """Provide the function, as itself or as its place; None takes it away."""
        self._function = function

    def __call__(self, *arguments: Any) -> Any:
        """Call the function that fills the hook, or return None."""
        function = find(self._function) if isinstance(self._function, str) else self._function
        self._function = function
        return None if function is None else function(*arguments)


FIND_GAME = Hook()
"""(name) -> the game called so."""
ADVISE = Hook()
"""(position, level, seed) -> the value of each legal action, as a bot of that level sees it."""
ANALYSE = Hook()
"""(position, seconds, seed) -> what ever longer looks find, line by line."""
BEGIN = Hook()
"""(game) raises `NotReady` where a game may not begin yet."""
