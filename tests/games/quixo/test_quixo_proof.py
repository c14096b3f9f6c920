"""Quixo's proofs: the shipped ones hold, slow and obvious walks agree, and mistakes are found."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import galda
from galda.bots.alphabeta import AlphaBeta
from galda.bots.bot import Bot
from galda.core.kernels.static_function import FIELDS, FUNCTION, hashed, places
from galda.core.play.prover import Checked, Proof
from galda.core.play.values import Exact, Outcome
from galda.exams import exams_of
from galda.games.quixo.ai.evaluation import evaluate
from galda.games.quixo.rules.rules import PUSHES
from galda.games.quixo.solve import PROVER, prover
from galda.games.quixo.solve.checking import Walk
from galda.games.quixo.solve.kernels import choice, threats
from galda.games.quixo.solve.kernels.indexing import turned
from galda.games.quixo.solve.kernels.patches import skipped_at
from galda.solve import proving, work
from galda.solve.devices import Cpu
from galda.solve.oracle import exact_moves
from galda.solve.proof_file import read_proof
from galda.solve.tablebase import Tablebase
from simulated_card import run_simulated
from support import random_game

QUIXO = galda.game("quixo")
SMALL = (3, 4)
PROOFS = Path(__file__).with_name("proofs")
"""Proofs for these tests; `python -m lab.proofs.for_tests` makes them."""
SHIPPED = {3: (13, "17c37143860bc100"), 4: (8518, "79e07f95534a1e73")}
"""Positions and the checksum of the set of each shipped proof."""
ALTERED = 4
"""Patches, bits or sieves that are taken out or altered, each in turn."""


def shipped(size: int) -> Proof:
    return proving.proof_for(QUIXO, QUIXO.read_options({"size": size}))


def walked(proof: Proof) -> Checked:
    return PROVER.check(proof, Cpu(), None, lambda _, __: None)


@pytest.fixture(scope="module")
def holding() -> Proof:
    """A proof for 4×4 that is content with not losing, as that of the full board has to be."""
    return read_proof(PROOFS / "holding.proof")


@pytest.fixture(scope="module")
def listing() -> Proof:
    """The same with all patches in the list."""
    return read_proof(PROOFS / "listing.proof")


def guide_of(size: int) -> choice.Guide:
    """A guide with the numbers of a shipped proof."""
    return choice.guide_for(size, **shipped(4).choice)


@pytest.mark.parametrize("size", SMALL)
def test_the_shipped_proof_holds(size: int) -> None:
    proof = shipped(size)
    checked = walked(proof)
    assert proving.holds(proof, checked)
    assert checked.wins
    assert proof.starts == (0,)
    assert (proof.positions, f"{proof.checksum:016x}") == SHIPPED[size]


def least(board: tuple[int, ...], size: int) -> tuple[int, ...]:
    """The first of the eight ways to look at a board, as rows of cells."""
    found = []
    rows = [board[k * size : (k + 1) * size] for k in range(size)]
    for _ in range(4):
        rows = [tuple(row[::-1]) for row in zip(*rows, strict=True)]
        found += [sum(rows, ()), sum((row[::-1] for row in rows), ())]
    return min(found)


def cells_of(position: galda.Position, seat: int) -> tuple[int, ...]:
    """A digit for each cell: 0 blank, 1 the seat's, 2 the other's."""
    size = int(position.options["size"])
    mine, theirs = (int(position.state.cubes[side]) for side in (seat, 1 - seat))
    places = [5 * row + column for row in range(size) for column in range(size)]
    return tuple((mine >> k & 1) + 2 * (theirs >> k & 1) for k in places)


def obvious_walk(proof: Proof, size: int) -> tuple[int, int]:
    """How many positions the first player meets, one game after another, and the longest win.

    Only the choice is shared: positions are played on by the rules, and every one of them is won.
    """
    start = QUIXO.new(size=size)
    waiting: list[galda.Position] = [start]
    met: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    while waiting:
        position = waiting.pop()
        here = least(cells_of(position, 0), size)
        if here in met:
            continue
        met[here] = []
        after = position.play(PROVER.choose(proof, position.state))
        if after.is_over:
            assert after.scores[0] == 1, f"lost from {position}"
            continue
        for reply in after.legal_actions:
            answered = after.play(reply)
            if answered.is_over:
                assert answered.scores[0] == 1, f"lost from {position} by {reply}"
            else:
                met[here].append(least(cells_of(answered, 0), size))
                waiting.append(answered)
    won: dict[tuple[int, ...], int] = {}
    while len(won) < len(met):
        more = {
            here: 1 + max((won[to] for to in leads), default=0)
            for here, leads in met.items()
            if here not in won and all(to in won for to in leads)
        }
        assert more, "play can go on for ever"
        won |= more
    needs_search = sum(1 for turns in won.values() if turns > 1)
    return needs_search, max(won.values())


def test_a_slow_and_obvious_walk_wins_every_game_of_three() -> None:
    proof = shipped(3)
    count, longest = obvious_walk(proof, 3)
    assert count == proof.positions
    assert longest == 4


@pytest.mark.slow
def test_a_slow_and_obvious_walk_wins_every_game_of_four() -> None:
    proof = shipped(4)
    assert obvious_walk(proof, 4)[0] == proof.positions


def some_of(count: int, seed: int) -> list[int]:
    print(f"seed {seed}")
    return random.Random(seed).sample(range(count), min(ALTERED, count))


def without(proof: Proof, patch: int) -> Proof:
    return replace(
        proof,
        numbers=np.delete(proof.numbers, patch),
        skipped=np.delete(proof.skipped, patch),
    )


def skipping(proof: Proof, patch: int, moves: int) -> Proof:
    skipped = proof.skipped.copy()
    skipped[patch] = moves
    return replace(proof, skipped=skipped)


def test_a_listed_patch_taken_out_loses_a_game_and_the_check_finds_it(listing: Proof) -> None:
    assert proving.holds(listing, walked(listing))
    assert len(listing.numbers) == listing.patches > 0
    for patch in some_of(len(listing.numbers), 20):
        found = walked(without(listing, patch))
        assert found.lost > 0, f"patch {patch}"
        assert not proving.holds(listing, found)


def test_a_listed_patch_that_skips_more_moves_than_there_are_is_found(listing: Proof) -> None:
    for patch in some_of(len(listing.numbers), 21):
        found = walked(skipping(listing, patch, 60))
        assert found.stuck > 0
        assert not proving.holds(listing, found)


def test_sieves_say_on_the_whole_set_what_a_list_says(holding: Proof, listing: Proof) -> None:
    assert holding.bits.size > 1 and not listing.sieves.any()
    assert (holding.checksum, holding.layers) == (listing.checksum, listing.layers)
    assert proving.holds(holding, walked(holding))


def test_a_bit_of_a_sieve_that_is_turned_loses_a_game_where_it_is_needed(holding: Proof) -> None:
    questions = asked(holding)
    right = answers(holding, questions)
    assert sum(map(bool, right)) == holding.patches
    patched = [question for question, skips in zip(questions, right, strict=True) if skips]
    for k in some_of(len(patched), 22):
        bit = bit_needed_for(holding, *patched[k])
        turned_bits = holding.bits.copy()
        turned_bits[bit // 32] ^= np.uint32(1 << bit % 32)
        other = replace(holding, bits=turned_bits)
        assert answers(other, [patched[k]]) == [0]
        found = walked(other)
        assert found.lost > 0, f"bit {bit}"
        assert not proving.holds(holding, found)


def bit_needed_for(proof: Proof, number: int, cubes: int, risk: int) -> int:
    """One of the bits that say whether a position is patched."""
    fields = proof.sieves[cubes * choice.RISKS + risk, FUNCTION : 2 * FUNCTION]
    _, first, seed, segment, ranged = fields
    return int(first + places(np.uint64(hashed(number, seed)), segment, ranged)[0])


def test_a_sieve_taken_out_loses_a_game(holding: Proof) -> None:
    filled = np.flatnonzero(holding.sieves.any(axis=1))
    for place in filled[some_of(len(filled), 23)].tolist():
        sieves = holding.sieves.copy()
        sieves[place] = 0
        found = walked(replace(holding, sieves=sieves))
        assert found.lost > 0, f"sieve {place}"


def asked(proof: Proof) -> list[tuple[int, int, int]]:
    """Number, cubes and risk of all positions of a walk that are not won by search."""
    guide, size = PROVER._guide(proof), int(proof.options["size"])
    walk = Walk(guide, prover.patches_of(proof), Cpu())
    walk.begin(choice.positions_of(np.array(proof.starts)))
    found = []
    for cubes, count in walk.steps(size**2):
        begin = cubes % 3 * walk._known.room
        positions = walk._known.queues[begin : begin + count]
        marks = prover.marks_in(positions, guide)
        for k, number in enumerate(choice.numbers_of(positions).tolist()):
            best = choice.next_mark(marks, k * guide.moves, guide.moves, choice.HIGHEST)
            if best < choice.FORCES * choice.STEP:
                risk = choice.risk_of(marks, k * guide.moves, guide.moves, best)
                found.append((number, cubes, int(risk)))
    return found


def answers(proof: Proof, questions: list[tuple[int, int, int]]) -> list[int]:
    """How many moves are skipped in positions."""
    patches = prover.patches_of(proof)
    return [int(skipped_at(*question, patches)) for question in questions]


def test_it_is_not_enough_to_keep_a_win_one_has_to_come_nearer(holding: Proof) -> None:
    claims_more = replace(holding, wins=True)
    found = walked(claims_more)
    assert found.lost == 0
    assert not found.wins
    assert not proving.holds(claims_more, found)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_the_packed_network_judges_as_the_network_does(size: int) -> None:
    guide = guide_of(size)
    for seed in range(3):
        for position in random_game("quixo", {"size": size}, seed):
            side = position.to_act & 1
            mine, theirs = (int(position.state.cubes[k]) for k in (side, 1 - side))
            assert choice.judge(mine, theirs, guide) == evaluate(position.state)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_winning_at_once_by_short_cuts_is_winning_at_once(size: int) -> None:
    guide = guide_of(size)
    seen = set()
    for seed in range(40):
        for position in random_game("quixo", {"size": size}, seed):
            if position.is_over:
                continue
            side = position.to_act & 1
            mine, theirs = (int(position.state.cubes[k]) for k in (side, 1 - side))
            wins = [a for a in position.legal_actions if position.play(a).scores[side] == 1
                    and position.play(a).is_over]  # fmt: skip
            assert threats.wins_at_once(mine, theirs, guide.board, guide.moves) == bool(wins)
            assert threats.winning_push(mine, theirs, guide.board, guide.moves) == (
                wins[0] if wins else -1
            )
            seen.add(bool(wins))
    assert seen == {True, False}


@pytest.mark.parametrize("size", SMALL)
def test_however_the_board_is_turned_the_choice_is_the_same(size: int) -> None:
    proof, board = shipped(size), size - 3
    for seed in range(6):
        for position in random_game("quixo", {"size": size}, seed):
            side = position.to_act & 1
            if position.is_over:
                continue
            mine, theirs = (int(position.state.cubes[k]) for k in (side, 1 - side))
            if threats.winning_push(mine, theirs, board, len(PUSHES[size])) >= 0:
                continue
            ends = set()
            for symmetry in range(8):
                places = turned(size, symmetry)
                states = position.states.copy()
                for k, cells in ((side, mine), (1 - side, theirs)):
                    states[0].cubes[k] = sum(1 << places[c] for c in range(25) if cells >> c & 1)
                other = galda.Position(QUIXO, position.options, None, states)
                after = other.play(PROVER.choose(proof, other.state))
                ends.add(least(cells_of(after, side), size))
            assert len(ends) == 1


@pytest.mark.parametrize("size", SMALL)
def test_it_wins_against_chance_looking_ahead_and_the_oracle(size: int, tmp_path: Path) -> None:
    players: list[Bot] = [galda.make_bot("random", 5), AlphaBeta(depth=3, seed=6)]
    if size == 3:
        file = work.solve(QUIXO, {"size": 3}, output=tmp_path / "three.galda").file
        assert file
        players.append(BestReply(Tablebase(file, QUIXO)))
    proven = galda.make_bot("never-loses")
    for player in players:
        for first in (1, 2):
            position = QUIXO.new(size=size, first=first)
            while not position.is_over:
                mover = proven if position.to_act == first - 1 else player
                position = position.play(mover.choose(position))
            assert position.scores[first - 1] == 1


def image(state: Any, guide: choice.Guide) -> int:
    """A position up to symmetry, seen by who is to move."""
    side = int(state["to_act"]) & 1
    mine, theirs = int(state["cubes"][side]), int(state["cubes"][1 - side])
    return int(choice.least_image(mine, theirs, guide.turns)[0])


@pytest.mark.parametrize(("size", "met"), [(3, 24), pytest.param(4, 103, marks=pytest.mark.slow)])
def test_in_exams_it_keeps_the_value_of_what_it_can_come_to(size: int, met: int) -> None:
    proof = shipped(size)
    guide = PROVER._guide(proof)
    start = galda.Runner(QUIXO, size=size)
    found, waiting = {image(start.states[0], guide)}, [start]
    while waiting:
        here = waiting.pop()
        here.play(PROVER.choose(proof, here.position().state))
        for reply in here.legal_actions.tolist():
            after = here.copy()
            after.play(reply)
            if not after.is_over and (seen := image(after.states[0], guide)) not in found:
                found.add(seen)
                waiting.append(after)
    sat = 0
    for exam in exams_of("quixo", size=size):
        for position, values in zip(exam.positions, exam.values, strict=True):
            if position.to_act == 0 and image(position.states[0], guide) in found:
                sat += 1
                chosen = position.legal_actions.index(PROVER.choose(proof, position.state))
                assert np.sign(values[chosen]) == np.sign(values).max(), position.text
    assert sat == met  # docs/leaderboard.md tells how many


class BestReply:
    """Perfect play by a solution that is not the user's."""

    def __init__(self, solution: Tablebase) -> None:
        self._solution = solution

    def choose(self, position: galda.Position) -> int:
        moves = exact_moves(position, self._solution)
        assert moves[0].value == Exact(Outcome.LOST), "who begins has won from the start"
        return moves[0].action


