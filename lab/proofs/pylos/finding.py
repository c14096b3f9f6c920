"""Pylos: finding proofs by the solved game: the second player wins, in every variant."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from galda.core.errors import GaldaError
from galda.core.play.options import Value
from galda.core.play.prover import LayerOfProof, Proof, Told
from galda.core.play.solver import Device
from galda.games.pylos.rules import rules
from galda.games.pylos.solve.checking import Numbers, count_by_balls
from galda.games.pylos.solve.kernels import choice, indexing
from galda.games.pylos.solve.prover import fingerprint, first_replies
from galda.games.pylos.solve.solver import SOLVER
from lab.proofs.keeping import write_kept
from lab.proofs.pylos.closing import NO_WEIGHTS, Closing, weights_for

CHOICE = {"reply_cost": 0}
"""What marks depend on beside the network; lab/proofs.md tells what was tried."""
GROWTH = 1.4
"""The set is kept small, as `find_from` says."""
WORKING_ROOM = 8_000_000_000
"""Bytes beside the solution, for about a hundred million positions."""
KEEP_EVERY = 60.0
"""Seconds of work that an interruption may cost, at most, beside the ply it was at."""
MOST_ROUNDS = 20
"""How often the player is put in more of a hurry."""


class PylosFinder:
    """Pylos: who comes second wins."""

    def memory(self, options: Mapping[str, Value]) -> int:
        """The solution, two bits for each of its places, and what is met."""
        solution = SOLVER.memory(options)
        return solution["file"] + solution["tables"] + solution["file"] // 4 + WORKING_ROOM

    def find(
        self, options: Mapping[str, Value], device: Device, keep_in: Path | None, tell: Told
    ) -> Proof:
        """Solve the game, then follow the choice and mend it."""
        run = SOLVER.start(options, device, [])
        for done, fraction in run.steps():
            tell(done, fraction / 2)
        variant = rules.VARIANTS.index(str(options["variant"]))
        starts = np.array(first_replies(), np.int64)
        return find_from(
            starts, variant, device, run.marks, growth=GROWTH, mark_share=0, keep_in=keep_in,
            tell=tell,
        )  # fmt: skip


def find_from(
    starts: Numbers,
    variant: int,
    device: Device,
    solution: Any,
    *,
    growth: float = 0.0,
    mark_share: int = 1,
    keep_in: Path | None = None,
    tell: Told = lambda _, __: None,
) -> Proof:
    """Find the patches with which the player wins from some positions in which it is to move.

    With a `growth` the set is kept small instead of the patches: what a new position costs grows
    by that factor with each turn that its win takes, and what the network thinks of a turn counts
    `mark_share` times beside that.
    """
    guide = choice.guide_for(variant, **CHOICE)
    weights = weights_for(growth) if growth else NO_WEIGHTS
    kept: dict[str, Any] = {}
    if keep_in is not None and keep_in.exists():
        with np.load(keep_in) as read:
            kept = dict(read)
    closing = Closing(guide, device, solution, weights, mark_share, kept.get("hurried"))
    if kept:
        closing.take_up(kept)
    else:
        closing.begin(starts)
    for _ in range(MOST_ROUNDS):
        kept_at = perf_counter()
        for new, met in closing.steps():
            tell(f"{len(closing.plies)}: {new:,} of {met:,}", 0.5 + len(closing.plies) / 100)
            if keep_in is not None and perf_counter() - kept_at > KEEP_EVERY:
                write_kept(keep_in, closing.kept())
                kept_at = perf_counter()
        longest, endless = closing.follow()
        if not len(endless):
            closing.prune(starts)
            tell(f"{longest}: {closing.positions:,}", 1.0)
            if keep_in is not None:
                keep_in.unlink(missing_ok=True)
            return proof_of(closing, starts, variant)
        round_again = closing.going_round(endless)
        tell(f"{longest}: {len(endless):,}, {len(round_again):,}", 0.95)
        closing.hurry(round_again if len(round_again) else endless)
    raise GaldaError("play still goes round after {rounds} rounds", rounds=MOST_ROUNDS)


def proof_of(closing: Closing, starts: Numbers, variant: int) -> Proof:
    """What a closed set proves."""
    patched, _ = closing.patches()
    by_balls = zip(closing.layers().tolist(), count_by_balls(patched).tolist(), strict=True)
    sieves = closing.pack()
    numbers, skipped = sieves.listed()
    return Proof(
        game="pylos", options={"variant": rules.VARIANTS[variant]}, choice=dict(CHOICE),
        network=fingerprint(variant), starts=tuple(starts.tolist()), wins=True,
        layers=tuple(LayerOfProof(str(balls), met, mended)
                     for balls, (met, mended) in enumerate(by_balls)
                     if balls <= indexing.MOST_KEPT),
        checksum=closing.checksum, numbers=numbers, skipped=skipped,
        sieves=sieves.sieves, bits=sieves.all_bits(),
    )  # fmt: skip
