"""Puzzles and the puzzle of the day, for the site and the terminal."""
