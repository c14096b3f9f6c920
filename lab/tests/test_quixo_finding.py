"""Quixo's proofs found anew: the shipped ones, and those that tests of the checker use."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import galda
from galda import GaldaError
from galda.core.play.prover import Proof
from galda.games.quixo.solve import SOLVER
from galda.solve import devices, proving
from galda.solve.devices import Cpu
from galda.solve.proof_file import read_proof, write_proof
from lab.proofs.find import prove
from lab.proofs.for_tests import QUIXO as FOR_TESTS
from lab.proofs.for_tests import quixo_proofs
from lab.proofs.keeping import write_kept
from lab.proofs.quixo import closing, finding

QUIXO = galda.game("quixo")


def shipped(size: int) -> Proof:
    return proving.proof_for(QUIXO, QUIXO.read_options({"size": size}))


def same(one: Proof, other: Proof) -> bool:
    arrays = ("numbers", "skipped", "sieves", "bits")
    return repr(one) == repr(other) and all(
        np.array_equal(getattr(one, name), getattr(other, name)) for name in arrays
    )


@pytest.mark.parametrize("size", [3, 4])
def test_the_shipped_proof_is_found_again_byte_for_byte(size: int, tmp_path: Path) -> None:
    proved = prove(QUIXO, {"size": size}, output=tmp_path / "new.proof")
    assert same(proved.proof, shipped(size))
    kept = proving.packaged_folder(QUIXO) / f"quixo-{size}.proof"
    assert proved.file.read_bytes() == kept.read_bytes()


def test_proofs_for_the_tests_of_the_checker_are_found_again() -> None:
    for name, proof in quixo_proofs():
        assert same(proof, read_proof(FOR_TESTS / f"{name}.proof")), name


def test_a_run_that_was_interrupted_finds_the_same_proof(tmp_path: Path) -> None:
    run = closing.Closing(*closing_parts(4))
    run.meet(run.starts())
    for met in run.steps():
        if met.cubes == 8:
            break
    run.next_cubes = 9
    file = tmp_path / "kept.npz"
    write_kept(file, run.kept())
    later = closing.Closing(*closing_parts(4))
    with np.load(file) as kept:
        later.take_up(kept)
    list(later.steps())
    proof = shipped(4)
    assert later.checksum == proof.checksum
    assert (later.sieving.listed()[0] == proof.numbers).all()
    assert (later.sieving.sieves == proof.sieves).all()
    assert (later.sieving.all_bits() == proof.bits).all()
    assert [met.positions for met in later.layers] == [layer.positions for layer in proof.layers]


def closing_parts(size: int) -> tuple[Any, Any, int, int]:
    run = closing_run(size)
    guide = finding.usual_guide(size)
    return run, guide, finding.MOST_WAITING[size], finding.MOST_PATCHES[size]


def closing_run(size: int) -> Any:
    run = SOLVER.start({"size": size}, Cpu(), [])
    for _ in run.steps():
        pass
    return run


def test_a_file_that_is_there_is_read_and_not_made_anew(tmp_path: Path) -> None:
    file = tmp_path / "a.proof"
    write_proof(file, shipped(3))
    found = prove(QUIXO, {"size": 3}, output=file)
    assert found.seconds == 0.0
    assert same(found.proof, shipped(3))
    with pytest.raises(GaldaError, match="name another --file"):
        prove(QUIXO, {"size": 4}, output=file)


def test_what_does_not_fit_into_memory_is_refused_before_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices, "free_memory", lambda: 1_000_000)
    with pytest.raises(GaldaError, match="of memory, and only 1"):
        prove(QUIXO, {"size": 4}, output=tmp_path / "four.proof")
