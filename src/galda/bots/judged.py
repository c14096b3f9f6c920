"""Looking ahead with a judge: where a game has one (`solve/judging.py`), it narrows the choice.

Half of the budget goes into a search of all moves. Unless that decides the game, the other half
goes into the moves that the judge finds nearly best. Without a judge it is the search as it is.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from galda.bots.alphabeta import AlphaBeta
from galda.core.play.position import Position
from galda.core.play.values import Suggestion
from galda.solve.judging import nearly_best


@dataclass(frozen=True)
class JudgedSearch:
    """Looks ahead, and asks the judge of the game, if there is one."""

    search: AlphaBeta

    def choose(self, position: Position, among: Collection[int] | None = None) -> int:
        """The best action, among some if not all are wanted."""
        near = nearly_best(position, among)
        if near is None:
            return self.search.choose(position, among)
        seconds = self.search.seconds
        half = replace(
            self.search,
            nodes=max(1, self.search.nodes // 2),
            seconds=None if seconds is None else seconds / 2,
        )
        first = half.find(position, among)
        if first.decided or near == [first.best]:
            return first.best
        second = half.find(position, near)
        return first.best if second.loses else second.best

    def suggest(self, position: Position) -> list[Suggestion]:
        """All legal actions with their values, as the search has them."""
        return self.search.suggest(position)
