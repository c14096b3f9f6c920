"""A solved game in memory: what positions and whole turns are worth, for scripts that ask a lot.

A game is solved here and now, and processes that are forked afterwards share the solution.
"""

from __future__ import annotations

import sys
import time

import numpy as np

import galda
from galda.bots.kernels.negamax import DECIDED, Budget, Workspace, negamax, new_workspace
from galda.core.play.options import Value
from galda.core.play.position import Position
from galda.core.play.values import Exact, Outcome
from galda.puzzles.puzzle import Actions, whole_turns
from galda.solve.in_memory import InMemory, hold
from galda.solve.oracle import exact_value

SEARCHED = (1, 3, 5, 7)
"""Turns within which a win is looked for where the solution does not count them."""
MOST_NODES = 100_000

Valued = tuple[Exact, Actions, Position]
"""What a turn is worth to who plays it, its actions, and where it leads."""


class At:
    """What the processes that look things up share, set before they are forked."""

    start: Position
    held: InMemory
    work: Workspace | None = None


def tell(began: float, *said: object) -> None:
    """Say what was done, and when."""
    print(f"{time.perf_counter() - began:7.1f} s ", *said, file=sys.stderr, flush=True)


def solve(name: str, options: dict[str, Value], device: str, began: float) -> InMemory:
    """Solve a game and hold the solution in memory."""
    last = time.perf_counter()

    def tell_now_and_then(done: str, fraction: float) -> None:
        nonlocal last
        if time.perf_counter() - last > 10:
            last = time.perf_counter()
            tell(began, f"{fraction:7.2%}", done)

    held = hold(galda.game(name), options, device=device, tell=tell_now_and_then)
    tell(began, "in memory:", {array: len(there) for array, there in held.arrays.items()})
    return held


def value_of(end: Position, mover: int) -> Exact:
    """What a whole turn that leads here is worth to who played it."""
    value = exact_value(end, At.held)
    if end.sides[end.to_act] != end.sides[mover]:
        value = value.turned()
    return value.a_turn_later()


def valued_turns(position: Position) -> list[Valued]:
    """All whole turns with their values to who is to move."""
    seat = position.to_act
    return [(value_of(end, seat), turn, end) for turn, end in whole_turns(position)]


def right_turn(position: Position, turns: list[Valued] | None = None) -> Valued | None:
    """The only turn that wins, or the only one that does not lose; None: there is no such."""
    turns = turns or valued_turns(position)
    best = max(value.outcome for value, _, _ in turns)
    good = [each for each in turns if each[0].outcome == best]
    return good[0] if best != Outcome.LOST and len(good) == 1 < len(turns) else None


def turns_to_win(position: Position, nodes: int = MOST_NODES) -> int | None:
    """Within how many turns the seat to act wins, by search alone; None: not soon."""
    game = position.game
    if At.work is None:
        At.work = new_workspace(
            game.rules.record, game.rules.most_legal, game.rules.action_count, 2, 16
        )
    At.work.table["bound"] = 0
    At.work.states[0] = position.state
    budget = np.zeros(1, Budget)[0]
    budget.allowed = nodes
    for depth in SEARCHED:
        found = negamax(0, depth, np.int64(DECIDED), np.int64(DECIDED + 1), At.work, budget)
        if budget.visited >= budget.allowed:
            return None
        if found > DECIDED:
            return depth
    return None


def counted(value: Exact, position: Position, nodes: int = MOST_NODES) -> int | None:
    """Turns until the win, by the solution where it counts them, else by search."""
    if value.outcome != Outcome.WON:
        return None
    return value.turns if value.turns is not None else turns_to_win(position, nodes)