def test_on_the_full_board_the_walk_begins_as_it_did_on_a_card() -> None:
    """The first layers, which need no patch, have the sizes that a graphics card has counted."""
    proof = replace(shipped(3), sieves=np.zeros((26 * choice.RISKS, FIELDS), np.int64))
    walk = Walk(guide_of(5), prover.patches_of(proof), Cpu())
    walk.begin(choice.positions_of(np.array([0, *prover.first_replies(5)])))
    assert [count for _, count in walk.steps(4)] == [1, 3, 17, 67, 249]
    assert walk.faults == {"lost": 0, "stuck": 0}


def test_arrays_that_live_in_files_change_nothing(tmp_path: Path) -> None:
    proof = shipped(4)
    checked = PROVER.check(proof, Cpu(), tmp_path, lambda _, __: None)
    assert proving.holds(proof, checked)
    assert not list(tmp_path.iterdir()), "nothing is left behind"


SIMULATED = """
import numpy as np
from galda.games.quixo.solve import PROVER, checking
from galda.solve import devices, proving
import galda

checking.CHUNK["cuda"] = 16
quixo = galda.game("quixo")
proof = proving.proof_for(quixo, quixo.read_options({"size": 3}))
print(proving.holds(proof, PROVER.check(proof, Simulated(256), None, lambda _, __: None)))
"""


def test_the_same_kernels_check_it_on_a_simulated_graphics_card() -> None:
    pytest.importorskip("numba_cuda")
    told = run_simulated(SIMULATED)
    assert told.stdout.strip() == "True", told.stderr
