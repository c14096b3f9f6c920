"""A puzzle as its page gets it."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from galda.web.tables.schema import Path


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
    """What to go on with; `null` at the end, and where the choice is to be made again."""
