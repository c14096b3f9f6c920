"""Quixo: proofs found, checked and played by, for every size of board."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.folders import data_folder
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
from galda.games.quixo.rules import rules
from galda.games.quixo.rules.evaluation import TABLES, WEIGHTS
from galda.games.quixo.solve.checking import Walk
from galda.games.quixo.solve.closing import Closing
from galda.games.quixo.solve.few import Few, Thrift
from galda.games.quixo.solve.kernels import choice, indexing
from galda.games.quixo.solve.kernels.choice import Guide
from galda.games.quixo.solve.kernels.closure import QUEUES
from galda.games.quixo.solve.kernels.guard import Guard, no_guard, read_guard
from galda.games.quixo.solve.kernels.patches import chosen_mark
from galda.games.quixo.solve.sieving import Sieving
from galda.games.quixo.solve.solver import SOLVER, QuixoRun

BY_NETWORK = {"open_cost": 400, "form_cost": 50, "listed": 3, "listed_cost": 100}
CHOICES = {
    3: {**BY_NETWORK, "forward": 50_000},
    4: {**BY_NETWORK, "forward": 3000},
    5: {**BY_NETWORK, "forward": 3000},
}
"""For each size of board what marks depend on; docs/solved.md tells what was tried.

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
GUARDS = Path(__file__).parent / "proofs"
PLACES_IN_A_BYTE = 4
"""Of the solution."""
POSITION_BYTES = 8
KEEP_EVERY = 20.0
"""Seconds of work that an interruption may cost, at most, beside the layer it was at."""
KEEP_TABLE_EVERY = 300.0
"""The same where a table of gigabytes has to be written."""
TELL_EVERY = 1.0


@lru_cache
def guards_for(size: int, folders: tuple[Path, ...]) -> tuple[Guard, ...]:
    """The guards in some folders for a size of board, and at last none."""
    files = [folder / f"guard-{size}.npz" for folder in folders]
    return (*(read_guard(file) for file in files if file.exists()), no_guard())


def known_guards(size: int) -> tuple[Guard, ...]:
    """The guard in the package for a size of board, the user's own, and none."""
    return guards_for(size, (GUARDS, data_folder()))


def fingerprint(size: int, guard: Guard) -> str:
    """What tells one network with its guard, for a size of board, from another."""
    board = size - rules.SIZES[0]
    numbers = TABLES[board].astype("<i2").tobytes() + WEIGHTS[board].astype("<i2").tobytes()
    if guard.units:
        numbers += b"".join(part.tobytes() for part in guard[1:])
    return hashlib.sha256(numbers).hexdigest()[:16]


