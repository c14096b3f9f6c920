"""Puzzles: one on the board, the puzzle of the day, a sheet to print."""
