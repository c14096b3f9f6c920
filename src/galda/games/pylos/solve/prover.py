"""Pylos: proofs checked and played by: the second player wins, in every variant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from galda.core.errors import GaldaError
from galda.core.kernels import network
from galda.core.kernels.patches import Patches
from galda.core.play import prover
from galda.core.play.options import Value
from galda.core.play.solver import Device
from galda.games.pylos.ai.evaluation import TABLES, WEIGHTS
from galda.games.pylos.rules import rules
from galda.games.pylos.solve.checking import Walk
from galda.games.pylos.solve.kernels import choice, turns, walk
from galda.games.pylos.solve.kernels.choice import Guide
from galda.games.pylos.solve.solver import SOLVER

SECOND = 1
"""The seat that wins."""


@lru_cache
def fingerprint(variant: int) -> str:
    """What tells one network for a variant from another."""
    return network.fingerprint(TABLES[variant], WEIGHTS[variant])


@lru_cache
def first_replies() -> tuple[int, ...]:
    """The numbers of what one ball of the other makes of the empty board."""
    hollows = (spot for spot in range(rules.SPOTS) if rules.HOLLOWS >> spot & 1)
    return tuple(sorted({int(turns.number_of(0, 1 << spot, turns.book())) for spot in hollows}))


class PylosProver:
    """Pylos: who comes second wins."""

    def options(self, options: Mapping[str, Value]) -> dict[str, Value]:
        """The variant, as for the solution."""
        return SOLVER.options(options)

    def check(
        self, proof: prover.Proof, device: Device, folder: Path | None, tell: prover.Told
    ) -> prover.Checked:
        """Walk from the starts that the proof claims, then follow every game to its end."""
        found = Walk(self._guide(proof), device, folder)
        found.take_patches(patches_of(proof))
        found.begin(np.array(proof.starts, np.int64))
        for new, met in found.steps():
            tell(f"{len(found.plies)}: {new}", min(met / max(proof.positions, 1), 1) / 2)
        _, endless = found.follow()
        tell(f"{len(endless)}", 1.0)
        faults = found.faults
        stuck = faults[walk.STUCK] + faults[walk.CROWDED]
        return prover.Checked(
            found.positions, found.checksum, faults[walk.LOST_POSITION], stuck, not len(endless)
        )

    def covers(self, proof: prover.Proof, options: Mapping[str, Value], seat: int) -> bool:
        """Who comes second, if it is proved from all first balls."""
        return seat == SECOND and set(first_replies()) <= set(proof.starts)

    def choose(self, proof: prover.Proof, state: Any, so_far: Sequence[int] = ()) -> int:
        """The next action of the turn that the player of the proof chooses in a position."""
        turn = self.turn_in(proof, state)
        return turns.actions_of(turn)[len(so_far)]

    def turn_in(self, proof: prover.Proof, state: Any) -> int:
        """The turn that wins at once, else the best that no patch skips."""
        mine, theirs = int(state.balls[state.to_act]), int(state.balls[1 - state.to_act])
        guide, book = self._guide(proof), turns.book()
        listed = np.zeros(turns.MOST_TURNS, np.int64)
        count = int(turns.list_turns(mine, theirs, guide.variant, listed, 0))
        if choice.wins_at_once(mine, theirs):
            onto_top = int(rules.squares(mine | theirs)) >> rules.TOP & 1
            return rules.TOP << turns.END if onto_top else int(listed[0])
        after = after_choice(int(turns.number_of(mine, theirs, book)), proof, guide)
        wanted = turns.number_of(*after, book)
        return next(
            int(turn) for turn in listed[:count]
            if turns.number_of(theirs, int(turn) & turns.SET, book) == wanted
        )  # fmt: skip

    def left(self, proof: prover.Proof, state: Any) -> int:
        """All with as many balls or more, for beginners; else any, for balls may be removed."""
        balls = (int(state.balls[0]) | int(state.balls[1])).bit_count()
        if proof.options["variant"] != "beginners":
            balls = 0
        return sum(layer.positions for layer in proof.layers if int(layer.name) >= balls)

    def _guide(self, proof: prover.Proof) -> Guide:
        variant = rules.VARIANTS.index(str(proof.options["variant"]))
        if proof.network != fingerprint(variant):
            raise GaldaError("the proof was made with another network")
        return _guide_with(variant, tuple(sorted(proof.choice.items())))


@lru_cache
def _guide_with(variant: int, numbers: tuple[tuple[str, int], ...]) -> Guide:
    return choice.guide_for(variant, **dict(numbers))


def patches_of(proof: prover.Proof) -> Patches:
    """The patches of a proof, as kernels take them."""
    return prover.packed_patches(proof, choice.KINDS)


def after_choice(number: int, proof: prover.Proof, guide: Guide) -> tuple[int, int]:
    """What the choice makes of a position: the balls of the other, then to move, and the own."""
    book, one = turns.book(), np.array([number], np.int64)
    listed, marks = np.zeros(turns.MOST_TURNS, np.int64), np.zeros(turns.MOST_TURNS, np.int32)
    counts, chosen = np.zeros(1, np.int32), np.zeros(1, np.int32)
    choice.mark_span(0, 1, guide, book, one, listed, marks, counts)
    walk.choose_span(
        0, 1, one, listed, marks, counts, patches_of(proof), chosen,
        np.zeros(walk.FAULTS, np.int64),
    )  # fmt: skip
    if chosen[0] == walk.NOWHERE:
        raise GaldaError("a patch of the proof skips all moves: it is damaged")
    return int(turns.position_of(number, book)[1]), int(chosen[0])


PROVER = PylosProver()
