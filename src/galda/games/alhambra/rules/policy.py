"""Alhambra: a policy that has learnt, for sampled games of strong players.

Each thing one can do has a worth, a sum of a few features with weights, and chance decides between
what is worth nearly the same. The weights were found by `scripts/policy_learn.py`, by games alone.
"""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.core.kernels.policy import Weight, gumbel, places, read_policy
from galda.games.alhambra.rules import choices, money
from galda.games.alhambra.rules.city import CELLS, NONE, OCCUPIED, ONE
from galda.games.alhambra.rules.evaluation import likely_payment
from galda.games.alhambra.rules.record import (
    AT,
    BRING,
    BRINGING,
    BUILD,
    BUY,
    CHOOSE,
    END,
    GIVE,
    PASS,
    PAYING,
    SQUARES,
    STORE,
    TAKE,
)
from galda.games.alhambra.rules.scoring import buildings, columns
from galda.games.alhambra.rules.tiles import (
    HIGHEST,
    KINDS,
    POINTS,
    PRICE,
    ROUNDS,
    TILES,
    WALLS,
)

LEARNT = (
    # One more building: its points and what others lose by it, in the scorings to come, seen from
    # each stage of the game: three from the first, then two, then one.
    Weight("gain", (0.3, 0.1, 0.05, 0.3, 0.1, 0.3), 0.1),
    Weight("loss", (0.1, 0.05, 0.02, 0.1, 0.05, 0.1), 0.1),
    Weight("buys", (2.0,), 0.7),
    Weight("exact", (3.0,), 0.7),
    Weight("waste", (-1.0,), 0.4),
    Weight("price", (0.0,), 0.1),
    Weight("unfit", (-1.0,), 0.7),
    Weight("walled", (0.0, 0.3, 0.6, 0.6), 0.7),
    Weight("takes", (0.0,), 0.7),
    Weight("value", (0.4,), 0.15),
    Weight("rich", (0.02,), 0.04),
    Weight("makes exact", (1.0,), 0.7),
    Weight("was exact", (0.0,), 0.7),
    Weight("affords", (0.0,), 0.7),
    Weight("tempts", (0.0,), 0.3),
    Weight("brings", (-1.0,), 0.7),
    Weight("brings walls", (0.0,), 0.7),
    Weight("ends", (-3.0,), 0.7),
    Weight("wall", (1.0,), 0.7),
    Weight("covers", (-1.0,), 0.7),
    Weight("neighbours", (0.0,), 0.7),
    Weight("doors", (0.2,), 0.7),
    Weight("continues", (1.0,), 0.7),
    Weight("breaks", (-0.3,), 0.7),
    Weight("stores", (-2.0,), 0.7),
    Weight("gives", (-4.0,), 0.7),
    Weight("swaps", (-2.0,), 0.7),
    Weight("sharpness", (1.5,), 0.3),
)
PLACES = places(LEARNT)
GAIN, LOSS = PLACES["gain"], PLACES["loss"]
BUYS, EXACT, WASTE, PRICED = (PLACES[name] for name in ("buys", "exact", "waste", "price"))
UNFIT, WALLED = PLACES["unfit"], PLACES["walled"]
TAKES, VALUE, RICH = PLACES["takes"], PLACES["value"], PLACES["rich"]
MAKES_EXACT, WAS_EXACT = PLACES["makes exact"], PLACES["was exact"]
AFFORDS, TEMPTS = PLACES["affords"], PLACES["tempts"]
BRINGS, BRINGS_WALLS, ENDS = PLACES["brings"], PLACES["brings walls"], PLACES["ends"]
WALL, COVERS, NEIGHBOURS = PLACES["wall"], PLACES["covers"], PLACES["neighbours"]
DOORS, CONTINUES, BREAKS = PLACES["doors"], PLACES["continues"], PLACES["breaks"]
STORES, GIVES, SWAPS = PLACES["stores"], PLACES["gives"], PLACES["swaps"]
SHARPNESS = PLACES["sharpness"]
WEIGHTS = read_policy(__file__, LEARNT)

