"""Pylos as people see it: pictures, the terminal, and setting up by touch."""

from galda.core.play.form import GameBoard
from galda.games.pylos.board import board, setting_up, terminal, wood

BOARD = GameBoard(
    draw=board.draw,
    print=terminal.print_lines,
    mark=wood.mark,
    setting_up=setting_up.SETTING_UP,
)
