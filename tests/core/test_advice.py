"""The oracle's hook: what is certain goes before every estimate."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import galda
from galda import Position
from galda.core.play import advice
from galda.core.play.advice import Certainty

START = galda.game("quixo").new(size=3)


@pytest.fixture(autouse=True)
def no_oracles_left_behind() -> Iterator[None]:
    before = advice._oracles[:]
    yield
    advice._oracles[:] = before


class Told:
    """An oracle that was told about the start and what follows it."""

    def __init__(self, **worths: Certainty) -> None:
        self.known = {
            START.play(move.replace("_", "-")): worths[move] for move in worths if "_" in move
        }
        self.known[START] = Certainty(1.0, 5)
        for action in START.legal() if "rest" in worths else ():
            self.known.setdefault(START.play(action), worths["rest"])

    def __call__(self, position: Position) -> Certainty | None:
        return self.known.get(position)


def test_without_an_oracle_nothing_is_certain() -> None:
    assert advice.certainty(START) is None
    assert advice.certain_moves(START) is None


def test_moves_are_ranked_soonest_win_first_latest_loss_last() -> None:
    told = Told(
        a1_a3=Certainty(0.0, 4),
        b1_b3=Certainty(0.0, 2),
        c1_c3=Certainty(1.0, 9),
        c1_a1=Certainty(1.0, 3),
        rest=Certainty(0.5, None),
    )
    advice.add_oracle(told)
    moves = advice.certain_moves(START)
    assert moves is not None
    assert len(moves) == len(START.legal())
    ranks = list(dict.fromkeys((move.value, move.turns) for move in moves))
    assert ranks == [(1.0, 3), (1.0, 5), (0.5, None), (0.0, 10), (0.0, 4)]
    assert START.write(moves[0].action) == "b1-b3"
    assert all(move.certain for move in moves)


def test_one_move_that_the_oracle_does_not_know_makes_all_uncertain() -> None:
    advice.add_oracle(Told(a1_a3=Certainty(0.0, 4)))
    assert advice.certainty(START) == Certainty(1.0, 5)
    assert advice.certain_moves(START) is None


def test_a_move_that_ends_the_game_needs_no_oracle() -> None:
    position = START
    while len({a for a in position.legal() if position.play(a).is_over}) == 0:
        position = position.play(position.legal()[0])
    ending = [a for a in position.legal() if position.play(a).is_over]
    advice.add_oracle(lambda known: Certainty(0.5, 7))
    moves = {m.action: m for m in advice.certain_moves(position) or []}
    for action in ending:
        won = position.to_act in position.play(action).winners
        assert (moves[action].value, moves[action].turns) == (float(won), 1)
    assert any(move.turns == 8 for move in moves.values())


def test_the_seats_of_a_team_are_one_side() -> None:
    sides = galda.game("quixo").new(players=4).sides
    assert len(set(sides)) == 2
    assert all(seat in side and len(side) == 2 for seat, side in enumerate(sides))
    assert galda.game("quixo").new().sides == (frozenset({0}), frozenset({1}))
