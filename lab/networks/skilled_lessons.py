"""Lessons from skilled play of any solved game: where moves differ in value, what each leads to.

Many games are played at once. Each seat plays perfectly, or looks one to three turns ahead, and
slips now and then; a game begins with some moves by chance. Wherever moves differ in value, every
position that one of them leads to is a lesson, more than once where a search errs: these are hard.
Everything follows from the seed. Decisions of the shipped exams, by their number up to symmetry
(`Solver.alike`), teach nothing; but where other decisions lead is not compared with the exams, so
an exam's position may still be among the lessons as such an end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galda.bots.kernels.negamax import Budget, new_workspace
from galda.exams.exam import all_exams
from galda.solve.kernels import unfolding
from galda.solve.many import ManySolution, Moves, all_moves, unfold
from lab.networks.kernels.choosing import choose_all
from lab.networks.learning import Lessons, mixed

GAMES_AT_ONCE = 2048
DEPTHS = (0, 0, 1, 2, 2, 3)
"""Turns that players look ahead; 0: they play perfectly."""
USUAL_DEPTH = 2
"""How far a search looks where a perfect player is to move, to see whether it would err."""
SLIPS = (0.02, 0.08, 0.25)
LONGEST_OPENING = 12
HARD = 3
"""How many times a position counts in which a search errs."""
APART = 40
"""Moves played before the first lessons: games that begin together soon are at different turns."""
MOST_NODES = 20_000
HAND = 1000
"""Seeds of the hands that play at once are so far apart."""
TABLE_BITS = 16

Whole = npt.NDArray[np.int64]


class Skilled(NamedTuple):
    """Positions between turns, and their exact values for the seat to act."""

    states: npt.NDArray[Any]
    values: npt.NDArray[np.int8]


class Games:
    """Many games under way, each with its players; one that ends begins anew with others."""

    def __init__(self, solution: ManySolution, seed: int) -> None:
        self.solution = solution
        self.chance = np.random.default_rng(seed)
        self.start = solution.game.new(seed=0, **solution.options)
        self.states = np.zeros(GAMES_AT_ONCE, solution.game.rules.record)
        self.depths = np.zeros((GAMES_AT_ONCE, 2), np.int64)
        self.slips = np.zeros((GAMES_AT_ONCE, 2))
        self.opening = np.zeros(GAMES_AT_ONCE, np.int64)
        self.errors = self.decisions = 0
        self._begin(np.arange(GAMES_AT_ONCE))
        game = solution.game
        self._work = new_workspace(
            game.rules.record, game.rules.most_legal, game.rules.action_count, 2, TABLE_BITS
        )
        self._held_out = exam_numbers(solution)

    def _begin(self, rows: Whole) -> None:
        self.states[rows] = self.start.states[0]
        self.depths[rows] = self.chance.choice(DEPTHS, (len(rows), 2))
        self.slips[rows] = self.chance.choice(SLIPS, (len(rows), 2))
        self.opening[rows] = self.chance.integers(0, LONGEST_OPENING + 1, len(rows))

    def step(self) -> Skilled:
        """Play a move in every game; the lessons of the positions before."""
        moves = all_moves(self.states, self.solution)
        after = unfold(self.states, self.solution.game)
        firsts = np.searchsorted(moves.parents, np.arange(GAMES_AT_ONCE))
        searched = firsts + self._searched(moves, firsts)
        lessons = self._lessons(moves, after, firsts, searched)
        played = self._played(moves, firsts, searched)
        self.states = after.children[played]
        self.opening -= 1
        self._begin(np.flatnonzero(after.kinds[played] == unfolding.OVER))
        return lessons

    def _searched(self, moves: Moves, firsts: Whole) -> Whole:
        """Which of its moves a search plays in each position."""
        game = self.solution.game
        depths = self.depths[np.arange(GAMES_AT_ONCE), self.states["to_act"] & 1]
        chosen = np.zeros(GAMES_AT_ONCE, np.int64)
        choose_all(
            self.states, np.where(depths == 0, USUAL_DEPTH, depths), MOST_NODES, self._work,
            np.zeros(1, Budget)[0], np.zeros(game.rules.action_count, np.int64),
            np.ones(game.rules.action_count, np.bool_), chosen,
        )  # fmt: skip
        at = np.flatnonzero(moves.actions == chosen[moves.parents])
        return at - firsts

    def _lessons(self, moves: Moves, after: Any, firsts: Whole, searched: Whole) -> Skilled:
        """Where all moves lead in positions whose moves differ, hard ones several times."""
        best = np.maximum.reduceat(moves.outcomes, firsts)
        choice = best > np.minimum.reduceat(moves.outcomes, firsts)
        for row in np.flatnonzero(choice):
            choice[row] = self._number(self.states[row]) not in self._held_out
        hard = choice & (moves.outcomes[searched] < best)
        self.decisions += int(choice.sum())
        self.errors += int(hard.sum())
        times = np.where(hard, HARD, choice.astype(np.int64))[moves.parents]
        times[after.kinds != unfolding.BETWEEN_TURNS] = 0
        here = np.repeat(np.arange(len(times)), times)
        values = np.where(after.same, moves.outcomes, -moves.outcomes)[here]
        return Skilled(after.children[here], values.astype(np.int8))

    def _played(self, moves: Moves, firsts: Whole, searched: Whole) -> Whole:
        """Which move is played in each position: perfectly, by search, or by a slip."""
        rows = np.arange(GAMES_AT_ONCE)
        seats = self.states["to_act"] & 1
        jitter = self.chance.random(len(moves.actions)) / 2
        order = np.lexsort((moves.ranks + jitter, moves.parents))
        ends = np.append(firsts[1:], len(order))
        played = np.where(self.depths[rows, seats] == 0, order[ends - 1], searched)
        slips = self.chance.random(GAMES_AT_ONCE) < self.slips[rows, seats]
        anything = firsts + (self.chance.random(GAMES_AT_ONCE) * (ends - firsts)).astype(np.int64)
        chosen: Whole = np.where(slips | (self.opening > 0), anything, played)
        return chosen

    def _number(self, state: Any) -> int:
        record = np.array([state]).view(np.recarray)[0]
        return self.solution.solver.alike(self.start.options, record)


def exam_numbers(solution: ManySolution) -> set[int]:
    """The positions of the shipped exams of this game and these options, up to symmetry."""
    return {
        solution.solver.alike(position.options, position.state)
        for exam in all_exams(solution.game)
        if all(solution.options[name] == value for name, value in exam.options.items())
        for position in exam.positions
    }


def skilled_positions(solution: ManySolution, count: int, seed: int) -> Iterator[Skilled]:
    """So many positions, step by step; at the end it is told how often searches erred."""
    games = Games(solution, seed)
    for _ in range(APART):
        games.step()
    missing = count
    while missing > 0:
        found = games.step()
        some = Skilled(found.states[:missing], found.values[:missing])
        missing -= len(some.values)
        yield some
    print(f"{games.decisions} decisions with a choice, searches erred in {games.errors}",
          flush=True)  # fmt: skip


def skilled_lessons(
    solution: ManySolution,
    count: int,
    seed: int,
    cut_all: Callable[[npt.NDArray[Any]], Any],
    hands: int = 1,
) -> Lessons:
    """The same as lessons; `cut_all` cuts positions into parts, and so many hands play at once."""

    def gather(hand: int) -> Lessons:
        share = (count + hands - 1) // hands
        found = list(skilled_positions(solution, share, seed + HAND * hand))
        return (
            np.concatenate([cut_all(some.states) for some in found]),
            np.concatenate([some.values for some in found]),
        )

    with ThreadPoolExecutor(hands) as pool:  # kernels run without Python's global lock
        return mixed(*pool.map(gather, range(hands)))