class QuixoProver:
    """Quixo for two: never lost on the board of five, won by who begins on smaller ones."""

    def options(self, options: Mapping[str, Value]) -> dict[str, Value]:
        """The size, as for the solution."""
        return SOLVER.options(options)

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

    def check(self, proof: Proof, device: Device, folder: Path | None, tell: Told) -> Checked:
        """Walk from the starts that the proof claims."""
        size = int(proof.options["size"])
        walk = Walk(self._guide(proof), patches_of(proof), device, folder, follow_wins=proof.wins)
        walk.begin(choice.positions_of(np.array(proof.starts, np.int64)))
        for cubes, count in walk.steps(size**2):
            tell(f"{cubes}: {count}", cubes / size**2)
        return Checked(
            walk.positions, walk.checksum, walk.faults["lost"], walk.faults["stuck"], walk.ends
        )

    def covers(self, proof: Proof, options: Mapping[str, Value], seat: int) -> bool:
        """Who begins, if it is proved from the empty board; else, if from all first pushes."""
        size = int(options["size"])
        begins = seat == int(options["first"]) - 1
        wanted = {0} if begins else set(first_replies(size).tolist())
        return wanted <= set(proof.starts)

    def choose(self, proof: Proof, state: Any, so_far: Sequence[int] = ()) -> int:
        """A push that wins at once, else the best that no patch skips."""
        guide = self._guide(proof)
        side = int(state.to_act) & 1
        mine, theirs = int(state.cubes[side]), int(state.cubes[1 - side])
        at_once = choice.winning_push(mine, theirs, guide.board, guide.moves)
        if at_once >= 0:
            return int(at_once)
        image, _, symmetry = choice.least_image(mine, theirs, guide.turns)
        marks = marks_in(np.array([image], np.int64), guide)
        mark = chosen_mark(image, marks, 0, guide.moves, patches_of(proof))
        if mark == choice.NOT_A_MOVE:
            raise GaldaError("a patch of the proof skips all moves: it is damaged")
        return turned_back(int(state.rows), int(symmetry), int(choice.move_of(mark)))

    def left(self, proof: Proof, state: Any) -> int:
        """All with at least as many cubes: a turn never makes one blank again."""
        cubes = (int(state.cubes[0]) | int(state.cubes[1])).bit_count()
        return sum(layer.positions for layer in proof.layers if int(layer.name) >= cubes)

    def _guide(self, proof: Proof) -> Guide:
        size = int(proof.options["size"])
        return _guide_of(size, proof.network, tuple(sorted(proof.choice.items())), data_folder())


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


@lru_cache
def _guide_of(
    size: int, network: str, numbers: tuple[tuple[str, int], ...], users: Path
) -> Guide:  # fmt: skip
    for guard in guards_for(size, (GUARDS, users)):
        if fingerprint(size, guard) == network:
            return choice.guide_for(size, guard, **dict(numbers))
    raise GaldaError(
        "the proof was made with another network: galda prove {game} --size {size} "
        "makes a new one", game="quixo", size=size,
    )  # fmt: skip


def usual_guide(size: int) -> Guide:
    """The guide that a new proof is made with."""
    return choice.guide_for(size, known_guards(size)[0], **CHOICES[size])


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
        network=fingerprint(size, closing.guide.guard),
        starts=tuple(choice.numbers_of(starts).tolist()), wins=closing.proves_wins,
        layers=tuple(LayerOfProof(str(m.cubes), m.positions, m.patches) for m in closing.layers),
        checksum=closing.checksum, numbers=numbers, skipped=skipped,
        sieves=sieving.sieves, bits=sieving.all_bits(),
    )  # fmt: skip


def patches_of(proof: Proof) -> Patches:
    """The patches of a proof, as kernels take them."""
    kinds = (int(proof.options["size"]) ** 2 + 1) * choice.RISKS
    return packed_patches(proof, kinds)


def marks_in(positions: npt.NDArray[np.int64], guide: Guide) -> npt.NDArray[np.int32]:
    """The marks of all moves in positions."""
    count = len(positions)
    marks = np.zeros(count * guide.moves, np.int32)
    listed = np.zeros(max(count * guide.listed, 1), np.int8)

    def do(kernel: Any, steps: int, *arguments: Any) -> int:
        return int(kernel(0, steps, *arguments))

    choice.mark_all(do, guide, positions, count, marks, listed)
    return marks


@lru_cache
def turned_back(size: int, symmetry: int, move: int) -> int:
    """The push that becomes `move` when the board is turned by a symmetry."""
    places = indexing.turned(size, symmetry)
    pushes = [(places[taken], places[entered]) for taken, entered in rules.PUSHES[size]]
    return pushes.index(rules.PUSHES[size][move])


def first_replies(size: int) -> npt.NDArray[np.int64]:
    """The numbers of what one push by the other makes of the empty board."""
    turns, board = indexing.turn_table(size), size - rules.SIZES[0]
    entered = rules.ENTERED[board, : len(rules.PUSHES[size])]
    return np.unique([choice.least_image(0, int(cell), turns)[1] for cell in entered])


PROVER = QuixoProver()
