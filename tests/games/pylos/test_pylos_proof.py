"""Pylos's proofs: the shipped ones begin as they should, slow walks of late ones agree."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from late_pylos import LATE, balls_after, made, made_for_all, number, skips, walk_by, walked

import galda
from galda.bots.alphabeta import AlphaBeta
from galda.bots.bot import Bot
from galda.bots.proven_bot import ProvenBot
from galda.core.play.prover import Proof, choose_by
from galda.games.pylos.ai.evaluation import evaluate
from galda.games.pylos.rules.rules import BALLS_EACH, VARIANTS
from galda.games.pylos.solve import PROVER, SOLVER, prover
from galda.games.pylos.solve.checking import Walk
from galda.games.pylos.solve.kernels import choice, indexing, turns, walk
from galda.solve import proving
from galda.solve.devices import Cpu
from support import random_game

PYLOS = galda.game("pylos")
PLIES = {
    "standard": [3, 32, 206, 925, 3349, 9198],
    "beginners": [3, 32, 156, 509, 1539, 5032],
    "expert": [3, 32, 217, 979, 3754, 13307],
}
"""Positions that the player of each shipped proof meets first on its first turns."""
SHIPPED = {
    "standard": (9_163_607, 3_807_660, 0xDE985993096399F2),
    "beginners": (5_307_424, 2_192_944, 0x1E03EA40CE9FE89F),
    "expert": (11_084_870, 6_421_442, 0x2F6BE08BC021D346),
}
"""Positions, patches and the checksum of the set of each shipped proof."""


@pytest.fixture(scope="module")
def wild_proofs() -> dict[str, Proof]:
    """Proofs of a choice that needs many patches."""
    return made_for_all("wild")


def late_position(variant: str) -> galda.Position:
    position = PYLOS.new(variant=variant)
    states = position.states.copy()
    for seat, balls in zip((1, 0), LATE[variant], strict=True):
        states[0].balls[seat] = balls
        states[0].reserve[seat] = BALLS_EACH - balls.bit_count()
    states[0].to_act = 1
    states[0].most = sum(balls.bit_count() for balls in LATE[variant])
    return galda.Position(PYLOS, position.options, None, states)


def alike(position: galda.Position) -> int:
    return int(SOLVER.alike(position.options, position.state))


def whole_turns(position: galda.Position) -> list[galda.Position]:
    """Where all turns of the side to move lead, by the rules."""
    found: list[galda.Position] = []
    open_turns = [position]
    while open_turns:
        at = open_turns.pop()
        for action in at.legal_actions:
            after = at.play(action)
            (open_turns if after.in_turn else found).append(after)
    return found


def answer(proof: Proof, position: galda.Position) -> galda.Position:
    seat = position.to_act
    while not position.is_over and position.to_act == seat:
        position = position.play(choose_by(PROVER, proof, position))
    return position


def obvious_walk(proof: Proof, start: galda.Position) -> tuple[int, int]:
    """How many positions the player meets, and in how many of its turns it wins at most.

    Only the choice is shared: everything is played by the rules, and every game must be won.
    """
    waiting, player = [start], start.to_act
    leads: dict[int, list[int]] = {}
    while waiting:
        position = waiting.pop()
        if alike(position) in leads:
            continue
        leads[alike(position)] = found = []
        after = answer(proof, position)
        if after.is_over:
            assert after.winners == (player,), f"lost from {position}"
            continue
        for reply in whole_turns(after):
            if reply.is_over:
                assert reply.winners == (player,), f"lost from {position}"
            else:
                found.append(alike(reply))
                waiting.append(reply)
    lengths: dict[int, int] = {}
    while len(lengths) < len(leads):
        more = {
            here: 1 + max((lengths[to] for to in found), default=0)
            for here, found in leads.items()
            if here not in lengths and all(to in lengths for to in found)
        }
        assert more, "play can go on for ever"
        lengths |= more
    return sum(1 for length in lengths.values() if length > 1), max(lengths.values())


@pytest.mark.parametrize("variant", VARIANTS)
def test_turns_are_those_of_the_rules(variant: str) -> None:
    code = VARIANTS.index(variant)
    for position in random_game("pylos", {"variant": variant}, 7):
        if position.is_over or position.in_turn:
            continue
        seat = position.to_act
        mine, theirs = (int(position.state.balls[side]) for side in (seat, 1 - seat))
        by_rules = [int(after.state.balls[seat]) for after in whole_turns(position)]
        without_top = sorted(balls for balls in by_rules if not balls >> 29)
        assert sorted(balls_after(mine, theirs, code)) == without_top


def test_positions_that_are_alike_have_one_number_and_no_others_have_it() -> None:
    book = turns.book()
    seen: dict[int, int] = {}
    for seed in range(3):
        for position in random_game("pylos", {}, seed):
            if position.is_over or position.in_turn:
                continue
            seat = position.to_act
            mine, theirs = (int(position.state.balls[side]) for side in (seat, 1 - seat))
            if (mine | theirs).bit_count() > indexing.MOST_KEPT:
                continue
            there = {
                number(int(turns.turn(mine, k, book.turns)), int(turns.turn(theirs, k, book.turns)))
                for k in range(8)
            }
            assert len(there) == 1
            assert seen.setdefault(min(there), alike(position)) == alike(position)
            back = turns.position_of(min(there), book)
            assert number(*map(int, back)) == min(there)
    assert len(set(seen.values())) == len(seen)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_packed_network_judges_as_the_network_does(variant: str) -> None:
    guide = choice.guide_for(VARIANTS.index(variant), **made("late-standard").choice)
    for position in random_game("pylos", {"variant": variant}, 3):
        seat = position.to_act
        mine, theirs = (int(position.state.balls[side]) for side in (seat, 1 - seat))
        assert choice.judge(mine, theirs, guide) == evaluate(position.state)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_proof_holds_and_a_slow_and_obvious_walk_agrees(
    variant: str, wild_proofs: dict[str, Proof]
) -> None:
    proof = wild_proofs[variant]
    checked = walked(proof)
    assert proving.holds(proof, checked)
    assert checked.wins
    longest, endless = walk_by(proof).follow()
    assert not len(endless)
    assert obvious_walk(proof, late_position(variant)) == (proof.positions, longest)


def test_where_one_game_does_not_end_all_that_lead_there_do_not() -> None:
    proof = made("late-standard")
    found = walk_by(proof)
    assert not len(found.follow()[1])
    found.chosen[-1][-1] = walk.NOWHERE
    _, endless = found.follow()
    assert found.plies[-1][-1] in endless
    assert proof.starts[0] in endless
    assert len(endless) < found.positions


def test_of_a_small_set_each_position_skips_what_is_told() -> None:
    usual, small = made("late-beginners"), made("small-beginners")
    assert small.positions < usual.positions
    assert proving.holds(small, walked(small))
    mended = [skips(small, here) > 0 for here in walk_by(small).ascending()[0].tolist()]
    assert (sum(mended), len(mended)) == (small.patches, small.positions)


def test_the_bot_plays_the_turn_of_a_proof_step_by_step(
    monkeypatch: pytest.MonkeyPatch, wild_proofs: dict[str, Proof]
) -> None:
    proof = wild_proofs["standard"]
    monkeypatch.setattr("galda.bots.proven_bot.proof_for", lambda *_: proof)
    monkeypatch.setattr(PROVER.__class__, "covers", lambda *_: True)
    monkeypatch.setattr("galda.bots.proven_bot.can_meet", lambda *_: True)
    position = late_position("standard")
    after = answer(proof, position)
    played = position
    while not played.is_over and played.to_act == position.to_act:
        played = played.play(ProvenBot(seed=1).choose(played))
    assert alike(played) == alike(after)


def test_only_who_comes_second_is_spoken_of() -> None:
    options = PYLOS.read_options({})
    proof = replace(made("late-standard"), starts=prover.first_replies())
    assert len(prover.first_replies()) == 3
    assert [PROVER.covers(proof, options, seat) for seat in (0, 1)] == [False, True]
    assert proving.player_of(PYLOS, proof) == 1
    assert proving.is_second(PYLOS, proof)
    assert proving.player_of(PYLOS, made("late-standard")) is None


def test_arrays_that_live_in_files_change_nothing(
    tmp_path: Path, wild_proofs: dict[str, Proof]
) -> None:
    proof = wild_proofs["standard"]
    assert proving.holds(proof, PROVER.check(proof, Cpu(1), tmp_path, lambda _, __: None))
    assert not list(tmp_path.iterdir()), "nothing is left behind"


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_shipped_player_wins_when_it_comes_second(variant: str) -> None:
    print("seed 11")
    players: list[Bot] = [galda.make_bot("random", 11), AlphaBeta(depth=2, seed=11)]
    proven = galda.make_bot("never-loses")
    for player in players:
        position = PYLOS.new(variant=variant)
        while not position.is_over:
            mover = proven if position.to_act == 1 else player
            position = position.play(mover.choose(position))
        assert position.winners == (1,)


def shipped(variant: str) -> Proof:
    return proving.proof_for(PYLOS, PYLOS.read_options({"variant": variant}))


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_shipped_proof_begins_as_it_was_walked(variant: str) -> None:
    proof = shipped(variant)
    assert (proof.positions, proof.patches, proof.checksum) == SHIPPED[variant]
    found = Walk(PROVER._guide(proof), Cpu(1))
    found.take_patches(prover.patches_of(proof))
    found.begin(np.array(proof.starts, np.int64))
    plies = found.steps()
    assert [next(plies)[0] for _ in range(6)] == PLIES[variant]


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_shipped_proof_holds(variant: str) -> None:
    proof = shipped(variant)
    assert proving.holds(proof, walked(proof))
