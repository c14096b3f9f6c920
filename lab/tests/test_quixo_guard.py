"""Quixo's guard: whole numbers as plain arithmetic has them, and lessons that are true."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import galda
from galda.games.quixo.ai.evaluation import ROWS, parts_of
from galda.games.quixo.rules.rules import ENTERED, PUSHES, TAKEN, push
from galda.games.quixo.solve import PROVER, SOLVER
from galda.games.quixo.solve.kernels import choice
from galda.games.quixo.solve.kernels.retrograde import WON
from galda.solve import proving
from galda.solve.devices import Cpu
from galda.solve.proof_file import read_proof, write_proof
from lab.proofs import sieving
from lab.proofs.for_tests import changed
from lab.proofs.quixo import finding, marking
from lab.proofs.quixo.closing import Closing
from lab.proofs.quixo.kernels import lessons
from lab.proofs.quixo.kernels.guard import (
    COUNTS,
    FINE,
    FINE_WEIGHTS,
    LATER,
    Guard,
    guarded,
    no_guard,
    read_guard,
)
from lab.proofs.quixo.sampling import Sampling
from simulated_card import run_simulated
from support import random_game

UNITS = 12


def write_made_up(file: Path, seed: int, loud: int = 127) -> dict[str, Any]:
    print(f"seed {seed}")
    chance = np.random.default_rng(seed)
    parts: dict[str, Any] = {
        "tables": chance.integers(-40, 60, (ROWS, UNITS)).astype(np.int16),
        "weights": chance.integers(-loud, loud + 1, (COUNTS, UNITS, LATER)).astype(np.int8),
        "offsets": chance.integers(-9000, 9000, (COUNTS, LATER)).astype(np.int32),
        "last": chance.integers(-loud, loud, (COUNTS, LATER)).astype(np.int16),
    }
    np.savez(file, **parts)
    return parts


def marks_in(positions: Any, guide: choice.Guide, guard: Guard) -> Any:
    """The marks of all moves in positions."""
    marks = np.zeros(len(positions) * guide.moves, np.int32)
    listed = np.zeros(len(positions) * guide.listed, np.int8)
    marking.mark_all(Cpu(1).parallel_sum, guide, guard, positions, len(positions), marks, listed)
    return marks


def test_the_kernel_adds_up_what_plain_arithmetic_does(tmp_path: Path) -> None:
    plain = write_made_up(tmp_path / "guard.npz", 3)
    guard = read_guard(tmp_path / "guard.npz")
    seen = set()
    for seed in range(4):
        for position in random_game("quixo", {"size": 5}, seed):
            mine, theirs = (int(position.state.cubes[k]) for k in (0, 1))
            cubes = (mine | theirs).bit_count()
            sums = plain["tables"][list(parts_of(mine, theirs))].sum(axis=0, dtype=np.int64)
            later = plain["offsets"][cubes] + sums.clip(0, 127) @ plain["weights"][cubes].astype(
                np.int64
            )
            said = later[0] + ((later[1:] >> 6).clip(0, 127) * plain["last"][cubes, 1:]).sum()
            wanted = int(np.clip(said >> 3, -9000, 9000))
            assert guarded(mine, theirs, guard) == wanted
            seen.add(wanted)
    assert len(seen) > 20


def test_a_guards_word_is_added_to_marks_that_are_not_decided(tmp_path: Path) -> None:
    write_made_up(tmp_path / "guard.npz", 4)
    guard = read_guard(tmp_path / "guard.npz")
    guide = finding.usual_guide(4)
    decided = set()
    for position in random_game("quixo", {"size": 4}, 5):
        side = position.to_act & 1
        mine, theirs = (int(position.state.cubes[k]) for k in (side, 1 - side))
        here = np.array([mine | theirs << choice.HALF])
        before, after = (marks_in(here, guide, each) for each in (no_guard(), guard))
        for move in range(guide.moves):
            decided.add(bool(choice.is_decided(before[move])))
            said = 0
            if not choice.is_decided(before[move]):
                ours = push(mine, 1, move) | ENTERED[1, move]
                said = guarded(ours, push(theirs, 1, move), guard) * choice.STEP
            assert after[move] == before[move] + said
    assert decided == {True, False}


@pytest.mark.parametrize("wanted", [10_000, 3])
def test_lessons_say_which_moves_keep_what_a_position_is_worth(wanted: int) -> None:
    run = SOLVER.start({"size": 3}, Cpu(), [])
    for _ in run.steps():
        pass
    guide = finding.usual_guide(3)
    sampling = Sampling(run, guide, 4 * wanted, 4 * wanted, wanted=wanted, teacher=guide)
    sampling._ranks = np.zeros(1, np.uint8)  # it is enough not to lose
    sampling.meet(sampling.starts())
    met = list(sampling.steps())
    found = 0
    for positions, told, _ in sampling.lessons:
        for position, rows in zip(positions, told.reshape(-1, guide.moves), strict=True):
            mine, theirs = int(position) & choice.ONE_SIDE, int(position) >> choice.HALF
            for move in range(len(PUSHES[3])):
                if rows[move] == lessons.NO_LESSON:
                    continue
                assert not TAKEN[0, move] & theirs
                ours = push(mine, 0, move) | ENTERED[0, move]
                after = run.probe(np.array([push(theirs, 0, move)]), np.array([ours]))[0]
                assert (rows[move] == lessons.UNSAFE) == (after == WON)
                found += 1
    assert found > 0
    assert sum(len(part[0]) for part in sampling.lessons) == sum(layer.positions for layer in met)


def test_a_proof_with_a_guard_is_found_and_holds_with_that_guard_alone(tmp_path: Path) -> None:
    quixo = galda.game("quixo")
    shipped = proving.proof_for(quixo, quixo.read_options({"size": 4}))
    write_made_up(tmp_path / "guard-4.npz", 7, loud=6)
    guard = read_guard(tmp_path / "guard-4.npz")
    run = SOLVER.start({"size": 4}, Cpu(), [])
    for _ in run.steps():
        pass
    closing = Closing(
        run, finding.usual_guide(4), finding.MOST_WAITING[4], finding.MOST_PATCHES[4], guard=guard
    )
    closing.meet(closing.starts())
    with changed(sieving, "LISTED_BITS", 10_000):
        list(closing.steps())
    proof = finding.proof_of(closing, closing.sieving, closing.starts(), finding.CHOICES[4])
    assert proof.checksum != shipped.checksum and proof.sieves.any()
    write_proof(tmp_path / "quixo-4.proof", proof)
    proof = read_proof(tmp_path / "quixo-4.proof")
    checked = marking.check(proof, guard, Cpu())
    assert proving.holds(proof, checked)
    assert checked.wins
    assert proving.holds(shipped, marking.check(shipped, no_guard(), Cpu()))
    with pytest.raises(galda.GaldaError, match="another network"):
        PROVER.check(proof, Cpu(), None, lambda _, __: None)


def test_a_guard_says_in_whole_numbers_what_it_has_learnt(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    learning = importlib.import_module("lab.proofs.guard_learning")
    net = learning.GuardNet(8, seed=4)
    with torch.no_grad():
        net.weights[:, 0] = 0.4 * torch.randn(8, generator=torch.Generator().manual_seed(5))
        net.own_weights[:, 9] += 0.1
    net.write(tmp_path / "guard.npz")
    guard = read_guard(tmp_path / "guard.npz")
    said, whole = [], []
    for position in random_game("quixo", {"size": 5}, 6):
        mine, theirs = (int(position.state.cubes[k]) for k in (0, 1))
        with torch.no_grad():
            said.append(float(net(torch.tensor([parts_of(mine, theirs)]))))
        whole.append(guarded(mine, theirs, guard) * 8 / (FINE * FINE_WEIGHTS))
    assert np.ptp(whole) > 0.3
    assert np.allclose(said, whole, atol=0.002)


SIMULATED = """
import sys
from pathlib import Path
import numpy as np
from galda.games.quixo.solve.kernels import choice
from galda.games.quixo.solve.kernels.choice import PARTS
from galda.solve import devices
from lab.proofs import sieving
from lab.proofs.quixo import finding
from lab.proofs.quixo.kernels import closure, guard, lessons
from lab.proofs.quixo.sieving import Sieving

