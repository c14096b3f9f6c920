"""Quixo boards drawn as text, in both directions."""

from __future__ import annotations

import galda
from galda import Position
from galda.games.quixo.text.words import cell_number

QUIXO = galda.game("quixo")


def diagram(rows: str, *, to_act: int = 0, dots: str = "", **fields: int) -> Position:
    """A position drawn as rows from the top: X, O and . for blank; dots name the second seats."""
    lines = rows.split()
    options = {"players": 4 if dots else 2, "size": len(lines)}
    start = QUIXO.new(**options)
    states = start.states.copy()
    state = states[0]
    for y, line in enumerate(reversed(lines)):
        for x, sign in enumerate(line):
            if sign != ".":
                state.cubes["XO".index(sign)] |= 1 << (5 * y + x)
    for name in dots.split():
        if name != "none":
            state.dots |= 1 << cell_number(name)
    state.to_act = to_act
    for field, value in fields.items():
        state[field] = value
    return Position(QUIXO, start.options, None, states)


def show(position: Position) -> str:
    """The rows of a board from the top, as `diagram` draws them."""
    signs = {"cross": "X", "circle": "O", "blank": "."}
    cubes = position.view()["cubes"]
    size = int(position.options["size"])
    return " ".join(
        "".join(signs[cubes[f"{x}{y}"]] for x in "abcde"[:size]) for y in range(size, 0, -1)
    )
