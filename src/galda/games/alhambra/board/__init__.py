"""Alhambra as people see it: pictures, the terminal, and setting up by touch."""

from galda.core.play.form import GameBoard
from galda.games.alhambra.board import board, setting_up, terminal

BOARD = GameBoard(
    draw=board.draw,
    print=terminal.print_lines,
    setting_up=setting_up.SETTING_UP,
)
