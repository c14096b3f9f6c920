"""The bot that plays by a proof: it does not lose where the proof speaks of it."""

from __future__ import annotations

from galda.bots.alphabeta import AlphaBeta
from galda.core.play.position import Position
from galda.core.play.prover import choose_by
from galda.solve.proving import proof_for, prover_for

NEVER_LOSES = "never-loses"
"""The name of its level."""
SECONDS = 1.0
"""For the seat of which nothing is proved, since it can be beaten: there the bot looks ahead."""


class ProvenBot:
    """Plays the fixed choice of a proof, which needs no tablebase and hardly any time."""

    def __init__(self, seed: int | None = None, nodes: int | None = None) -> None:
        self._seed = seed
        self._nodes = nodes
        """Positions to look at where nothing is proved; None: as many as the seconds allow."""

    def choose(self, position: Position) -> int:
        """What the proof says; looking ahead, for a seat that can be beaten."""
        proof, prover = proof_for(position.game, position.options), prover_for(position.game)
        begun_unseen = position.in_turn and not position.steps_back
        if prover.covers(proof, position.options, position.to_act) and not begun_unseen:
            return choose_by(prover, proof, position)
        if self._nodes is not None:
            return AlphaBeta(nodes=self._nodes, seconds=None, seed=self._seed).choose(position)
        return AlphaBeta(seconds=SECONDS, seed=self._seed).choose(position)
