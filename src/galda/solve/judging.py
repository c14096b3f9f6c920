"""Moves that a judge finds good: a network that has learnt from a solution, evaluated seldom."""

from __future__ import annotations

from collections.abc import Collection

from galda.core.play.position import Position
from galda.core.play.solver import JudgingSolver, solver_of

WITHIN = 1000
"""A move that is worth so much less than the best counts as nearly as good."""


def nearly_best(position: Position, among: Collection[int] | None = None) -> list[int] | None:
    """The actions that a judge finds best or nearly so, among some if not all are wanted.

    >>> from galda.solve.judging import nearly_best
    >>> nearly_best(galda.game("alhambra").new()) is None  # there is no judge
    True
    """
    solver = solver_of(position.game)
    if not isinstance(solver, JudgingSolver) or position.in_turn:
        return None
    found = solver.worths(position.state)
    if found is None:
        return None
    wanted = [action for action in found if among is None or action in among]
    best = max((found[action] for action in wanted), default=0)
    return [action for action in wanted if found[action] >= best - WITHIN] or None
