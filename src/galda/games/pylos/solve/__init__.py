"""Pylos solved, and proofs of what its player can do without the solution."""

from galda.games.pylos.solve.prover import PROVER
from galda.games.pylos.solve.solver import SOLVER

__all__ = ["PROVER", "SOLVER"]
