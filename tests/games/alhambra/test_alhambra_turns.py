"""Whole turns: every turn the rulebook allows can be played, and in one way only.

The enumerator below follows the rulebook literally: purchases in any order, any set of cards as a
payment, bought tiles placed in any order. Its outcomes are compared with those of the actions.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from alhambra_bridge import BOX_OF_TILES as BOX
from alhambra_bridge import city_of, hand_of, tile_set
from alhambra_cities import City, building_cells, sound
from alhambra_model import Card

import galda
from galda import Position
from galda.core.kernels import contract
from galda.games.alhambra.rules import record
from support import rule

Frozen = frozenset[Any]
Outcome = tuple[Frozen, Frozen, Frozen, Frozen]  # hand, Alhambra, reserve, the neutral player's


def outcome_of(state: Any, seat: int) -> Outcome:
    return (
        frozenset(hand_of(state, seat).items()),
        frozenset(city_of(state, seat).items()),
        frozenset(tile_set(state.reserve[seat])),
        frozenset(tile_set(state.given)),
    )


def played_turns(state: Any, seat: int) -> Iterator[Outcome]:
    """The outcome of every sequence of actions that makes a turn."""
    out = np.zeros(record.MOST_LEGAL, np.int32)
    for action in out[: contract.legal(state, out)].copy():
        states = np.array([state], record.State)
        contract.apply(states[0], action)
        if contract.in_turn(states[0]):
            assert contract.legal(states[0], out) > 0, "a dead end"
            assert states[0].deck.tobytes() == state.deck.tobytes(), "something was revealed"
            assert states[0].bag.tobytes() == state.bag.tobytes(), "something was revealed"
            yield from played_turns(states[0], seat)
        else:
            yield outcome_of(states[0], seat)


class Rulebook:
    """All turns of a position, straight from the rules."""

    def __init__(self, state: Any) -> None:
        self.seat = int(state.to_act)
        self.two = state.players == 2
        self.hand = hand_of(state, self.seat)
        self.row = [(int(c) // 9, int(c) % 9 + 1) for c in state.row if c >= 0]
        self.market = {s: int(t) for s, t in enumerate(state.market) if t >= 0}
        self.city = city_of(state, self.seat)
        self.reserve = frozenset(tile_set(state.reserve[self.seat]))
        self.given = frozenset(tile_set(state.given))

    def turns(self) -> set[Outcome]:
        return self.act(frozenset(self.hand.items()), frozenset(), True)

    def act(self, frozen: Frozen, bought: Frozen, first: bool) -> set[Outcome]:
        hand: Counter[Card] = Counter(dict(frozen))
        found: set[Outcome] = set()
        if not first:
            found |= self.finish(hand, self.city, self.reserve, bought)
        for size in range(1, 5):
            for taken in combinations(self.row, size):
                if size == 1 or sum(value for _, value in taken) <= 5:
                    found |= self.finish(hand + Counter(taken), self.city, self.reserve, bought)
        for square, tile in self.market.items():
            if tile not in bought:
                found |= self.buy(hand, square, tile, bought)
        for city, reserve in self.redesigns():
            found |= self.finish(hand, city, reserve, bought)
        return found

    def buy(self, hand: Counter[Card], square: int, tile: int, bought: Frozen) -> set[Outcome]:
        found: set[Outcome] = set()
        own = [card for card in hand.elements() if card[0] == square]
        price = BOX.price[tile]
        for size in range(1, len(own) + 1):
            for paid in set(combinations(own, size)):
                total = sum(value for _, value in paid)
                if total < price or any(total - value >= price for _, value in paid):
                    continue
                left = hand - Counter(paid)
                if total == price:
                    found |= self.act(frozenset(left.items()), bought | {tile}, False)
                else:
                    found |= self.finish(left, self.city, self.reserve, bought | {tile})
        return found

    def redesigns(self) -> Iterator[tuple[City, Frozen]]:
        for cell, tile in self.city.items():
            rest = {c: t for c, t in self.city.items() if c != cell}
            if sound(BOX, rest):
                yield rest, self.reserve | {tile}
        for tile in self.reserve:
            for cell in building_cells(BOX, self.city, tile):
                yield {**self.city, cell: tile}, self.reserve - {tile}
            for cell, old in self.city.items():
                if sound(BOX, swapped := {**self.city, cell: tile}):
                    yield swapped, (self.reserve - {tile}) | {old}

    def finish(
        self, hand: Counter[Card], city: City, reserve: Frozen, bought: Frozen
    ) -> set[Outcome]:
        kept = frozenset((+hand).items())
        ends = placings(frozenset(city.items()), reserve, self.given, bought, self.two)
        return {(kept, *end) for end in ends}


@cache
def placings(
    city: Frozen, reserve: Frozen, given: Frozen, bought: Frozen, two: bool
) -> frozenset[tuple[Frozen, Frozen, Frozen]]:
    """All ways to place the bought tiles, one after the other in any order."""
    if not bought:
        return frozenset({(city, reserve, given)})
    found: set[tuple[Frozen, Frozen, Frozen]] = set()
    for tile in bought:
        rest = bought - {tile}
        found |= placings(city, reserve | {tile}, given, rest, two)
        if two:
            found |= placings(city, reserve, given | {tile}, rest, two)
        for cell in building_cells(BOX, dict(city), tile):
            found |= placings(city | {(cell, tile)}, reserve, given, rest, two)
    return frozenset(found)


def rich_position(chance: random.Random, players: int, exact: int, built: int) -> Position:
    """A random position whose seat to act holds the exact price of some tiles, and more."""
    position = galda.game("alhambra").new(players=players, seed=chance.getrandbits(40))
    while True:
        state = position.state
        size = len(tile_set(state.city[state.to_act]))
        ahead = state.deck[max(int(state.deck_left) - 4, 0) : state.deck_left]
        quiet = all(card < 36 for card in ahead) and state.bag_left >= 6
        if not position.in_turn and size >= built and quiet and state.phase == record.CHOOSE:
            break
        if position.is_over or size > built + 1:
            position = galda.game("alhambra").new(players=players, seed=chance.getrandbits(40))
            continue
        words = {a: position.write(a) for a in position.legal_actions}
        liked = [a for a, w in words.items() if w.startswith("buy") or "@" in w]
        often = liked if liked and chance.random() < 0.8 else list(words)
        position = position.play(chance.choice(often))
    states = position.states.copy()
    deal_exactly(states[0], chance, exact)
    return Position(position.game, position.options, None, states)


def deal_exactly(state: Any, chance: random.Random, exact: int) -> None:
    seat = int(state.to_act)
    for _ in range(chance.randint(0, 2)):
        state.bag_left -= 1
        state.reserve[seat] |= np.uint64(1 << int(state.bag[state.bag_left]))
    state.hand[seat] = 0
    cards = [(chance.randrange(4), chance.randint(1, 9)) for _ in range(2)]
    for square in chance.sample(range(4), exact):
        price = BOX.price[int(state.market[square])]
        part = chance.randint(max(1, price - 9), min(9, price - 1))
        cards += [(square, part), (square, price - part)]
    for currency, value in cards:
        if int(state.hand[seat, currency]) >> (2 * value - 2) & 3 < 3:
            state.hand[seat, currency] += 1 << (2 * value - 2)
    state.cards[seat] = sum(hand_of(state, seat).values())


def check(seed: int, players: int, exact: int, built: int) -> int:
    print(f"seed {seed}: {players} players, {exact} exact payments, {built} tiles built")
    placings.cache_clear()
    position = rich_position(random.Random(seed), players, exact, built)
    played = list(played_turns(position.state, position.to_act))
    assert len(played) == len(set(played)), "the same turn in two ways"
    assert set(played) == Rulebook(position.state).turns()
    return len(played)


@rule("A15", "A17", "A19")
@pytest.mark.parametrize(
    ("players", "exact", "built", "positions"),
    [(2, 1, 5, 12), (3, 1, 6, 16), (2, 2, 2, 6), (3, 2, 3, 8), (4, 3, 0, 3), (3, 0, 8, 12)],
)
def test_every_turn_of_the_rulebook_can_be_played_in_one_way_only(
    players: int, exact: int, built: int, positions: int
) -> None:
    turns = [check(1000 + seed, players, exact, built) for seed in range(positions)]
    assert sum(turns) > 200


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "exact", "built", "positions"),
    [(2, 1, 6, 60), (2, 2, 3, 20), (3, 2, 4, 40), (4, 3, 1, 15), (3, 4, 0, 3)],
)
def test_many_turns_of_the_rulebook_can_be_played_in_one_way_only(
    players: int, exact: int, built: int, positions: int
) -> None:
    for seed in range(positions):
        check(2000 + seed, players, exact, built)
