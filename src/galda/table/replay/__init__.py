"""Finished games: stepping through them, records brought along, reviews."""
