"""The bot that looks ahead, in two-player games without secrets: iterative alpha-beta."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from galda.bots.kernels.negamax import DECIDED, WIN, Budget, new_workspace, search_root
from galda.core.play.position import Position
from galda.core.play.values import Estimate, Exact, Suggestion, value_of_search

DEEPEST = 60
FIRST_GUESS = 1_000_000
"""Nodes a second, until it can be measured."""


def can_look_ahead(position: Position) -> bool:
    """Whether alpha-beta plays a game: it has two players and evaluates positions."""
    return position.players == 2 and position.game.has("evaluate")


@dataclass(frozen=True)
class AlphaBeta:
    """A bot that looks ahead; stops at a depth, a number of nodes or a time, whichever is first.

    >>> from galda.bots.alphabeta import AlphaBeta
    >>> position = galda.game("quixo").new(size=3)
    >>> AlphaBeta(depth=2).choose(position) in position.legal_actions
    True
    """

    depth: int = DEEPEST
    nodes: int = 1 << 62
    seconds: float | None = None
    table_bits: int = 20
    seed: int | None = None
    """Chooses among actions that look equally good; None: the first of them."""
    repetitions_draw: bool = False
    """Whether a position that comes again counts as drawn. Only for choosing an action: advice
    counts the turns until a win, and these could then be too many."""

    def choose(self, position: Position, among: Collection[int] | None = None) -> int:
        """The best action found, among some if not all are wanted.

        >>> from galda.bots.alphabeta import AlphaBeta
        >>> AlphaBeta(nodes=1000).choose(galda.game("quixo").new(size=3)) >= 0
        True
        """
        return self.find(position, among).best

    def find(self, position: Position, among: Collection[int] | None = None) -> Found:
        """What a search finds of the best action, among some if not all are wanted.

        >>> from galda.bots.alphabeta import AlphaBeta
        >>> AlphaBeta(depth=1).find(galda.game("quixo").new(size=3)).decided
        False
        """
        return self._search(position, exact=False, among=among)

    def suggest(self, position: Position) -> list[Suggestion]:
        """All legal actions with their values, best first: exact where the end was reached.

        >>> from galda.bots.alphabeta import AlphaBeta
        >>> len(AlphaBeta(depth=1).suggest(galda.game("quixo").new(size=3)))
        20
        """
        found = self._search(position, exact=True)
        ranked = sorted(
            position.legal_actions, key=lambda action: (-found.values[action], action != found.best)
        )
        return [Suggestion(action, found.value(action)) for action in ranked]

    def count_nodes(self, position: Position) -> int:
        """How many positions choosing a move here looks at.

        >>> from galda.bots.alphabeta import AlphaBeta
        >>> AlphaBeta(depth=1).count_nodes(galda.game("quixo").new(size=3)) > 0
        True
        """
        return self._search(position, exact=False).nodes

    def _search(
        self, position: Position, *, exact: bool, among: Collection[int] | None = None
    ) -> Found:
        """Search deeper and deeper. `exact`: find the value of every action, not the best alone."""
        game = position.game
        work = new_workspace(
            game.rules.record,
            game.rules.most_legal,
            game.rules.action_count,
            position.players,
            self.table_bits,
        )
        work.states[0] = position.state
        budget = np.zeros(1, Budget)[0]
        budget.again = self.repetitions_draw and not exact
        values = np.zeros(game.rules.action_count, np.int64)
        if self.seed is not None:  # the order of the first depth decides between equals
            values[:] = np.random.default_rng(self.seed).permutation(game.rules.action_count)
        wanted = np.full(game.rules.action_count, among is None)
        wanted[[] if among is None else list(among)] = True
        best = next(action for action in position.legal_actions if wanted[action])
        began, spent, reached = time.perf_counter(), 0, 0
        for depth in range(1, self.depth + 1):
            allowed = self.nodes - spent
            if self.seconds is not None and depth > 1:
                took = time.perf_counter() - began
                pace = spent / took if took > 0.001 else FIRST_GUESS
                allowed = min(allowed, int(pace * (self.seconds - took)))
            if allowed <= 0:
                break
            trial = values.copy()
            budget.visited, budget.allowed = 0, allowed
            found = search_root(
                work, budget, depth, exact, best if depth > 1 else -1, trial, wanted
            )
            if depth == 1:  # the clock starts when the kernels are loaded
                began = time.perf_counter()
            spent += found.visited
            if found.best >= 0:  # even a search cut short knows the first moves it finished
                best = found.best
            if not found.complete:
                break
            values, reached = trial, depth
            if abs(int(values[best])) > (DECIDED if not exact else WIN - depth - 1):
                break  # advice counts the turns as well: it wants the end in sight
        return Found(best, values, spent, reached)


class Found(NamedTuple):
    """What a search has found."""

    best: int
    values: npt.NDArray[np.int64]
    """Of all actions, as the last depth saw them that was finished."""
    nodes: int
    """The number of positions looked at."""
    depth: int
    """That last depth."""

    @property
    def loses(self) -> bool:
        """Whether even the best action is known to lose."""
        return int(self.values[self.best]) < -DECIDED

    @property
    def decided(self) -> bool:
        """Whether it is known who wins after the best action."""
        return abs(int(self.values[self.best])) > DECIDED

    def value(self, action: int) -> Exact | Estimate:
        """What an action is worth: its turns are counted where the end was within the depth."""
        found = int(self.values[action])
        turns = WIN - abs(found)
        return value_of_search(found, turns if turns <= self.depth else None)
