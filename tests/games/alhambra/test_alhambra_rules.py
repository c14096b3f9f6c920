"""The rules of Alhambra one by one: the box, the deal and what is seen of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from alhambra_bridge import (
    arrange,
    deck_of,
    hand_of,
    new,
    words_of,
)

import galda
from galda.core.kernels import contract
from galda.games.alhambra.rules import scoring
from galda.games.alhambra.rules.tiles import CURRENCIES, KINDS, TILES
from support import random_game, rule

PLAYERS = (2, 3, 4, 5, 6)


@rule("A1")
def test_the_box_has_54_tiles_with_the_right_kinds_prices_and_walls() -> None:
    found = {kind: [tile.price for tile in TILES if tile.kind == kind] for kind in KINDS}
    expected = {"pavilion": (7, 2, 8), "seraglio": (7, 3, 9), "arcades": (9, 4, 10),
                "chambers": (9, 5, 11), "garden": (11, 6, 12), "tower": (11, 7, 13)}  # fmt: skip
    assert {k: (len(p), min(p), max(p)) for k, p in found.items()} == expected
    assert Counter(tile.walls.bit_count() for tile in TILES) == {0: 10, 1: 16, 2: 20, 3: 8}
    assert [sum(tile.walls >> side & 1 for tile in TILES) for side in range(4)] == [20] * 4
    assert len({tile.name for tile in TILES}) == 54
    assert len({(tile.kind, tile.price, tile.walls) for tile in TILES}) == 54


@rule("A2")
@pytest.mark.parametrize("players", PLAYERS)
def test_two_scoring_cards_are_in_the_deck(players: int) -> None:
    assert sorted(c for c in deck_of(new(players).state) if isinstance(c, str)) == ["A", "B"]


@rule("A3")
def test_an_alhambra_begins_with_a_fountain_that_stays() -> None:
    position = arrange(cities={0: {(1, 0): "pavilion8"}}, reserves={0: "seraglio9"})
    assert "lift-pavilion8" in words_of(position)
    for attempt in ("lift-fountain", "swap-fountain"):
        assert position.why_not(attempt).rule == "A3"  # type: ignore[union-attr]
    bringing = position.play("bring-seraglio9")
    assert "swap-pavilion8" in words_of(bringing)
    assert bringing.why_not("swap-fountain").rule == "A3"  # type: ignore[union-attr]
    assert bringing.why_not("at0,0").rule == "A3"  # type: ignore[union-attr]


@rule("A4")
def test_each_square_sells_in_its_own_currency() -> None:
    assert CURRENCIES == ("yellow", "green", "blue", "orange")
    for square, currency in enumerate(CURRENCIES):
        position = arrange(hands={0: f"{currency}9"}, market="tower9a tower9b tower9c seraglio9")
        assert {w for w in words_of(position) if w.startswith("buy")} == {f"buy{square + 1}"}


@rule("A5")
def test_tiles_in_reserve_never_score() -> None:
    reserve = " ".join(tile.name for tile in TILES[:20])
    position = arrange(reserves={0: reserve})
    states = position.states.copy()
    scoring.score(states[0], 2)
    assert states[0].points[0] == 0


@rule("A6")
@pytest.mark.parametrize("players", PLAYERS)
def test_four_tiles_lie_on_the_market_at_the_start(players: int) -> None:
    state = new(players).state
    assert all(tile >= 0 for tile in state.market)
    assert state.bag_left == 50 - (6 if players == 2 else 0)


@rule("A7")
@pytest.mark.parametrize("players", PLAYERS)
def test_everyone_is_dealt_20_to_28_and_no_card_more_than_needed(players: int) -> None:
    for seed in range(30):
        state = new(players, seed).state
        for seat in range(players):
            values = [value for (_, value), n in hand_of(state, seat).items() for _ in range(n)]
            assert 20 <= sum(values) <= 28
            assert any(sum(values) - value < 20 for value in values)


@rule("A7")
def test_a_viewer_sees_his_own_hand_and_only_the_size_of_the_others() -> None:
    position = new(3)
    view = position.view(1)
    assert [p["hand"] is None for p in view["players"]] == [True, False, True]
    assert [p["cards"] for p in view["players"]] == [int(n) for n in position.state.cards[:3]]
    assert all(p["hand"] is None for p in position.view(-1)["players"])
    richer = arrange(hands={0: "blue9 blue9"}, seed=4)
    poorer = arrange(hands={0: "blue1 green2"}, seed=4)
    assert richer.view(1) == poorer.view(1)
    assert richer.svg(1) == poorer.svg(1)
    assert richer.view(0) != poorer.view(0)


@rule("A7")
def test_a_redrawn_game_keeps_hands_and_what_lies_where_but_not_the_order() -> None:
    position = new(4, 3)
    states = position.states.copy()
    contract.determinize(states[0], 0, np.uint64(77))
    state = states[0]
    assert state.hand.tobytes() == position.state.hand.tobytes()
    assert Counter(deck_of(state)) == Counter(deck_of(position.state))
    assert deck_of(state) != deck_of(position.state)
    assert sorted(state.bag[: state.bag_left]) == sorted(position.state.bag[: state.bag_left])
    assert state.bag.tobytes() != position.state.bag.tobytes()
    assert state.seed == 77


@rule("A8")
def test_fewest_cards_begin_then_the_lowest_total_then_the_lowest_seat() -> None:
    reasons = set()
    for players in PLAYERS:
        for seed in range(60):
            state = new(players, seed).state
            hands = [hand_of(state, seat) for seat in range(players)]
            rank = [(sum(h.values()), sum(v * n for (_, v), n in h.items())) for h in hands]
            assert state.to_act == rank.index(min(rank))
            fewest = [r for r in rank if r[0] == min(rank)[0]]
            reasons.add(min(len(fewest), 2) + (rank.count(min(rank)) > 1))
    assert reasons == {1, 2, 3}


@rule("A9")
def test_four_money_cards_lie_in_the_row_at_the_start() -> None:
    assert all(card >= 0 for card in new().state.row)


def piles(state: Any) -> list[list[object]]:
    """The deck from the top, cut into five piles by the rule; A and B belong to 2 and 4."""
    deck = deck_of(state)[::-1]
    money = len(deck) - 2
    sizes = [money // 5 + (k < money % 5) for k in range(5)]
    sizes[1] += 1
    sizes[3] += 1
    cut: list[list[object]] = []
    for size in sizes:
        cut.append(list(deck[:size]))
        deck = deck[size:]
    return cut


@rule("A10")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_scoring_cards_lie_in_the_second_and_the_fourth_pile(players: int) -> None:
    depths: tuple[set[int], set[int]] = (set(), set())
    for seed in range(150):
        cut = piles(new(players, seed).state)
        depths[0].add(cut[1].index("A"))
        depths[1].add(cut[3].index("B"))
        top = piles(new(players, seed, scoring_cards="top").state)
        assert top[1][0] == "A"
        assert top[3][0] == "B"
    assert all(0 in seen and len(seen) > 5 for seen in depths)


@rule("A10")
@pytest.mark.parametrize("way", ["shuffled", "top"])
def test_a_redraw_leaves_each_scoring_card_in_what_is_left_of_its_pile(way: str) -> None:
    options = {"players": 3, "scoring_cards": way}
    for ply, position in enumerate(random_game("alhambra", options, 5)):
        if ply % 5:
            continue
        first = piles(galda.game("alhambra").new(seed=5, **options).state)
        left = int(position.state.deck_left)
        coming = [c for c in deck_of(position.state) if isinstance(c, str)]
        if position.state.draws != new(3, 5, scoring_cards=way).state.draws:
            break  # the discards were shuffled: no scoring card is left
        for seed in range(8):
            states = position.states.copy()
            contract.determinize(states[0], 0, np.uint64(seed))
            deck = deck_of(states[0])
            assert sorted(c for c in deck if isinstance(c, str)) == sorted(coming)
            for card, pile in (("A", 1), ("B", 3)):
                if card in coming:
                    place = len(deck) - 1 - deck.index(card)  # cards above it
                    gone = sum(map(len, first)) - left
                    above = sum(map(len, first[:pile])) - gone
                    assert max(above, 0) <= place < above + len(first[pile])
                    if way == "top":
                        assert place == above
