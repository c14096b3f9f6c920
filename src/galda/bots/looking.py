"""A position looked at ever longer: a stream of lines, each of which knows more than the last.

The first looks are those of the analysis on the site, with the same numbers: work is counted in
positions and sampled actions, not in seconds, so every computer finds the same.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from galda.bots.analysis import EFFORTS, GoodTurn, Matter, best_turns
from galda.bots.review import Effort, Prospects
from galda.core.play.position import Position

MORE = 4
"""How many times as much each look takes as the one before, after the first ones."""


@dataclass(frozen=True, slots=True)
class Line:
    """What one look has found.

    >>> line = next(galda.position("quixo size=3 xx./oo./... 1").analyse(seconds=0))
    >>> line.words[0], str(line.turns[0].value), line.prospects
    ('c1-c3', 'won in 1', (1.0, 0.0))
    """

    look: int
    """Which look it was, from 0."""
    seconds: float
    """How long all looks have taken so far."""
    prospects: Prospects
    """Everybody's, when the best turn is played; by seat, from 0 to 1."""
    turns: tuple[GoodTurn, ...]
    """The best turns, with their value to the seat to act."""
    words: tuple[str, ...]
    """These turns in notation."""

    @property
    def is_exact(self) -> bool:
        """Whether a longer look would find nothing else.

        >>> open_still = galda.position("quixo x...o/....x/o...x/x...o/o...x 1")
        >>> next(open_still.analyse(seconds=0)).is_exact
        False
        """
        return all(good.value.is_exact for good in self.turns)

    @property
    def is_proven(self) -> bool:
        """Whether it is certain what the position is worth, whatever else there is to choose.

        >>> next(galda.position("quixo size=3 xx./oo./... 1").analyse(seconds=0)).is_proven
        True
        """
        return self.turns[0].value.is_exact


def matter_of(position: Position, seed: int = 0) -> Matter:
    """A position as the analysis is given it: where its game began, and what was played."""
    if position.viewer is not None:
        return Matter(position.text, seed=seed)
    return Matter(position.start.text, tuple(position.actions), seed=seed)


def look_ever_longer(position: Position, seconds: float, seed: int) -> Iterator[Line]:
    """One line for each look; another one begins if it may well end in time. None at the end."""
    if position.is_over:
        return
    matter = matter_of(position, seed)
    known = matter.known()
    began = last = time.perf_counter()
    for look, effort in enumerate(_efforts()):
        verdict = best_turns(matter, effort)
        now = time.perf_counter()
        words = tuple(_written(known, good.turn) for good in verdict.turns)
        line = Line(look, now - began, verdict.prospects, verdict.turns, words)
        yield line
        if line.is_exact or time.perf_counter() - began + MORE * (now - last) > seconds:
            return
        last = time.perf_counter()


def _efforts() -> Iterator[Effort]:
    yield from EFFORTS
    last = EFFORTS[-1]
    while True:
        last = Effort(MORE * last.nodes, MORE * last.steps)
        yield last


def _written(position: Position, turn: tuple[int, ...]) -> str:
    """A turn in notation."""
    words = []
    for action in turn:
        words.append(position.write(action))
        position = position.play(action)
    return " ".join(words)
