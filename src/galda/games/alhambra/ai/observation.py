"""Alhambra as a row of numbers, for programs that learn.

Tiles have the numbers that the action codes use. A built tile lies at `places`, relative to the
fountain of its Alhambra. The others' hands are hidden, but their sizes are not.
"""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.features import Feature, places, width
from galda.core.kernels.kernel import kernel
from galda.core.kernels.writing import write_digits, write_zeros
from galda.games.alhambra.rules.city import NONE, ONE
from galda.games.alhambra.rules.record import SQUARES
from galda.games.alhambra.rules.tiles import (
    HIGHEST,
    KINDS,
    ROUNDS,
    SEATS,
    TILE_COUNT,
    TILES,
)

PHASES = ("choosing", "paying", "bringing", "placing", "placing the last tiles", "over")
KIND_COUNT = len(KINDS)
OTHER_PARTS = 5
TILE_PARTS = KIND_COUNT + OTHER_PARTS
MONEY_PARTS = SQUARES + HIGHEST
HALF = 128
MOST = 255
DEAREST = max(tile.price for tile in TILES)
TILE_WORDS = "its kind (6 numbers, one is 1), its price, walls north, east, south, west; none: 0"
SUPPLY = (
    "cards in the deck",
    "tiles in the bag",
    "turns running without money taken or a tile bought",
    "lowest and highest place of scoring card A in the deck",
    "the same of B",
)
TURN = (
    "what is still to be paid",
    "the value paid last",
    "1 if money was taken",
    "1 if a tile was put elsewhere than into the Alhambra",
    "tiles built",
)
FEATURES = (
    Feature("hand", (SQUARES, HIGHEST), "the viewer's cards by currency and value",
            private=True, most=3),
    Feature("cards", (SEATS,), "how many cards each seat holds"),
    Feature("row", (SQUARES, MONEY_PARTS),
            "each card of the money row: its currency (4 numbers, one is 1), its value (9)",
            most=1),
    Feature("market", (SQUARES, TILE_PARTS), f"each tile of the market: {TILE_WORDS}",
            most=DEAREST),
    Feature("bought", (SQUARES, TILE_PARTS), "tiles bought and not yet placed, likewise",
            most=DEAREST),
    Feature("discards", (SQUARES, HIGHEST), "money paid, by currency and value", most=3),
    Feature("built", (SEATS, TILE_COUNT), "1 for each tile in a seat's Alhambra", most=1),
    Feature("reserve", (SEATS, TILE_COUNT), "1 for each tile in a seat's reserve", most=1),
    Feature("neutral", (TILE_COUNT,), "1 for each tile of the neutral player", most=1),
    Feature("places", (TILE_COUNT, 2), f"of built tiles: {HALF} + x, {HALF} + y; else 0, 0"),
    Feature("points", (SEATS,), f"the points so far, at most {MOST}"),
    Feature("neutral_points", (1,), f"the neutral player's, at most {MOST}"),
    Feature("scored", (ROUNDS,), "1 for each scoring that has been", most=1),
    Feature("supply", (7,), "; ".join(SUPPLY)),
    Feature("seats", (SEATS,), "1 for each seat of the game", most=1),
    Feature("to_act", (SEATS,), "1 for the seat to act", most=1),
    Feature("phase", (len(PHASES),), "1 for: " + ", ".join(PHASES), most=1),
    Feature("buying", (SQUARES,), "1 for the square that is being paid for", most=1),
    Feature("exact", (SQUARES,), "1 for the square paid exactly last in this turn", most=1),
    Feature("brought", (TILE_COUNT,), "1 for the tile brought from the reserve", most=1),
    Feature("winner", (SQUARES,), "at the end, who gets the tile: seats clockwise plus 1; none: 0",
            most=SEATS),
    Feature("turn", (len(TURN),), "; ".join(TURN)),
    Feature("order", (SQUARES, 2),
            "tiles built in this turn, in order: the square plus 1, the tile's number plus 1",
            most=TILE_COUNT),
)  # fmt: skip
WIDTH = width(FEATURES)
START = {name: place.start for name, place in places(FEATURES).items()}
HAND, CARDS, ROW, MARKET = START["hand"], START["cards"], START["row"], START["market"]
BOUGHT, DISCARDS, BUILT = START["bought"], START["discards"], START["built"]
RESERVE, NEUTRAL, PLACES = START["reserve"], START["neutral"], START["places"]
POINTS, NEUTRAL_POINTS = START["points"], START["neutral_points"]
SCORED, SUPPLIES, SEAT, TO_ACT = START["scored"], START["supply"], START["seats"], START["to_act"]
PHASE, BUYING, EXACT, BROUGHT = START["phase"], START["buying"], START["exact"], START["brought"]
WINNER, TURNS, ORDER = START["winner"], START["turn"], START["order"]
# What each tile is: the numbers of its kind, then its price and walls, eight bits for each.
TOLD = np.array(
    [
        [
            sum(1 << 8 * kind for kind, name in enumerate(KINDS) if name == tile.kind),
            sum((tile.walls >> side & 1) << 8 * (side + 1) for side in range(4)) + tile.price,
        ]
        for tile in TILES
    ],
    np.uint64,
)


