"""Pylos's proofs found: late ones, which a slow solver answers for, and those tests read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.kernels.chance import scramble
from galda.games.pylos.solve import PROVER
from galda.games.pylos.solve.kernels import choice, turns
from galda.solve import proving
from galda.solve.devices import Cpu
from galda.solve.proof_file import read_proof
from lab.proofs import sieving
from lab.proofs.for_tests import (
    ALL_IN_SIEVES,
    LATE,
    PYLOS,
    WILD,
    balls_after,
    changed,
    number,
    pylos_proofs,
    solution_from,
)
from lab.proofs.keeping import write_kept
from lab.proofs.pylos.closing import Closing
from lab.proofs.pylos.finding import CHOICE
from lab.proofs.sieving import Sieves


def test_proofs_for_the_tests_of_the_checker_are_found_again_and_hold() -> None:
    for name, proof in pylos_proofs():
        kept = read_proof(PYLOS / f"{name}.proof")
        assert repr(proof) == repr(kept), name
        for part in ("numbers", "skipped", "sieves", "bits"):
            assert np.array_equal(getattr(proof, part), getattr(kept, part)), (name, part)
        assert proving.holds(proof, PROVER.check(proof, Cpu(1), None, lambda _, __: None)), name


def test_two_who_only_pass_go_round_and_whoever_leads_there_does_not() -> None:
    """A ball that completes a square may be removed again: then nothing has happened (P8)."""
    mine, theirs = 0b110011 ^ 1 << 5, (0b110011 << 10) ^ 1 << 15
    here, before = number(mine, theirs), number(mine ^ 1 << 4, theirs)
    met = sorted((here, before))
    closing = Closing(choice.guide_for(0, **CHOICE), Cpu(1), np.zeros(1, np.uint8))
    closing.plies = [np.array(met, np.int64)]
    closing.chosen = [np.array([leading_to(place, theirs, mine) for place in met], np.int32)]
    assert closing.follow()[1].tolist() == met
    assert closing.going_round(np.array(met, np.int64)).tolist() == [here]


def leading_to(place: int, theirs: int, mine: int) -> int:
    """The mover's balls after a turn that makes of a position what is alike to another."""
    own, other = map(int, turns.position_of(place, turns.book()))
    wanted = number(theirs, mine)
    return next(after for after in balls_after(own, other, 0) if number(other, after) == wanted)


def test_who_has_to_hurry_wins_faster_and_what_is_not_met_any_more_is_left_out() -> None:
    mine, theirs = LATE["beginners"]
    start = np.array([number(mine, theirs)], np.int64)
    closing = Closing(choice.guide_for(1, **WILD), Cpu(1), solution_from(mine, theirs, 1))
    closing.begin(start)
    list(closing.steps())
    usual, before = closing.follow()[0], closing.positions
    closing.prune(start)
    assert closing.positions == before, "all of it can be met"
    while len(closing.hurried) < closing.positions:
        closing.hurry(np.setdiff1d(np.concatenate(closing.plies), closing.hurried))
        list(closing.steps())
    closing.prune(start)
    fastest, endless = closing.follow()
    assert fastest < usual
    assert not len(endless)
    mark = int(solution_from(mine, theirs, 1)[start[0]])
    assert 2 * fastest - 1 == 255 - mark
    assert closing.positions < len(closing.hurried)
    assert closing.checksum == checksum_of(np.concatenate(closing.plies))


def checksum_of(numbers: npt.NDArray[np.int64]) -> int:
    return sum(int(scramble(np.uint64(each))) for each in numbers) % (1 << 64)


def test_a_run_that_was_interrupted_finds_the_same_proof(tmp_path: Path) -> None:
    mine, theirs = LATE["beginners"]
    parts: tuple[Any, ...] = (
        choice.guide_for(1, **CHOICE), Cpu(1), solution_from(mine, theirs, 1)
    )  # fmt: skip
    start = np.array([number(mine, theirs)], np.int64)
    whole, begun, later = Closing(*parts), Closing(*parts), Closing(*parts)
    whole.begin(start)
    list(whole.steps())
    begun.begin(start)
    steps = begun.steps()
    next(steps), next(steps)
    write_kept(tmp_path / "kept.npz", begun.kept())
    with np.load(tmp_path / "kept.npz") as kept:
        later.take_up(kept)
    list(later.steps())
    assert later.positions == whole.positions
    assert later.checksum == whole.checksum
    assert (later.patches()[0] == whole.patches()[0]).all()
    assert later.follow()[0] == whole.follow()[0]


def test_a_sieve_that_skips_all_turns_is_found() -> None:
    proof = read_proof(PYLOS / "sieves-standard.proof")
    only = proof.starts[0]
    sieves = Sieves(choice.KINDS, 12)
    own, other = map(int, turns.position_of(only, turns.book()))
    kinds = np.array([choice.kind_of(len(balls_after(own, other, 0)))], np.int64)
    with changed(sieving, "LISTED_BITS", ALL_IN_SIEVES):
        sieves.put_all(kinds, np.array([only], np.int64), np.array([250], np.uint8))
    stuck = replace(proof, sieves=sieves.sieves, bits=sieves.all_bits())
    found = PROVER.check(stuck, Cpu(1), None, lambda _, __: None)
    assert found.stuck == 1
    assert not proving.holds(proof, found)
