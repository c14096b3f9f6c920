"""Looking ahead with a book: the first turns of a solved game are played exactly.

The book is the game's openings, a small file in its folder (`solve/openings.py`) that is read when
first needed.
"""

from __future__ import annotations

from dataclasses import dataclass

from galda.bots.alphabeta import AlphaBeta
from galda.core.play.position import Position
from galda.core.play.values import Suggestion
from galda.solve.openings import book_moves


@dataclass(frozen=True)
class BookBot:
    """Plays what keeps the exact value where the book knows it; chooses among equals by search."""

    search: AlphaBeta

    def choose(self, position: Position) -> int:
        """The best action."""
        known = book_moves(position)
        if known is None:
            return self.search.choose(position)
        best = [move.action for move in known if move.value == known[0].value]
        return best[0] if len(best) == 1 else self.search.choose(position, best)

    def suggest(self, position: Position) -> list[Suggestion]:
        """All legal actions with their values, best first; the search ranks equals."""
        found, known = self.search.suggest(position), book_moves(position)
        if known is None:
            return found
        values = {move.action: move.value for move in known}
        exact = [Suggestion(move.action, values[move.action]) for move in found]
        return sorted(exact, key=lambda move: move.value, reverse=True)
