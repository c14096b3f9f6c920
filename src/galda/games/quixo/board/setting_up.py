"""Setting up Quixo by touch: a cube shows nothing, then a cross, then a circle."""

from __future__ import annotations

from typing import Any

from galda.core.message import Phrase
from galda.core.play.position import Position
from galda.core.play.setting_up import SettingUp
from galda.games.quixo.rules import rules
from galda.games.quixo.text.words import cell_name, cell_number, dot_seat, face


def places(position: Position, seat: int) -> dict[str, Phrase]:
    """All cells."""
    names = [cell_name(cell) for cell in rules.cells(int(position.state.rows))]
    return dict(zip(names, names, strict=True))


def change(state: Any, place: str) -> None:
    """Turn the cube; in the team game its dot points at one player after the other."""
    cell = cell_number(place)
    bit, players = 1 << cell, int(state.players)
    shown = -1 if face(state, cell) == "blank" else dot_seat(state, cell)
    seat = shown + 1 if shown + 1 < players else -1
    for side in (0, 1):
        mine = seat >= 0 and seat % 2 == side
        state.cubes[side] = int(state.cubes[side]) & ~bit | (bit if mine else 0)
    state.dots = int(state.dots) & ~bit | (bit if seat >= 2 else 0)
    state.quiet = state.passes = 0
    state.result = rules.GOING


SETTING_UP = SettingUp(places, change=change)
