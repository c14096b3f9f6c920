"""The Quixo board in a terminal."""

from __future__ import annotations

from galda.core.play.position import Position
from galda.games.quixo.board.board import last_push
from galda.games.quixo.rules.rules import STRIDE
from galda.games.quixo.text.words import dot_seat, face


def print_lines(position: Position, viewer: int, lang: str) -> str:
    """The board for a terminal; the cube pushed in last stands in brackets."""
    state, size = position.state, int(position.state.rows)
    last = last_push(position)
    signs = {"blank": "[dim]·[/]", "cross": "[bold cyan]X[/]", "circle": "[bold yellow]O[/]"}
    lines = []
    for row in reversed(range(size)):
        line = f"[dim]{row + 1}[/] "
        for column in range(size):
            cell = row * STRIDE + column
            shown = face(state, cell)
            sign = signs[shown]
            if position.players == 4:
                dot = " " if shown == "blank" else str(dot_seat(state, cell) + 1)
                sign += f"[dim]{dot}[/]"
            line += f"\\[{sign}]" if last and last[1] == cell else f" {sign} "
        lines.append(line)
    width = 4 if position.players == 4 else 3
    letters = "".join(f" {letter}".ljust(width) for letter in "abcde"[:size])
    lines.append(f"[dim]  {letters}[/]")
    return "\n".join(lines)
