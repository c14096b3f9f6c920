"""Pyramids drawn as text, and how a move on one is answered."""

from __future__ import annotations

import galda
from galda import Position
from galda.games.pylos.rules.rules import SPOT

PYLOS = galda.game("pylos")
FIFTEEN_LIGHT = ("LLLL LLLD LDLL LLDD", "L.. ... L.L")
THREE_OF_FOUR = ".... ..DD LL.D L..."


def pyramid(*levels: str, to_act: int = 0, variant: str = "standard", **fields: int) -> Position:
    """A position drawn level by level, each as rows from the far one: L, D and . for free."""
    states = PYLOS.new(variant=variant).states.copy()
    state = states[0]
    for level, rows in enumerate(levels):
        for row, line in enumerate(reversed(rows.split())):
            for column, sign in enumerate(line):
                if sign != ".":
                    seat = "LD".index(sign)
                    state.balls[seat] |= 1 << SPOT[level, row, column]
                    state.reserve[seat] -= 1
    state.most = 30 - state.reserve.sum()
    state.to_act = to_act
    for field, value in fields.items():
        state[field] = value
    return Position(PYLOS, PYLOS.read_options({"variant": variant}), None, states)


def play(position: Position, turns: str) -> Position:
    """The position after some actions in notation."""
    return position.play_all(turns.split())


def words(position: Position) -> list[str]:
    """The legal actions in notation."""
    return [position.write(action) for action in position.legal_actions]


def balls(position: Position) -> dict[str, str]:
    """What lies where."""
    shown: dict[str, str] = position.view()["balls"]
    return shown
