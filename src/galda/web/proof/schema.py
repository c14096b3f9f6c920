"""Proofs and openings of solved games, as their pages get them."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from galda.web.tables.schema import Path


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
