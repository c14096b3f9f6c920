"""What a bot thinks of a move."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A legal action and its expected worth to the seat that plays it: 0 lost, 1 won."""

    action: int
    value: float
    visits: int = 0
    """How often the search tried it, where it counts that."""
