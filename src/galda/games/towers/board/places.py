"""What the places of the table of 5 Towers are called while a position is set up on it."""

from __future__ import annotations

from galda.games.towers.rules.cards import KINDS
from galda.games.towers.rules.record import ROW

ROW_PLACE, TOWER, PILE = "row", "tower", "pile"
DISCARDS, DECK = "discards", "deck"


def row_places() -> list[str]:
    """The five places of the row."""
    return [f"{ROW_PLACE}{n + 1}" for n in range(ROW)]


def tower_place(seat: int, kind: int) -> str:
    """The place of a tower."""
    return f"{TOWER}{seat + 1}-{KINDS[kind]}"
