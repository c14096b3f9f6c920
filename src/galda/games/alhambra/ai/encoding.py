"""Alhambra as the inputs of a policy-value network.

Seats are counted clockwise from the viewer. Besides what lies open it says what follows from it:
buildings of each kind, walls, what can be bought and what it would bring, leads if a scoring came
now. Hands are known to a seat that remembers all (A7), as in `determinize`. `encode_actions` says
of each way to build a tile what it does to the wall.
"""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.features import Feature, places, width
from galda.core.kernels.kernel import kernel
from galda.core.kernels.writing import write_digits, write_zeros
from galda.games.alhambra.ai.observation import MONEY_PARTS, PHASES, mark, write_money, write_tiles
from galda.games.alhambra.rules import choices, city, money, tiles
from galda.games.alhambra.rules.city import CELLS, NONE, OCCUPIED, ONE
from galda.games.alhambra.rules.record import AT, BUILD, SQUARES, STORE
from galda.games.alhambra.rules.scoring import KIND_COUNT, buildings, columns, points_for
from galda.games.alhambra.rules.wall import longest_wall, longest_wall_with

KIND_OF = np.array([tiles.KINDS.index(tile.kind) for tile in tiles.TILES], np.int64)
DEAREST = max(tile.price for tile in tiles.TILES)
WALL_SETS = 16
COUNTED, SEEN, CARDS, COINS, COINS_A_STEP, PURSE = 8, 12, 16, 24, 3, 20
GAINS, POINTS_A_GAIN, LONGEST, SIDES, FAR, KEPT = 12, 2, 28, 24, 32, 3
HELD, SIDE_COUNT = 2 * SQUARES + 1, 4
LEADS, POINTS_A_LEAD = 63, 2
"""Leads in points are written around the middle of these, in steps."""
RICHER, FAR_RICHER, CLOSE = 5, 4, 33
PLACED = 3
"""Places that bring points."""
FEATURES = (
    Feature("hand", (SQUARES, tiles.HIGHEST), "the viewer's cards by currency and value", most=3),
    Feature("purses", (tiles.SEATS, SQUARES), "what each seat's cards of a currency are worth",
            most=PURSE),
    Feature("coins", (tiles.SEATS,), "what all of them are worth, in steps", most=COINS),
    Feature("cards", (tiles.SEATS,), "how many cards each seat holds", most=CARDS),
    Feature("reach", (tiles.SEATS, SQUARES), "1 the tile of a square can be paid, 2 exactly",
            most=2),
    Feature("row", (SQUARES, MONEY_PARTS), "each card of the money row", most=1),
    Feature("kinds", (HELD, KIND_COUNT),
            "of the tiles in the market, those bought and not yet placed, the one brought from the "
            "reserve: the kind", most=1),
    Feature("walled", (HELD, SIDE_COUNT), "the sides that have a wall", most=1),
    Feature("prices", (HELD,), "the price", most=DEAREST),
    Feature("fits", (2, SQUARES), "1 where the viewer can use a tile of market or purchases",
            most=1),
    Feature("gains", (2, tiles.SEATS, SQUARES),
            "what a tile of the market brings a seat at the next scoring and at the last, in steps",
            most=GAINS),
    Feature("built", (tiles.TILE_COUNT,), "1 for each tile in the viewer's Alhambra", most=1),
    Feature("reserve", (tiles.TILE_COUNT,), "1 for each tile in the viewer's reserve", most=1),
    Feature("buildings", (tiles.SEATS + 1, KIND_COUNT),
            "by seat and kind; last the neutral player's", most=COUNTED),
    Feature("kept", (tiles.SEATS, KIND_COUNT), "tiles in the reserve by kind", most=KEPT),
    Feature("unseen", (KIND_COUNT,), "tiles of a kind still in the bag", most=SEEN),
    Feature("walls", (tiles.SEATS,), "the longest wall", most=LONGEST),
    Feature("open", (tiles.SEATS,), "outer sides without a wall", most=SIDES),
    Feature("usable", (2, WALL_SETS),
            "1 for each set of walls with which a tile is of use to the viewer, and to the next",
            most=1),
    Feature("leads", (3, tiles.SEATS),
            "the viewer's lead over each seat: now, if the next scoring came, if the last",
            most=LEADS),
    Feature("scored", (tiles.ROUNDS,), "1 for each scoring that has been", most=1),
    Feature("soonest", (1,), "cards until the next scoring card at the soonest, plus 1", most=FAR),
    Feature("latest", (1,), "the same at the latest", most=FAR),
    Feature("bag", (1,), "tiles in the bag", most=tiles.TILE_COUNT),
    Feature("seats", (tiles.SEATS,), "1 for each seat of the game", most=1),
    Feature("to_act", (tiles.SEATS,), "1 for the seat to act", most=1),
    Feature("phase", (len(PHASES),), "1 for: " + ", ".join(PHASES), most=1),
    Feature("buying", (SQUARES,), "1 for the square that is being paid for", most=1),
    Feature("exact", (SQUARES,), "1 for the square paid exactly last in this turn", most=1),
    Feature("due", (1,), "what is still to be paid", most=DEAREST),
    Feature("last_paid", (1,), "the value paid last", most=tiles.HIGHEST),
    Feature("taken", (1,), "1 if money was taken", most=1),
    Feature("placed", (1,), "tiles built in this turn", most=SQUARES),
    Feature("winner", (SQUARES,), "at the end, who gets the tile: seats clockwise plus 1",
            most=tiles.SEATS),
    Feature("richer", (SQUARES,),
            "the viewer's cards of a currency beside the richest other's: 1 far less to 5 far more",
            most=RICHER),
    Feature("completes", (SQUARES,),
            "1 where a card of the row lets the viewer pay its currency's tile exactly, 2 the next "
            "seat, 3 both", most=3),
    Feature("close", (tiles.SEATS,), "the lead if the last scoring came, point by point",
            most=CLOSE),
)  # fmt: skip
WIDTH = width(FEATURES)
START = {name: place.start for name, place in places(FEATURES).items()}
HAND, PURSES, IN_COINS = START["hand"], START["purses"], START["coins"]
CARD, REACH, ROW = START["cards"], START["reach"], START["row"]
KIND, WALLED, PRICED = START["kinds"], START["walled"], START["prices"]
FITS, GAIN = START["fits"], START["gains"]
BUILT, RESERVE, BUILDINGS = START["built"], START["reserve"], START["buildings"]
RESERVED, UNSEEN, WALL = START["kept"], START["unseen"], START["walls"]
OPEN, USABLE, LEAD = START["open"], START["usable"], START["leads"]
SCORED, SOONEST, LATEST, BAG = (START[name] for name in ("scored", "soonest", "latest", "bag"))
SEAT, TO_ACT, PHASE = START["seats"], START["to_act"], START["phase"]
BUYING, EXACT = START["buying"], START["exact"]
DUE, WINNER = START["due"], START["winner"]
WEALTH, COMPLETES, NEARLY = START["richer"], START["completes"], START["close"]

