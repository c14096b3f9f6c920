"""Alhambra set up by touch: what follows from the tiles and the money is worked out."""

from __future__ import annotations

import pytest

import galda
from galda.core.errors import ImpossiblePosition
from galda.core.play.position import Position
from galda.core.play.setting_up import change, check, choices
from support import rule

START = galda.game("alhambra").new(players=3, seed=5)


def put(position: Position, *touches: str) -> Position:
    for touch in touches:
        position = change(position, touch)
    return check(position)


@rule("A25", "A27")
def test_a_scoring_counts_what_stands_now_and_stays_when_tiles_go() -> None:
    free = next(
        sign for sign in ("p2", "p8", "s9") if any(c.id == sign for c in choices(START, "cell0,1"))
    )
    built = put(START, f"cell0,1={free}@0")
    scored = put(built, "scorings=a")
    first = {"p2": 1 + 3, "p8": 1, "s9": 2}[free]
    assert scored.scores == (first, 0, 0)
    assert "A" not in scored.text.split(" deck=")[1].split()[0]
    gone = put(scored, f"tile-{'pavilion' if free[0] == 'p' else 'seraglio'}{free[1:]}=-@0")
    assert gone.scores == (first, 0, 0)
    assert put(gone, "scorings=none").scores == (0, 0, 0)


@rule("A20")
def test_a_tile_whose_walls_do_not_meet_is_refused() -> None:
    with pytest.raises(ImpossiblePosition) as error:
        change(START, "cell0,1=s3@0")
    assert error.value.rule == "A20"


@rule("A10")
def test_money_comes_from_the_deck_until_a_scoring_card_would_lie_above_it() -> None:
    position, refused = START, ""
    before = int(START.state.deck_left)
    for n in range(1, 60):
        card = choices(position, "discards")[-1].id
        position = change(position, f"discards={card}")
        assert int(position.state.deck_left) == before - n
        try:
            check(position)
        except ImpossiblePosition as error:
            refused = error.rule
            break
    assert refused == "A10"
    assert check(change(position, "scorings=a")).state.scored == 1
