"""A search of a game's own, where it has one (the kernel `action_values`)."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from galda.bots.kernels.action_values import action_values
from galda.bots.kernels.ismcts import MOST_PLAYERS
from galda.core.kernels.chance import draw, scramble
from galda.core.play.position import Position
from galda.core.play.values import Estimate, Suggestion

EVALUATIONS = 10
"""Evaluated positions that count as one iteration: together they take about as long as an iteration
of tree search led by a network."""
FEWEST_SAMPLES, MOST_SAMPLES = 2, 64
"""Samples of the first call, which shows how much work one is, and of any call at most."""
STEP = 0.1
"""Seconds until the next look at the clock, at most."""


@dataclass(frozen=True)
class RoundSearch:
    """Stops after a number of iterations or a time, whichever is first.

    >>> from galda.bots.round_search import RoundSearch
    >>> position = galda.game("towers").new(seed=1)
    >>> RoundSearch(iterations=50, seed=1).choose(position) in position.legal_actions
    True
    """

    iterations: int = 1 << 40
    """Each is `EVALUATIONS` evaluated positions, so that a budget takes about the same time at any
    number of players."""
    seconds: float | None = None
    seed: int = 0

    def choose(self, position: Position, among: Collection[int] | None = None) -> int:
        """The action of the greatest value, among some if not all are wanted."""
        moves = self.suggest(position)
        return next(move.action for move in moves if among is None or move.action in among)

    def suggest(self, position: Position) -> list[Suggestion]:
        """The legal actions, best first; `visits` is the number of samples."""
        values = ActionValues(position, self.seed)
        values.improve(self.iterations, self.seconds)
        moves = [
            Suggestion(action, Estimate(value[position.to_act]), values.samples)
            for action, value in values.means().items()
        ]
        return sorted(moves, key=lambda move: (-move.value.chance, move.action))


class ActionValues:
    """The values of a position's actions, averaged over the samples so far."""

    def __init__(self, position: Position, seed: int) -> None:
        game = position.game
        self.samples = 0
        self.evaluations = 0
        self._position = position
        self._seed = np.uint64(scramble(np.uint64(seed + len(position.actions))))
        self._legal = np.zeros(game.rules.most_legal, np.int32)
        self._values = np.zeros((game.rules.most_legal, MOST_PLAYERS), np.float64)
        self._sums = np.zeros_like(self._values)
        self._count = 0

    def improve(self, iterations: int, seconds: float | None = None) -> None:
        """Add samples until a number of iterations or a time is spent.

        It makes as few calls as possible, since only within one call do players choose without
        knowing what chance brings.
        """
        began, most, step = time.perf_counter(), iterations * EVALUATIONS, FEWEST_SAMPLES
        while step > 0:
            is_first = self.samples == 0
            self._add(step)
            if is_first and seconds is not None:  # the clock starts when the kernels are loaded
                began = time.perf_counter()
                self._add(1)
            left = (most - self.evaluations) * self.samples // self.evaluations
            if seconds is not None:
                took = time.perf_counter() - began
                pace = (self.samples - FEWEST_SAMPLES) / took
                left = min(left, int(pace * min(seconds - took, STEP)))
            step = min(left, MOST_SAMPLES)

    def means(self) -> dict[int, list[float]]:
        """The value of each action to each seat."""
        seats = self._position.players
        return {
            int(self._legal[k]): [float(each) for each in self._sums[k, :seats] / self.samples]
            for k in range(self._count)
        }

    def _add(self, samples: int) -> None:
        seed = np.uint64(draw(self._seed, self.samples))
        states: npt.NDArray[np.void] = self._position.states
        self._count, evaluations = action_values(states, samples, seed, self._legal, self._values)
        self._sums += samples * self._values
        self.samples += samples
        self.evaluations += evaluations
