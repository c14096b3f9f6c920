"""Drawing anew what a seat cannot know loses no card, wherever the scoring cards lie."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from alhambra_bridge import deck_of, hand_of, tile_set

import galda
from support import random_game, rule

REDRAWS = 30


def everything(state: Any) -> dict[str, object]:
    """All that a redraw has to leave as it is: what lies where, but in no order."""
    return {
        "deck": Counter(deck_of(state)),
        "bag": Counter(state.bag[: state.bag_left].tolist()),
        "hands": [hand_of(state, seat) for seat in range(state.players)],
        "row": state.row.tolist(),
        "market": state.market.tolist(),
        "discards": state.discards.tolist(),
        "built": [tile_set(state.city[seat]) for seat in range(state.players)],
    }


@rule("A10")
@pytest.mark.parametrize("way", ["shuffled", "top"])
@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_redraw_inside_the_pile_of_a_scoring_card_keeps_every_card(
    players: int, way: str
) -> None:
    inside = 0
    for position in random_game("alhambra", {"players": players, "scoring_cards": way}, 23):
        state = position.state
        coming = [which for which, card in enumerate("AB") if card in deck_of(state)]
        # Places count from the bottom: some of the pile is gone, or its top card is next.
        near = any(state.deck_left - 1 <= state.highest[which] for which in coming)
        if position.in_turn or not near:
            continue
        inside += 1
        kept = everything(state)
        for seed in range(REDRAWS):
            redrawn = position.known_to(0, seed).state
            assert everything(redrawn) == kept, f"redraw {seed}"
            assert not redrawn.deck[redrawn.deck_left :].any()  # nothing is left behind
    assert inside > 1


@rule("A10")
def test_a_scoring_card_may_be_the_next_or_the_last_of_what_is_left_of_its_pile() -> None:
    """The edges of a pile are as likely as its middle: neither is cut off nor drawn twice."""
    for position in random_game("alhambra", {"players": 3}, 29):
        state = position.state
        cards = int(state.deck_left) - int(state.lowest[0])
        if "A" in deck_of(state) and state.deck_left - 1 < state.highest[0] and cards == 6:
            break
    else:
        pytest.fail("no such position in this game")
    places = Counter(
        deck_of(position.known_to(0, seed).state)[::-1].index("A") for seed in range(1200)
    )
    assert sorted(places) == list(range(cards))
    assert all(140 < count < 260 for count in places.values())  # 200 each, give or take 5 sigma


def test_a_redraw_of_the_same_seed_is_the_same_and_of_another_is_not() -> None:
    start = galda.game("alhambra").new(seed=3)
    assert start.known_to(0, 4).states.tobytes() == start.known_to(0, 4).states.tobytes()
    assert start.known_to(0, 4).states.tobytes() != start.known_to(0, 5).states.tobytes()
