"""Puzzles, the puzzle of the day, and openings of solved games, for the site and the terminal."""
