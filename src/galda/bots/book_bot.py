"""Looking ahead with a book: the first turns of a solved game are played exactly.

The book is a file of the game's folder (`solve/book.py`), read when first needed: the openings,
which count turns, and how all early positions end.
"""

from __future__ import annotations

from dataclasses import dataclass

from galda.bots.alphabeta import AlphaBeta
from galda.core.play.position import Position
from galda.core.play.values import Exact, GameValue, Suggestion
from galda.solve.book import book_moves, early_end, early_moves, worth_trying


@dataclass(frozen=True)
class BookBot:
    """Plays what keeps the exact value where the book knows it; chooses among equals by search."""

    search: AlphaBeta

    def choose(self, position: Position) -> int:
        """The best action."""
        known = book_moves(position)
        if known is None:
            best = worth_trying(early_moves(position), early_end(position))
        else:
            best = [move.action for move in known if move.value == known[0].value]
        return best[0] if len(best) == 1 else self.search.choose(position, best)

    def suggest(self, position: Position) -> list[Suggestion]:
        """All legal actions with their values, best first; the search ranks equals."""
        found, known = self.search.suggest(position), book_moves(position)
        if known is None:
            ends = early_moves(position)
            surer = [
                Suggestion(each.action, _surer(each.value, ends[each.action])) for each in found
            ]
            return sorted(surer, key=lambda move: move.value, reverse=True)
        values = {move.action: move.value for move in known}
        exact = [Suggestion(move.action, values[move.action]) for move in found]
        return sorted(exact, key=lambda move: move.value, reverse=True)


def _surer(searched: GameValue, known: Exact | None) -> GameValue:
    """What the search has found, unless it only estimates what is known."""
    return searched if known is None or searched.is_exact else known