ACTION_FEATURES = (
    "one outer wall of the tile", "two", "three", "walls of neighbours that it covers",
    "neighbours", "outer sides without a wall", "walls beside that it continues",
    "walls beside that it breaks off", "how much longer the longest wall becomes",
)  # fmt: skip


@kernel
def write_tile(tile, place, out):
    """Write what a tile is; nothing for no tile."""
    if tile >= 0:
        out[KIND + place * KIND_COUNT + KIND_OF[tile]] = 1
        write_digits(out, WALLED + place * SIDE_COUNT, np.uint64(tiles.WALLS[tile]), SIDE_COUNT, 1)
        out[PRICED + place] = tiles.PRICE[tile]


@kernel
def stage_of(state):
    """Which scoring comes next: 0, 1 or 2."""
    return min(bits.count(state.scored), tiles.ROUNDS - 1)


@kernel
def places_shared(scoring, kind, better, equal):
    """The points of a place that `better` seats are ahead of and `equal` share (A25, A26)."""
    total = np.int64(0)
    for place in range(better, min(better + equal, PLACED)):
        total += tiles.POINTS[scoring, kind, place]
    return total // equal


@kernel
def gain_of(state, scoring, seat, kind):
    """What one more building of a kind brings a seat at a scoring, if nothing else changes."""
    own = buildings(state, seat, kind)
    ahead, level, ahead_then, passed = np.int64(0), np.int64(1), np.int64(0), np.int64(1)
    for other in range(columns(state)):
        if other != seat:
            theirs = buildings(state, other, kind)
            ahead += theirs > own
            level += theirs == own
            ahead_then += theirs > own + 1
            passed += theirs == own + 1
    gain = places_shared(scoring, kind, ahead_then, passed)
    if own > 0:
        gain -= places_shared(scoring, kind, ahead, level)
    return gain


@kernel
def sums_of(cards):
    """The sums that cards of a currency can make, as a set."""
    sums, value = ONE, np.uint64(1)
    while cards != 0:
        for _ in range(cards & 3):
            sums |= sums << value
        value += ONE
        cards >>= 2
    return sums


@kernel
def open_sides(state, seat):
    """How many outer sides of an Alhambra have no wall."""
    free = np.int64(0)
    left = np.uint64(state.city[seat]) | (ONE << np.uint64(tiles.FOUNTAIN))
    while left != NONE:
        tile = bits.lowest(left)
        left &= left - ONE
        row = tile + seat if tile == tiles.FOUNTAIN else tile
        for side in range(4):
            if state.rim[row, side] != OCCUPIED:
                free += 1 - (tiles.WALLS[tile] >> side & 1)
    return free


