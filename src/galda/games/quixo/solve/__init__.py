"""Quixo solved, and proofs of what its player can do without the solution."""

from galda.games.quixo.solve.prover import PROVER
from galda.games.quixo.solve.solver import SOLVER

__all__ = ["PROVER", "SOLVER"]
