"""Every way to go wrong is answered with the rule that forbids it and what would be right."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from alhambra_bridge import words_of
from alhambra_scenes import bringing, choosing, paying, placing

import galda
from galda import BadOption, Position
from galda.core.show.outline import touches_in
from galda.core.show.rulebook import rules_of
from support import random_game, rule

WRONG_MOVES: list[tuple[Callable[[], Position], str | tuple[str, ...], str, str]] = [
    (choosing, "take-green4+orange9", "A13", "worth 13"),
    (choosing, "take-yellow9", "A13", "no yellow 9"),
    (choosing, ("money2",), "A13", "leftmost"),
    (choosing, ("money2", "money1"), "A13", "left to right"),
    (choosing, ("take",), "A13", "touch the cards"),
    (choosing, "buy1", "A14", "costs 7 in yellow money and you have 0"),
    (choosing, "pay-green5", "A14", "choose a tile"),
    (choosing, "end", "A11", "do something first"),
    (choosing, "pass", "A11", "only when"),
    (choosing, "lift-chambers10", "A23", "could not be reached"),
    (choosing, "lift-tower13", "A23", "neither in your Alhambra"),
    (choosing, "lift-fountain", "A3", "stays"),
    (choosing, "bring-seraglio9", "A23", "only be put into the reserve"),
    (choosing, "at0,1", "A23", "first choose"),
    (choosing, "swap-seraglio9", "A23", "first choose"),
    (choosing, "garden11@0,1", "A19", "bought in this turn"),
    (choosing, "give-garden11", "A38", "not the reserve"),
    (choosing, ("reserve",), "A23", "first touch a tile"),
    (paying, "take-green4", "A14", "you are paying for pavilion 8; still to pay: 8 in green"),
    (paying, "pay-blue9", "A14", "for green money only"),
    (paying, "pay-green7", "A14", "no green 7"),
    (paying, "pay-green3", "A14", "could not make up"),
    (paying, "end", "A14", "you are paying"),
    (bringing, "at0,0", "A3", "fountain"),
    (bringing, "at1,0", "A21", "free one"),
    (bringing, "at1,5", "A21", "along a side"),
    (bringing, "at3,1", "A21", "corner"),
    (bringing, "bring-arcades10", "A23", "say where"),
    (bringing, "end", "A23", "say where"),
    (bringing, "take-green4", "A23", "say where"),
    (placing, "take-green4", "A19", "place pavilion 8, tower 9a now"),
    (placing, "end", "A19", "place"),
    (placing, "store-tower9a", "A19", "now pavilion 8"),
    (placing, "give-pavilion8", "A38", "game of two"),
    (placing, "store-garden11", "A23", "redesigning is over"),
    (placing, "lift-seraglio9", "A23", "redesigning is over"),
    (placing, "pavilion8@5,5", "A21", "along a side"),
    (placing, "tower9a@-1,0", "A20", "wall"),
    (placing, ("tile-pavilion8", "money1"), "A19", "say where"),
]
"""Where, what is tried, the rule that forbids it, and some words of the answer."""


@pytest.mark.parametrize(
    ("position", "attempt", "rule_id", "words"),
    [pytest.param(*wrong, marks=rule(wrong[2])) for wrong in WRONG_MOVES],
)
def test_a_wrong_move_is_answered_with_its_rule(
    position: Callable[[], Position], attempt: str | tuple[str, ...], rule_id: str, words: str
) -> None:
    refusal = position().why_not(attempt)
    assert refusal is not None
    assert (refusal.rule, words in refusal.sentence) == (rule_id, True), str(refusal)


@rule("A15")
def test_a_tile_already_bought_cannot_be_bought_again() -> None:
    position = paying().play_all(["pay-green5", "pay-green3"])
    refusal = position.why_not("buy2")
    assert refusal is not None
    assert refusal.rule == "A15"


@rule("A19")
def test_nothing_is_built_after_something_was_put_aside() -> None:
    position = placing().play("store-pavilion8")
    refusal = position.why_not("tower9a@1,1")
    assert refusal is not None
    assert refusal.rule == "A19"
    assert words_of(position) == {"store-tower9a"}


def test_any_two_touches_on_the_board_are_part_of_a_move_or_refused_with_a_rule() -> None:
    ids = {r.id for r in rules_of(galda.game("alhambra"))}
    chance = random.Random(8)
    for players in (2, 3):
        for position in random_game("alhambra", {"players": players}, 8):
            if chance.random() > 0.05:
                continue
            svg = position.svg(position.to_act)
            names = sorted(set(touches_in(svg)))
            for first in names:
                for path in ((first,), (first, chance.choice(names))):
                    refusal = position.why_not(path)
                    assert refusal is None or refusal.rule in ids


def test_every_action_can_be_said_and_read_back_in_every_position_of_a_game() -> None:
    for players in (2, 4):
        for position in random_game("alhambra", {"players": players}, 9):
            for action in position.legal_actions[:6]:
                assert position.find(position.write(action)) == action
                assert position.sentence(action).startswith("Player ")


def test_bad_options_are_refused() -> None:
    game = galda.game("alhambra")
    for options in ({"players": 7}, {"players": 1}, {"scoring_cards": "bottom"}, {"neutral": ""}):
        with pytest.raises(BadOption):
            game.new(**options)
