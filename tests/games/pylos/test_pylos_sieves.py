"""Pylos's patches: sieves say what a list says, and whatever is altered in either is found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from late_pylos import kind, made, made_for_all, skips, walk_by, walked

from galda.core.kernels.static_function import FUNCTION, hashed, places
from galda.core.play.prover import Proof
from galda.games.pylos.rules.rules import VARIANTS
from galda.games.pylos.solve.kernels import choice, turns
from galda.solve import proving
from galda.solve.proof_file import write_proof
from simulated_card import run_simulated


@pytest.fixture(scope="module")
def wild_proofs() -> dict[str, Proof]:
    """Proofs of a choice that needs many patches, all of them in sieves."""
    return made_for_all("sieves")


@pytest.fixture(scope="module")
def listing() -> dict[str, Proof]:
    """The same with all patches in the list."""
    return made_for_all("lists")


def test_a_listed_patch_taken_out_loses_the_win_and_the_check_finds_it(
    listing: dict[str, Proof],
) -> None:
    lost = 0
    for proof in listing.values():
        assert len(proof.numbers) == proof.patches
        assert proving.holds(proof, walked(proof))
        for patch in range(min(len(proof.numbers), 8)):
            less = replace(
                proof,
                numbers=np.delete(proof.numbers, patch),
                skipped=np.delete(proof.skipped, patch),
            )
            found = walked(less)
            assert not proving.holds(less, found)
            assert found.lost > 0 or not found.wins
            lost += found.lost > 0
    assert lost > 0


def test_a_listed_patch_that_skips_too_many_turns_is_found(listing: dict[str, Proof]) -> None:
    proof = listing["standard"]
    skipped = proof.skipped.copy()
    skipped[0] = 250
    found = walked(replace(proof, skipped=skipped))
    assert found.stuck > 0
    assert not found.wins
    assert not proving.holds(proof, found)


@pytest.mark.parametrize("variant", VARIANTS)
def test_sieves_say_on_the_whole_set_what_a_list_says(
    variant: str, wild_proofs: dict[str, Proof], listing: dict[str, Proof]
) -> None:
    packed, listed = wild_proofs[variant], listing[variant]
    assert not len(packed.numbers) and packed.sieves.any() == (packed.patches > 0)
    assert len(listed.bits) == 1 and not listed.sieves.any()
    assert (packed.checksum, packed.layers) == (listed.checksum, listed.layers)
    by_number = dict(zip(listed.numbers.tolist(), listed.skipped.tolist(), strict=True))
    for here in walk_by(listed).ascending()[0].tolist():
        assert skips(packed, here) == skips(listed, here) == by_number.get(here, 0)


def test_a_bit_of_a_sieve_that_is_turned_loses_the_win_where_it_is_needed(
    wild_proofs: dict[str, Proof], listing: dict[str, Proof]
) -> None:
    lost = alone = 0
    for variant, proof in wild_proofs.items():
        met = walk_by(proof).ascending()[0].tolist()
        right = [skips(proof, each) for each in met]
        for here in listing[variant].numbers[:3].tolist():
            for bit in bits_needed_for(proof, here):
                turned_bits = proof.bits.copy()
                turned_bits[bit // 32] ^= np.uint32(1 << bit % 32)
                other = replace(proof, bits=turned_bits)
                assert skips(proof, here) > skips(other, here) == 0
                found = walked(other)
                assert not proving.holds(proof, found)
                changed = [skips(other, each) != was for each, was in zip(met, right, strict=True)]
                if sum(changed) == 1:  # else play may have gone elsewhere before
                    assert found.lost > 0 or not found.wins, f"bit {bit}"
                    alone += 1
                    lost += found.lost > 0
    assert alone >= lost > 0


def bits_needed_for(proof: Proof, here: int) -> list[int]:
    """The bits that say whether a position is patched."""
    _, first, seed, segment, ranged = proof.sieves[kind(proof, here), FUNCTION : 2 * FUNCTION]
    return [int(first + at) for at in places(np.uint64(hashed(here, seed)), segment, ranged)]


def test_a_sieve_taken_out_loses_the_win(wild_proofs: dict[str, Proof]) -> None:
    for proof in wild_proofs.values():
        for place in np.flatnonzero(proof.sieves.any(axis=1)).tolist():
            sieves = proof.sieves.copy()
            sieves[place] = 0
            found = walked(replace(proof, sieves=sieves))
            assert not proving.holds(proof, found)
            assert place >= choice.KINDS or found.lost > 0 or not found.wins, f"sieve {place}"


def test_kinds_of_positions_go_by_the_number_of_turns() -> None:
    kinds = [int(choice.kind_of(count)) for count in range(1, turns.MOST_TURNS + 1)]
    first = [kinds.index(each) + 1 for each in sorted(set(kinds))]
    assert kinds == sorted(kinds)
    assert first[:9] == [1, 2, 3, 4, 6, 8, 12, 16, 24]
    assert kinds[0] == 0 and kinds[-1] < choice.KINDS
    proof = made("late-expert")
    found = walk_by(proof)
    met = found.ascending()[0]
    found.chunk = 100
    assert found.kinds_of(met).tolist() == [kind(proof, here) for here in met.tolist()]


SIMULATED = """
import sys
from pathlib import Path
import numpy as np
from galda.games.pylos.solve import PROVER, prover
from galda.games.pylos.solve.kernels import choice, turns, walk
from galda.core.kernels.patches import placed_patches
from galda.solve.proof_file import read_proof

proof, numbers = read_proof(Path(sys.argv[1])), np.load(sys.argv[2])
guide, count, told = PROVER._guide(proof), len(numbers), []
for device in (Simulated(), devices.Cpu(1)):
    put, do = device.put, device.parallel_sum
    there = choice.Guide(*(put(a) if isinstance(a, np.ndarray) else a for a in guide))
    book, here = turns.Book(*map(put, turns.book())), put(numbers)
    listed, marks = put(np.zeros(count * 2048, np.int64)), put(np.zeros(count * 2048, np.int32))
    counts, chosen = put(np.zeros(count, np.int32)), put(np.zeros(count, np.int32))
    kinds, faults = put(np.zeros(count, np.int64)), put(np.zeros(3, np.int64))
    do(choice.mark_span, count, there, book, here, listed, marks, counts)
    patches = placed_patches(prover.patches_of(proof), put)
    do(walk.choose_span, count, here, listed, marks, counts, patches, chosen, faults)
    do(walk.kind_span, count, guide.variant, book, here, listed, kinds)
    told.append([device.get(array).tolist() for array in (chosen, kinds, faults)])
print(told[0] == told[1], told[0][0])
"""


def test_a_simulated_graphics_card_chooses_the_same(
    wild_proofs: dict[str, Proof], listing: dict[str, Proof], tmp_path: Path
) -> None:
    pytest.importorskip("numba_cuda")
    proof = wild_proofs["standard"]
    numbers, chosen = walk_by(proof).ascending()
    some = np.isin(numbers, listing["standard"].numbers[:3])
    some[:2] = True
    write_proof(tmp_path / "late.proof", proof)
    np.save(tmp_path / "numbers.npy", numbers[some])
    told = run_simulated(SIMULATED, tmp_path / "late.proof", tmp_path / "numbers.npy")
    assert told.stdout.strip() == f"True {chosen[some].tolist()}", told.stderr
