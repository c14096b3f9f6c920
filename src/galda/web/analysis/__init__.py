"""A board to think on: positions that visitors bring along, what they try, and the engine."""
