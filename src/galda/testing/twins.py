"""Twins: games that differ from another only in what a viewer cannot know.

Whatever a viewer is shown of a game, its twins must show the same. A hidden card may be played
later, and then the viewer knows that it was there: so the twin of a moment is one in which the
actions that were played next could be played as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from galda.core.errors import IllegalMove
from galda.core.play.position import Position

MOST_GUESSES = 2_000


def twin(position: Position, viewer: int, seed: int, turn: Sequence[int] = ()) -> Position:
    """A moment that `viewer` cannot tell from this one, and in which `turn` could be played too."""
    for guess in range(MOST_GUESSES):
        other = position.known_to(viewer, seed + guess)
        try:
            other.play_all(turn)
        except IllegalMove:
            continue
        return other
    raise AssertionError(
        f"of {MOST_GUESSES} positions that may be the true one to seat {viewer}, not one allows "
        f"what was played next, {list(turn)}: is it among what can be drawn?"
    )


def twin_game(position: Position, viewer: int, seed: int) -> Position:
    """A twin of this position with a past of twins: each allows the action that was played."""
    before: Position | None = None
    history = position.history()
    for moment, following in pairwise(history):
        assert following.action is not None
        before = _after(before, twin(moment, viewer, seed, (following.action,)), moment.action)
    return _after(before, twin(position, viewer, seed), position.action)


def _after(before: Position | None, made: Position, action: int | None) -> Position:
    return Position(made.game, made.options, None, made.states, before, action).named(made.names)
