"""Alhambra: values that options have and words speak of."""

NEUTRAL_NAME = "Dirk"
"""What the neutral third player is called in a game of two, unless the players choose a name."""
