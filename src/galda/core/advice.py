"""Advice on a move. Who gives it is decided elsewhere: the bots' room puts its adviser here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from galda.core.position import Position


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A legal action and its expected worth to the seat that plays it: 0 lost, 1 won."""

    action: int
    value: float
    visits: int = 0
    """How often the search tried it, where it counts that."""


Adviser = Callable[["Position", str, int | None], list[Suggestion]]
"""(position, level, seed) -> the legal actions, best first."""

_advisers: list[Adviser] = []


def set_adviser(adviser: Adviser) -> None:
    """Say who answers `Position.suggest`."""
    _advisers[:] = [adviser]


def ask(position: Position, level: str, seed: int | None) -> list[Suggestion]:
    """What the adviser says."""
    return _advisers[0](position, level, seed)
