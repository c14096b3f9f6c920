"""Quixo: finding proofs by the solved game, for every size of board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import numpy as np
import numpy.typing as npt

from galda.core.play.options import Value
from galda.core.play.prover import LayerOfProof, Proof, Told
from galda.core.play.solver import Device
from galda.games.quixo.solve.kernels import choice
from galda.games.quixo.solve.kernels.choice import Guide
from galda.games.quixo.solve.solver import SOLVER, QuixoRun
from lab.proofs.keeping import write_kept
from lab.proofs.quixo.closing import Closing
from lab.proofs.quixo.few import Few, Thrift
from lab.proofs.quixo.kernels.closure import QUEUES
from lab.proofs.quixo.marking import fingerprint
from lab.proofs.quixo.sieving import Sieving

BY_NETWORK = {"open_cost": 400, "form_cost": 50, "listed": 3, "listed_cost": 100}
CHOICES = {
    3: {**BY_NETWORK, "forward": 50_000},
    4: {**BY_NETWORK, "forward": 3000},
    5: {**BY_NETWORK, "forward": 3000},
}
"""For each size of board what marks depend on; lab/proofs.md tells what was tried.

Where there is a guard, it must be able to bring any move before those of the short list."""
MOST_WAITING = {3: 1 << 12, 4: 1 << 18, 5: 1_200_000_000}
"""Positions that may wait in each of three queues."""
MOST_PATCHES = {3: 1 << 12, 4: 1 << 16, 5: 1 << 27}
THRIFTS = {5: Thrift(candidates=8, together=1 << 16, sweeps=2)}
"""Sizes of board whose proof is to have few positions, and what is saved there."""
BIT_COSTS = (0.3, 1.0, 3.0)
"""What a bit is worth there in each pass: little at first, so that it closes soon."""
STACK_ROOM = 1 << 24
"""Positions that wait in each stack there."""
MOST_HELD = 1 << 29
"""Positions that such a proof is expected to have at most."""
PLACES_IN_A_BYTE = 4
"""Of the solution."""
POSITION_BYTES = 8
KEEP_EVERY = 20.0
"""Seconds of work that an interruption may cost, at most, beside the layer it was at."""
KEEP_TABLE_EVERY = 300.0
"""The same where a table of gigabytes has to be written."""
TELL_EVERY = 1.0


class QuixoFinder:
    """Quixo for two: never lost on the board of five, won by who begins on smaller ones."""

    def memory(self, options: Mapping[str, Value]) -> int:
        """The solution, and what is met."""
        size = int(options["size"])
        solution = SOLVER.memory(options)
        if size in THRIFTS:
            stacks = (size**2 + 1) * STACK_ROOM
            tables = 5 * 2 * MOST_HELD  # this pass's, the last one's, and what that is worth
            met = (stacks + tables) * POSITION_BYTES
        else:
            ticks = solution["file"] * PLACES_IN_A_BYTE // 8
            queues = QUEUES * MOST_WAITING[size] * POSITION_BYTES
            met = ticks + queues + MOST_PATCHES[size] * (POSITION_BYTES + 1)
        return solution["file"] + solution["tables"] + met

    def find(
        self, options: Mapping[str, Value], device: Device, keep_in: Path | None, tell: Told
    ) -> Proof:
        """Solve the game, then follow the choice and mend it."""
        size = int(options["size"])
        run = SOLVER.start(options, device, [])
        for done, fraction in run.steps():
            tell(done, fraction / 2)
        find = _find_few if size in THRIFTS else _find
        proof = find(run, keep_in, tell)
        if keep_in is not None:
            keep_in.unlink(missing_ok=True)
        return proof


def _find(run: QuixoRun, keep_in: Path | None, tell: Told) -> Proof:
    """Layer after layer, as the choice goes."""
    size = run.size
    closing = Closing(run, usual_guide(size), MOST_WAITING[size], MOST_PATCHES[size])
    starts = closing.starts()
    if keep_in is not None and keep_in.exists():
        with np.load(keep_in) as kept:
            closing.take_up(kept)
    else:
        closing.meet(starts)
    kept_at = perf_counter()
    for met in closing.steps():
        tell(f"{met.cubes}: {met.positions} + {met.patches}", (1 + met.cubes / size**2) / 2)
        if keep_in is not None and perf_counter() - kept_at > KEEP_EVERY:
            write_kept(keep_in, closing.kept())
            kept_at = perf_counter()
    return proof_of(closing, closing.sieving, starts, CHOICES[size])


def all_passes(closing: Few, starts: npt.NDArray[np.int64]) -> Iterator[int]:
    """Batch after batch of all passes."""
    yield from closing.steps()
    while closing.passes + 1 < len(BIT_COSTS):
        closing.pass_again(starts, BIT_COSTS[closing.passes + 1])
        yield from closing.steps()


def _find_few(run: QuixoRun, keep_in: Path | None, tell: Told) -> Proof:
    """With few positions."""
    size = run.size
    thrift = replace(THRIFTS[size], bit_cost=BIT_COSTS[0])
    closing = Few(run, usual_guide(size), thrift, STACK_ROOM)
    starts = closing.starts()
    if keep_in is not None and keep_in.exists():
        with np.load(keep_in) as kept:
            closing.take_up(kept)
    else:
        closing.meet(starts)
    told_at = kept_at = perf_counter()
    for _ in all_passes(closing, starts):
        now = perf_counter()
        if now - told_at > TELL_EVERY:
            told_at, done = now, (closing.passes + closing.chosen / closing.positions)
            told = f"{closing.passes + 1}: {closing.chosen} / {closing.positions}"
            tell(told, (1 + done / len(BIT_COSTS)) / 2)
        if keep_in is not None and now - kept_at > KEEP_TABLE_EVERY:
            write_kept(keep_in, closing.kept())
            kept_at = perf_counter()
    return proof_of(closing, closing.pack(), starts, CHOICES[size])


def usual_guide(size: int) -> Guide:
    """The guide that a new proof is made with."""
    return choice.guide_for(size, **CHOICES[size])


def proof_of(
    closing: Closing | Few, sieving: Sieving, starts: npt.NDArray[np.int64],
    numbers_of_choice: dict[str, int],
) -> Proof:  # fmt: skip
    """The proof that was found, with a guide of these numbers."""
    size = closing.run.size
    numbers, skipped = sieving.listed()
    return Proof(
        game="quixo", options={"size": size},
        choice=dict(numbers_of_choice),
        network=fingerprint(size, closing.guard),
        starts=tuple(choice.numbers_of(starts).tolist()), wins=closing.proves_wins,
        layers=tuple(LayerOfProof(str(m.cubes), m.positions, m.patches) for m in closing.layers),
        checksum=closing.checksum, numbers=numbers, skipped=skipped,
        sieves=sieving.sieves, bits=sieving.all_bits(),
    )  # fmt: skip
