"""Help and lessons: coach, lessons, proofs, puzzles, openings."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from galda.web.schema.tables import Path


class RatedMove(TypedDict):
    """A move and what it is worth, as a number from 0 to 1 and in words."""

    action: int
    text: str
    value: float
    worth: str


class CoachMove(TypedDict):
    """A good move, what to touch for it, and why it is good."""

    ask: Literal["move"]
    action: int
    touches: list[str]
    text: str
    reason: str
    moves: list[RatedMove]


class ChancesLine(TypedDict):
    """The chances of one side, or of one seat where more than two sides play."""

    seats: list[int]
    name: str
    mine: bool
    value: float
    text: str


class CoachChances(TypedDict):
    """How everybody stands."""

    ask: Literal["chances"]
    two_sides: bool
    lines: list[ChancesLine]
    text: str


class CoachThreat(TypedDict):
    """What an opponent is up to."""

    ask: Literal["threat"]
    touches: list[str]
    text: str
    reason: NotRequired[str]


class LessonStep(TypedDict):
    """A step of a lesson after some of its actions."""

    step: int
    """Counted from 1."""
    steps: int
    place: str
    tell: str
    told: list[str]
    prompt: str
    rule: str
    reads: bool
    """Whether the step is only read."""
    find: bool
    """Whether the learner shall find what to touch before it is pointed at."""
    wanted: list[list[str]]
    look: list[str]
    """What the step shows on the board."""
    actions: list[int]
    paths: list[Path]
    svg: str


class LessonVerdict(TypedDict):
    """What a lesson says to touches."""

    right: bool
    done: bool
    said: str
    rule: str
    why: str
    view: LessonStep | None
    """The step with the action that the touches made, if they made one."""


class ProofView(TypedDict):
    """A game against the player of a proof, after its answer."""

    actions: list[int]
    """All that was played, the answer included."""
    paths: list[Path]
    svg: str
    said: str
    """The answer, in words, or how the game ended."""
    left: str
    """How many positions can still come, in words."""
    over: bool


class PuzzleView(TypedDict):
    """A puzzle at one of its questions, after some actions of the choice."""

    asked: int
    """The number of the question, from 0."""
    actions: list[int]
    paths: list[Path]
    svg: str
    said: str


class PuzzleAnswer(TypedDict):
    """What becomes of a choice."""

    state: Literal["on", "wrong", "right", "solved", "shown", "refused"]
    boards: list[str]
    """What follows on the board, one drawing after the other."""
    said: str
    rule: str
    """The rule that forbids what was touched."""
    view: PuzzleView | None
    """What to go on with; `null` at the end, and where the choice is to be made anew."""


class OpeningMove(TypedDict):
    """A turn from a known position."""

    actions: list[int]
    text: str
    """In notation."""
    value: str
    """In words."""
    kind: Literal["won", "drawn", "lost"]


class OpeningView(TypedDict):
    """A position among the first turns of a solved game."""

    actions: list[int]
    paths: list[Path]
    svg: str
    said: str
    """What the position is worth, in words."""
    moves: list[OpeningMove]
    """Best first; none in the middle of a turn, at the end, and where nobody knows."""
