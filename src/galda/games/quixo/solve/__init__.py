"""Quixo solved."""

from galda.games.quixo.solve.solver import SOLVER

__all__ = ["SOLVER"]
