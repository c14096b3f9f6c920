"""What is hidden stays so for a whole turn, and states that are told apart have their own keys."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any

from galda.core.play.position import Position
from galda.games import game
from galda.testing.differences import in_fields, same
from galda.testing.parameters import every_start
from galda.testing.playing import random_game, sample
from galda.testing.twins import twin

MOST_STEPS = 30
MOST_ACTIONS = 6
TWINS = 3


@every_start
def test_nothing_new_comes_to_light_in_the_middle_of_a_turn(
    name: str, options: dict[str, Any]
) -> None:
    for before, after in _steps_in_turns(name, options):
        assert after.action is not None
        seat = before.to_act
        for seed in range(TWINS):
            other = twin(before, seat, seed * 10_000, (after.action,)).play(after.action)
            same(
                after.seen_by(seat),
                other.seen_by(seat),
                f"{before.write(after.action)} shows seat {seat} something new, and the turn goes "
                "on: it could be taken back. Let the turn end there (`in_turn` is false)",
            )


def _steps_in_turns(name: str, options: dict[str, Any]) -> list[tuple[Position, Position]]:
    """Actions of a random game after which the same turn goes on."""
    if not game(name).has_chance:
        return []
    steps = [step for step in pairwise(random_game(name, options, 16)) if step[1].in_turn]
    return random.Random(16).sample(steps, min(MOST_STEPS, len(steps)))


@every_start
def test_what_a_seat_can_tell_apart_has_different_keys(name: str, options: dict[str, Any]) -> None:
    if not game(name).has("key"):
        return
    for position in sample(name, options, 17, 8):
        for other in _others(position):
            for seat in range(position.players):
                mine, theirs = position.seen_by(seat).states, other.seen_by(seat).states
                if mine.tobytes() != theirs.tobytes():
                    assert position.key != other.key, (
                        f"`key` is the same for two states that seat {seat} tells apart: "
                        f"{in_fields(mine, theirs)}"
                    )


def _others(position: Position) -> Iterator[Position]:
    """States in which what one seat cannot know is otherwise."""
    if position.game.has("determinize") and not position.is_over:
        for seat in range(position.players):
            yield position.known_to(seat, 18 + seat)


@every_start
def test_what_different_actions_lead_to_has_different_keys(
    name: str, options: dict[str, Any]
) -> None:
    if not game(name).has("key"):
        return
    for position in sample(name, options, 19, 8):
        legal = position.legal_actions
        chosen = random.Random(19).sample(legal, min(MOST_ACTIONS, len(legal)))
        for one, other in combinations([position.play(action) for action in chosen], 2):
            if one.view() != other.view():
                assert one.key != other.key, (
                    f"`key` is the same after {one.actions[-1]} as after "
                    f"{other.actions[-1]}: {in_fields(one.states, other.states)}"
                )
