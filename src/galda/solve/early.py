"""How all early positions of a solved game end, without the solution itself.

The file in a game's folder tells of every position of the first layers (few balls or cubes on the
board) who wins: what the game's evaluation guesses, but for the positions that are kept in sieves
because the guess is wrong. Nobody counts turns here; `openings.py` does, for the very first ones.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from galda.core.play.game import Game
from galda.core.play.options import Value
from galda.core.play.position import Position
from galda.core.play.solver import EarlySolver, Solver, solver_of
from galda.core.play.values import Exact, Outcome, value_at_end
from galda.solve.kernels.early import outcome_of

FILE = "early.npz"


@dataclass(frozen=True)
class Early:
    """What is known of the early positions of a game with some options."""

    options: Mapping[str, Value]
    layers: int
    """The last layer that is known."""
    network: str
    """The network that guesses."""
    sieves: npt.NDArray[np.int64]
    bits: npt.NDArray[np.uint32]
    """Of all sieves, with a word too many at the end."""

    def outcome(self, position: Position, solver: Solver) -> Outcome | None:
        """How a position between turns ends for the seat to act; None: it is not among them."""
        assert isinstance(solver, EarlySolver)
        if not 0 <= solver.layer_of(position.state) <= self.layers:
            return None
        number = solver.alike(position.options, position.state)
        state = solver.laid(position.options, np.array([number]))[0]  # the one that was judged
        return Outcome(outcome_of(state, np.int64(number), self.sieves, self.bits))


@lru_cache
def early_of(played: Game, file: Path | None = None) -> tuple[Early, ...]:
    """What is known of a game's early positions, for each set of options; none without a file.

    What was made for another network than the game has now is left out.

    >>> from galda.solve.early import early_of
    >>> early_of(galda.game("alhambra"))
    ()
    """
    file, solver = file or played.folder / FILE, solver_of(played)
    if not isinstance(solver, EarlySolver) or not file.exists():
        return ()
    with np.load(file) as kept:
        every = [
            Early(**each, sieves=kept[f"{n}.sieves"], bits=kept[f"{n}.bits"])
            for n, each in enumerate(json.loads(str(kept["about"])))
        ]  # fmt: skip
    return tuple(each for each in every if each.network == solver.network(each.options))


def warm_early(played: Game) -> None:
    """Ask for any early position, so that nobody waits for it later."""
    solver = solver_of(played)
    for each in early_of(played):
        assert solver is not None
        each.outcome(played.new(seed=0, **each.options), solver)


def early_for(position: Position) -> Early | None:
    """What is known of the early positions of the game being played; None: nothing.

    >>> from galda.solve.early import early_for
    >>> early_for(galda.game("alhambra").new())
    """
    solver = solver_of(position.game)
    for each in early_of(position.game):
        assert solver is not None
        if position.players == 2 and solver.options(position.options) == each.options:
            return each
    return None


def early_moves(position: Position) -> dict[int, Exact | None]:
    """For each legal action how the game ends after it, for who plays it; None: not known.

    >>> from galda.solve.early import early_moves
    >>> set(early_moves(galda.game("alhambra").new()).values())
    {None}
    """
    solver, early = solver_of(position.game), early_for(position)
    if solver is None or early is None:
        return dict.fromkeys(position.legal_actions)
    return {
        action: _exact(_after(position, action, early, solver))
        for action in position.legal_actions
    }  # fmt: skip


def early_end(position: Position) -> Outcome | None:
    """How the game ends for the seat to act, between turns; None: not known.

    >>> from galda.solve.early import early_end
    >>> early_end(galda.game("pylos").new()).name
    'LOST'
    """
    solver, early = solver_of(position.game), early_for(position)
    if solver is None or early is None or position.in_turn:
        return None
    return early.outcome(position, solver)


def worth_trying(known: Mapping[int, Exact | None], end: Outcome | None = None) -> list[int]:
    """The actions that may be best, as far as is known; `end`: how the position itself ends."""
    if end == Outcome.LOST:
        return list(known)
    best = max((value.outcome for value in known.values() if value is not None), default=None)
    unknown = [action for action, value in known.items() if value is None]
    good = [action for action, value in known.items() if value and value.outcome == best]
    if not unknown or best == Outcome.WON or (best is not None and best == end):
        return good
    return sorted(good + unknown) if best == Outcome.DRAWN and end is None else unknown


def _exact(outcome: Outcome | None) -> Exact | None:
    return None if outcome is None else Exact(outcome)


def _after(position: Position, action: int, early: Early, solver: Solver) -> Outcome | None:
    """How the game ends after an action, for the seat that plays it."""
    after, seat = position.play(action), position.to_act
    if after.is_over:
        return value_at_end(after, seat).outcome
    if not after.in_turn:
        found = early.outcome(after, solver)
        return None if found is None else Outcome(-found)
    ends = [_after(after, each, early, solver) for each in after.legal_actions]
    if Outcome.WON in ends:
        return Outcome.WON
    return None if None in ends else max(end for end in ends if end is not None)
