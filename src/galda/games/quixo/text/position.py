"""Quixo's positions in one line: the rows from the far one to the near one, and who is to move.

    x.o../...../..x../...../o.... 1 quiet=4

In the team game a cube is written as the number of the player at whom its dot points. `quiet` and
`passes` count turns without a blank cube taken, and passes, in a row; where they are 0 they are
left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from galda.core.errors import ImpossiblePosition, Refusal
from galda.core.play.options import Value
from galda.core.play.position import Position
from galda.core.play.text import PositionText, Words
from galda.games.quixo.rules import rules
from galda.games.quixo.rules.rules import STRIDE
from galda.games.quixo.text.words import dot_seat, faces

SIGNS = {"blank": ".", "cross": "x", "circle": "o"}
EXAMPLE = "x.o../...../..x../...../o.... 1"


def write(position: Position) -> list[str]:
    """A position's words."""
    state, size = position.state, int(position.state.rows)
    signs = {cell: SIGNS[shown] for cell, shown in faces(state).items()}
    if position.players == 4:
        signs = {c: s if s == "." else str(dot_seat(state, c) + 1) for c, s in signs.items()}
    rows = ["".join(signs[row * STRIDE + k] for k in range(size)) for row in range(size)]
    words = ["/".join(reversed(rows)), str(position.to_act + 1)]
    counts = {"quiet": int(state.quiet), "passes": int(state.passes)}
    return words + [f"{name}={count}" for name, count in counts.items() if count]


def read(state: Any, options: Mapping[str, Value], words: Words, seed: int) -> None:
    """Fill an empty record from a position's words."""
    state.players, state.rows = int(options["players"]), int(options["size"])
    crosses, circles, dots = _read_board(words, int(state.rows), int(state.players))
    state.cubes[0], state.cubes[1], state.dots = crosses, circles, dots
    state.to_act = words.seat(int(state.players))
    state.quiet = words.number("quiet", 0, rules.QUIET_LIMIT, 0)
    state.passes = words.number("passes", 0, 4, 0)
    _check_turns(state, int(options["first"]) - 1)
    state.result = _result(state)


def _read_board(words: Words, size: int, players: int) -> tuple[int, int, int]:
    """The cells that show crosses, circles, and dots that point at a team's second seat (Q1)."""
    board = words.next()
    rows = board.split("/")
    if len(rows) != size or any(len(row) != size for row in rows):
        refused = Refusal("Q1", "the board has {n} rows of {n} cubes.", n=size)
        raise ImpossiblePosition(refused)
    found = [0, 0, 0]
    for cell in rules.cells(size):
        row, column = divmod(cell, STRIDE)
        sign = rows[size - 1 - row][column]
        if sign == ".":
            continue
        if sign not in "xo1234":
            raise words.unreadable(board)
        if sign in "xo" and players == 4:
            raise ImpossiblePosition(
                "Q13", "in the team game a cube shows at whom its dot points: 1, 2, 3 or 4."
            )
        if sign not in "xo" and players == 2:
            raise ImpossiblePosition("Q14", "dots matter only in the game of two teams.")
        side = "xo".index(sign) if sign in "xo" else (int(sign) - 1) % 2
        found[side] |= 1 << cell
        if sign in "34":
            found[2] |= 1 << cell
    return found[0], found[1], found[2]


def _check_turns(state: Any, first: int) -> None:
    """Everyone moves in turn and nobody loses a cube: so much of the past can be seen (Q2, Q3)."""
    shown = [int(cubes).bit_count() for cubes in state.cubes]
    opener, other, turns = shown[first % 2], shown[1 - first % 2], int(state.quiet)
    to_act, players = int(state.to_act), int(state.players)
    if opener + other == 0 and to_act != first:
        raise ImpossiblePosition("Q2", "player {n} begins, and has not moved yet.", n=first + 1)
    if opener == 0 and other:
        raise ImpossiblePosition("Q2", "player {n} begins, but has no cube.", n=first + 1)
    if other == 0 and opener and (opener > 1 or to_act != (first + 1) % players):
        raise ImpossiblePosition("Q3", "one side has cubes and the other none: both move in turn.")
    if turns and other == 0:
        raise ImpossiblePosition(
            "Q10", "as long as a side has no cube on the board, it takes a blank one."
        )
    if state.passes and players == 2:
        raise ImpossiblePosition("Q11", "with two players nobody ever passes.")
    if state.passes > turns:
        raise ImpossiblePosition("Q18", "every pass is also a turn without a blank cube taken.")
    for back in range(1, int(state.passes) + 1):
        if _can_take(state, (to_act - back) % players):
            raise ImpossiblePosition(
                "Q15", "player {n} had a cube to take.", n=(to_act - back) % players + 1
            )


def _can_take(state: Any, seat: int) -> bool:
    """Whether there is a cube for a seat (Q13): passing changes nothing on the board."""
    to_act, state.to_act = int(state.to_act), seat
    found = bool(rules.takeable(state))
    state.to_act = to_act
    return found


def _result(state: Any) -> int:
    """How the game stands: whose turn it is tells who made a line (Q8, Q9, Q10, Q17)."""
    mine, theirs = int(state.to_act) % 2, 1 - int(state.to_act) % 2
    for side in (mine, theirs):  # a line of the other side counts before the mover's own
        if rules.has_line(int(state.cubes[side]), int(state.rows) - rules.SIZES[0]):
            return rules.CROSSES_WON + side
    return rules.DRAWN if state.quiet == rules.QUIET_LIMIT else rules.GOING


TEXT = PositionText(write, read, EXAMPLE)
