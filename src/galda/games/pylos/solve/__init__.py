"""Pylos solved."""

from galda.games.pylos.solve.solver import SOLVER

__all__ = ["SOLVER"]