sieving.LISTED_BITS = 10_000
chance = np.random.default_rng(5)
mine = chance.integers(0, 1 << 25, 90)
theirs = chance.integers(0, 1 << 25, 90) & ~mine
risk = closure.FOLLOWED | chance.integers(0, choice.RISKS, 90)
queue = mine | theirs << choice.HALF | risk << closure.RISK_BIT
guide, helper = finding.usual_guide(5), guard.read_guard(Path(sys.argv[1]))
told = []
for device in (Simulated(), devices.Cpu(1)):
    packed = Sieving(25)
    packed.add(20, device.put(queue), queue[:12], np.arange(1, 13).astype(np.uint8), device)
    on_device = choice.placed(guide, device.put)
    marks = device.put(np.zeros(guide.moves, np.int32))
    here = device.put(np.array([queue[0] & (1 << 50) - 1]))
    helping = guard.placed_guard(helper, device.put)
    device.parallel_sum(guard.guard_span, guide.moves, on_device, helping, here, marks)
    parts = device.put(np.zeros(guide.moves * PARTS, np.int64))
    device.parallel_sum(
        lessons.parts_span, guide.moves, 2, guide.moves, device.put(np.zeros(1, np.int64)), here,
        parts,
    )
    told.append((packed.sieves.tolist(), packed.all_bits().tolist(),
                 device.get(marks).tolist(), device.get(parts).tolist()))
assert any(any(row) for row in told[0][0]) and any(told[0][2]) and any(told[0][3])
print(told[0] == told[1])
"""


def test_a_simulated_graphics_card_finds_the_same_sieves_words_and_parts(tmp_path: Path) -> None:
    pytest.importorskip("numba_cuda")
    write_made_up(tmp_path / "guard.npz", 6)
    told = run_simulated(SIMULATED, str(tmp_path / "guard.npz"))
    assert told.stdout.strip() == "True", told.stderr
