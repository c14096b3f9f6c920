"""A position of Alhambra read: every word to its place, then whatever follows from the rest."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from galda.core.errors import ImpossiblePosition
from galda.core.play.lone_record import drawn_anew
from galda.core.play.options import Value
from galda.core.play.text import Words
from galda.games.alhambra.rules import scoring
from galda.games.alhambra.rules.derived import work_out
from galda.games.alhambra.rules.record import NEUTRAL_DRAWS, OVER
from galda.games.alhambra.rules.tiles import BOX, KINDS, TILES
from galda.games.alhambra.text.names import kind_name, tile_words
from galda.games.alhambra.text.position import money, signs
from galda.games.alhambra.text.position.cities import Box, read_city
from galda.games.alhambra.text.position.turn import can_go_on, check_turn, read_turn
from galda.games.alhambra.text.sheets import points_for

COLUMN = re.compile(r"([0-9]{1,2}(?:\.[0-9]{1,2}){5})(?::([0-9]{1,3}))?")
MOST_WALLS = 3  # on one tile (A1)


def read(state: Any, options: Mapping[str, Value], words: Words, seed: int) -> None:
    """Fill an empty record from a position's words; the seed draws what is not known."""
    state.players = int(options["players"])
    state.to_act = words.seat(int(state.players))
    empty_turn(state)
    box, chest, chance = Box(), money.Chest(int(state.players)), money.Chance(seed)
    _read_tiles(state, words, box)
    for which, name in enumerate("ab"):
        _read_sheet(state, words, which, name)
    money.read_open_money(state, words, chest)
    hidden = money.read_hands(state, words, chest)
    bag_known = _read_bag(state, words, box)
    read_turn(state, words)
    if state.phase != OVER:
        work_out(state)
    deck_known = money.read_deck(
        state, options, words, chest, hidden, chance, lambda: can_go_on(state)
    )
    check_turn(state, hands_known=not any(hidden))
    if state.phase == OVER:
        work_out(state)
    _draw_the_rest(state, words, seed, deck_known=deck_known, bag_known=bag_known)


def empty_turn(state: Any) -> None:
    """A turn in which nothing has been done."""
    for name in ("market", "bought", "winner", "row", "built_tile", "built_square"):
        state[name][:] = -1
    state.exact = state.buying = state.brought = -1


def _read_tiles(state: Any, words: Words, box: Box) -> None:
    """Market, purchases, Alhambras, reserves, and what the neutral player has (A36)."""
    for name, squares in (("market", state.market), ("bought", state.bought)):
        for square, sign in enumerate(signs.read_squares(words, name)):
            if sign:
                squares[square] = box.take(signs.read_tile(words, sign))
    for seat in range(int(state.players)):
        read_city(state, words, box, seat)
        for tile in signs.read_tiles(words, f"reserve{seat + 1}"):
            state.reserve[seat] = int(state.reserve[seat]) | 1 << box.take(tile)
    if state.players == 2:
        given = signs.read_tiles(words, "given")
        if len(given) < NEUTRAL_DRAWS:
            raise ImpossiblePosition(
                "A36", "the neutral player has at least {n} tiles.", n=NEUTRAL_DRAWS
            )
        for tile in given:
            state.given = int(state.given) | 1 << box.take(tile)


def _read_bag(state: Any, words: Words, box: Box) -> bool:
    """The bag: all tiles that lie nowhere else; whether their order is known."""
    written = words.field("bag")
    count = signs.COUNT.fullmatch(written or "")
    left = sorted(box.left)
    is_known = not left or (written is not None and not count)
    if written is not None and not count:
        left = [box.take(signs.read_tile(words, sign)) for sign in written.split(signs.BETWEEN)]
        if box.left:
            missing = tile_words(TILES[min(box.left)])
            raise ImpossiblePosition("A1", "{tile} is missing.", tile=missing)
    if count and int(count[1]) != len(left):
        raise ImpossiblePosition(
            "A1", "tiles in the bag: {n}, not {given}.", n=len(left), given=int(count[1])
        )
    for k, number in enumerate(reversed(left)):
        state.bag[k] = number
    state.bag_left = len(left)
    return is_known


def _read_sheet(state: Any, words: Words, which: int, name: str) -> None:
    """What a round was scored from; the points follow (A24-A28)."""
    written = words.field(name)
    if written is None:
        return
    if which and not state.scored & 1:
        raise ImpossiblePosition("A10", "scoring card B comes after A.")
    found = [COLUMN.fullmatch(column) for column in written.split(signs.BETWEEN)]
    columns = int(scoring.columns(state))
    if len(found) != columns or not all(found):
        raise words.unreadable(f"{name}={written}")
    numbers = [[int(n) for n in column[1].split(".")] for column in found if column]
    walls = [int(column[2] or 0) for column in found if column]
    for kind, each in enumerate(zip(*numbers, strict=True)):
        if sum(each) > len(BOX[KINDS[kind]].split()):
            raise ImpossiblePosition(
                "A1",
                "there are not so many tiles of one type: {kind}.",
                kind=kind_name(KINDS[kind]),
            )
    for column in range(columns):
        own = numbers[column]
        if walls[column] > (MOST_WALLS * sum(own) if column < state.players else 0):
            raise ImpossiblePosition(
                "A27", "a wall of {n} is too long for these tiles.", n=walls[column]
            )
        state.tally[which, column] = sum(n << 4 * kind for kind, n in enumerate(own))
        state.wall[which, column] = walls[column]
        points = sum(
            points_for([n[kind] for n in numbers], own[kind], which, kind)
            for kind in range(len(KINDS))
        )
        state.points[column] += points + walls[column]
    state.scored |= 1 << which


def _draw_the_rest(
    state: Any, words: Words, seed: int, *, deck_known: bool, bag_known: bool
) -> None:
    """Let the seed decide what comes next, as far as the text does not."""
    other = drawn_anew(state, 0, seed)
    if not deck_known:
        state.deck[:] = other.deck
    if not bag_known:
        state.bag[:] = other.bag
    if (known := words.chance()) is None:
        state.seed, state.draws = other.seed, other.draws
    else:
        state.seed, state.draws = known
