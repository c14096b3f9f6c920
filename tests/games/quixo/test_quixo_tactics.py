"""What the second lesson of Quixo claims is true: the moves wanted are just those that do it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import galda
from galda.bots.alphabeta import AlphaBeta
from galda.core.play.position import Position
from galda.core.show.lesson import Scene, scenes

STEPS = [made for made in scenes(galda.game("quixo"), "en", "tactics") if made.step.turns]


def wins_at_once(position: Position) -> set[str]:
    """The moves that end the game with a win of the seat to act."""
    ends = {position.write(action): position.play(action) for action in position.legal_actions}
    return {move for move, end in ends.items() if end.winners == (position.to_act,)}


def holds(position: Position) -> set[str]:
    """The moves after which the other side has no win at once."""
    ends = {position.write(action): position.play(action) for action in position.legal_actions}
    return {move for move, end in ends.items() if not end.is_over and not wins_at_once(end)}


def wins_in_three(position: Position) -> set[str]:
    """The moves that win whatever the answer, by search to that depth."""
    assert not wins_at_once(position)
    found = AlphaBeta(depth=3).suggest(position)
    won = [one for one in found if one.value.is_exact and one.value.chance == 1]
    return {position.write(one.action) for one in won}


CLAIMS: list[Callable[[Position], set[str]]] = [
    wins_at_once, wins_at_once, holds, holds, wins_in_three, wins_at_once, wins_in_three,
]  # fmt: skip


def test_every_step_that_wants_a_move_claims_something() -> None:
    assert len(STEPS) == len(CLAIMS)


@pytest.mark.parametrize(("made", "claim"), list(zip(STEPS, CLAIMS, strict=True)))
def test_the_moves_wanted_are_just_those_that_do_it(
    made: Scene, claim: Callable[[Position], set[str]]
) -> None:
    assert claim(made.start) == set(made.step.turns)
    assert len(made.start.legal_actions) > 5 * len(made.step.turns)


@pytest.mark.parametrize("made", [STEPS[4], STEPS[6]])
def test_after_two_threats_every_answer_loses(made: Scene) -> None:
    position = made.finish()
    for action in position.legal_actions:
        answered = position.play(action)
        assert answered.winners == (0,) or wins_at_once(answered)


def test_the_other_end_of_the_winning_cube_makes_the_circles_line() -> None:
    position = STEPS[1].start
    assert position.play("b5-b1").winners == (1,)


def test_where_the_learner_is_to_defend_there_is_something_to_stop() -> None:
    for made in STEPS[2:4]:
        careless = made.start.play("c1-c5")  # a push that changes nothing there
        assert wins_at_once(careless)
