"""Between the kernels' record and the slow model: reading one as the other."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from alhambra_cities import FOUNTAIN, STEPS, Box, City
from alhambra_model import Card, Model, Move

import galda
from galda import Position
from galda.core.kernels.chance import below, draw
from galda.games.alhambra.rules import city, record, supply
from galda.games.alhambra.rules.city import CELLS
from galda.games.alhambra.rules.tiles import BOX, BY_NAME, CURRENCIES

BOX_OF_TILES = Box(BOX)


def card_of(number: int) -> Card:
    return number // 9, number % 9 + 1


def hand_of(state: Any, seat: int) -> Counter[Card]:
    return Counter(
        {
            (currency, value): count
            for currency in range(4)
            for value in range(1, 10)
            if (count := int(state.hand[seat, currency]) >> (2 * value - 2) & 3)
        }
    )


def tile_set(bits: int) -> set[int]:
    return {tile for tile in range(54) if int(bits) >> tile & 1}


def city_of(state: Any, seat: int) -> City:
    built = {(int(state.x[t]), int(state.y[t])): t for t in tile_set(state.city[seat])}
    return {(0, 0): FOUNTAIN, **built}


def deck_of(state: Any) -> list[Card | str]:
    cards = [int(card) for card in state.deck[: state.deck_left]]
    return [card_of(c) if c < 36 else "AB"[c - 36] for c in cards]


def model_of(state: Any) -> Model:
    """The model of a game that has just begun."""
    generator = {"draws": int(state.draws)}
    seed = np.uint64(state.seed) ^ supply.OWN_STREAM

    def shuffle(cards: list[Card]) -> list[Card]:
        for k in range(len(cards) - 1, 0, -1):
            other = int(below(np.uint64(draw(seed, generator["draws"])), k + 1))
            generator["draws"] += 1
            cards[k], cards[other] = cards[other], cards[k]
        return cards

    players = int(state.players)
    return Model(
        BOX_OF_TILES,
        players,
        int(state.to_act),
        [hand_of(state, seat) for seat in range(players)],
        [card_of(int(c)) for c in state.row],
        deck_of(state),
        [int(tile) for tile in state.market],
        [int(tile) for tile in state.bag[: state.bag_left]],
        tile_set(state.given),
        shuffle,
    )


def cell_of(state: Any, number: int) -> tuple[int, int]:
    anchor, side = divmod(number, 4)
    x, y = (0, 0) if anchor == 54 else (int(state.x[anchor]), int(state.y[anchor]))
    dx, dy = STEPS["NESW"[side]]
    return x + dx, y + dy


def move_of(state: Any, action: int) -> Move:
    """What an action code means, as the model writes it."""
    if action < record.BUY:
        slots = action - record.TAKE + 1
        return "take", tuple(slot for slot in range(4) if slots >> slot & 1)
    if action < record.PAY:
        return "buy", action - record.BUY
    if action < record.BRING:
        return "pay", action - record.PAY + 1
    if action < record.LIFT:
        return "bring", action - record.BRING
    if action < record.SWAP:
        return "lift", action - record.LIFT
    if action < record.AT:
        return "swap", action - record.SWAP
    if action < record.BUILD:
        return "at", cell_of(state, action - record.AT)
    if action < record.STORE:
        square, cell = divmod(action - record.BUILD, CELLS)
        return "build", square, cell_of(state, cell)
    if action < record.GIVE:
        return "store", action - record.STORE
    if action < record.END:
        return "give", action - record.GIVE
    return ("end",) if action == record.END else ("pass",)


def differences(state: Any, model: Model) -> list[str]:
    """Where record and model disagree: empty when they are the same position."""
    players = model.players
    stages = ("choose", "pay", "bring", "place", "last", "over")
    seen = {
        "stage": (stages[state.phase], model.stage),
        "hands": ([hand_of(state, s) for s in range(players)], [+h for h in model.hands]),
        "sizes": (
            [int(n) for n in state.cards[:players]],
            [sum(h.values()) for h in model.hands],
        ),
        "row": ([card_of(int(c)) if c >= 0 else None for c in state.row], model.row),
        "deck": (deck_of(state), model.deck),
        "discards": (
            Counter(
                (currency, value)
                for currency in range(4)
                for value in range(1, 10)
                for _ in range(int(state.discards[currency]) >> (2 * value - 2) & 3)
            ),
            Counter(model.discards),
        ),
        "market": ([int(t) if t >= 0 else None for t in state.market], model.market),
        "bag": ([int(t) for t in state.bag[: state.bag_left]], model.bag),
        "bought": ({s: int(t) for s, t in enumerate(state.bought) if t >= 0}, model.bought),
        "cities": ([city_of(state, s) for s in range(players)], model.cities),
        "reserves": ([tile_set(state.reserve[s]) for s in range(players)], model.reserves),
        "neutral": (tile_set(state.given), model.neutral),
        "points": ([int(p) for p in state.points[: len(model.points)]], model.points),
        "quiet": (int(state.quiet), model.quiet),
    }
    if model.stage != "over":
        seen["to_act"] = (int(state.to_act), model.to_act)
    return [
        f"{name}: {ours} but {theirs}" for name, (ours, theirs) in seen.items() if ours != theirs
    ]


Layout = dict[tuple[int, int], str]


def cards(words: str) -> list[Card]:
    """Cards by name, as "blue3 green5"."""
    return [(CURRENCIES.index(word[:-1]), int(word[-1])) for word in words.split()]


def arrange(
    *,
    players: int = 3,
    to_act: int = 0,
    cities: dict[int, Layout] | None = None,
    reserves: dict[int, str] | None = None,
    hands: dict[int, str] | None = None,
    market: str | None = None,
    row: str | None = None,
    deck: str | None = None,
    discards: str = "",
    bag: str | None = None,
    neutral: str | None = None,
    quiet: int = 0,
    seed: int = 1,
    **options: str,
) -> Position:
    """A position laid out for a test; what is not named is as dealt. `-` is an empty place.

    The first of `deck` and `bag` is drawn first. A and B are the scoring cards.
    """
    start = galda.game("alhambra").new(players=players, seed=seed, **options)
    states = start.states.copy()
    state = states[0]
    state.to_act, state.quiet = to_act, quiet
    for seat, layout in (cities or {}).items():
        for (x, y), name in layout.items():
            city.put(state, seat, BY_NAME[name].number, x, y)
        for x, y in layout:
            city.note_changes(state, seat, x, y)
    for seat, names in (reserves or {}).items():
        state.reserve[seat] = sum(1 << BY_NAME[name].number for name in names.split())
    for seat, words in (hands or {}).items():
        state.hand[seat] = 0
        state.cards[seat] = len(words.split())
        for currency, value in cards(words):
            state.hand[seat, currency] += 1 << (2 * value - 2)
    for square, name in enumerate((market or "").split()):
        state.market[square] = -1 if name == "-" else BY_NAME[name].number
    for slot, name in enumerate((row or "").split()):
        state.row[slot] = -1 if name == "-" else number_of(cards(name)[0])
    if deck is not None:
        pile = [36 + "AB".index(w) if w in "AB" else number_of(cards(w)[0]) for w in deck.split()]
        state.deck[:], state.deck_left = 0, len(pile)
        state.deck[: len(pile)] = pile[::-1]
    for currency, value in cards(discards):
        state.discards[currency] += 1 << (2 * value - 2)
    if bag is not None:
        tiles = [BY_NAME[name].number for name in bag.split()]
        state.bag[:], state.bag_left = 0, len(tiles)
        state.bag[: len(tiles)] = tiles[::-1]
    if neutral is not None:
        state.given = sum(1 << BY_NAME[name].number for name in neutral.split())
    return Position(start.game, start.options, None, states)


def number_of(card: Card) -> int:
    return card[0] * 9 + card[1] - 1


def words_of(position: Position) -> set[str]:
    """All legal actions in notation."""
    return {position.write(action) for action in position.legal_actions}


def new(players: int = 3, seed: int = 1, **options: str) -> Position:
    """The start of a game."""
    return galda.game("alhambra").new(players=players, seed=seed, **options)


def numbers(names: str) -> set[int]:
    """The numbers of tiles by their names."""
    return {BY_NAME[name].number for name in names.split()}
