"""The kernels play exactly the game of the slow model, and lose or double nothing."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from alhambra_bridge import card_of, differences, model_of, move_of, tile_set

import galda
from galda import Position
from support import random_game, rule, starts

every_start = pytest.mark.parametrize("options", list(starts("alhambra")), ids=str)


def mixed_game(options: dict[str, Any], seed: int) -> list[Position]:
    """A game in which buying and building are liked better than by chance alone."""
    chance = random.Random(seed)
    print(f"seed {seed}")
    positions = [galda.game("alhambra").new(seed=seed, **options)]
    while not positions[-1].is_over:
        position = positions[-1]
        words = {action: position.write(action) for action in position.legal_actions}
        liked = [a for a, word in words.items() if word.startswith("buy") or "@" in word]
        choice = liked if liked and chance.random() < 0.7 else list(words)
        positions.append(position.play(chance.choice(choice)))
    return positions


def compare(positions: list[Position]) -> None:
    model = model_of(positions[0].state)
    assert differences(positions[0].state, model) == []
    for before, after in pairwise(positions):
        moves = [move_of(before.state, action) for action in before.legal_actions]
        assert len(set(moves)) == len(moves)
        assert set(moves) == model.legal()
        assert after.action is not None
        model.play(move_of(before.state, after.action))
        assert differences(after.state, model) == []


@every_start
def test_random_games_are_those_of_the_slow_model(options: dict[str, Any]) -> None:
    compare(list(random_game("alhambra", options, 21)))


@every_start
def test_games_of_much_building_are_those_of_the_slow_model(options: dict[str, Any]) -> None:
    compare(mixed_game(options, 22))


@pytest.mark.slow
@every_start
def test_many_games_are_those_of_the_slow_model(options: dict[str, Any]) -> None:
    for seed in range(100, 120):
        compare(mixed_game(options, seed))


def tiles_everywhere(state: Any) -> Counter[int]:
    found: Counter[int] = Counter(int(tile) for tile in state.bag[: state.bag_left])
    found.update(int(tile) for tile in [*state.market, *state.bought] if tile >= 0)
    for seat in range(6):
        found.update(tile_set(state.city[seat]))
        found.update(tile_set(state.reserve[seat]))
    found.update(tile_set(state.given))
    return found


def money_everywhere(state: Any) -> Counter[tuple[int, int]]:
    found = Counter(card_of(int(card)) for card in state.deck[: state.deck_left] if card < 36)
    found.update(card_of(int(card)) for card in state.row if card >= 0)
    for currency in range(4):
        for value in range(1, 10):
            for cards in (*state.hand[:, currency], state.discards[currency]):
                found[currency, value] += int(cards) >> (2 * value - 2) & 3
    return found


@rule("A1", "A2", "A35")
@every_start
def test_every_tile_and_every_card_is_always_in_exactly_one_place(options: dict[str, Any]) -> None:
    copies = 2 if options["players"] == 2 else 3
    every_card = {(c, v): copies for c in range(4) for v in range(1, 10)}
    for position in mixed_game(options, 23):
        assert tiles_everywhere(position.state) == Counter(range(54))
        assert money_everywhere(position.state) == every_card
        if not position.is_over:
            sizes = [sum(int(h) >> 2 * k & 3 for h in hand for k in range(9))
                     for hand in position.state.hand]  # fmt: skip
            assert sizes == [int(n) for n in position.state.cards]
