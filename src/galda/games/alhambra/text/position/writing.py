"""A position of Alhambra written down, word by word."""

from __future__ import annotations

from collections import Counter
from typing import Any

from galda.core.play.position import Position
from galda.core.play.text import UNKNOWN, chance_word
from galda.games.alhambra.rules import record, scoring
from galda.games.alhambra.rules.record import SQUARES
from galda.games.alhambra.rules.tiles import HIGHEST, KINDS, PRICE
from galda.games.alhambra.text.names import alhambra_of, tiles_in
from galda.games.alhambra.text.position.money import find_cut
from galda.games.alhambra.text.position.signs import (
    BETWEEN,
    TILE_SIGN,
    by_square,
    card_sign,
    money_sign,
    tile_signs,
)

PHASE_WORDS = {record.PLACING: "placing", record.LAST_TILES: "last", record.OVER: "over"}


def write(position: Position) -> list[str]:
    """A position's words."""
    state = position.state
    words = [str(position.to_act + 1), *_turn(state)]
    words += [
        f"market={by_square(TILE_SIGN.get(int(tile), '') for tile in state.market)}",
        f"row={by_square(card_sign(int(card)) if card >= 0 else '' for card in state.row)}",
    ]
    for seat in range(position.players):
        words += _player(position, seat)
    if position.players == 2:
        words += _field("given", tile_signs(tile.number for tile in tiles_in(state.given)))
    for which, name in enumerate("AB"):
        if int(state.scored) >> which & 1:
            words.append(f"{name}={_sheet(position, which)}")
    if state.quiet:
        words.append(f"quiet={int(state.quiet)}")
    return words + _supply(position)


def _field(name: str, value: str) -> list[str]:
    return [f"{name}={value}"] if value else []


def _turn(state: Any) -> list[str]:
    """How far the turn has come."""
    words = [PHASE_WORDS[int(state.phase)]] if int(state.phase) in PHASE_WORDS else []
    if state.taken:
        words.append("took")
    if state.stored:
        words.append("stored")
    if any(tile >= 0 for tile in state.bought):
        words.append(f"bought={by_square(TILE_SIGN.get(int(tile), '') for tile in state.bought)}")
    if state.phase == record.PLACING and state.exact >= 0:
        words.append(f"exact={int(state.exact) + 1}")
    if state.phase == record.PAYING:
        begun = state.due < PRICE[state.market[state.buying]]
        after = f"<{int(state.last_paid)}" if begun else ""
        words.append(f"paying={int(state.buying) + 1}:{int(state.due)}{after}")
    if state.phase == record.BRINGING:
        words.append(f"bringing={TILE_SIGN[int(state.brought)]}")
    if state.built:
        built = zip(state.built_square, state.built_tile, strict=True)
        signs = [f"{square + 1}{TILE_SIGN[int(tile)]}" for square, tile in built if tile >= 0]
        words.append(f"built={BETWEEN.join(signs)}")
    if any(winner >= 0 for winner in state.winner):
        words.append(f"won={by_square(str(w + 1) if w >= 0 else '' for w in state.winner)}")
    return words


def _player(position: Position, seat: int) -> list[str]:
    """A player's Alhambra, reserve and hand."""
    state: Any = position.state
    built = sorted(alhambra_of(position, seat).items())
    city = BETWEEN.join(f"{TILE_SIGN[tile.number]}@{x},{y}" for (x, y), tile in built)
    reserve = tile_signs(tile.number for tile in tiles_in(state.reserve[seat]))
    cards = counted(state.hand[seat])
    hand = money_sign(cards, int(state.cards[seat]) - cards.total())
    number = seat + 1
    return [
        *_field(f"city{number}", city),
        *_field(f"reserve{number}", reserve),
        *_field(f"hand{number}", hand),
    ]


def counted(packed: Any) -> Counter[int]:
    """Money as a record keeps it, card by card."""
    return Counter(
        {
            currency * HIGHEST + value: count
            for currency in range(SQUARES)
            for value in range(HIGHEST)
            if (count := int(packed[currency]) >> 2 * value & 3)
        }
    )


def _sheet(position: Position, which: int) -> str:
    """What a round was scored from: for everyone the tiles of each type, and the wall."""
    state = position.state
    columns = []
    for column in range(int(scoring.columns(state))):
        tally = int(state.tally[which, column])
        numbers = ".".join(str(tally >> 4 * kind & 15) for kind in range(len(KINDS)))
        wall = f":{int(state.wall[which, column])}" if column < position.players else ""
        columns.append(numbers + wall)
    return BETWEEN.join(columns)


def _supply(position: Position) -> list[str]:
    """Discards, deck, bag and chance: what lies in which order only for those who know all."""
    state = position.state
    deck = [int(card) for card in state.deck[: int(state.deck_left)]]
    bag = [int(tile) for tile in state.bag[: int(state.bag_left)]]
    words = _field("discards", money_sign(counted(state.discards)))
    words.append(f"cut={find_cut(state, position.options)}")
    if position.viewer is not None:
        words += [f"deck={UNKNOWN}{len(deck)}"] if deck else []
        return words + ([f"bag={UNKNOWN}{len(bag)}"] if bag else [])
    words += _field("deck", "".join(card_sign(card) for card in reversed(deck)))
    words += _field("bag", tile_signs(reversed(bag)))
    return [*words, chance_word(state.seed, state.draws)]