@kernel
def write_money_of(state, seat, away, stage, out):
    """What a seat holds, what it can buy, and what that would bring."""
    coins = np.int64(0)
    for square in range(SQUARES):
        cards = np.int64(state.hand[seat, square])
        held = money.total_of(cards)
        coins += held
        at = away * SQUARES + square
        out[PURSES + at] = min(held, PURSE)
        tile = np.int64(state.market[square])
        if tile >= 0:
            price = tiles.PRICE[tile]
            if held >= price:
                out[REACH + at] = 1 + ((sums_of(cards) >> np.uint64(price)) & ONE != NONE)
            for which in range(2):
                scoring = stage if which == 0 else tiles.ROUNDS - 1
                gain = gain_of(state, scoring, seat, KIND_OF[tile])
                out[GAIN + which * tiles.SEATS * SQUARES + at] = min(
                    max(gain + POINTS_A_GAIN - 1, 0) // POINTS_A_GAIN, GAINS
                )
    out[IN_COINS + away] = min((coins + COINS_A_STEP - 1) // COINS_A_STEP, COINS)
    out[CARD + away] = min(np.int64(state.cards[seat]), CARDS)


@kernel
def points_then(state, scoring, seat):
    """What a scoring would bring without the wall, if it came now."""
    total = np.int64(0)
    for kind in range(KIND_COUNT):
        total += points_for(state, scoring, seat, kind)
    return total


@kernel
def write_seats(state, viewer, stage, out):
    """What each seat has, clockwise from the viewer, and how far the viewer leads."""
    players, seat = np.int64(state.players), np.int64(viewer)
    own_now, own_last, own_wall = np.int64(0), np.int64(0), np.int64(0)
    for away in range(players):
        write_money_of(state, seat, away, stage, out)
        for kind in range(KIND_COUNT):
            at = away * KIND_COUNT + kind
            out[BUILDINGS + at] = min(buildings(state, seat, kind), COUNTED)
            kept = bits.count(np.uint64(state.reserve[seat]) & tiles.TILES_OF_KIND[kind])
            out[RESERVED + at] = min(kept, KEPT)
        wall = np.int64(longest_wall(state, seat))
        out[WALL + away] = min(wall, LONGEST)
        out[OPEN + away] = min(open_sides(state, seat), SIDES)
        out[SEAT + away] = 1
        out[TO_ACT + away] = state.to_act == seat
        now, last = points_then(state, stage, seat), points_then(state, tiles.ROUNDS - 1, seat)
        if away == 0:
            own_now, own_last, own_wall = now, last, wall
        lead = np.int64(state.points[viewer]) - np.int64(state.points[seat])
        out[LEAD + away] = step_of(lead)
        lead += own_wall - wall
        out[LEAD + tiles.SEATS + away] = step_of(lead + own_now - now)
        lead += own_last - last
        out[LEAD + 2 * tiles.SEATS + away] = step_of(lead)
        out[NEARLY + away] = min(max(lead + CLOSE // 2 + 1, 1), CLOSE)
        if away < 2:
            write_digits(
                out, USABLE + away * WALL_SETS, np.uint64(state.usable[seat]), WALL_SETS, 1
            )
        seat = seat + 1 if seat + 1 < players else np.int64(0)
    if players == 2:
        for kind in range(KIND_COUNT):
            out[BUILDINGS + tiles.SEATS * KIND_COUNT + kind] = min(
                buildings(state, 2, kind), COUNTED
            )


@kernel
def step_of(lead):
    """A lead in points as a number from 1 on."""
    return min(max(lead // POINTS_A_LEAD + LEADS // 2 + 1, 1), LEADS)


@kernel
def write_supply(state, viewer, stage, out):
    """Market, row, purchases, deck and bag, as far as they lie open."""
    seen = np.uint64(state.given)
    for seat in range(state.players):
        seen |= np.uint64(state.city[seat]) | np.uint64(state.reserve[seat])
    usable = np.int64(state.usable[viewer])
    for square in range(SQUARES):
        card = np.int64(state.row[square])
        if card >= 0:
            out[ROW + square * MONEY_PARTS + card // tiles.HIGHEST] = 1
            out[ROW + square * MONEY_PARTS + SQUARES + card % tiles.HIGHEST] = 1
        tile, own = np.int64(state.market[square]), np.int64(state.bought[square])
        write_tile(tile, square, out)
        write_tile(own, SQUARES + square, out)
        if tile >= 0:
            seen |= ONE << np.uint64(tile)
            out[FITS + square] = usable >> tiles.WALLS[tile] & 1
        if own >= 0:
            seen |= ONE << np.uint64(own)
            out[FITS + SQUARES + square] = usable >> tiles.WALLS[own] & 1
        if state.winner[square] >= 0:
            away = np.int64(state.winner[square]) - viewer + np.int64(state.players)
            out[WINNER + square] = away % np.int64(state.players) + 1
    for kind in range(KIND_COUNT):
        out[UNSEEN + kind] = min(bits.count(tiles.TILES_OF_KIND[kind] & ~seen), SEEN)
    if stage < tiles.ROUNDS - 1:
        top = np.int64(state.deck_left) - 1
        out[SOONEST] = min(max(top - np.int64(state.highest[stage]) + 1, 1), FAR)
        out[LATEST] = min(max(top - np.int64(state.lowest[stage]) + 1, 1), FAR)
    out[BAG] = state.bag_left


@kernel
def write_wealth(state, viewer, out):
    """How the viewer's money compares, and what cards of the row complete."""
    players = np.int64(state.players)
    next_seat = viewer + 1 if viewer + 1 < players else np.int64(0)
    for square in range(SQUARES):
        most = np.int64(0)
        for seat in range(players):
            if seat != viewer:
                most = max(most, money.total_of(np.int64(state.hand[seat, square])))
        apart = money.total_of(np.int64(state.hand[viewer, square])) - most
        step = RICHER // 2 + 1 + (apart > 0) + (apart > FAR_RICHER)
        out[WEALTH + square] = step - (apart < 0) - (apart < -FAR_RICHER)
        card = np.int64(state.row[square])
        if card < 0:
            continue
        currency, value = card // tiles.HIGHEST, card % tiles.HIGHEST + 1
        tile = np.int64(state.market[currency])
        if tile < 0:
            continue
        for which in range(2):
            had = sums_of(np.int64(state.hand[next_seat if which else viewer, currency]))
            made = had << np.uint64(value) & ~had
            if made >> np.uint64(tiles.PRICE[tile]) & ONE != NONE:
                out[COMPLETES + square] += 1 + which


@kernel
def write_turn(state, out):
    """How far the turn has come."""
    out[PHASE + np.int64(state.phase)] = 1
    mark(np.int64(state.buying), out, BUYING)
    mark(np.int64(state.exact), out, EXACT)
    write_tile(np.int64(state.brought), 2 * SQUARES, out)
    out[DUE] = max(np.int64(state.due), 0)
    out[DUE + 1] = state.last_paid
    out[DUE + 2] = state.taken
    out[DUE + 3] = state.built


@kernel
def encode(state, viewer, out):
    """Write the features above."""
    write_zeros(out, 0, WIDTH)
    stage = stage_of(state)
    for currency in range(SQUARES):
        write_money(state.hand[viewer, currency], out, HAND + currency * tiles.HIGHEST)
    write_tiles(state.city[viewer], out, BUILT)
    write_tiles(state.reserve[viewer], out, RESERVE)
    write_supply(state, viewer, stage, out)
    write_seats(state, viewer, stage, out)
    write_wealth(state, viewer, out)
    write_turn(state, out)
    for scoring in range(tiles.ROUNDS):
        out[SCORED + scoring] = state.scored >> scoring & 1


@kernel
def encode_building(state, tile, cell, before, out):
    """What building a tile on a cell does to the wall."""
    side, row = cell & 3, choices.anchor_row(state, cell)
    walls, beyond = tiles.WALLS[tile], np.int64(state.rim[row, side])
    beside, facing = beyond >> 4, beyond & 15
    kept = bits.count(walls & ~beside)
    if kept > 0:
        out[kept - 1] = 1
    out[3] = bits.count(facing)
    out[4] = bits.count(beside)
    out[5] = bits.count(~(walls | beside) & 15)
    for turn in (1, 3):
        across = side + turn & 3
        if beside >> across & 1 == 0 and state.rim[row, across] != OCCUPIED:
            mine, theirs = walls >> across & 1, tiles.WALLS[row] >> across & 1
            out[6] += mine & theirs
            out[7] += mine ^ theirs
    x, y = city.cell_x(state, cell), city.cell_y(state, cell)
    after = longest_wall_with(state, np.int64(state.to_act), np.int64(tile), x, y)
    out[8] = max(np.int64(after) - before, 0)


@kernel
def encode_actions(state, actions, n, out):
    """Write what each way to build a tile does to the wall; nothing of other actions."""
    before = np.int64(-1)
    for k in range(n):
        action = np.int64(actions[k])
        write_zeros(out[k], 0, len(ACTION_FEATURES))
        if AT <= action < STORE:
            if before < 0:
                before = np.int64(longest_wall(state, np.int64(state.to_act)))
            if action < BUILD:
                encode_building(state, np.int64(state.brought), action - AT, before, out[k])
            else:
                square, cell = (action - BUILD) // CELLS, (action - BUILD) % CELLS
                encode_building(state, np.int64(state.bought[square]), cell, before, out[k])
