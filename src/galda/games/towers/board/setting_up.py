"""Setting up 5 Towers by touch: cards go from the deck to row, towers and piles, and back to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from galda.core.errors import Refusal
from galda.core.message import Message, Phrase
from galda.core.play.position import Position
from galda.core.play.setting_up import Choice, SettingUp
from galda.core.play.terms import Shape
from galda.games.towers.board.board import draw
from galda.games.towers.board.places import (
    DECK,
    DISCARDS,
    PILE,
    ROW_PLACE,
    TOWER,
    row_places,
    tower_place,
)
from galda.games.towers.rules import rules
from galda.games.towers.rules.cards import KINDS, ONCE_EACH, SECOND_COPIES, VALUES
from galda.games.towers.rules.record import AUCTION, NONE, ROW, SILENT
from galda.games.towers.rules.tower import with_card, without_top
from galda.games.towers.text import words
from galda.games.towers.text.position import why_not_on

NOTHING = "-"
FIRST_DECK = "first"
MOST_ROUNDS = 2
"""A game has at most this many times the rounds of the first deck."""


def places(position: Position, seat: int) -> dict[str, Phrase]:
    """Everything but the deck's own cards: those are what is put there."""
    found: dict[str, Phrase] = {
        name: Message("row, card {n}", n=n + 1) for n, name in enumerate(row_places())
    }
    for k in range(position.players):
        other = (seat + k) % position.players
        player = words.seat_name(position, other)
        for kind in range(len(KINDS)):
            found[tower_place(other, kind)] = Message(
                "{player}, tower: {kind}", player=player, kind=words.kind_name(kind)
            )
        found[f"{PILE}{other + 1}"] = Message("{player}, demolished cards", player=player)
    return found | {DISCARDS: Message("discards"), DECK: Message("first or second deck")}


# What may be put where


def choices(position: Position, place: str, seat: int) -> Sequence[Choice]:
    """The deck's cards, as far as they fit, and what lies there, to be taken away."""
    state = position.state
    if place == DECK:
        return _decks(state)
    if place.startswith(ROW_PLACE):
        there = _row_card(state, place)
        return [
            *([_away(there, NOTHING)] if there else []),
            *_from_deck(words.cards_in(state.deck)),
        ]
    if place.startswith(TOWER):
        builder, kind = _tower(place)
        cards = words.tower_cards(state, builder, kind)
        fresh = [card for card in words.cards_in(state.deck) if card[0] == kind]
        top = int(rules.top(state, builder, kind))
        return [
            *([_away(cards[-1], NOTHING)] if cards else []),
            *(_offer(card, why_not_on(card, top)) for card in fresh),
        ]
    lying = words.cards_in(_pile(state, place))
    return [
        *(_away(card, NOTHING + sign(card)) for card in lying),
        *_from_deck(words.cards_in(state.deck), demolished=place.startswith(PILE)),
    ]


def sign(card: words.Card) -> str:
    """A card in as few letters as can be read."""
    kind, value, copy = card
    return f"{KINDS[kind]}{value}" + "'" * copy


def _from_deck(cards: Sequence[words.Card], *, demolished: bool = False) -> list[Choice]:
    never = Refusal("T14", "a 0 is never demolished.")
    return [_offer(card, never if demolished and card[1] == 0 else None) for card in cards]


def _offer(card: words.Card, refusal: Refusal | None) -> Choice:
    kind, value, copy = card
    name = words.card_name(kind, value)
    return Choice(sign(card), f"{value}" + "'" * copy, name, words.kind_name(kind), refusal)


def _away(card: words.Card, choice: str) -> Choice:
    name = words.card_name(card[0], card[1])
    return Choice(choice, name, Message("take away {thing}", thing=name), Message("take away"))


def _decks(state: Any) -> list[Choice]:
    first = _size(state) // ROW
    second = range(first + 1, MOST_ROUNDS * first + 1)
    deck = Message("second deck, round")
    return [
        Choice(FIRST_DECK, Message("first deck"), Message("first deck")),
        *(
            Choice(str(n), str(n), Message("second deck, round {n}", n=n), deck)
            for n in second
        ),
    ]  # fmt: skip


def _row_card(state: Any, place: str) -> words.Card | None:
    cards, n = words.cards_in(state.row), row_places().index(place)
    return cards[n] if n < len(cards) else None


def _tower(place: str) -> tuple[int, int]:
    seat, _, kind = place.removeprefix(TOWER).partition("-")
    return int(seat) - 1, KINDS.index(kind)


def _pile(state: Any, place: str) -> Any:
    if place == DISCARDS:
        return state.discards
    return state.demolished[int(place.removeprefix(PILE)) - 1]


def _size(state: Any) -> int:
    each = ONCE_EACH | (SECOND_COPIES if state.players > 3 else 0)
    return len(KINDS) * each.bit_count()


# Putting it there


def put(position: Position, state: Any, place: str, choice: str, seat: int) -> None:
    """Move a card between the deck and a place; an auction is to begin then."""
    if place == DECK:
        later = choice != FIRST_DECK
        state.shuffles = 2 if later else 1
        state.rounds = int(choice) if later else 0
    elif place.startswith(ROW_PLACE):
        if (there := _row_card(state, place)) is not None:
            _flip(state.row, there)
            _flip(state.deck, there)
        _move(state, choice, state.row)
    elif place.startswith(TOWER):
        builder, kind = _tower(place)
        if choice == NOTHING:
            _flip(state.deck, words.tower_cards(state, builder, kind)[-1])
            state.tower[builder, kind] = without_top(state.tower[builder, kind])
        else:
            card = _card(choice)
            _flip(state.deck, card)
            state.tower[builder, kind] = with_card(state.tower[builder, kind], card[1], card[2])
    else:
        _move(state, choice.removeprefix(NOTHING), _pile(state, place))
    _begin_auction(state, int(state.first))


def turn(state: Any, seat: int) -> None:
    """Let a seat open the auction."""
    _begin_auction(state, seat)


def _move(state: Any, choice: str, pile: Any) -> None:
    """A card from the deck to a pile, or from there to the deck."""
    if choice != NOTHING:
        _flip(pile, _card(choice))
        _flip(state.deck, _card(choice))


def _card(written: str) -> words.Card:
    for kind, name in enumerate(KINDS):
        if written.startswith(name):
            value = written.removeprefix(name)
            return kind, int(value.rstrip("'")), int(value.endswith("'"))
    raise AssertionError("choices are cards")


def _flip(pile: Any, card: words.Card) -> None:
    kind, value, copy = card
    pile[kind] = int(pile[kind]) ^ 1 << value + VALUES * copy


def _begin_auction(state: Any, first: int) -> None:
    """Nothing was bid yet; how many rounds there were follows from the cards that are out."""
    state.phase, state.first, state.to_act = AUCTION, first, first
    state.calls[:], state.caller, state.called = SILENT, NONE, 0
    state.to_lay = state.kind = state.begun = 0
    state.demolition = NONE
    state.turned = len(words.cards_in(state.row))
    if state.shuffles < 2:
        state.shuffles = 1
        state.rounds = (_size(state) - len(words.cards_in(state.deck))) // ROW


def board(position: Position, viewer: int, lang: str, shape: Shape) -> str:
    """The table with everybody's towers and piles to be touched."""
    return draw(position, viewer, lang, shape, arranging=True)


SETTING_UP = SettingUp(places, choices=choices, put=put, turn=turn, board=board)
