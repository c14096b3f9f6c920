"""Solved games: known openings, and proofs to play against."""
