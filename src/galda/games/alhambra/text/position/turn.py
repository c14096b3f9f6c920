"""How far the turn of a written position has come, and whether everything fits that (A11-A19)."""

from __future__ import annotations

import re
from typing import Any

from galda.core.errors import ImpossiblePosition
from galda.core.play.lone_record import can_act
from galda.core.play.text import Words
from galda.games.alhambra.rules import record
from galda.games.alhambra.rules.money import count_of, total_of
from galda.games.alhambra.rules.tiles import HIGHEST, PRICE
from galda.games.alhambra.text.names import tile_words
from galda.games.alhambra.text.position.signs import BETWEEN, read_squares, read_tile

PAY = re.compile(r"([1-4]):([0-9]{1,2})(?:<([1-9]))?")
BUILT = re.compile(r"([1-4])([a-z][0-9]+[abc]?)")


def read_turn(state: Any, words: Words) -> None:
    """The phase and what belongs to it."""
    paying, bringing = words.field("paying"), words.field("bringing")
    said = [phase for phase, there in (
        (record.PLACING, words.said("placing")), (record.LAST_TILES, words.said("last")),
        (record.OVER, words.said("over")), (record.PAYING, paying is not None),
        (record.BRINGING, bringing is not None),
    ) if there]  # fmt: skip
    if len(said) > 1:
        raise ImpossiblePosition("A11", "a player does one thing at a time.")
    state.phase = said[0] if said else record.CHOOSE
    state.taken, state.stored = words.said("took"), words.said("stored")
    bought = [square for square in range(record.SQUARES) if state.bought[square] >= 0]
    if state.phase < record.PLACING:
        state.exact = max(bought, default=-1)  # they come in the order of the squares (A15)
    elif state.phase == record.PLACING:
        state.exact = words.number("exact", 1, record.SQUARES, 0) - 1
    state.quiet = words.number("quiet", 0, record.QUIET_ROUNDS * int(state.players), 0)
    _read_built(state, words)
    _read_winners(state, words)
    if paying is not None:
        _read_paying(state, words, paying)
    if bringing is not None:
        _read_bringing(state, words, bringing)


def _read_paying(state: Any, words: Words, written: str) -> None:
    """What is being bought, and what is still due (A14, A17)."""
    found = PAY.fullmatch(written)
    if not found:
        raise words.unreadable(f"paying={written}")
    square, due = int(found[1]) - 1, int(found[2])
    if state.market[square] < 0:
        raise ImpossiblePosition("A14", "there is no tile on square {n}.", n=square + 1)
    price = int(PRICE[state.market[square]])
    last = int(found[3] or HIGHEST)
    nothing_paid = found[3] is None
    paid_fits = price - due == 0 if nothing_paid else last <= price - due
    there = nothing_paid or count_of(int(state.discards[square]), last)
    if due < 1 or not paid_fits or not there:
        raise ImpossiblePosition(
            "A14",
            "the price is {price}: {due} cannot be due with these discards.",
            price=price,
            due=due,
        )
    state.buying, state.due, state.last_paid = square, due, last


def _read_bringing(state: Any, words: Words, sign: str) -> None:
    """The tile that is brought from the reserve; it lies there until it has its place (A23)."""
    tile = read_tile(words, sign)
    if not int(state.reserve[state.to_act]) >> tile.number & 1:
        raise ImpossiblePosition("A23", "{tile} is not in the reserve.", tile=tile_words(tile))
    state.brought = tile.number


def _read_built(state: Any, words: Words) -> None:
    """The tiles built at the end of this turn, in their order (A19)."""
    written = words.field("built")
    for n, sign in enumerate(written.split(BETWEEN) if written else []):
        found = BUILT.fullmatch(sign)
        if not found or n == record.SQUARES:
            raise words.unreadable(f"built={written}")
        tile, square = read_tile(words, found[2]), int(found[1]) - 1
        lies = int(state.city[state.to_act]) >> tile.number & 1
        taken = state.market[square] >= 0 or state.bought[square] >= 0
        if not lies or taken or square in state.built_square or state.phase < record.PLACING:
            raise ImpossiblePosition(
                "A19",
                "{tile} was not built just now from square {n}.",
                tile=tile_words(tile),
                n=square + 1,
            )
        state.built_tile[n], state.built_square[n] = tile.number, square
        state.built = n + 1


def _read_winners(state: Any, words: Words) -> None:
    """Who has won the tiles of the market at the end (A32)."""
    for square, sign in enumerate(read_squares(words, "won")):
        if sign:
            state.winner[square] = words.seat(int(state.players), sign)


