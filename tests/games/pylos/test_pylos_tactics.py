"""What the second lesson of Pylos claims is true: the turns wanted are just those that do it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import galda
from galda.bots.alphabeta import AlphaBeta
from galda.core.play.position import Position
from galda.core.show.lesson import Scene, scenes

STEPS = [made for made in scenes(galda.game("pylos"), "en", "tactics") if made.step.turns]


def turns(position: Position, words: str = "") -> Iterator[tuple[str, Position]]:
    """All whole turns of the seat to act, and where they lead."""
    for action in position.legal_actions:
        after = position.play(action)
        told = f"{words} {position.write(action)}".strip()
        if after.in_turn:
            yield from turns(after, told)
        else:
            yield told, after


def squares(position: Position) -> list[int]:
    """The actions that complete a square."""
    return [action for action in position.legal_actions if position.play(action).in_turn]


def can_raise(position: Position) -> bool:
    return any(">" in position.write(action) for action in position.legal_actions)


def reserve(position: Position) -> int:
    return int(position.state.reserve[0])


def stops_squares(position: Position) -> set[str]:
    return {turn for turn, after in turns(position) if not squares(after)}


def threatens_twice(position: Position) -> set[str]:
    """Whatever the answer, a square of one's own follows, and the other side makes none."""
    return {
        turn
        for turn, after in turns(position)
        if not squares(after) and all(squares(answered) for _, answered in turns(after))
    }


def takes_two_and_leaves_no_step(position: Position) -> set[str]:
    return {
        turn
        for turn, after in turns(position)
        if reserve(after) == reserve(position) + 1 and not can_raise(after)
    }


def leaves_no_raise(position: Position) -> set[str]:
    return {turn for turn, after in turns(position) if not can_raise(after)}


def saves_most(position: Position) -> set[str]:
    most = max(reserve(after) for _, after in turns(position))
    assert (reserve(position), most) == (7, 9), "as the lesson says"
    return {turn for turn, after in turns(position) if reserve(after) == most}


def wins(position: Position) -> set[str]:
    """By search to the end of the game."""
    found = AlphaBeta().suggest(position)
    assert all(one.value.is_exact for one in found)
    assert len(found) == 4, "as the lesson says"
    return {position.write(one.action) for one in found if one.value.chance == 1}


CLAIMS: list[Callable[[Position], set[str]]] = [
    stops_squares, threatens_twice, takes_two_and_leaves_no_step, leaves_no_raise, leaves_no_raise,
    saves_most, wins,
]  # fmt: skip


def test_every_step_that_wants_a_turn_claims_something() -> None:
    assert len(STEPS) == len(CLAIMS)


@pytest.mark.parametrize(("made", "claim"), list(zip(STEPS, CLAIMS, strict=True)))
def test_the_turns_wanted_are_just_those_that_do_it(
    made: Scene, claim: Callable[[Position], set[str]]
) -> None:
    assert claim(made.start) == set(made.step.turns)
    assert len(list(turns(made.start))) > len(made.step.turns)


def test_the_last_step_wins_because_the_other_side_runs_out_of_balls() -> None:
    position = STEPS[-1].finish()
    while not position.is_over:
        position = position.play(AlphaBeta().choose(position))
    assert position.winners == (0,)
    assert position.state.reserve[1] == 0
    assert len(position.view()["balls"]) < 30
