"""Late positions of Pylos, won for the side to move, and their proofs, for tests."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from galda.core.kernels.patches import skips_at
from galda.core.play.prover import Checked, Proof
from galda.games.pylos.rules.rules import VARIANTS
from galda.games.pylos.solve import PROVER, prover
from galda.games.pylos.solve.checking import Walk
from galda.games.pylos.solve.kernels import choice, turns
from galda.solve.devices import Cpu
from galda.solve.proof_file import read_proof

LATE = {
    "standard": (72754776, 36280743),
    "beginners": (144192024, 4410727),
    "expert": (345272426, 23760789),
}
"""For each variant the balls of the side to move, which wins, and of the other."""
PROOFS = Path(__file__).with_name("proofs")
"""`python -m lab.proofs.for_tests` makes them: `late` by the usual choice, `wild`, `sieves` and
`lists` by one that errs often, packed in three ways, and `small` of few positions."""


def balls_after(mine: int, theirs: int, variant: int) -> list[int]:
    room = np.zeros(turns.MOST_TURNS, np.int64)
    count = turns.list_turns(mine, theirs, variant, room, 0)
    return [int(turn) & turns.SET for turn in room[:count]]


def number(mine: int, theirs: int) -> int:
    return int(turns.number_of(mine, theirs, turns.book()))


def made(name: str) -> Proof:
    """A proof that was made for these tests."""
    return read_proof(PROOFS / f"{name}.proof")


def made_for_all(name: str) -> dict[str, Proof]:
    """Such a proof for each variant."""
    return {variant: made(f"{name}-{variant}") for variant in LATE}


def walked(proof: Proof) -> Checked:
    return PROVER.check(proof, Cpu(1), None, lambda _, __: None)


def walk_by(proof: Proof) -> Walk:
    """The whole walk of a proof's player."""
    found = Walk(PROVER._guide(proof), Cpu(1))
    found.take_patches(prover.patches_of(proof))
    found.begin(np.array(proof.starts, np.int64))
    list(found.steps())
    return found


def kind(proof: Proof, here: int) -> int:
    """The kind of a position, by counting its turns."""
    own, other = map(int, turns.position_of(here, turns.book()))
    code = VARIANTS.index(str(proof.options["variant"]))
    return int(choice.kind_of(len(balls_after(own, other, code))))


def skips(proof: Proof, here: int) -> int:
    """How many turns a proof skips in a position."""
    return int(skips_at(here, kind(proof, here), prover.patches_of(proof)))
