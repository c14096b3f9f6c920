"""Quixo: proofs checked and played by, for every size of board."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.kernels.patches import Patches
from galda.core.play import prover
from galda.core.play.options import Value
from galda.core.play.solver import Device
from galda.games.quixo.ai.evaluation import TABLES, WEIGHTS
from galda.games.quixo.rules import rules
from galda.games.quixo.solve.checking import Walk
from galda.games.quixo.solve.kernels import choice, indexing, threats
from galda.games.quixo.solve.kernels.choice import Guide
from galda.games.quixo.solve.kernels.patches import chosen_mark
from galda.games.quixo.solve.solver import SOLVER


@lru_cache
def fingerprint(size: int) -> str:
    """What tells one network for a size of board from another."""
    board = size - rules.SIZES[0]
    numbers = TABLES[board].astype("<i2").tobytes() + WEIGHTS[board].astype("<i2").tobytes()
    return hashlib.sha256(numbers).hexdigest()[:16]


class QuixoProver:
    """Quixo for two: never lost on the board of five, won by who begins on smaller ones."""

    def options(self, options: Mapping[str, Value]) -> dict[str, Value]:
        """The size, as for the solution."""
        return SOLVER.options(options)

    def check(
        self, proof: prover.Proof, device: Device, folder: Path | None, tell: prover.Told
    ) -> prover.Checked:
        """Walk from the starts that the proof claims."""
        size = int(proof.options["size"])
        walk = Walk(self._guide(proof), patches_of(proof), device, folder, follow_wins=proof.wins)
        walk.begin(choice.positions_of(np.array(proof.starts, np.int64)))
        for cubes, count in walk.steps(size**2):
            tell(f"{cubes}: {count}", cubes / size**2)
        return prover.Checked(
            walk.positions, walk.checksum, walk.faults["lost"], walk.faults["stuck"], walk.ends
        )

    def covers(self, proof: prover.Proof, options: Mapping[str, Value], seat: int) -> bool:
        """Who begins, if it is proved from the empty board; else, if from all first pushes."""
        size = int(options["size"])
        begins = seat == int(options["first"]) - 1
        wanted = {0} if begins else set(first_replies(size).tolist())
        return wanted <= set(proof.starts)

    def choose(self, proof: prover.Proof, state: Any, so_far: Sequence[int] = ()) -> int:
        """A push that wins at once, else the best that no patch skips."""
        guide = self._guide(proof)
        side = int(state.to_act) & 1
        mine, theirs = int(state.cubes[side]), int(state.cubes[1 - side])
        at_once = threats.winning_push(mine, theirs, guide.board, guide.moves)
        if at_once >= 0:
            return int(at_once)
        image, _, symmetry = choice.least_image(mine, theirs, guide.turns)
        marks = marks_in(np.array([image], np.int64), guide)
        mark = chosen_mark(image, marks, 0, guide.moves, patches_of(proof))
        if mark == choice.NOT_A_MOVE:
            raise GaldaError("a patch of the proof skips all moves: it is damaged")
        return turned_back(int(state.rows), int(symmetry), int(choice.move_of(mark)))

    def left(self, proof: prover.Proof, state: Any) -> int:
        """All with at least as many cubes: a turn never makes one blank again."""
        cubes = (int(state.cubes[0]) | int(state.cubes[1])).bit_count()
        return sum(layer.positions for layer in proof.layers if int(layer.name) >= cubes)

    def _guide(self, proof: prover.Proof) -> Guide:
        size = int(proof.options["size"])
        if proof.network != fingerprint(size):
            raise GaldaError("the proof was made with another network")
        return _guide_with(size, tuple(sorted(proof.choice.items())))


@lru_cache
def _guide_with(size: int, numbers: tuple[tuple[str, int], ...]) -> Guide:
    return choice.guide_for(size, **dict(numbers))


def patches_of(proof: prover.Proof) -> Patches:
    """The patches of a proof, as kernels take them."""
    kinds = (int(proof.options["size"]) ** 2 + 1) * choice.RISKS
    return prover.packed_patches(proof, kinds)


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
