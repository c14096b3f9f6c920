"""Make the proofs that tests of the checkers read: `python -m lab.proofs.for_tests`.

They are small and of many kinds: with all patches in sieves, with all in a list, and of choices
that err often. They have to be made anew when a network that evaluates positions is taught anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.play.prover import Proof
from galda.games.pylos.rules.rules import BALLS_EACH, VARIANTS
from galda.games.pylos.solve.kernels import choice, turns
from galda.solve.devices import Cpu
from galda.solve.proof_file import write_proof
from lab.proofs import sieving
from lab.proofs.pylos import finding
from lab.proofs.quixo import ground
from lab.proofs.quixo.finding import QuixoFinder

TESTS = Path(__file__).parents[2] / "tests" / "games"
QUIXO, PYLOS = TESTS / "quixo" / "proofs", TESTS / "pylos" / "proofs"
ALL_LISTED, ALL_IN_SIEVES = 0, 10_000
"""What a patch in the list is said to take, in bits."""
LATE = {
    "standard": (72754776, 36280743),
    "beginners": (144192024, 4410727),
    "expert": (345272426, 23760789),
}
"""For each variant of Pylos the balls of the side to move, which wins, and of the other."""
WILD = {"reply_cost": -3000}
"""A choice that wants to leave many replies: it errs more often than the usual one."""


@contextmanager
def changed(place: Any, name: str, value: object) -> Iterator[None]:
    """A constant of a module, changed for a while."""
    before = getattr(place, name)
    setattr(place, name, value)
    try:
        yield
    finally:
        setattr(place, name, before)


def quixo_proofs() -> Iterator[tuple[str, Proof]]:
    """Proofs for 4×4 that are content with not losing, by the names of their files."""
    for name, bits in (("holding", ALL_IN_SIEVES), ("listing", ALL_LISTED)):
        with changed(ground, "LARGEST_RANKED", 0), changed(sieving, "LISTED_BITS", bits):
            yield name, QuixoFinder().find({"size": 4}, Cpu(), None, lambda _, __: None)


def balls_after(mine: int, theirs: int, variant: int) -> list[int]:
    """The mover's balls after each of its turns."""
    room = np.zeros(turns.MOST_TURNS, np.int64)
    count = turns.list_turns(mine, theirs, variant, room, 0)
    return [int(turn) & turns.SET for turn in room[:count]]


def decided(mine: int, theirs: int) -> int | None:
    """The mark of a position that is lost or won at once."""
    if mine.bit_count() >= BALLS_EACH:
        return 0
    return 254 if choice.wins_at_once(mine, theirs) else None


def number(mine: int, theirs: int) -> int:
    """The number of a position."""
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


def late_proof(
    variant: str, growth: float = 0.0, rule: Mapping[str, int] = finding.CHOICE
) -> Proof:
    """A proof from a late position on."""
    code, (mine, theirs) = VARIANTS.index(variant), LATE[variant]
    solution = solution_from(mine, theirs, code)
    start = np.array([number(mine, theirs)], np.int64)
    with changed(finding, "CHOICE", dict(rule)):
        return finding.find_from(
            start, code, Cpu(1), solution, growth=growth, mark_share=0 if growth else 1
        )


def pylos_proofs() -> Iterator[tuple[str, Proof]]:
    """Proofs of late positions, by the names of their files."""
    ways = {"wild": sieving.LISTED_BITS, "sieves": ALL_IN_SIEVES, "lists": ALL_LISTED}
    for name, bits in ways.items():
        with changed(sieving, "LISTED_BITS", bits):
            for variant in LATE:
                yield f"{name}-{variant}", late_proof(variant, rule=WILD)
    for variant in LATE:
        yield f"late-{variant}", late_proof(variant)
    yield "small-beginners", late_proof("beginners", growth=1.4)


def main() -> None:
    """Write all files."""
    for folder, proofs in ((QUIXO, quixo_proofs()), (PYLOS, pylos_proofs())):
        folder.mkdir(exist_ok=True)
        for name, proof in proofs:
            write_proof(folder / f"{name}.proof", proof)
            print(folder / f"{name}.proof")


if __name__ == "__main__":
    main()
