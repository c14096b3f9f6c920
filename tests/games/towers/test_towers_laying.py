"""Which cards fit on which: T3 to T7, and how many of a set can be laid at all."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from random import Random

import numpy as np
import pytest
from towers_model import KINDS, may_lie_on, table

from galda.games.towers.rules.cards import EMPTY, fits, most
from galda.games.towers.rules.tower import (
    height_of,
    list_cards,
    runs_below_top,
    top_of,
    with_card,
    without_top,
)
from galda.games.towers.text.words import tower_cards
from support import random_game, rule

TWICE = {0, 2, 5, 7, 10, 12}
TOPS = [*range(16), EMPTY]


def word(values: tuple[int, ...]) -> np.int64:
    """Cards of one kind as the kernels keep them."""
    cards = 0
    for value in values:
        cards |= 1 << value + (16 if cards >> value & 1 else 0)
    return np.int64(cards)


@cache
def most_by_trying(on: int, values: tuple[int, ...]) -> int:
    tower = [] if on == EMPTY else [on]
    return max(
        (
            1 + most_by_trying(value, values[:n] + values[n + 1 :])
            for n, value in enumerate(values)
            if may_lie_on(tower, value)
        ),
        default=0,
    )


def check_all_sets(largest: int) -> int:
    checked = 0
    for size in range(largest + 1):
        for values in combinations_with_replacement(range(16), size):
            if all(values.count(v) <= (2 if v in TWICE else 1) for v in values):
                cards = word(values)
                for on in TOPS:
                    assert most(np.int64(on), cards) == most_by_trying(on, values), (on, values)
                    checked += 1
    return checked


def test_how_many_cards_of_a_set_can_be_laid_is_what_trying_all_orders_finds() -> None:
    assert check_all_sets(5) > 150_000


@pytest.mark.slow
def test_the_same_for_all_sets_of_up_to_seven_cards() -> None:
    assert check_all_sets(7) > 1_000_000


@pytest.mark.parametrize(
    ("values", "on", "all_fit"),
    [
        ((8, 15), 10, True), ((15,), 10, False), ((5, 5, 9), 6, True), ((5, 5, 9), 5, False),
        ((5, 5, 8), EMPTY, False), ((8, 10, 10), 12, True), ((8, 10, 10), 10, False),
        ((8, 9, 12), 3, True), ((0, 0), EMPTY, False), ((0, 8, 9), EMPTY, True), ((9,), 0, False),
    ],
)  # fmt: skip
def test_known_sets_fit_or_not(values: tuple[int, ...], on: int, all_fit: bool) -> None:
    assert (most(np.int64(on), word(values)) == len(values)) == all_fit


@pytest.mark.parametrize("on", TOPS)
def test_single_cards_fit_as_in_the_model(on: int) -> None:
    for value in range(16):
        expected = may_lie_on([] if on == EMPTY else [on], value)
        assert fits(on, value) == expected


@rule("T4", "T6")
def test_on_a_five_go_smaller_cards_and_the_nine() -> None:
    assert [value for value in range(16) if fits(5, value)] == [0, 1, 2, 3, 4, 9]


@rule("T5")
def test_on_an_eight_goes_every_card() -> None:
    assert all(fits(8, value) for value in range(16))


@rule("T7")
def test_on_a_crown_goes_no_card() -> None:
    assert not any(fits(0, value) for value in range(16))


@rule("T3")
def test_a_card_goes_on_the_tower_of_its_kind_and_what_lies_below_never_changes() -> None:
    for before in random_game("towers", {"players": 4}, 11):
        for action in before.legal_actions:
            after = before.play(action)
            changed = []
            for seat in range(4):
                for kind in range(5):
                    old = tower_cards(before.state, seat, kind)
                    new = tower_cards(after.state, seat, kind)
                    if old != new:
                        changed.append((seat, KINDS[kind]))
                        assert old[: len(new)] == new[: len(old)]
                        assert abs(len(old) - len(new)) == 1
            if action >= 13:
                assert changed == [(before.to_act, before.write(action).rstrip("0123456789"))]


@pytest.mark.parametrize("seed", range(40))
def test_a_tower_in_one_word_is_the_list_of_its_cards(seed: int) -> None:
    chance = Random(seed)
    hand = [*range(16), *(value + 16 for value in TWICE)]
    chance.shuffle(hand)
    tower, cards = np.int64(0), list[int]()
    for _ in range(60):
        fitting = [code for code in hand if may_lie_on([c % 16 for c in cards], code % 16)]
        if cards and (not fitting or chance.random() < 0.2):
            cards.pop()  # demolished cards do not come back
            tower = without_top(tower)
        elif fitting:
            # Mostly a high card, for tall towers.
            code = max(chance.sample(fitting, min(3, len(fitting))), key=lambda code: code % 16)
            hand.remove(code)
            cards.append(code)
            tower = with_card(tower, np.int64(code % 16), np.int64(code // 16))
        codes = np.zeros(22, np.int64)
        assert list(codes[: list_cards(tower, codes)]) == cards
        assert height_of(tower) == len(cards)
        assert top_of(tower) == (cards[-1] % 16 if cards else EMPTY)
        if cards:
            below = cards[-2] % 16 if len(cards) > 1 else EMPTY
            assert top_of(runs_below_top(tower)) == below
        else:
            assert tower == 0


@rule("T4")
def test_a_card_is_laid_only_on_a_larger_one() -> None:
    builds = table("candy7 sand1 sand2 sand3 sand4", "candy7 candy5", players=4).play_all(
        ["call1", "pass", "pass", "pass", "keep"]
    )
    refusal = builds.why_not("candy7")
    assert refusal is not None
    assert refusal.rule == "T4"
    assert "5" in refusal.sentence
    assert builds.why_not("sand4") is None


@rule("T5", "T6")
def test_on_an_eight_goes_anything_and_a_nine_goes_anywhere_but_on_a_crown() -> None:
    builds = table("candy15 sand9 tree9 scrap0 scrap9", "candy8 sand1 tree3 tree0").play_all(
        ["call1", "pass", "keep"]
    )
    assert builds.why_not("candy15") is None
    assert builds.why_not("sand9") is None
    crown = builds.why_not("tree9")
    assert crown is not None
    assert crown.rule == "T7"


@rule("T7")
def test_a_crowned_tower_takes_nothing_and_is_not_demolished() -> None:
    opens = table("tree9 tree1 tree5 tree6 tree7", "tree3 tree0 candy4")
    assert [opens.write(a) for a in opens.legal_actions] == ["call0"]
    builds = table("sand9 tree1 tree5 tree6 tree7", "tree3 tree0 candy4").play_all(
        ["call1", "pass"]
    )
    refusal = builds.why_not("demolish-tree")
    assert refusal is not None
    assert refusal.rule == "T14"
    assert "0" in refusal.sentence
