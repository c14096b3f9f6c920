"""Pylos: proofs found, checked and played by: the second player wins, in every variant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from galda.core.errors import GaldaError
from galda.core.kernels import network
from galda.core.kernels.patches import Patches
from galda.core.play.options import Value
from galda.core.play.prover import (
    Checked,
    LayerOfProof,
    Proof,
    Told,
    packed_patches,
    write_kept,
)
from galda.core.play.solver import Device
from galda.games.pylos.rules import rules
from galda.games.pylos.rules.evaluation import TABLES, WEIGHTS
from galda.games.pylos.solve.checking import Numbers, Walk, count_by_balls
from galda.games.pylos.solve.closing import NO_WEIGHTS, Closing, weights_for
from galda.games.pylos.solve.kernels import choice, indexing, turns, walk
from galda.games.pylos.solve.kernels.choice import Guide
from galda.games.pylos.solve.solver import SOLVER

CHOICE = {"reply_cost": 0}
"""What marks depend on beside the network; docs/solved.md tells what was tried."""
GROWTH = 1.4
"""The set is kept small, as `find_from` says."""
SECOND = 1
"""The seat that wins."""
WORKING_ROOM = 8_000_000_000
"""Bytes beside the solution, for about a hundred million positions."""
KEEP_EVERY = 60.0
"""Seconds of work that an interruption may cost, at most, beside the ply it was at."""
MOST_ROUNDS = 20
"""How often the player is put in more of a hurry."""


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

    def check(self, proof: Proof, device: Device, folder: Path | None, tell: Told) -> Checked:
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
        return Checked(
            found.positions, found.checksum, faults[walk.LOST_POSITION], stuck, not len(endless)
        )

    def covers(self, proof: Proof, options: Mapping[str, Value], seat: int) -> bool:
        """Who comes second, if it is proved from all first balls."""
        return seat == SECOND and set(first_replies()) <= set(proof.starts)

    def choose(self, proof: Proof, state: Any, so_far: Sequence[int] = ()) -> int:
        """The next action of the turn that the player of the proof chooses in a position."""
        turn = self.turn_in(proof, state)
        return turns.actions_of(turn)[len(so_far)]

    def turn_in(self, proof: Proof, state: Any) -> int:
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

    def left(self, proof: Proof, state: Any) -> int:
        """All with as many balls or more, for beginners; else any, for balls may be removed."""
        balls = (int(state.balls[0]) | int(state.balls[1])).bit_count()
        if proof.options["variant"] != "beginners":
            balls = 0
        return sum(layer.positions for layer in proof.layers if int(layer.name) >= balls)

    def _guide(self, proof: Proof) -> Guide:
        variant = rules.VARIANTS.index(str(proof.options["variant"]))
        if proof.network != fingerprint(variant):
            raise GaldaError(
                "the proof was made with another network: galda prove {game} --variant {variant} "
                "makes a new one", game=proof.game, variant=proof.options["variant"],
            )  # fmt: skip
        return _guide_with(variant, tuple(sorted(proof.choice.items())))


@lru_cache
def _guide_with(variant: int, numbers: tuple[tuple[str, int], ...]) -> Guide:
    return choice.guide_for(variant, **dict(numbers))


def patches_of(proof: Proof) -> Patches:
    """The patches of a proof, as kernels take them."""
    return packed_patches(proof, choice.KINDS)


def after_choice(number: int, proof: Proof, guide: Guide) -> tuple[int, int]:
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


PROVER = PylosProver()