@kernel
def write_tile(tile, out, at):
    """Write what a tile is; nothing for no tile."""
    if tile >= 0:
        write_digits(out, at, TOLD[tile, 0], KIND_COUNT, 8)
        write_digits(out, at + KIND_COUNT, TOLD[tile, 1], OTHER_PARTS, 8)


@kernel
def write_tiles(tiles, out, at):
    """Write a set of tiles."""
    write_digits(out, at, np.uint64(tiles), TILE_COUNT, 1)


@kernel
def write_money(cards, out, at):
    """Write how many cards of each value there are."""
    write_digits(out, at, np.uint64(cards), HIGHEST, 2)


@kernel
def mark(number, out, at):
    """Write a 1 at a number's place, if there is one."""
    if number >= 0:
        out[at + number] = 1


@kernel
def write_supply(state, out):
    """Market, row, discards, deck and bag, as far as they lie open."""
    for square in range(SQUARES):
        card = np.int64(state.row[square])
        if card >= 0:
            out[ROW + square * MONEY_PARTS + card // HIGHEST] = 1
            out[ROW + square * MONEY_PARTS + SQUARES + card % HIGHEST] = 1
        write_tile(np.int64(state.market[square]), out, MARKET + square * TILE_PARTS)
        write_tile(np.int64(state.bought[square]), out, BOUGHT + square * TILE_PARTS)
        write_money(state.discards[square], out, DISCARDS + square * HIGHEST)
    out[SUPPLIES] = state.deck_left
    out[SUPPLIES + 1] = state.bag_left
    out[SUPPLIES + 2] = state.quiet
    for which in range(2):
        out[SUPPLIES + 3 + 2 * which] = state.lowest[which]
        out[SUPPLIES + 4 + 2 * which] = state.highest[which]


@kernel
def write_seats(state, viewer, out):
    """What each seat has, clockwise from the viewer."""
    players, seat = np.int64(state.players), np.int64(viewer)
    everything = NONE
    for away in range(players):
        everything |= np.uint64(state.city[seat])
        write_tiles(state.city[seat], out, BUILT + away * TILE_COUNT)
        write_tiles(state.reserve[seat], out, RESERVE + away * TILE_COUNT)
        out[CARDS + away] = state.cards[seat]
        out[POINTS + away] = min(np.int64(state.points[seat]), MOST)
        out[SEAT + away] = 1
        out[TO_ACT + away] = state.to_act == seat
        seat = seat + 1 if seat + 1 < players else np.int64(0)
    while everything != NONE:
        tile = bits.lowest(everything)
        everything &= everything - ONE
        out[PLACES + 2 * tile] = np.int64(state.x[tile]) + HALF
        out[PLACES + 2 * tile + 1] = np.int64(state.y[tile]) + HALF
    write_tiles(state.given, out, NEUTRAL)
    if players == 2:
        out[NEUTRAL_POINTS] = min(np.int64(state.points[2]), MOST)


@kernel
def write_turn(state, viewer, out):
    """How far the turn has come."""
    players = np.int64(state.players)
    out[PHASE + np.int64(state.phase)] = 1
    mark(np.int64(state.buying), out, BUYING)
    mark(np.int64(state.exact), out, EXACT)
    mark(np.int64(state.brought), out, BROUGHT)
    out[TURNS] = state.due
    out[TURNS + 1] = state.last_paid
    out[TURNS + 2] = state.taken
    out[TURNS + 3] = state.stored
    out[TURNS + 4] = state.built
    for n in range(SQUARES):
        out[ORDER + 2 * n] = np.int64(state.built_square[n]) + 1
        out[ORDER + 2 * n + 1] = np.int64(state.built_tile[n]) + 1
        if state.winner[n] >= 0:
            out[WINNER + n] = (np.int64(state.winner[n]) - viewer + players) % players + 1


@kernel
def observe(state, viewer, out):
    """Write the features above."""
    write_zeros(out, 0, WIDTH)
    for currency in range(SQUARES):
        write_money(state.hand[viewer, currency], out, HAND + currency * HIGHEST)
    write_supply(state, out)
    write_seats(state, viewer, out)
    write_turn(state, viewer, out)
    for scoring in range(ROUNDS):
        out[SCORED + scoring] = state.scored >> scoring & 1
