"""A lesson as its page gets it."""

from __future__ import annotations

from typing_extensions import TypedDict

from galda.web.tables.schema import Path


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
