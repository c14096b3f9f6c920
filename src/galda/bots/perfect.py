"""The bot that never errs, in games that are solved: it looks moves up in a tablebase."""

from __future__ import annotations

import random

from galda.bots.alphabeta import AlphaBeta
from galda.core.play.advice import Suggestion, certain_moves
from galda.core.play.position import Position
from galda.solve.oracle import check_solved, tablebase_for

ORACLE = "oracle"
SECONDS = 0.5
"""For choosing among moves of the same worth where nobody knows how long they take."""


class OracleBot:
    """Perfect play: wins as soon as it can, loses as late as it must."""

    def __init__(self, seed: int | None = None) -> None:
        self._chance = random.Random(seed)

    def choose(self, position: Position) -> int:
        """The best action, or any of the best."""
        moves = self.suggest(position)
        best = [m for m in moves if (m.value, m.turns) == (moves[0].value, moves[0].turns)]
        if len(best) > 1 and best[0].turns is None:
            return self._look_ahead(position, {move.action for move in best})
        return self._chance.choice(best).action

    def suggest(self, position: Position) -> list[Suggestion]:
        """All legal actions with their true worth, best first."""
        check_solved(position.game, position.options)
        tablebase_for(position.game, position.options)  # says why it cannot be trusted
        moves = certain_moves(position)
        assert moves is not None, "a tablebase knows every position"
        return moves

    def _look_ahead(self, position: Position, among: set[int]) -> int:
        """Of moves that keep the value, the one a search likes best: it makes headway."""
        search = AlphaBeta(seconds=SECONDS, seed=self._chance.getrandbits(60))
        return next(move.action for move in search.suggest(position) if move.action in among)
