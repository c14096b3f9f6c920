"""What the second lesson of Alhambra claims is true: the turns wanted are the only ones so good."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

import galda
from galda.core.kernels import contract
from galda.core.play.position import Position
from galda.core.show.lesson import Scene, scenes
from galda.games.alhambra.ai.evaluation import can_pay_exactly
from galda.games.alhambra.rules.record import CHOOSE, PAYING
from galda.games.alhambra.rules.tiles import HIGHEST, PRICE
from galda.games.alhambra.rules.wall import longest_wall

LESSON = scenes(galda.game("alhambra"), "en", "playing-well")
STEPS = [made for made in LESSON if made.step.turns]


def points(position: Position) -> list[int]:
    """Each player's points, if the next scoring came now."""
    out = np.zeros(position.players, np.float64)
    contract.scores_now(position.state, out)
    return [int(score) for score in out]


def may_act_again(position: Position) -> bool:
    return position.to_act == 0 and position.in_turn and position.state.phase == CHOOSE


def turns(
    position: Position, ends: Callable[[Position], bool], words: str = ""
) -> Iterator[tuple[str, Position]]:
    """All that player 1 can do until the turn is over or what is asked for has come about."""
    for action in position.legal_actions:
        after = position.play(action)
        told = f"{words} {position.write(action)}".strip()
        if after.to_act != 0 or not after.in_turn or ends(after):
            yield told, after
        else:
            yield from turns(after, ends, told)


def purchases(position: Position) -> dict[str, Position]:
    """All single purchases, and where they lead."""
    found = turns(position, lambda after: after.state.phase != PAYING)
    return {words: after for words, after in found if words.startswith("buy")}


def pays_exactly(position: Position) -> set[str]:
    found = purchases(position)
    assert len({words[:4] for words in found}) == 3, "three tiles are within reach"
    return {words for words, after in found.items() if may_act_again(after)}


def makes_a_price(position: Position) -> set[str]:
    """The takings after which a tile that is on the market now can be paid for exactly."""
    assert not any(may_act_again(after) for after in purchases(position).values())
    takings = {
        words: after
        for words, after in turns(position, lambda after: True)
        if words.startswith("take-")
    }
    prices = [PRICE[tile] for tile in position.state.market]
    assert len(takings) >= 4
    return {
        words
        for words, after in takings.items()
        if any(
            can_pay_exactly(np.int64(after.state.hand[0, square]), price, HIGHEST)
            for square, price in enumerate(prices)
        )
    }


def buys_twice(position: Position) -> set[str]:
    return {
        f"{first} {second}"
        for first, after in purchases(position).items()
        if may_act_again(after)
        for second, end in purchases(after).items()
        if may_act_again(end)
    }


def longest(position: Position) -> set[str]:
    """The ways to build that give the longest outer wall."""
    found = {
        words: int(longest_wall(after.state, 0))
        for words, after in turns(position, lambda _: False)
    }
    assert max(found.values()) == 4
    return {words for words, wall in found.items() if wall == 4}


def leads(position: Position) -> set[str]:
    """The purchases that bring most over the others, of which one may go on."""
    margins = {}
    for words, after in purchases(position).items():
        ended = after.play("end") if may_act_again(after) else after
        ends = [points(end) for _, end in turns(ended, lambda _: False)]
        margins[words] = max(own - sum(others) for own, *others in ends)
    best = [words for words, margin in margins.items() if margin == max(margins.values())]
    return {words for words in best if may_act_again(position.play_all(words.split()))}


def scores_most(position: Position) -> set[str]:
    """The whole turns after which the next scoring would bring most."""
    found = {words: points(after)[0] for words, after in turns(position, lambda _: False)}
    return {words for words, score in found.items() if score == max(found.values())}


CLAIMS: list[Callable[[Position], set[str]]] = [
    pays_exactly, makes_a_price, buys_twice, longest, leads, scores_most, scores_most,
]  # fmt: skip


def test_every_step_that_wants_a_turn_claims_something() -> None:
    assert len(STEPS) == len(CLAIMS)


@pytest.mark.parametrize(("made", "claim"), list(zip(STEPS, CLAIMS, strict=True)))
def test_the_turns_wanted_are_just_those_that_do_it(
    made: Scene, claim: Callable[[Position], set[str]]
) -> None:
    assert made.start.to_act == 0
    assert claim(made.start) == set(made.step.turns)


def test_a_second_garden_takes_all_the_points_for_gardens() -> None:
    position = STEPS[4].start
    assert points(position) == [5, 2, 0]
    after = max(
        (points(end) for _, end in turns(STEPS[4].finish().play("end"), lambda _: False)),
    )
    assert after == [10, 0, 0]


def test_what_the_redesigns_bring_is_as_the_lesson_says() -> None:
    before, after = STEPS[5].start, STEPS[5].finish()
    assert [int(longest_wall(at.state, 0)) for at in (before, after)] == [1, 4]
    assert not any(may_act_again(end) for end in purchases(before).values()), "only overpaying"
    assert points(STEPS[6].finish())[0] == 10
    assert int(longest_wall(STEPS[6].finish().state, 0)) == 4
