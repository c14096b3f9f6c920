"""Quixo's proofs with few positions: they hold, slow and obvious choices agree, nothing is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import galda
from galda.core.kernels.patches import Patches
from galda.core.play.prover import Checked, Proof
from galda.games.quixo.rules.rules import ENTERED, TAKEN, has_line, push
from galda.games.quixo.solve import PROVER, SOLVER, prover
from galda.games.quixo.solve.kernels import choice, threats
from galda.games.quixo.solve.kernels.patches import skipped_at
from galda.games.quixo.solve.kernels.retrograde import WON
from galda.solve import proving
from galda.solve.devices import Cpu
from galda.solve.proof_file import read_proof, write_proof
from lab.kernels.static_function import bits_needed
from lab.proofs.find import prove
from lab.proofs.keeping import write_kept
from lab.proofs.quixo import finding, ground
from lab.proofs.quixo.closing import Closing
from lab.proofs.quixo.few import UNIT, Few, Thrift, bits_of
from lab.proofs.quixo.kernels import closure, few
from lab.proofs.quixo.kernels.few import RANKS
from lab.proofs.quixo.sieving import Here, Sieving
from lab.proofs.sieving import LISTED_BITS, shapes_for
from simulated_card import run_simulated

QUIXO = galda.game("quixo")
ROOM = 1 << 14
DEAR = 1e4
"""New positions that a bit is worth where nothing but safety changes the choice."""


@pytest.fixture(scope="module", autouse=True)
def content_with_not_losing() -> Iterator[None]:
    """As on the full board, so that there is something to mend."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ground, "LARGEST_RANKED", 0)
        yield


def solved(size: int) -> Any:
    run = SOLVER.start({"size": size}, Cpu(1), [])
    for _ in run.steps():
        pass
    return run


@pytest.fixture(scope="module")
def four() -> Any:
    return solved(4)


def begun(run: Any, thrift: Thrift, room: int = ROOM) -> Few:
    closing = Few(run, finding.usual_guide(run.size), thrift, room)
    closing.meet(closing.starts())
    return closing


def closed(run: Any, thrift: Thrift, room: int = ROOM) -> Few:
    closing = begun(run, thrift, room)
    for _ in closing.steps():
        pass
    return closing


def proof_from(closing: Few) -> Proof:
    size = closing.run.size
    return finding.proof_of(closing, closing.pack(), closing.starts(), finding.CHOICES[size])


def walked(proof: Proof) -> Checked:
    return PROVER.check(proof, Cpu(1), None, lambda _, __: None)


@pytest.fixture(scope="module")
def thrifty(four: Any) -> Few:
    return closed(four, Thrift(bit_cost=0.3))


@pytest.fixture(scope="module")
def proof(thrifty: Few) -> Proof:
    return proof_from(thrifty)


def test_where_bits_are_dear_it_is_the_proof_that_follows_the_choice(four: Any) -> None:
    dear = closed(four, Thrift(bit_cost=DEAR))
    found = proof_from(dear)
    usual = Closing(four, finding.usual_guide(4), finding.MOST_WAITING[4], finding.MOST_PATCHES[4])
    usual.meet(usual.starts())
    assert list(usual.steps()) == dear.layers
    assert found.checksum == usual.checksum
    assert (found.positions, found.patches) == (8372, 65)  # lab/proofs.md


def test_with_few_positions_it_holds_as_written_in_a_file(proof: Proof, tmp_path: Path) -> None:
    write_proof(tmp_path / "few.proof", proof)
    read = read_proof(tmp_path / "few.proof")
    assert read.positions < 8000 and read.patches > 1000
    assert proving.holds(read, walked(read))


