"""The past of a position, kept as the actions alone: it takes little room, and is played again when
somebody asks for it."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import ReferenceType, ref

if TYPE_CHECKING:
    from galda.core.play.position import Position


_recalled: deque[Position] = deque(maxlen=8)
"""What was played again last: who asks for one position of a past soon asks for the next."""


class Past:
    """A game as its first position and the actions since."""

    __slots__ = ("_end", "actions", "start")

    def __init__(self, start: Position, actions: tuple[int, ...]) -> None:
        self.start = start
        self.actions = actions
        self._end: ReferenceType[Position] | None = None

    def at(self, count: int) -> Position:
        """The position after `count` actions; it is played again unless that was done just now."""
        position = self._end() if self._end else None
        if position is None:
            position = self.start.replay(self.actions)
            self._end = ref(position)
            _recalled.append(position)
        for _ in range(len(self.actions) - count):
            assert position.before is not None
            position = position.before
        return position


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a past, not played again yet."""

    past: Past
    count: int

    @property
    def position(self) -> Position:
        """The position itself."""
        return self.past.at(self.count)

    @property
    def actions(self) -> tuple[int, ...]:
        """The actions that led there from the start."""
        return self.past.actions[: self.count]