FIRST_PAIR = np.array([0, 3, 5], np.int64)
KIND_OF = np.array([KINDS.index(tile.kind) for tile in TILES], np.int64)


@kernel
def shared(state, scoring, kind, column, number, builder, more):
    """What so many buildings of a kind bring a column, if `builder` had `more` of them."""
    if number == 0:
        return 0.0
    better, equal = 0, 1
    for other in range(columns(state)):
        if other != column:
            theirs = buildings(state, other, kind) + (more if other == builder else 0)
            better += theirs > number
            equal += theirs == number
    total = 0
    for place in range(better, min(better + equal, 3)):
        total += POINTS[scoring, kind, place]
    return np.float64(total // equal)


@kernel
def lure(state, tile, weights):
    """What one more building is worth to the seat to act: its points, and what others lose."""
    seat, kind = np.int64(state.to_act), KIND_OF[tile]
    stage = min(bits.count(state.scored), ROUNDS - 1)
    own = buildings(state, seat, kind)
    total = 0.0
    for scoring in range(stage, ROUNDS):
        pair = FIRST_PAIR[stage] + scoring - stage
        gained = shared(state, scoring, kind, seat, own + 1, seat, 0)
        gained -= shared(state, scoring, kind, seat, own, seat, 0)
        lost = 0.0
        for other in range(state.players):
            if other != seat:
                theirs = buildings(state, other, kind)
                lost += shared(state, scoring, kind, other, theirs, seat, 0)
                lost -= shared(state, scoring, kind, other, theirs, seat, 1)
        total += weights[GAIN + pair] * gained + weights[LOSS + pair] * lost
    return total


@kernel
def sums_of(cards):
    """The sums that cards can make, as a set."""
    sums = ONE
    for value in range(1, HIGHEST + 1):
        for _ in range(money.count_of(cards, value)):
            sums |= sums << np.uint64(value)
    return sums


@kernel
def worth_buying(state, square, weights):
    """What it is worth to buy the tile of a square."""
    tile, seat = np.int64(state.market[square]), np.int64(state.to_act)
    enough = sums_of(np.int64(state.hand[seat, square])) >> np.uint64(PRICE[tile])
    if square < state.exact:
        enough &= ~ONE
    total = weights[BUYS] + lure(state, tile, weights) + weights[PRICED] * PRICE[tile]
    waste = bits.lowest(enough) if enough != NONE else np.int64(1)
    total += weights[EXACT] if waste == 0 else weights[WASTE] * waste
    walls = WALLS[tile]
    if np.int64(state.usable[seat]) >> walls & 1 == 0:
        total += weights[UNFIT]
    return total + weights[WALLED + bits.count(walls)]


@kernel
def worth_taking(state, card, weights):
    """What it is worth to take a card of the money row."""
    currency, value = card // HIGHEST, card % HIGHEST + 1
    cards = np.int64(state.hand[state.to_act, currency])
    total = weights[VALUE] * value
    before = money.total_of(cards)
    total += weights[RICH] * min(before, 20)
    tile = np.int64(state.market[currency])
    if tile >= 0 and money.count_of(cards, value) < 3:
        price = np.uint64(PRICE[tile])
        had, has = sums_of(cards), sums_of(cards + money.one_of(value))
        if (had >> price) & ONE == NONE:
            wish = 1.0 if (has >> price) & ONE != NONE else 0.0
            total += weights[MAKES_EXACT] * wish
            if wish > 0:
                total += weights[TEMPTS] * lure(state, tile, weights)
        else:
            total += weights[WAS_EXACT]
        if before < PRICE[tile] <= before + value:
            total += weights[AFFORDS]
    return total


@kernel
def choose(state, random, scratch, weights):
    """Buy, take money, bring a tile, or end the turn."""
    sharp = weights[SHARPNESS]
    best, most = np.int64(-1), -1e30
    for square in range(SQUARES):
        if choices.may_buy(state, square):
            code = BUY + square
            worth = sharp * worth_buying(state, square, weights) + gumbel(random, code)
            if worth > most:
                best, most = np.int64(code), worth
    takings = money.takings(state)
    if takings != 0:
        one, two, three, four = 0.0, 0.0, 0.0, 0.0
        if state.row[0] >= 0:
            one = worth_taking(state, np.int64(state.row[0]), weights)
        if state.row[1] >= 0:
            two = worth_taking(state, np.int64(state.row[1]), weights)
        if state.row[2] >= 0:
            three = worth_taking(state, np.int64(state.row[2]), weights)
        if state.row[3] >= 0:
            four = worth_taking(state, np.int64(state.row[3]), weights)
        while takings != 0:
            slots = bits.lowest(takings)
            takings &= takings - 1
            total = weights[TAKES]
            total += one * (slots & 1) + two * (slots >> 1 & 1)
            total += three * (slots >> 2 & 1) + four * (slots >> 3)
            code = TAKE + slots - 1
            worth = sharp * total + gumbel(random, code)
            if worth > most:
                best, most = np.int64(code), worth
    left = choices.bringable(state)
    while left != NONE:
        tile = bits.lowest(left)
        left &= left - ONE
        total = weights[BRINGS] + lure(state, tile, weights)
        total += weights[BRINGS_WALLS] * bits.count(WALLS[tile])
        worth = sharp * total + gumbel(random, BRING + tile)
        if worth > most:
            best, most = np.int64(BRING + tile), worth
    if state.exact >= 0:
        worth = sharp * weights[ENDS] + gumbel(random, END)
        if worth > most:
            best, most = np.int64(END), worth
    if best >= 0:
        return best
    return np.int64(scratch[0]) if choices.list_choices(state, scratch) > 0 else np.int64(PASS)


@kernel
def worth_building(state, walls, cell, weights):
    """What it is worth to build a tile with such walls on a cell."""
    side, row = cell & 3, choices.anchor_row(state, cell)
    beyond = np.int64(state.rim[row, side])
    beside, facing = beyond >> 4, beyond & 15
    total = weights[WALL] * bits.count(walls & ~beside) + weights[COVERS] * bits.count(facing)
    total += weights[NEIGHBOURS] * bits.count(beside)
    total += weights[DOORS] * bits.count(~(walls | beside) & 15)
    for turn in (1, 3):
        across = side + turn & 3
        if beside >> across & 1 == 0 and state.rim[row, across] != OCCUPIED:
            mine, theirs = walls >> across & 1, WALLS[row] >> across & 1
            total += weights[CONTINUES] * (mine & theirs) + weights[BREAKS] * (mine ^ theirs)
    return total


@kernel
def place(state, random, scratch, weights):
    """Where a tile goes."""
    sharp = weights[SHARPNESS]
    if state.phase == BRINGING:
        n = choices.list_homes(state, scratch)
    else:
        n = choices.list_placements(state, scratch)
    best, most = np.int64(scratch[0]), -1e30
    for k in range(n):
        code = np.int64(scratch[k])
        if code < AT:
            total = weights[SWAPS]
        elif code < BUILD:
            total = worth_building(state, WALLS[state.brought], code - AT, weights)
        elif code < STORE:
            square, cell = (code - BUILD) // CELLS, (code - BUILD) % CELLS
            total = worth_building(state, WALLS[state.bought[square]], cell, weights)
        elif code < GIVE:
            total = weights[STORES]
        else:
            total = weights[GIVES]
        worth = sharp * total + gumbel(random, code)
        if worth > most:
            best, most = code, worth
    return best


@kernel
def choose_by(state, random, scratch, weights):
    """What such a player would do."""
    if state.phase == CHOOSE:
        return choose(state, random, scratch, weights)
    if state.phase == PAYING:
        return np.int64(likely_payment(state, scratch))
    return place(state, random, scratch, weights)


@kernel
def learnt_policy(state, random, scratch):
    """What a player with the learnt weights would do."""
    return choose_by(state, random, scratch, WEIGHTS)