def test_the_command_proves_wins_with_few_positions_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ground, "LARGEST_RANKED", 4)
    monkeypatch.setattr(finding, "THRIFTS", {4: Thrift()})
    monkeypatch.setattr(finding, "STACK_ROOM", ROOM)
    monkeypatch.setattr(finding, "MOST_HELD", 1 << 16)
    monkeypatch.setattr(finding, "TELL_EVERY", 0.0)
    told: list[float] = []
    found = prove(
        QUIXO, {"size": 4}, threads=1, output=tmp_path / "four.proof",
        tell=lambda _, fraction: told.append(fraction),
    ).proof  # fmt: skip
    usual = proving.proof_for(QUIXO, QUIXO.read_options({"size": 4}))
    assert found.wins and found.positions < 0.8 * usual.positions
    assert proving.holds(found, walked(found))
    assert max(told) <= 1.0 and sum(fraction > 0.5 for fraction in told) > 20
    assert [file.name for file in tmp_path.iterdir()] == ["four.proof"]


def test_who_plays_by_it_does_not_lose_against_chance(proof: Proof) -> None:
    chance = galda.make_bot("random", 8)
    for _ in range(10):
        position = QUIXO.new(size=4)
        while not position.is_over:
            first = position.to_act == 0
            action = PROVER.choose(proof, position.state) if first else chance.choose(position)
            position = position.play(action)
        assert position.scores[0] >= position.scores[1]


def test_chained_sieves_say_of_every_position_what_was_chosen(thrifty: Few, proof: Proof) -> None:
    patches = prover.patches_of(proof)
    assert len(proof.sieves) == thrifty.pack().stages * patches.kinds
    second = proof.sieves[patches.kinds : 2 * patches.kinds]
    assert second.any(), "no chain has a second sieve"
    seen = Counter[int]()
    for entry in thrifty.kept()["slots"].tolist():
        number = (entry & few.NUMBER) - 1
        assert entry & few.CHOSEN
        if entry & few.PLAYED:
            cubes = few.cubes_of(few.position_at(number))
            risk, rank = entry >> few.RISK_AT & 7, entry >> few.RANK_AT & 63
            assert skipped_at(number, cubes, risk, patches) == rank
            seen[rank] += 1
    assert [seen[rank] for rank in range(RANKS)] == thrifty.tally().sum(axis=(0, 1)).tolist()
    assert max(seen) > 4


