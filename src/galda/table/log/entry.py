"""The values that a table consists of: log entries, sealed turns, open questions, messages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from galda.core.play.past import Moment
from galda.core.play.position import Position

Payload = dict[str, Any]
"""What an entry says beyond its kind, as it is stored."""
Reason = Literal["rules", "resigned", "timeout", "draw"]
Question = Literal["draw", "take_back"]
NOBODY = -1
"""The seat of entries that the table itself makes."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log. `time` is in seconds since 1970; `move_id` makes a retry harmless."""

    sequence: int
    seat: int
    kind: str
    payload: Payload
    time: float
    move_id: str


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended; all seats are winners of a draw. `seat` resigned or ran out of time."""

    winners: tuple[int, ...]
    reason: Reason
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """A question on the table: a draw, or taking back; `waiting` are the seats to answer yet."""

    kind: Question
    seat: int
    sequence: int
    waiting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """Something said; `to` is "all" or "partner"."""

    sequence: int
    seat: int
    text: str
    to: str
    time: float


@dataclass(frozen=True, slots=True)
class SealedTurn:
    """A turn that was played, between two positions; of one long ago, they are played again."""

    sequence: int
    seat: int
    begin: Position | Moment
    end: Position | Moment

    @property
    def before(self) -> Position:
        """The position that it was played in."""
        return self.begin if isinstance(self.begin, Position) else self.begin.position

    @property
    def after(self) -> Position:
        """The position that it led to."""
        return self.end if isinstance(self.end, Position) else self.end.position


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log in words; `undone` when it is a turn that was taken back."""

    sequence: int
    seat: int
    text: str
    time: float
    undone: bool = False
    notation: str = ""
    """A turn as it is written on paper."""
    milestone: str = ""
    """What ended with this turn, such as a round, or what was scored after it."""
    sheet: int | None = None
    """Which of the score sheets that was."""
