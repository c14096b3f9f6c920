"""A board to think on."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict

from galda.web.tables.schema import Path, Player


class AnalysisPlace(TypedDict):
    """A place where something can be changed while a position is set up."""

    id: str
    """What is touched on the board; it may not be drawn there."""
    name: str


class AnalysisChoice(TypedDict):
    """Something that may be put at a place, or may not by a rule."""

    id: str
    sign: str
    """A short name, among others of the group."""
    name: str
    group: str
    rule: str
    sentence: str
    """Why it may not be put there; empty where it may."""


class AnalysisView(TypedDict):
    """A position that somebody thinks about, as one viewer sees it."""

    text: str
    """The whole position in one line."""
    svg: str
    paths: list[Path]
    places: list[AnalysisPlace]
    """What can be touched to set the position up."""
    choices: list[AnalysisChoice]
    """What may be put at the place that was asked about."""
    players: list[Player]
    status: str
    """Whose turn it is, or how the game ended."""
    prompt: str
    told: str
    """The last turn, or its beginning, in words."""
    words: str
    """The same in notation."""
    over: bool
    in_turn: bool
    """Whether the last turn is still under way."""
    secrets: bool
    """Whether seats know different things."""
    problem: str
    """Why the position cannot be, while it is being set up."""
    rule: str


class AnalysisNode(TypedDict):
    """A turn that was tried."""

    parent: int
    """The number of the turn before it; -1: it comes first."""
    actions: list[int]
    words: str
    comment: str


class AnalysisTree(TypedDict):
    """All that was tried from one position."""

    game: str
    root: str
    """Where it begins, as text."""
    names: list[str]
    date: str
    result: str
    comment: str
    nodes: list[AnalysisNode]
    """Whole lines, the main line first."""
    record: str
    """The same on paper."""


class AnalysisTurn(TypedDict):
    """One of the best turns."""

    actions: list[int]
    words: str
    text: str
    value: float
    worth: str
    exact: bool
    touches: list[str]
    """What is touched for its first action."""
    board: str
    """The board after the best turn, for its ghosts; empty for all others."""


class AnalysisVerdict(TypedDict):
    """What the engine says after one look."""

    look: int
    more: bool
    """Whether a longer look can follow."""
    turns: list[AnalysisTurn]
    note: str


class AnalysisSpread(TypedDict):
    """What the best turn leaves a seat, each time that what is hidden is drawn again."""

    values: list[float]
    words: list[str]
    text: str


class LegalMove(TypedDict):
    """An action that can be played: its code, in notation and as a sentence."""

    action: int
    move: str
    sentence: str


class PositionInfo(TypedDict):
    """A position by its text, as a seat sees it."""

    game: str
    text: str
    options: dict[str, int | str | bool]
    viewer: int
    to_act: int
    in_turn: bool
    over: bool
    scores: list[int]
    winners: list[int]
    moves: list[LegalMove]
    view: dict[str, Any]
    """What the viewer may know, as plain values."""
    svg: str
