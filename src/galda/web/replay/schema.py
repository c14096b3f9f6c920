"""Games played again, and what a review says of them."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from galda.web.tables.schema import Player


class BroughtGame(TypedDict):
    """A game that was brought as a record, and its page."""

    game: str
    page: str
    turns: int


class ReplayPly(TypedDict):
    """A game at one ply."""

    ply: int
    svg: str
    sentence: str
    ending: str
    players: list[Player]
    sheets: list[str]


class Task(TypedDict):
    """A position in which a mistake was made, to be tried again."""

    position: str
    """As text, as its player knew it."""
    best: list[int]
    lost: str
    player: str


class Remark(TypedDict):
    """What a review says about one turn."""

    kind: str
    name: str
    text: str
    seat: int
    task: NotRequired[Task]
    """What there is to learn from it; not where it was a mere inaccuracy."""


class Frame(TypedDict):
    """A board with a sentence to it, and what is pointed at."""

    svg: str
    told: str
    touches: list[str]
    kind: Literal["advised", "threatened", ""]


class MistakeLine(TypedDict):
    """A mistake on the board: the better turn, what was played, how it is punished."""

    ply: int
    frames: list[Frame]


class Attempt(TypedDict):
    """What became of an attempt at a better turn, so far."""

    game: str
    svg: str
    actions: list[int]
    paths: list[tuple[list[str], int]]
    done: bool
    """Whether the turn is whole; then it is judged."""
    right: bool
    said: str
    touches: list[str]
    reply: NotRequired[Frame]
    """The board after the punishment."""
    answer: NotRequired[Frame]
    """The better turn on the board, to be shown when it is asked for."""


class TurningPoint(TypedDict):
    """A turn that changed who leads."""

    ply: int
    text: str


class Review(TypedDict):
    """What a review has found so far."""

    state: Literal["none", "going", "done"]
    done: int
    total: int
    marks: dict[int, Remark]
    """By ply."""
    chart: NotRequired[str]
    """SVG."""
    table: NotRequired[str]
    """The chart as HTML."""
    turning: list[TurningPoint]
    sums: NotRequired[str]
    """How well everybody played, and what chance gave, as HTML; once all is reviewed."""
