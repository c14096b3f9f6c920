"""Setting up positions by touch, for every game that knows a way: any position can be reached."""

from __future__ import annotations

import random
from typing import Any
from xml.etree import ElementTree

import pytest

from galda.core.errors import BadPosition, GaldaError, ImpossiblePosition
from galda.core.play.position import Position
from galda.core.play.setting_up import TURN, board, change, check, choices, places
from galda.core.show.rulebook import rules_of
from galda.games import game
from galda.testing.parameters import every_start
from galda.testing.playing import sample

TOUCHED = 20
NOT_DRAWN = 5
"""Places that need not be on the board, such as what was scored: pages list them by name."""


def random_change(position: Position, chance: random.Random) -> str:
    """Something to touch, and what to put there if one is asked."""
    seat = chance.randrange(position.players)
    place = chance.choice([*places(position, seat), TURN])
    if place == TURN:
        return TURN
    offered = [each.id for each in choices(position, place, seat) if each.refusal is None]
    if not position.game.board.setting_up or position.game.board.setting_up.choices is None:
        return place
    return f"{place}={chance.choice(offered)}@{seat}" if offered else TURN


@every_start
def test_whatever_is_touched_can_be_drawn_and_is_refused_by_a_rule_or_played(
    name: str, options: dict[str, Any]
) -> None:
    print("seed 41")
    chance = random.Random(41)
    ids = {rule.id for rule in rules_of(game(name))}
    position = game(name).new(seed=41, **options)
    if not game(name).has("setting_up"):
        with pytest.raises(GaldaError, match="as text"):
            change(position, TURN)
        return
    with pytest.raises(GaldaError, match="nothing can be put"):
        change(position, "nowhere")
    fine = 0
    for n in range(TOUCHED):
        touch = random_change(position, chance)
        before = position.states.tobytes()
        changed = change(position, touch)
        assert position.states.tobytes() == before
        viewer = changed.to_act
        drawn = ElementTree.fromstring(board(changed, viewer, "en", ("tall", "wide")[n % 2]))
        touches = {element.get("data-touch") for element in drawn.iter()}
        assert len(places(changed, viewer).keys() - touches) < NOT_DRAWN
        try:
            whole = check(changed)
        except BadPosition as error:
            assert error.rule in ids
        else:
            fine += 1
            assert whole.is_over or whole.legal_actions
            assert whole.text == changed.text
        position = changed
    assert fine


@every_start
def test_what_may_not_be_put_somewhere_is_refused_with_its_rule(
    name: str, options: dict[str, Any]
) -> None:
    how = game(name).board.setting_up
    if how is None or how.choices is None:
        return
    ids = {rule.id for rule in rules_of(game(name))}
    for position in sample(name, options, 43, 1):
        for place, called in places(position).items():
            assert str(called)
            offered = choices(position, place)
            assert len({each.id for each in offered}) == len(offered)
            for each in offered:
                assert str(each.sign)
                assert str(each.name)
            refused = [each for each in offered if each.refusal is not None]
            for each in refused[:2]:
                with pytest.raises(ImpossiblePosition) as error:
                    change(position, f"{place}={each.id}")
                assert error.value.rule in ids
    with pytest.raises(GaldaError, match="cannot be put"):
        change(position, f"{place}=nothing-like-it")


@every_start
def test_a_place_touched_again_and_again_comes_back_to_what_it_was(
    name: str, options: dict[str, Any]
) -> None:
    how = game(name).board.setting_up
    for position in sample(name, options, 42, 4) if how and how.change else ():
        for place in list(places(position))[:6]:
            first = changed = change(position, place)
            different = set()
            for _ in range(9):
                changed = change(changed, place)
                different.add(changed.text)
                if changed == first:
                    break
            assert changed == first
            assert len(different) > 2
