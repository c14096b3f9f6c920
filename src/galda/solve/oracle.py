"""Perfect play: how positions and moves really end.

`certainty` and `certain_moves` look into the tablebases in the user's folder; `exact_value` and
`exact_moves` into the one they are given. A tablebase keeps positions between turns: in the middle
of a turn the best way to finish it counts.
"""

from __future__ import annotations

import logging
from typing import Protocol

from galda.core.errors import GaldaError
from galda.core.play.position import Position
from galda.core.play.values import Exact, Suggestion, value_at_end
from galda.solve.user_tablebases import tablebase_for

LOG = logging.getLogger(__name__)


class Solution(Protocol):
    """What can be asked: a tablebase, or something like one."""

    def exact(self, position: Position) -> Exact:
        """What perfect play makes of a position between turns, for the seat to act."""


def certainty(position: Position) -> Exact | None:
    """How a position really ends for the seat to act; None where nobody knows.

    >>> from galda.solve.oracle import certainty
    >>> certainty(galda.game("alhambra").new()) is None  # nobody can solve it
    True
    """
    try:
        solution = tablebase_for(position.game, position.options)
        return None if solution is None else exact_value(position, solution)
    except GaldaError as error:
        _warn(error)
        return None


def certain_moves(position: Position) -> list[Suggestion] | None:
    """All legal actions with their true value, best first; None where nobody knows.

    >>> from galda.solve.oracle import certain_moves
    >>> certain_moves(galda.game("alhambra").new()) is None
    True
    """
    try:
        solution = tablebase_for(position.game, position.options)
        return None if solution is None else exact_moves(position, solution)
    except GaldaError as error:
        _warn(error)
        return None


def exact_moves(position: Position, solution: Solution) -> list[Suggestion]:
    """All legal actions with the value a solution gives them, best first."""
    found = [
        Suggestion(action, _value_of_move(position, action, solution))
        for action in position.legal_actions
    ]
    return sorted(found, key=lambda move: move.value, reverse=True)


def exact_value(position: Position, solution: Solution) -> Exact:
    """What a position is worth to the seat to act, be it in the middle of a turn."""
    if position.is_over:
        return value_at_end(position, position.to_act)
    if not position.in_turn:
        return solution.exact(position)
    return max(_value_of_move(position, action, solution) for action in position.legal_actions)


def _value_of_move(position: Position, action: int, solution: Solution) -> Exact:
    """What an action is worth to the seat that plays it."""
    after = position.play(action)
    value = exact_value(after, solution)
    if after.sides[after.to_act] != position.sides[position.to_act]:
        value = value.turned()
    return value if after.in_turn else value.a_turn_later()


def _warn(error: GaldaError) -> None:
    LOG.warning("a tablebase was not asked: %s", error)
