"""Late positions of Pylos, won for the side to move, and their proofs, for tests.

A slow solver takes the place of the solution of the whole game.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt
import pytest

from galda.core.kernels.patches import skips_at
from galda.core.play import sieving
from galda.core.play.prover import Checked, Proof
from galda.games.pylos.rules.rules import BALLS_EACH, VARIANTS
from galda.games.pylos.solve import PROVER, prover
from galda.games.pylos.solve.checking import Walk
from galda.games.pylos.solve.kernels import choice, turns
from galda.solve.devices import Cpu

LATE = {
    "standard": (72754776, 36280743),
    "beginners": (144192024, 4410727),
    "expert": (345272426, 23760789),
}
"""For each variant the balls of the side to move, which wins, and of the other."""
WILD = {"reply_cost": -3000}
"""A choice that wants to leave many replies: it errs more often than the usual one."""


def balls_after(mine: int, theirs: int, variant: int) -> list[int]:
    room = np.zeros(turns.MOST_TURNS, np.int64)
    count = turns.list_turns(mine, theirs, variant, room, 0)
    return [int(turn) & turns.SET for turn in room[:count]]


def decided(mine: int, theirs: int) -> int | None:
    if mine.bit_count() >= BALLS_EACH:
        return 0
    return 254 if choice.wins_at_once(mine, theirs) else None


def number(mine: int, theirs: int) -> int:
    return int(turns.number_of(mine, theirs, turns.book()))


@lru_cache
def solution_from(mine: int, theirs: int, variant: int) -> npt.NDArray[np.uint8]:
    """The marks of all that can come of a position, found by looking at everything, again and
    again; in an array with room for the whole game, of which the rest is never touched."""
    leads: dict[int, list[int]] = {}
    waiting, marks = [(mine, theirs)], {}
    while waiting:
        here = waiting.pop()
        if number(*here) in leads:
            continue
        leads[number(*here)] = found = []
        for after in balls_after(*here, variant):
            then = (here[1], after)
            mark = decided(*then)
            found.append(number(*then) if mark is None else -1 - mark)
            if mark is None:
                waiting.append(then)
    marks = dict.fromkeys(leads, 128)
    changed = True
    while changed:
        changed = False
        for here_number, found in leads.items():
            best = min(marks[to] if to >= 0 else -1 - to for to in found)
            mark = 254 - best if best < 128 else 256 - best if best > 128 else 128
            changed = changed or mark != marks[here_number]
            marks[here_number] = mark
    solution = np.zeros(int(turns.book().base[-1]), np.uint8)
    for place, mark in marks.items():
        solution[place] = mark
    return solution


def late_proof(variant: str, growth: float = 0.0) -> Proof:
    code, (mine, theirs) = VARIANTS.index(variant), LATE[variant]
    solution = solution_from(mine, theirs, code)
    start = np.array([number(mine, theirs)], np.int64)
    return prover.find_from(
        start, code, Cpu(1), solution, growth=growth, mark_share=0 if growth else 1
    )


def proofs_of_the_wild_choice(listed_bits: int) -> dict[str, Proof]:
    """Proofs that need many patches; the fewer bits one takes in the list, the more are there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prover, "CHOICE", WILD)
        patch.setattr(sieving, "LISTED_BITS", listed_bits)
        return {variant: late_proof(variant) for variant in LATE}


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
