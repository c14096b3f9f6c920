"""Exact values of many positions and all their moves at once, from a tablebase or from memory.

The same answers as `galda.solve.oracle`, tens of thousands of positions a second. A value is two
numbers for who plays the move: the outcome (1 won, 0 drawn, -1 lost) and the turns until the end
(`UNCOUNTED` where nobody has counted them).
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.play.game import Game
from galda.core.play.options import Value
from galda.core.play.solver import Arrays, ManySolver, Solver
from galda.solve.kernels import unfolding

UNCOUNTED = 127
"""Turns of a win or a loss that nobody has counted; more than any end that is counted."""
ILLEGAL = -128
"""In the place of the value of an action that cannot be played."""
AT_ONCE = 16_384
"""Positions that are unfolded together: enough to be quick, few enough for any memory."""

States = npt.NDArray[Any]
Whole = npt.NDArray[np.int64]


class ManySolution(Protocol):
    """A solution that can be asked for many positions: a tablebase, or one in memory."""

    @property
    def game(self) -> Game:
        """What is solved."""

    @property
    def options(self) -> dict[str, Value]:
        """As far as they matter."""

    @property
    def arrays(self) -> Arrays:
        """What is kept."""

    @property
    def solver(self) -> Solver:
        """How it is read."""

    def codes(self, array: str, places: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The numbers kept at places of an array; -1 where the place is."""


class Moves(NamedTuple):
    """All moves of many positions, one after the other."""

    parents: Whole
    """Which position a move belongs to."""
    actions: Whole
    outcomes: Whole
    turns: Whole

    @property
    def codes(self) -> Whole:
        """As one number: 0 drawn, n won in n turns, -n lost in n; ±127: nobody has counted."""
        return self.outcomes * self.turns

    @property
    def ranks(self) -> Whole:
        """Greater is better: the sooner won, the later lost the better."""
        return self.outcomes * (2 * UNCOUNTED - self.turns)


def many_solver(solution: ManySolution) -> ManySolver:
    """The solver of a solution, if it can be asked for many positions at once."""
    if not isinstance(solution.solver, ManySolver):
        raise GaldaError(
            "nothing here can look up many positions of {game} at once", game=solution.game.title
        )
    return solution.solver


def all_moves(states: States, solution: ManySolution) -> Moves:
    """The exact value of every legal action in every position, in the order of the positions.

    >>> from galda.solve.in_memory import hold
    >>> from galda.solve.many import all_moves
    >>> start = galda.game("quixo").new(size=3)
    >>> set(all_moves(start.states, hold(start.game, {"size": 3})).outcomes.tolist())
    {-1, 1}
    """
    found = [
        _unfold(states[at : at + AT_ONCE], solution, at) for at in range(0, len(states), AT_ONCE)
    ]
    if not found:
        return Moves(*(np.zeros(0, np.int64) for _ in Moves._fields))
    return Moves(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


class Unfolded(NamedTuple):
    """Where all moves of many positions lead."""

    parents: Whole
    actions: Whole
    children: States
    kinds: npt.NDArray[np.int8]
    """`BETWEEN_TURNS`, `IN_TURN` or `OVER`."""
    outcomes: Whole
    """For who has played, where the game is over."""
    same: npt.NDArray[np.bool_]
    """Whether the seat that has played goes on."""


def unfold(states: States, game: Game) -> Unfolded:
    """Every legal action of every position, played."""
    scratch = np.zeros(game.rules.most_legal, np.int32)
    counts = np.zeros(len(states), np.int64)
    unfolding.count_moves(states, scratch, counts)
    ends = np.cumsum(counts)
    total = int(counts.sum())
    actions, outcomes = np.zeros(total, np.int64), np.zeros(total, np.int64)
    kinds = np.zeros(total, np.int8)
    children = np.zeros(total, game.rules.record)
    unfolding.unfold(
        states, ends - counts, actions, children, kinds, outcomes, scratch, np.zeros(2, np.int32)
    )
    parents = np.repeat(np.arange(len(states)), counts)
    same = children["to_act"] == states["to_act"][parents]
    return Unfolded(parents, actions, children, kinds, outcomes, same)


def _unfold(states: States, solution: ManySolution, first: int) -> Moves:
    parents, actions, children, kinds, outcomes, same = unfold(states, solution.game)
    turns = np.zeros(len(actions), np.int64)
    for kind, ask in ((unfolding.BETWEEN_TURNS, values_of), (unfolding.IN_TURN, _best_of)):
        here = np.flatnonzero(kinds == kind)
        if len(here):
            told, turns[here] = ask(children[here], solution)
            outcomes[here] = np.where(same[here], told, -told)
    # A move that ends a turn is a turn; further decisions of the same turn are not.
    turns += (kinds != unfolding.IN_TURN) & (turns < UNCOUNTED)
    return Moves(parents + first, actions, outcomes, turns)


def values_of(states: States, solution: ManySolution) -> tuple[Whole, Whole]:
    """Outcomes and turns of positions between turns, for the seat to act."""
    solver = many_solver(solution)
    array, places = solver.places(solution.options, solution.arrays, states)
    outcomes, turns = solver.read_all(states, solution.codes(array, places))
    return outcomes.astype(np.int64), np.where(turns < 0, UNCOUNTED, turns).astype(np.int64)


def _best_of(states: States, solution: ManySolution) -> tuple[Whole, Whole]:
    """The same in the middle of a turn: the best way to finish it counts."""
    moves = _unfold(states, solution, 0)
    order = np.lexsort((moves.ranks, moves.parents))
    last = np.append(np.flatnonzero(np.diff(moves.parents[order])), len(order) - 1)
    best = order[last]
    return moves.outcomes[best], moves.turns[best]


def table_of(moves: Moves, positions: int, actions: int) -> npt.NDArray[np.int8]:
    """The coded values as a table, a row for a position, a column for an action."""
    table = np.full((positions, actions), ILLEGAL, np.int8)
    table[moves.parents, moves.actions] = moves.codes
    return table


def by_chance(
    game: Game, options: dict[str, Value], seed: int, first: int, count: int
) -> tuple[States, Whole]:
    """Decisions of random games, numbered from `first` on, and the actions before them.

    What the solution knows nothing of, such as counts of quiet turns, is as it came about.
    """
    reached = np.zeros(count, game.rules.record)
    plies = np.zeros(count, np.int64)
    start = game.new(seed=seed, **options).states.copy()
    scratch = np.zeros(game.rules.most_legal, np.int32)
    stream = np.uint64(seed % 2**64)
    unfolding.reach_by_chance(start, stream, first, reached, plies, scratch)
    return reached[plies >= 0], plies[plies >= 0]
