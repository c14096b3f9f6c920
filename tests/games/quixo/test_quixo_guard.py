"""Quixo's guard: whole numbers as plain arithmetic has them, and lessons that are true."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import galda
from galda.core.play import sieving
from galda.games.quixo.rules.evaluation import ROWS, parts_of
from galda.games.quixo.rules.rules import ENTERED, PUSHES, TAKEN, push
from galda.games.quixo.solve import PROVER, SOLVER, prover
from galda.games.quixo.solve.kernels import choice, lessons
from galda.games.quixo.solve.kernels.guard import COUNTS, LATER, guarded, no_guard, read_guard
from galda.games.quixo.solve.kernels.retrograde import WON
from galda.games.quixo.solve.sampling import Sampling
from galda.solve import proving
from galda.solve.devices import Cpu
from galda.solve.proof_file import read_proof, write_proof
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
    rule = prover.CHOICES[4]
    alone = choice.guide_for(4, no_guard(), **rule)
    led = choice.guide_for(4, guard, **rule)
    decided = set()
    for position in random_game("quixo", {"size": 4}, 5):
        side = position.to_act & 1
        mine, theirs = (int(position.state.cubes[k]) for k in (side, 1 - side))
        here = np.array([mine | theirs << choice.HALF])
        before, after = (prover.marks_in(here, guide) for guide in (alone, led))
        for move in range(alone.moves):
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
    guide = choice.guide_for(3, no_guard(), **prover.CHOICES[3])
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


def test_a_proof_with_a_guard_of_ones_own_is_found_checked_and_played_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quixo = galda.game("quixo")
    shipped = proving.proof_for(quixo, quixo.read_options({"size": 4}))
    monkeypatch.setenv("GALDA_DATA", str(tmp_path))
    monkeypatch.setattr(sieving, "LISTED_BITS", 10_000)
    write_made_up(tmp_path / "guard-4.npz", 7, loud=6)
    proof = PROVER.find({"size": 4}, Cpu(), None, lambda _, __: None)
    assert proof.checksum != shipped.checksum and proof.sieves.any()
    write_proof(tmp_path / "quixo-4.proof", proof)
    proof = read_proof(tmp_path / "quixo-4.proof")
    checked = PROVER.check(proof, Cpu(), None, lambda _, __: None)
    assert proving.holds(proof, checked)
    assert checked.wins
    assert proving.holds(shipped, PROVER.check(shipped, Cpu(), None, lambda _, __: None))
    for seed in range(3):
        position, chance = quixo.new(size=4), random.Random(seed)
        while not position.is_over:
            ours = position.to_act == 0
            reply = chance.choice(position.legal_actions)
            position = position.play(PROVER.choose(proof, position.state) if ours else reply)
        assert position.scores[0] == 1, f"seed {seed}"
    monkeypatch.setenv("GALDA_DATA", str(tmp_path / "elsewhere"))
    with pytest.raises(galda.GaldaError, match="another network"):
        PROVER.check(proof, Cpu(), None, lambda _, __: None)


SIMULATED = """
import sys
from pathlib import Path
import numpy as np
from galda.games.quixo.solve import prover
from galda.games.quixo.solve.kernels import choice, closure, lessons
from galda.games.quixo.solve.kernels.guard import PARTS, read_guard
from galda.games.quixo.solve.sieving import Sieving
from galda.core.play import sieving
from galda.solve import devices

sieving.LISTED_BITS = 10_000
chance = np.random.default_rng(5)
mine = chance.integers(0, 1 << 25, 90)
theirs = chance.integers(0, 1 << 25, 90) & ~mine
risk = closure.FOLLOWED | chance.integers(0, choice.RISKS, 90)
queue = mine | theirs << choice.HALF | risk << closure.RISK_BIT
guide = choice.guide_for(5, read_guard(Path(sys.argv[1])), **prover.CHOICES[5])
told = []
for device in (Simulated(), devices.Cpu(1)):
    packed = Sieving(25)
    packed.add(20, device.put(queue), queue[:12], np.arange(1, 13).astype(np.uint8), device)
    on_device = choice.placed(guide, device.put)
    marks = device.put(np.zeros(guide.moves, np.int32))
    here = device.put(np.array([queue[0] & (1 << 50) - 1]))
    device.parallel_sum(choice.guard_span, guide.moves, on_device, here, marks)
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
