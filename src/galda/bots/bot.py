"""What a bot is: anything that chooses an action."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from galda.core.play.position import Position
from galda.core.play.values import Suggestion


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
