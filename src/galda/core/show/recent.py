"""What happened since somebody's last turn: for the marks on boards, and for the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from galda.core.play.position import Position
from galda.core.play.terms import SPECTATOR


@dataclass(frozen=True, slots=True)
class RecentTurn:
    """A turn, or as much of it as has been played: who, and the position after each action."""

    seat: int
    steps: tuple[Position, ...]

    @property
    def actions(self) -> tuple[int, ...]:
        """What was played, in order."""
        return tuple(step.action for step in self.steps if step.action is not None)

    @property
    def after(self) -> Position:
        """Where the turn has led."""
        return self.steps[-1]


def count_since(seats: Iterable[int], viewer: int) -> int:
    """How many turns were played since the viewer's own last, by who played them, newest first.

    For spectators they go back until a player comes again.
    """
    count, seen = 0, set[int]()
    for seat in seats:
        if seat == viewer or (viewer == SPECTATOR and seat in seen):
            break
        seen.add(seat)
        count += 1
    return count


def recent_turns(position: Position, viewer: int) -> list[RecentTurn]:
    """The turns to be marked on the viewer's board, newest first.

    They are those since the viewer's own last one; where there are none, that one itself.
    """
    count = count_since((seat for seat, _ in position.turns_back()), viewer)
    return list(islice(turns_backwards(position), max(count, 1)))


def turns_backwards(position: Position) -> Iterator[RecentTurn]:
    """The turns that led here, the newest first; it may be under way."""
    steps: list[Position] = []
    moment: Position | None = position
    while moment is not None and (before := moment.before) is not None:
        steps.append(moment)
        if not before.in_turn:
            yield RecentTurn(before.to_act, tuple(reversed(steps)))
            steps = []
        moment = before
    if steps and moment is not None:  # what is known begins in the middle of a turn
        yield RecentTurn(moment.to_act, tuple(reversed(steps)))
