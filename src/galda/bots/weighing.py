"""The bot that asks a game's own search what each action is worth (`weigh`), where it has one."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from galda.bots.kernels.ismcts import MOST_PLAYERS
from galda.bots.kernels.weighing import weigh
from galda.core.kernels.chance import draw, scramble
from galda.core.play.position import Position
from galda.core.play.values import Estimate, Suggestion

LOOKS = 10
"""Positions that a game's search looks at in about the time of one sampled game led by a
network."""
FEWEST_SAMPLES, MOST_SAMPLES = 2, 64
"""Samples that a game is asked for at first, which tells what one takes, and at once at most."""
STEP = 0.1
"""Seconds until the next look at the clock, at most."""


@dataclass
class Weighing:
    """Asks until a number of iterations or a time is spent, whichever is first.

    >>> from galda.bots.weighing import Weighing
    >>> position = galda.game("towers").new(seed=1)
    >>> Weighing(iterations=50, seed=1).choose(position) in position.legal_actions
    True
    """

    iterations: int = 1 << 40
    """One is `LOOKS` positions looked at, whatever that is in samples: the same budget takes about
    the same time at any number of players, and as long as it takes tree search led by a network."""
    seconds: float | None = None
    seed: int = 0

    def choose(self, position: Position) -> int:
        """The action that is worth most."""
        return self.suggest(position)[0].action

    def suggest(self, position: Position) -> list[Suggestion]:
        """The legal actions, best first; how often each was tried are the samples."""
        scale = Scale(position, self.seed)
        scale.weigh(self.iterations, self.seconds)
        moves = [
            Suggestion(action, Estimate(worth[position.to_act]), scale.samples)
            for action, worth in scale.worths().items()
        ]
        return sorted(moves, key=lambda move: (-move.value.chance, move.action))


class Scale:
    """What the actions of a position are worth, as far as samples have told."""

    def __init__(self, position: Position, seed: int) -> None:
        game = position.game
        self.samples = 0
        self.looks = 0
        self._position = position
        self._seed = np.uint64(scramble(np.uint64(seed + len(position.actions))))
        self._legal = np.zeros(game.rules.most_legal, np.int32)
        self._worths = np.zeros((game.rules.most_legal, MOST_PLAYERS), np.float64)
        self._sums = np.zeros_like(self._worths)
        self._count = 0

    def weigh(self, iterations: int, seconds: float | None = None) -> None:
        """Ask for further samples until so many iterations or seconds are spent.

        The rest is asked for in as few parts as may be, since only within one part do those who
        choose not know what chance brings.
        """
        began, most, step = time.perf_counter(), iterations * LOOKS, FEWEST_SAMPLES
        while step > 0:
            begins = self.samples == 0
            self._ask(step)
            if begins and seconds is not None:  # the clock starts when the kernels are loaded
                began = time.perf_counter()
                self._ask(1)
            left = (most - self.looks) * self.samples // self.looks
            if seconds is not None:
                took = time.perf_counter() - began
                pace = (self.samples - FEWEST_SAMPLES) / took
                left = min(left, int(pace * min(seconds - took, STEP)))
            step = min(left, MOST_SAMPLES)

    def worths(self) -> dict[int, list[float]]:
        """What each action is worth to each seat."""
        seats = self._position.players
        return {
            int(self._legal[k]): [float(each) for each in self._sums[k, :seats] / self.samples]
            for k in range(self._count)
        }

    def _ask(self, samples: int) -> None:
        seed = np.uint64(draw(self._seed, self.samples))
        states: npt.NDArray[np.void] = self._position.states
        self._count, looks = weigh(states, samples, seed, self._legal, self._worths)
        self._sums += samples * self._worths
        self.samples += samples
        self.looks += looks
