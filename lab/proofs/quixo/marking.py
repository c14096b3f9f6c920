"""Quixo: marks of moves with the help of a guard, and a walk by such marks.

The package's choice (`galda/games/quixo/solve/kernels/choice.py`) has no guard: no proof in the
package was made with one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from galda.core.play.prover import Checked, Proof
from galda.core.play.solver import Device
from galda.games.quixo.ai.evaluation import TABLES, WEIGHTS
from galda.games.quixo.rules import rules
from galda.games.quixo.solve import prover
from galda.games.quixo.solve.checking import Walk
from galda.games.quixo.solve.kernels import choice
from galda.games.quixo.solve.kernels.choice import Guide
from lab.proofs.quixo.kernels.guard import Guard, guard_span, no_guard, placed_guard


def mark_all(
    do: Callable[..., int], guide: Guide, guard: Guard, positions: Any, count: int, marks: Any,
    listed: Any,
) -> None:  # fmt: skip
    """Give marks to all moves of so many positions; `do` runs kernels on a device."""
    choice.mark_all(do, guide, positions, count, marks, listed)
    if guard.units:
        do(guard_span, count * guide.moves, guide, guard, positions, marks)


def fingerprint(size: int, guard: Guard) -> str:
    """What tells one network with its guard, for a size of board, from another."""
    if not guard.units:
        return prover.fingerprint(size)
    board = size - rules.SIZES[0]
    numbers = TABLES[board].astype("<i2").tobytes() + WEIGHTS[board].astype("<i2").tobytes()
    numbers += b"".join(part.tobytes() for part in guard[1:])
    return hashlib.sha256(numbers).hexdigest()[:16]


@dataclass
class GuardedWalk(Walk):
    """A walk of all positions that a player with a guard can meet."""

    guard: Guard = field(default_factory=no_guard)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._guard = placed_guard(self.guard, self.device.put)

    def _mark(self, positions: Any, count: int) -> None:
        do = self.device.parallel_sum
        mark_all(do, self._guide, self._guard, positions, count, self._marks, self._listed)


def check(proof: Proof, guard: Guard, device: Device) -> Checked:
    """Walk from the starts that a proof with a guard claims."""
    size = int(proof.options["size"])
    assert proof.network == fingerprint(size, guard), "the proof was made with another network"
    guide = choice.guide_for(size, **proof.choice)
    walk = GuardedWalk(
        guide, prover.patches_of(proof), device, follow_wins=proof.wins, guard=guard
    )  # fmt: skip
    walk.begin(choice.positions_of(np.array(proof.starts, np.int64)))
    for _ in walk.steps(size**2):
        pass
    return Checked(
        walk.positions, walk.checksum, walk.faults["lost"], walk.faults["stuck"], walk.ends
    )
