"""The bot that plays by a proof: it does not lose where the proof speaks of it."""

from __future__ import annotations

from galda.bots.alphabeta import AlphaBeta
from galda.core.play.position import Position
from galda.core.play.prover import can_meet, choose_by
from galda.solve.proving import proof_for, prover_for

NEVER_LOSES = "never-loses"
"""The name of its level."""
SECONDS = 1.0
"""For positions of which nothing is proved, since they may be lost: there the bot looks ahead."""


class ProvenBot:
    """Plays the fixed choice of a proof, which needs no tablebase and hardly any time."""

    def __init__(self, seed: int | None = None, nodes: int | None = None) -> None:
        self._seed = seed
        self._nodes = nodes
        """Positions to look at where nothing is proved; None: as many as the seconds allow."""

    def choose(self, position: Position) -> int:
        """What the proof says; looking ahead where it says nothing."""
        proof, prover = proof_for(position.game, position.options), prover_for(position.game)
        covered = prover.covers(proof, position.options, position.to_act)
        if covered and can_meet(prover, proof, position):
            return choose_by(prover, proof, position)
        if self._nodes is not None:
            return AlphaBeta(nodes=self._nodes, seconds=None, seed=self._seed).choose(position)
        return AlphaBeta(seconds=SECONDS, seed=self._seed).choose(position)
