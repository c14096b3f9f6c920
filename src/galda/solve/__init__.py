"""Exact solving: every position of a game, on processors or a graphics card, kept in a file."""
