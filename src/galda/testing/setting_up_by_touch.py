"""Setting up positions by touch, for every game that knows a way: any position can be reached."""

from __future__ import annotations

import random
from typing import Any
from xml.etree import ElementTree

import pytest

from galda.core.errors import BadPosition, GaldaError
from galda.core.play.setting_up import TURN, change, check, places
from galda.core.show.rulebook import rules_of
from galda.games import game
from galda.testing.parameters import every_start
from galda.testing.playing import sample

TOUCHED = 60


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
    for _ in range(TOUCHED):
        touch = chance.choice([*places(position), TURN])
        before = position.states.tobytes()
        changed = change(position, touch)
        assert position.states.tobytes() == before
        assert changed.states.tobytes() != before
        drawn = ElementTree.fromstring(changed.svg(changed.to_act))
        touches = {element.get("data-touch") for element in drawn.iter()}
        assert set(places(changed)) <= touches
        try:
            whole = check(changed)
        except BadPosition as error:
            assert error.rule in ids
        else:
            fine += 1
            assert whole.is_over or whole.legal_actions
        position = changed
    assert fine


@every_start
def test_a_place_touched_again_and_again_comes_back_to_what_it_was(
    name: str, options: dict[str, Any]
) -> None:
    for position in sample(name, options, 42, 4) if game(name).has("setting_up") else ():
        for place in places(position)[:6]:
            first = changed = change(position, place)
            different = set()
            for _ in range(9):
                changed = change(changed, place)
                different.add(changed.text)
                if changed == first:
                    break
            assert changed == first
            assert len(different) > 2