def check_turn(state: Any, *, hands_known: bool) -> None:
    """Refuse what does not fit the phase."""
    if state.taken and state.phase != record.PLACING:
        raise ImpossiblePosition("A13", "after money was taken, only tiles are left to place.")
    if state.stored and state.phase not in (record.PLACING, record.LAST_TILES):
        raise ImpossiblePosition("A19", "tiles are put aside when the turn ends, not before.")
    if state.phase == record.PLACING and not any(tile >= 0 for tile in state.bought):
        raise ImpossiblePosition("A19", "no tile waits to be placed.")
    if state.phase in (record.LAST_TILES, record.OVER):
        _check_end(state, hands_known=hands_known)
    else:
        _check_market(state)
    _check_row(state)
    _check_quiet(state)
    _check_choices(state)


def can_go_on(state: Any) -> bool:
    """Whether the player can finish what is begun."""
    begun = state.phase in (record.PAYING, record.BRINGING)
    return not begun or can_act(state, record.MOST_LEGAL)


def _check_choices(state: Any) -> None:
    if can_go_on(state):
        return
    if state.phase == record.PAYING:
        raise ImpossiblePosition("A14", "the player cannot pay what is due.")
    raise ImpossiblePosition("A23", "the tile brought from the reserve fits nowhere.")


def _check_market(state: Any) -> None:
    """The market is full when a turn begins; what was bought is missing (A12)."""
    for square in range(record.SQUARES):
        there, bought = state.market[square] >= 0, state.bought[square] >= 0
        if (there and bought) or (state.phase != record.PLACING and not there and not bought):
            raise ImpossiblePosition(
                "A12", "square {n} of the market has one tile until it is bought.", n=square + 1
            )
        if state.winner[square] >= 0:
            raise ImpossiblePosition("A32", "tiles are won when the game ends, not before.")
    empty = sum(tile < 0 for tile in state.market)
    waiting = sum(tile >= 0 for tile in state.bought) + int(state.built)
    if empty - waiting < int(state.stored) or (empty > waiting and not state.stored):
        raise ImpossiblePosition("A12", "a tile of the market is missing.")
    if state.exact >= 0 and state.market[state.exact] >= 0:
        raise ImpossiblePosition("A15", "what was paid exactly is no longer on the market.")


def _check_row(state: Any) -> None:
    """The money row has four cards, as long as there is money (A12, A30)."""
    if all(card >= 0 for card in state.row) or state.taken:
        return
    begins = state.phase in (record.LAST_TILES, record.OVER) or (
        state.phase == record.CHOOSE and state.exact < 0
    )
    if state.deck_left or (begins and any(state.discards)):
        raise ImpossiblePosition("A12", "the money row is filled up to four cards.")


def _check_quiet(state: Any) -> None:
    """When nobody takes money or buys for too long the game ends (A39)."""
    most = record.QUIET_ROUNDS * int(state.players)
    if state.phase == record.PLACING and state.quiet:
        raise ImpossiblePosition("A39", "a tile was bought: the quiet turns begin anew.")
    if state.phase < record.LAST_TILES and state.quiet >= most:
        raise ImpossiblePosition("A39", "after {n} quiet turns the game has ended.", n=most)


def _check_end(state: Any, *, hands_known: bool) -> None:
    """The game ends when the bag is empty; the last tiles go to the richest (A31-A33)."""
    if state.bag_left and state.quiet < record.QUIET_ROUNDS * int(state.players):
        raise ImpossiblePosition("A31", "the game does not end while the bag has tiles.")
    for square in range(record.SQUARES):
        winner, tile = int(state.winner[square]), int(state.bought[square])
        left = state.market[square] >= 0
        if (left and (winner >= 0 or tile >= 0)) or (tile >= 0 and winner < 0):
            raise ImpossiblePosition(
                "A32", "square {n}: a tile stays, or somebody wins it.", n=square + 1
            )
        if hands_known and (left or winner >= 0) and winner != _richest(state, square):
            raise ImpossiblePosition(
                "A32",
                "square {n}: its tile goes to whoever has the most money for it.",
                n=square + 1,
            )
    waiting = [s for s in range(record.SQUARES) if state.bought[s] >= 0]
    if state.phase == record.OVER and waiting:
        raise ImpossiblePosition("A33", "tiles that were won are placed before the end.")
    if state.phase == record.LAST_TILES and not any(
        state.winner[square] == state.to_act for square in waiting
    ):
        raise ImpossiblePosition("A33", "the player to act has won no tile to place.")


def _richest(state: Any, currency: int) -> int:
    """The seat with the most money in a currency, -1 when several have it (A32)."""
    totals = [int(total_of(int(hand[currency]))) for hand in state.hand[: int(state.players)]]
    return totals.index(max(totals)) if totals.count(max(totals)) == 1 else -1
