"""Parts of the Alhambra board that were drawn before show just what they would if drawn anew."""

from __future__ import annotations

import random

import pytest

import galda
from galda.core.play.position import Position
from galda.core.play.terms import Shape
from galda.core.show.kept_parts import KeptParts
from galda.games.alhambra.board import sketch
from galda.games.alhambra.rules import record


@pytest.mark.parametrize("players", [2, 3])
def test_kept_parts_are_those_that_would_be_drawn(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    chance = random.Random(seed)
    start = galda.game("alhambra").new(seed=seed, players=players)
    other = start.named([f"N{seat}" for seat in range(players)])
    steps = 0
    while not start.is_over and steps < 200:
        action = chance.choice(start.legal_actions)
        start, other, steps = start.play(action), other.play(action), steps + 1
        if steps % 5:
            continue
        shape: Shape = "tall" if chance.random() < 0.5 else "wide"
        for position in (start, other):  # so that whatever a part leaves out would be seen
            for viewer in range(-1, players):
                lang = chance.choice(("en", "lv"))
                kept = position.svg(viewer, lang, shape)
                with monkeypatch.context() as anew:
                    anew.setattr(sketch, "PARTS", KeptParts(0))
                    assert position.svg(viewer, lang, shape) == kept


@pytest.mark.parametrize("shape", ["tall", "wide"])
def test_the_same_purchase_with_less_to_pay_is_not_shown_as_before(
    shape: Shape, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    chance = random.Random(seed)
    position = galda.game("alhambra").new(seed=seed)
    while position.plain.phase != record.PAYING or position.plain.due < 2:
        if position.is_over:
            position = position.start
        position = position.play(chance.choice(position.legal_actions))
    less = position.states.copy()
    less["due"] -= 1
    boards = []
    for states in (position.states, less):
        moment = Position(position.game, position.options, position.seed, states)
        boards.append(moment.svg(moment.to_act, "en", shape))
        with monkeypatch.context() as anew:
            anew.setattr(sketch, "PARTS", KeptParts(0))
            assert moment.svg(moment.to_act, "en", shape) == boards[-1]
    assert boards[0] != boards[1]