def test_a_sieve_taken_out_or_a_bit_turned_is_noticed(proof: Proof) -> None:
    last = np.flatnonzero(proof.sieves.any(axis=1))[-1]
    sieves = proof.sieves.copy()
    sieves[last] = 0
    assert not proving.holds(proof, walked(replace(proof, sieves=sieves)))
    bits = proof.bits.copy()
    bits[len(bits) // 2] ^= np.uint32(0xFFFFFFFF)
    assert not proving.holds(proof, walked(replace(proof, bits=bits)))


def test_a_listed_patch_taken_out_is_noticed(proof: Proof) -> None:
    fewer = replace(proof, numbers=proof.numbers[:-1], skipped=proof.skipped[:-1])
    assert not proving.holds(proof, walked(fewer))


def test_stacks_that_are_too_small_lose_nothing(four: Any) -> None:
    found = proof_from(closed(four, Thrift(bit_cost=1.0, together=16), room=20))
    assert proving.holds(found, walked(found))


def test_an_interrupted_run_goes_on_and_holds(four: Any, tmp_path: Path) -> None:
    thrift = Thrift(bit_cost=1.0)
    first = begun(four, thrift)
    for batch, _ in enumerate(first.steps()):
        if batch == 60:
            break
    assert first.chosen < first.positions
    write_kept(tmp_path / "kept.npz", first.kept())
    later = Few(four, finding.usual_guide(4), thrift, ROOM)
    with np.load(tmp_path / "kept.npz") as kept:
        later.take_up(kept)
    assert (later.positions, later.chosen) == (first.positions, first.chosen)
    for _ in later.steps():
        pass
    assert later.chosen == later.positions > first.positions
    found = proof_from(later)
    assert proving.holds(found, walked(found))


def test_another_pass_keeps_to_what_is_known(four: Any) -> None:
    closing = closed(four, Thrift(bit_cost=0.3))
    before, bits = closing.positions, bits_of(closing.tally()).sum()
    closing.pass_again(closing.starts(), 1.0)
    for _ in closing.steps():
        pass
    assert closing.positions < 0.95 * before
    assert bits_of(closing.tally()).sum() < bits
    found = proof_from(closing)
    assert found.positions == closing.positions
    assert proving.holds(found, walked(found))


def test_what_the_starts_are_worth_is_the_whole_set(
    thrifty: Few, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thrifty, "thrift", replace(thrifty.thrift, sweeps=50))
    starts = thrifty.starts()
    leads, worths, sums = thrifty.worths(starts)
    slots = [few.slot_of(number, thrifty._known) for number in choice.numbers_of(starts)]
    whole = sum(int(worths[slot]) / int(leads[slot]) for slot in slots) / UNIT
    assert whole == pytest.approx(thrifty.positions, rel=0.02)
    assert leads[slots].min() >= 1
    means = sums / UNIT / np.maximum(thrifty.sizes(), 1)
    assert means[0] > 100 * means[-1] > 99


def test_an_interrupted_second_pass_goes_on_with_what_is_known(four: Any, tmp_path: Path) -> None:
    whole = closed(four, Thrift(bit_cost=0.3))
    starts = whole.starts()
    whole.pass_again(starts, 1.0)
    for batch, _ in enumerate(whole.steps()):
        if batch == 30:
            write_kept(tmp_path / "kept.npz", whole.kept())
    later = Few(four, finding.usual_guide(4), Thrift(), ROOM)
    with np.load(tmp_path / "kept.npz") as kept:
        later.take_up(kept)
    assert (later.passes, later.thrift.bit_cost) == (1, 1.0)
    for _ in later.steps():
        pass
    assert later.positions == pytest.approx(whole.positions, rel=0.05)


def reply_positions(mine: int, theirs: int, guide: choice.Guide) -> list[int]:
    """What every reply that leaves no line makes of a board: numbers of least images."""
    board, found = guide.board, []
    for reply in range(guide.moves):
        if TAKEN[board, reply] & mine:
            continue
        others = int(push(theirs, board, reply) | ENTERED[board, reply])
        ours = int(push(mine, board, reply))
        if has_line(ours, board):
            continue
        if threats.winning_push(ours, others, board, guide.moves) < 0:
            found.append(int(choice.least_image(ours, others, guide.turns)[1]))
    return found


def obvious_walk(closing: Few) -> dict[int, int]:
    """The set, one position at a time with the most cubes first, and the rank chosen in each."""
    guide, thrift = closing.guide, closing.thrift
    met: dict[int, int] = {}
    waiting = choice.numbers_of(closing.starts()).tolist()
    met = dict.fromkeys(waiting, -1)
    tally = np.zeros((10, choice.RISKS, RANKS), np.int64)
    while waiting:
        most = max(few.cubes_of(few.position_at(number)) for number in waiting)
        deepest = [n for n in waiting if few.cubes_of(few.position_at(n)) == most]
        here = deepest[-1]
        waiting.remove(here)
        position = int(few.position_at(here))
        mine, theirs = position & choice.ONE_SIDE, position >> choice.HALF
        marks = prover.marks_in(np.array([position]), guide)
        ranked = sorted((mark for mark in marks.tolist() if mark > choice.NOT_A_MOVE), reverse=True)
        if ranked[0] >= choice.FORCES * choice.STEP:
            continue
        risk = choice.risk_of(marks, 0, guide.moves, ranked[0])
        costs = thrift.rank_costs(tally[most], 9 - most).reshape(choice.RISKS, RANKS)[risk]
        options = []
        for rank, mark in enumerate(ranked):
            move = int(choice.move_of(mark))
            ours = int(push(mine, guide.board, move) | ENTERED[guide.board, move])
            others = int(push(theirs, guide.board, move))
            if closing.values(np.array([others | ours << choice.HALF]))[0] == WON:
                continue
            leads = reply_positions(ours, others, guide)
            new = sum(number not in met for number in leads)
            options.append((UNIT * new + int(costs[rank]), rank, leads))
        _, rank, leads = min(options[: thrift.candidates])
        met[here] = rank
        tally[most, risk, rank] += 1
        for number in leads:
            if number not in met:
                met[number] = -1
                waiting.append(number)
    return met


@pytest.mark.parametrize("bit_cost", [0.0, 0.5, DEAR])
def test_a_slow_and_obvious_choice_is_as_thrifty_on_three_by_three(bit_cost: float) -> None:
    closing = closed(solved(3), Thrift(bit_cost=bit_cost, together=1))
    found = {
        (entry & few.NUMBER) - 1: entry >> few.RANK_AT & 63 if entry & few.PLAYED else -1
        for entry in closing.kept()["slots"].tolist()
    }
    assert found == obvious_walk(closing)
    assert (len(found) == 13) == (bit_cost > 0.5)


def test_positions_have_the_numbers_that_they_are_kept_by() -> None:
    seed = 7
    print(f"seed {seed}")
    chance = np.random.default_rng(seed)
    mine = chance.integers(0, 1 << 25, 200)
    positions = mine | (chance.integers(0, 1 << 25, 200) & ~mine) << choice.HALF
    for position, number in zip(positions, choice.numbers_of(positions), strict=True):
        assert few.position_at(number) == position
        assert 0 <= number < few.NUMBER


def test_naming_a_move_costs_what_it_is_seldom() -> None:
    thrift = Thrift(bit_cost=2.0, easing=0.5)
    tally = np.zeros((choice.RISKS, RANKS), np.int64)
    tally[1, 0], tally[1, 3] = 70_000, 30_000
    costs = thrift.rank_costs(tally, 0).reshape(choice.RISKS, RANKS)
    assert costs[1, 3] == pytest.approx(2 * UNIT * np.log2(10 / 3), rel=0.02)
    assert costs[1, 0] < costs[1, 3] < costs[1, 1] < costs[1, 2] < costs[1, 5]
    assert costs[0, 0] < costs[0, 1] < costs[0, 2]
    eased = thrift.rank_costs(tally, 3).reshape(choice.RISKS, RANKS)
    assert eased[1, 3] == pytest.approx(costs[1, 3] / 8, abs=1)


def test_the_least_bits_are_those_of_the_shares() -> None:
    tally = np.zeros((2, choice.RISKS, RANKS), np.int64)
    tally[0, 2, :4] = 256
    tally[1, 0, :2] = 64
    tally[1, 1, 0] = 1000
    assert bits_of(tally).tolist() == [2 * 1024, 128]


def test_a_chain_of_sieves_is_near_what_skewed_ranks_need() -> None:
    ranks = np.repeat(np.arange(7), [800_000, 120_000, 50_000, 20_000, 8_000, 1_500, 500])
    count, skipped = len(ranks), ranks[ranks > 0].astype(np.uint8)
    shares = np.bincount(ranks) / count
    needed = -count * (shares * np.log2(shares)).sum()
    sizes = {}
    for stages in (1, 12):
        base, here, whole = 0, count, 0
        for filtered, wide in shapes_for(count, skipped, stages):
            patches = int((skipped > base).sum())
            passing = int(patches + (here - patches) / 2**filtered)
            whole += bits_needed(patches, filtered) + bits_needed(passing, 1)
            whole += bits_needed(patches, wide)
            base += 1 << wide
            here = int((skipped >= base).sum())
        sizes[stages] = whole + LISTED_BITS * int((skipped > base).sum())
    assert needed < sizes[12] < 1.35 * needed
    assert sizes[12] < 0.93 * sizes[1]


def test_sieves_may_be_built_by_many_threads_or_one() -> None:
    chance = np.random.default_rng(5)
    mine = chance.integers(0, 1 << 25, 5000)
    theirs = chance.integers(0, 1 << 25, 5000) & ~mine
    risk = closure.FOLLOWED | chance.integers(0, choice.RISKS, 5000)
    queue = np.unique(mine | theirs << choice.HALF | risk << closure.RISK_BIT)
    skipped = chance.geometric(0.5, 1500).astype(np.uint8)
    packed = Sieving(25, 12)
    packed.add(20, queue, queue[:1500], skipped, Here())
    numbers, listed = packed.listed()
    kinds = packed.kinds
    patches = Patches(
        kinds, packed.sieves.reshape(-1), packed.all_bits(), numbers, listed
    )  # fmt: skip
    plain = queue & (1 << closure.RISK_BIT) - 1
    wanted = [*skipped.tolist(), *[0] * (len(queue) - 1500)]
    for number, entry, skips in zip(choice.numbers_of(plain), queue, wanted, strict=True):
        risk_there = int(entry >> closure.RISK_BIT) & 7
        assert skipped_at(number, 20, risk_there, patches) == skips


SIMULATED = """
import sys
from types import SimpleNamespace
import numpy as np
from lab.proofs.quixo import finding, ground
from lab.proofs.quixo.few import Few, Thrift
from galda.games.quixo.solve.kernels.retrograde import Tables
from galda.solve import devices

ground.LARGEST_RANKED = 0
given = np.load(sys.argv[1])
size, device = int(given["size"]), Simulated()
run = SimpleNamespace(
    size=size, device=device, states=device.put(given["states"]),
    lookup=Tables(*(device.put(given[name]) for name in Tables._fields)),
)
closing = Few(run, finding.usual_guide(size), Thrift(bit_cost=0.1, together=8, candidates=4), 64)
closing.meet(given["starts"])
for passed in range(2):
    if passed:
        closing.pass_again(given["starts"], 0.3)
    for _ in closing.steps():
        pass
sieving = closing.pack()
np.savez(sys.argv[2], slots=np.sort(closing.kept()["slots"]), tally=closing.tally(),
         checksum=np.array([closing.checksum], np.uint64), listed=sieving.listed()[0])
"""


def late_starts(closing: Few) -> Any:
    """A few positions of the board of four that are nearly full."""
    entries = closing.kept()["slots"]
    positions = choice.positions_of((entries & few.NUMBER) - 1)
    cubes = np.array([few.cubes_of(position) for position in positions.tolist()])
    return np.sort(positions[(cubes == 14) & (entries & few.PLAYED > 0)])[:2]


@pytest.mark.parametrize("size", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_a_simulated_graphics_card_chooses_the_same(
    size: int, four: Any, thrifty: Few, tmp_path: Path
) -> None:
    pytest.importorskip("numba_cuda")
    run = solved(3) if size == 3 else four
    thrift = Thrift(bit_cost=0.1, together=8, candidates=4)
    here = Few(run, finding.usual_guide(size), thrift, 64)
    starts = here.starts() if size == 3 else late_starts(thrifty)
    here.meet(starts)
    for passed in range(2):
        if passed:
            here.pass_again(starts, 0.3)
        for _ in here.steps():
            pass
    listed = here.pack().listed()[0]
    np.savez(tmp_path / "in.npz", size=size, states=run.states, starts=starts,
             **run.lookup._asdict())  # fmt: skip
    told = run_simulated(SIMULATED, tmp_path / "in.npz", tmp_path / "out.npz")
    assert not told.returncode, told.stderr
    with np.load(tmp_path / "out.npz") as there:
        assert (there["slots"] == np.sort(here.kept()["slots"])).all()
        assert (there["tally"] == here.tally()).all()
        assert int(there["checksum"][0]) == here.checksum
        assert (there["listed"] == listed).all()
    assert here.positions > 5
