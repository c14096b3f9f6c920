"""A puzzle: a game up to a point, the one right choice there, and what answers all others.

Where a game is solved, a choice is a whole turn, and the line goes on against the best defence as
long as there is one right turn. Elsewhere a choice is one action, found by search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from galda.core.errors import GaldaError
from galda.core.play.options import Value
from galda.core.play.position import Position

if TYPE_CHECKING:
    from galda.core.play.game import Game

Actions = tuple[int, ...]
LEVELS = (1, 2, 3, 4, 5)
"""How hard a puzzle is, from easy to hard."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """What answers a wrong choice."""

    worth: int
    """What is left of the prospects, in percent: 0 lost, 50 drawn."""
    reply: Actions
    """What follows: the rest of the turn, if it goes on, and the other side's answer."""


@dataclass(frozen=True, slots=True)
class Question:
    """One choice of the line."""

    right: Actions
    reply: Actions
    """The best defence; nothing after the last choice."""
    wrong: tuple[Refutation, ...]
    """For each other choice, in the order of `choices`."""


@dataclass(frozen=True)
class Puzzle:
    """A position with one right choice."""

    game: Game
    number: int
    """Its place among the puzzles of the game, from 1."""
    options: Mapping[str, Value]
    seed: int
    actions: Actions
    """What was played before."""
    worth: int
    """The prospects with the right choice, in percent: 100 won, 50 drawn."""
    proved: bool
    """Whether the game is solved, so that a choice is a whole turn and values are certain."""
    level: int
    turns: int | None
    """Turns until the game is won, where that is known."""
    questions: tuple[Question, ...]

    @cached_property
    def start(self) -> Position:
        """The position to think about, with everything in it."""
        return self.game.new(seed=self.seed, **self.options).replay(self.actions)

    @property
    def solver(self) -> int:
        """The seat that is to find the right choice."""
        return self.start.to_act

    def line(self, asked: int) -> Actions:
        """What is played before the question of that number, from 0."""
        return tuple(
            action
            for question in self.questions[:asked]
            for action in (*question.right, *question.reply)
        )

    def judge(self, asked: int, chosen: Sequence[int]) -> Refutation | bool | None:
        """True: right; None: not a whole choice yet; else what answers it."""
        question, tried = self.questions[asked], tuple(chosen)
        if tried == question.right:
            return True
        position = self.start.play_all(self.line(asked))
        others = [each for each in choices(position, whole=self.proved) if each != question.right]
        if tried in others:
            return question.wrong[others.index(tried)]
        if any(each[: len(tried)] == tried for each in (*others, question.right)):
            return None
        raise GaldaError("these actions are no choice here; begin the puzzle again")


def choices(position: Position, *, whole: bool) -> Iterator[Actions]:
    """Everything that can be chosen: all whole turns, or all actions, in a fixed order."""
    if not whole:
        yield from ((action,) for action in position.legal_actions)
        return
    for turn, _ in whole_turns(position):
        yield turn


def whole_turns(position: Position) -> Iterator[tuple[Actions, Position]]:
    """Every turn, action by action, and where it leads."""
    for action in position.legal_actions:
        after = position.play(action)
        if after.in_turn:
            yield from (((action, *more), end) for more, end in whole_turns(after))
        else:
            yield (action,), after
