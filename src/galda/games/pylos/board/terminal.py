"""The Pylos board for a terminal: its levels side by side."""

from __future__ import annotations

from galda.core.play.position import Position
from galda.core.show.language import say
from galda.games.pylos.board.board import last_turn
from galda.games.pylos.rules import rules
from galda.games.pylos.rules.rules import SPOT
from galda.games.pylos.text.spots import occupied, owner, seat_name

SIGNS = ("[bold yellow]○[/]", "[bold magenta]●[/]")


def print_lines(position: Position, viewer: int, lang: str) -> str:
    """The levels from the lowest to the top; balls just played stand in brackets.

    A dot is a spot that can receive a ball. Below it the reserves.
    """
    lines = []
    for row in reversed(range(4)):
        levels = [_row(position, level, row) for level in range(4)]
        lines.append("   ".join(levels).rstrip())
    letters = ["".join(f" {letter} " for letter in "abcd"[: 4 - level]) for level in range(3)]
    lines.append(
        "[dim]  "
        + "     ".join(letters)
        + "     "
        + say(lang, "top", context="the highest spot")
        + "[/]"
    )
    for seat in (0, 1):
        values = {"player": seat_name(position, seat), "n": int(position.state.reserve[seat])}
        lines.append(f"{SIGNS[seat]} " + say(lang, "{player}: {n} in reserve", **values))
    return "\n".join(lines)


def _row(position: Position, level: int, row: int) -> str:
    """One row of a level with its number, or as much empty space."""
    if row >= 4 - level:
        return " " * (2 + 3 * (4 - level))
    free = int(rules.receivers(occupied(position.state)))
    filled = last_turn(position).filled
    cells = f"[dim]{row + 1}[/] "
    for column in range(4 - level):
        spot = SPOT[level, row, column]
        seat = owner(position.state, spot)
        sign = SIGNS[seat] if seat is not None else "[dim]·[/]" if free >> spot & 1 else " "
        cells += f"\\[{sign}]" if spot in filled else f" {sign} "
    return cells
