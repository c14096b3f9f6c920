"""The openings that are shipped: what is known of the starts, and that all values fit together."""

from __future__ import annotations

import random

import pytest

import galda
from galda.core.play.position import Position
from galda.core.play.values import Exact, Outcome
from galda.puzzles.puzzle import whole_turns
from galda.solve.book import Chapter, games_with_openings, openings_of

SEED = 6
STARTS = {
    ("quixo", 5): Exact(Outcome.DRAWN),
    ("pylos", "standard"): Exact(Outcome.LOST, 40),
    ("pylos", "beginners"): Exact(Outcome.LOST, 36),
    ("pylos", "expert"): Exact(Outcome.LOST, 46),
}
"""As published: see docs/solved.md."""
EVERY = [
    (game.name, which) for game in games_with_openings() for which in range(len(openings_of(game)))
]
LEAST_TURNS = 5
"""From the start on, positions after so many turns are known at least."""


def known_of(name: str, which: int) -> tuple[Chapter, Position]:
    known = openings_of(galda.game(name))[which]
    return known, galda.game(name).new(seed=0, **known.options)


def test_the_starts_are_worth_what_was_published() -> None:
    found = {}
    for name, which in EVERY:
        known, start = known_of(name, which)
        (option,) = known.solver.options(known.options).values()
        found[name, option] = known.value(start)
    assert found == STARTS


@pytest.mark.parametrize(("name", "which"), EVERY)
def test_a_position_is_worth_what_its_best_turn_leads_to(name: str, which: int) -> None:
    print("seed", SEED)
    known, start = known_of(name, which)
    chance = random.Random(SEED)
    for _ in range(12):
        position = start
        for turn in range(LEAST_TURNS):
            check_one(known, position, turn)
            position = chance.choice([end for _, end in whole_turns(position)])


def check_one(known: Chapter, position: Position, turn: int) -> None:
    value = known.value(position)
    assert value is not None, turn
    after = [known.value(end) for _, end in whole_turns(position)]
    assert None not in after
    best = max(each.turned().a_turn_later() for each in after if each is not None)
    assert value == best


@pytest.mark.parametrize(("name", "which"), EVERY)
def test_what_is_too_far_on_is_not_known(name: str, which: int) -> None:
    known, position = known_of(name, which)
    chance = random.Random(SEED)
    for _ in range(16):
        position = chance.choice([end for _, end in whole_turns(position)])
        if position.is_over:
            return
    assert known.value(position) is None


def test_a_turned_board_is_worth_the_same() -> None:
    known, start = known_of("quixo", 0)
    one, other = start.play("a1-a5").play("e3-e1"), start.play("e5-e1").play("a3-a5")
    assert known.value(one) == known.value(other)
    assert known.solver.alike(one.options, one.state) == known.solver.alike(
        other.options, other.state
    )
