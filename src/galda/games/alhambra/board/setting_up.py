"""Setting up Alhambra by touch: tiles come from the bag, money from the deck, and go back there.

A viewer sets up the own Alhambra, reserve and hand; market, money row and discards are
everybody's. The order of deck and bag is drawn anew each time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from galda.core.errors import ImpossiblePosition, Refusal
from galda.core.kernels import contract
from galda.core.message import Message, Phrase
from galda.core.play.position import Position
from galda.core.play.setting_up import Choice, SettingUp
from galda.core.play.terms import Shape
from galda.games.alhambra.board.board import draw
from galda.games.alhambra.board.sketch import HAND_TOUCH
from galda.games.alhambra.rules import scoring
from galda.games.alhambra.rules.derived import work_out
from galda.games.alhambra.rules.record import CHOOSE, SCORING_CARD, SQUARES
from galda.games.alhambra.rules.tiles import CURRENCIES, HIGHEST, TILES, Tile
from galda.games.alhambra.text import names
from galda.games.alhambra.text.places import cell_words
from galda.games.alhambra.text.position.cities import check_city
from galda.games.alhambra.text.position.money import find_cut, pack, piles
from galda.games.alhambra.text.position.reading import empty_turn
from galda.games.alhambra.text.position.signs import TILE_OF, TILE_SIGN
from galda.games.alhambra.text.position.writing import counted

AWAY = "-"
DISCARDS, SCORINGS = "discards", "scorings"
MARKET, ROW, CELL, TILE = "market", "money", "cell", "tile-"
NO_SCORING, AFTER_A, AFTER_B = "none", "a", "b"


def places(position: Position, seat: int) -> dict[str, Phrase]:
    """What everybody has, then what the seat has."""
    player, there = names.seat_name(position, seat), names.alhambra_of(position, seat)
    found: dict[str, Phrase] = {}
    for k in range(SQUARES):
        found[f"{MARKET}{k + 1}"] = Message("market, square {n}", n=k + 1)
    for k in range(SQUARES):
        found[f"{ROW}{k + 1}"] = Message("money row, card {n}", n=k + 1)
    for currency, name in enumerate(CURRENCIES):
        found[f"{HAND_TOUCH}{name}"] = Message(
            "{player}, money in hand: {currency}",
            player=player,
            currency=names.currency_name(currency),
        )
        for value in _values(position, seat, currency):
            card = currency * HIGHEST + value - 1
            found[f"{HAND_TOUCH}{names.card_name(card)}"] = Message(
                "{player}, card in hand: {card}", player=player, card=names.money_words(card)
            )
    for cell in names.border(position, seat):
        found[names.cell_touch(cell)] = Message(
            "{player}, free cell {cell}", player=player, cell=cell_words(cell)
        )
    for tile in there.values():
        found[names.tile_touch(tile)] = Message(
            "{player}, Alhambra: {tile}", player=player, tile=names.tile_words(tile)
        )
    found[names.RESERVE_TOUCH] = Message("{player}, reserve", player=player)
    if position.players == 2:
        found[names.NEUTRAL_TOUCH] = names.seat_name(position, position.players)
    return found | {DISCARDS: Message("discards"), SCORINGS: Message("scorings so far")}


def _values(position: Position, seat: int, currency: int) -> list[int]:
    cards = counted(position.state.hand[seat])
    return sorted({card % HIGHEST + 1 for card in cards if card // HIGHEST == currency})


# What may be put where


def choices(position: Position, place: str, seat: int) -> Sequence[Choice]:
    """Tiles of the bag or money of the deck; what lies there may be taken away."""
    state, bag, deck = position.state, _bag(position.state), _deck(position.state)
    money = [card for card in deck if card < SCORING_CARD]
    if place == SCORINGS:
        return _scorings()
    if place.startswith(MARKET):
        lying = int(state.market[_square(place, MARKET)])
        return [*([_tile_away(TILES[lying], AWAY)] if lying >= 0 else []), *map(_tile, bag)]
    if place.startswith(ROW):
        lying = int(state.row[_square(place, ROW)])
        return [*([_card_away(lying, AWAY)] if lying >= 0 else []), *_cards(money)]
    if place == DISCARDS:
        return [*_cards_away(counted(state.discards)), *_cards(money)]
    if place.startswith(HAND_TOUCH):
        held, wanted = counted(state.hand[seat]), place.removeprefix(HAND_TOUCH)
        fits = [card for card in money if names.card_name(card).startswith(wanted)]
        return [
            *_cards_away(
                Counter(card for card in held if names.card_name(card).startswith(wanted))
            ),
            *_cards(fits),
        ]
    if place in (names.RESERVE_TOUCH, names.NEUTRAL_TOUCH):
        lying_there = names.tiles_in(int(_set_of(state, place, seat)))
        return [
            *(_tile_away(tile, AWAY + TILE_SIGN[tile.number]) for tile in lying_there),
            *map(_tile, bag),
        ]
    built = names.alhambra_of(position, seat)
    if place.startswith(TILE):
        cell = next(cell for cell, tile in built.items() if names.tile_touch(tile) == place)
        left = {at: tile for at, tile in built.items() if at != cell}
        swapped = [_tile(number, why_not({**left, cell: TILES[number]})) for number in bag]
        return [_tile_away(built[cell], AWAY, why_not(left)), *swapped]
    cell = _cell(place)
    return [_tile(number, why_not({**built, cell: TILES[number]})) for number in bag]


def why_not(built: dict[names.Cell, Tile]) -> Refusal | None:
    """Why tiles cannot lie so; None if they can."""
    try:
        check_city(built)
    except ImpossiblePosition as error:
        return error.refusal
    return None


def _tile(number: int, refusal: Refusal | None = None) -> Choice:
    tile = TILES[number]
    short = tile.name.removeprefix(tile.kind)
    return Choice(
        TILE_SIGN[number], short, names.tile_words(tile), names.kind_name(tile.kind), refusal
    )


def _tile_away(tile: Tile, choice: str, refusal: Refusal | None = None) -> Choice:
    name = names.tile_words(tile)
    return _away(choice, name, refusal)


def _card_away(card: int, choice: str) -> Choice:
    return _away(choice, names.money_words(card))


def _away(choice: str, name: Phrase, refusal: Refusal | None = None) -> Choice:
    taken = Message("take away {thing}", thing=name)
    return Choice(choice, name, taken, Message("take away"), refusal)


def _cards_away(cards: Iterable[int]) -> list[Choice]:
    return [_card_away(card, AWAY + names.card_name(card)) for card in sorted(set(cards))]


def _cards(cards: Iterable[int]) -> list[Choice]:
    return [
        Choice(
            names.card_name(card),
            str(card % HIGHEST + 1),
            names.money_words(card),
            names.currency_name(card // HIGHEST),
        )
        for card in sorted(set(cards))
    ]


def _scorings() -> list[Choice]:
    said = (
        (NO_SCORING, Message("none yet")),
        (AFTER_A, Message("A, as it stands now")),
        (AFTER_B, Message("A and B, as it stands now")),
    )
    return [Choice(choice, words, words) for choice, words in said]


def _square(place: str, kind: str) -> int:
    return int(place.removeprefix(kind)) - 1


def _cell(place: str) -> names.Cell:
    x, _, y = place.removeprefix(CELL).partition(",")
    return int(x), int(y)


def _set_of(state: Any, place: str, seat: int) -> Any:
    return state.reserve[seat] if place == names.RESERVE_TOUCH else state.given


def _bag(state: Any) -> list[int]:
    return sorted(int(tile) for tile in state.bag[: int(state.bag_left)])


def _deck(state: Any) -> list[int]:
    return sorted(int(card) for card in state.deck[: int(state.deck_left)])


# Putting it there


def put(position: Position, state: Any, place: str, choice: str, seat: int) -> None:
    """Move a tile or a card, and work out what follows; a turn is to begin then."""
    _begin_turn(state)
    if place == SCORINGS:
        _score(state, choice)
    elif place.startswith((MARKET, CELL, TILE)) or place in (
        names.RESERVE_TOUCH,
        names.NEUTRAL_TOUCH,
    ):
        _put_tile(position, state, place, choice, seat)
    else:
        _put_card(state, place, choice, seat)
    work_out(state)
    _draw_supply(position, state)


def turn(state: Any, seat: int) -> None:
    """Let a seat begin its turn."""
    _begin_turn(state)
    state.to_act = seat


def _begin_turn(state: Any) -> None:
    """Nothing was done yet; what was bought and not placed goes back to the bag."""
    for tile in state.bought:
        if tile >= 0:
            _to_bag(state, int(tile))
    market, row = state.market.copy(), state.row.copy()
    empty_turn(state)
    state.market[:], state.row[:] = market, row
    state.phase, state.quiet, state.built, state.due, state.last_paid = CHOOSE, 0, 0, 0, 0
    state.taken = state.stored = 0


def _put_tile(position: Position, state: Any, place: str, choice: str, seat: int) -> None:
    if place.startswith(MARKET):
        square = _square(place, MARKET)
        if state.market[square] >= 0:
            _to_bag(state, int(state.market[square]))
        state.market[square] = -1 if choice == AWAY else _from_bag(state, TILE_OF[choice].number)
        return
    if place in (names.RESERVE_TOUCH, names.NEUTRAL_TOUCH):
        tile = TILE_OF[choice.removeprefix(AWAY)].number
        _to_bag(state, tile) if choice.startswith(AWAY) else _from_bag(state, tile)
        if place == names.RESERVE_TOUCH:
            state.reserve[seat] = int(state.reserve[seat]) ^ 1 << tile
        else:
            state.given = int(state.given) ^ 1 << tile
        return
    built = names.alhambra_of(position, seat)
    cell = next((at for at, tile in built.items() if names.tile_touch(tile) == place), None)
    if cell is not None:
        old = built[cell].number
        state.city[seat] = int(state.city[seat]) ^ 1 << old
        state.x[old] = state.y[old] = 0
        _to_bag(state, old)
    if choice != AWAY:
        new = _from_bag(state, TILE_OF[choice].number)
        state.city[seat] = int(state.city[seat]) | 1 << new
        state.x[new], state.y[new] = cell or _cell(place)


def _put_card(state: Any, place: str, choice: str, seat: int) -> None:
    if place.startswith(ROW):
        slot = _square(place, ROW)
        lying = int(state.row[slot])
        chosen = [] if choice == AWAY else [_card(choice)]
        state.row[slot] = chosen[0] if chosen else -1
        _change_deck(state, chosen, [lying] if lying >= 0 else [])
        return
    card, away = _card(choice.removeprefix(AWAY)), choice.startswith(AWAY)
    pile = state.discards if place == DISCARDS else state.hand[seat]
    cards = counted(pile)
    cards[card] += -1 if away else 1
    pile[:] = 0
    pack(cards, pile)
    if place != DISCARDS:
        state.cards[seat] = cards.total()
    _change_deck(state, [] if away else [card], [card] if away else [])


def _card(name: str) -> int:
    currency = next(k for k, each in enumerate(CURRENCIES) if name.startswith(each))
    return currency * HIGHEST + int(name.removeprefix(CURRENCIES[currency])) - 1


def _change_deck(state: Any, out: list[int], back: list[int]) -> None:
    cards = Counter(_deck(state)) + Counter(back) - Counter(out)
    listed = sorted(cards.elements())
    state.deck[:] = 0
    state.deck[: len(listed)] = listed
    state.deck_left = len(listed)


def _to_bag(state: Any, tile: int) -> None:
    state.bag[int(state.bag_left)] = tile
    state.bag_left += 1


def _from_bag(state: Any, tile: int) -> int:
    left = [other for other in _bag(state) if other != tile]
    state.bag[:] = 0
    state.bag[: len(left)] = left
    state.bag_left = len(left)
    return tile


def _score(state: Any, choice: str) -> None:
    """Score as it stands now whatever is to have been scored and was not; forget the others."""
    wanted = {NO_SCORING: 0, AFTER_A: 1, AFTER_B: 3}[choice]
    if not 0 < int(state.scored) < wanted:  # else A stays as it was scored
        state.points[:] = 0
        state.tally[:], state.wall[:], state.scored = 0, 0, 0
    for which in (0, 1):
        if wanted >> which & 1 and not int(state.scored) >> which & 1:
            scoring.score(state, which)
    listed = [card for card in _deck(state) if card < SCORING_CARD]
    coming = [SCORING_CARD + which for which in (0, 1) if not wanted >> which & 1]
    _change_deck(state, _deck(state), [*listed, *coming])


def _draw_supply(position: Position, state: Any) -> None:
    """The order of deck and bag, at random; what was cut into piles was at least what is there."""
    coming = [which for which in (0, 1) if not int(state.scored) >> which & 1]
    money = int(state.deck_left) - len(coming)
    cut = max(money, find_cut(position.state, position.options))
    lowest, highest = piles(cut, on_top=position.options["scoring_cards"] == "top")
    state.lowest[:], state.highest[:] = lowest, highest
    if any(lowest[which] >= int(state.deck_left) for which in coming):
        return  # a scoring card would lie above the deck: that is refused when it is checked
    other = np.array([state], state.dtype).view(np.recarray)[0]
    contract.determinize(other, 0, np.uint64(state.seed))
    state.deck[:], state.bag[:] = other.deck, other.bag


def board(position: Position, viewer: int, lang: str, shape: Shape) -> str:
    """The table with free cells and places for cards."""
    return draw(position, viewer, lang, shape, arranging=True)


SETTING_UP = SettingUp(places, choices=choices, put=put, turn=turn, board=board)
