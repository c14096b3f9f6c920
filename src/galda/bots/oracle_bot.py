"""The bot that never errs, in games that are solved: it looks moves up in a tablebase."""

from __future__ import annotations

import random

from galda.bots.alphabeta import AlphaBeta
from galda.core.play.position import Position
from galda.core.play.values import Exact, Suggestion
from galda.solve.oracle import exact_moves
from galda.solve.user_tablebases import check_solved, tablebase_for

ORACLE = "oracle"
"""The name of its level."""
SECONDS = 0.5
"""For choosing among moves of the same value where nobody knows how long they take."""


class OracleBot:
    """Perfect play: wins as soon as it can, loses as late as it must."""

    def __init__(self, seed: int | None = None) -> None:
        self._chance = random.Random(seed)

    def choose(self, position: Position) -> int:
        """The best action, or any of the best."""
        moves = self.suggest(position)
        value = moves[0].value
        best = [move.action for move in moves if move.value == value]
        if len(best) > 1 and isinstance(value, Exact) and value.turns is None:
            return self._look_ahead(position, set(best))
        return self._chance.choice(best)

    def suggest(self, position: Position) -> list[Suggestion]:
        """All legal actions with their true value, best first."""
        check_solved(position.game, position.options)
        solution = tablebase_for(position.game, position.options)
        assert solution is not None, "it was there a moment ago"
        return exact_moves(position, solution)

    def _look_ahead(self, position: Position, among: set[int]) -> int:
        """Of moves that keep the value, the one a search likes best: it makes headway."""
        return AlphaBeta(seconds=SECONDS, seed=self._chance.getrandbits(60)).choose(position, among)
