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
    # Where there are three, they are for the time before the first, second and last scoring.
    # One more building: its points at the next scoring, and what others lose by it.
    Weight("gain", (0.3, 0.3, 0.3), 0.1),
    Weight("loss", (0.1, 0.1, 0.1), 0.1),
    Weight("buys", (2.0, 2.0, 2.0), 0.7),
    Weight("exact", (3.0, 3.0, 3.0), 0.7),
    Weight("waste", (-1.0, -1.0, -1.0), 0.4),
    Weight("price", (0.0,), 0.1),
    Weight("unfit", (-1.0,), 0.7),
    Weight("walled", (0.0, 0.3, 0.6, 0.6), 0.7),
    Weight("takes", (0.0,), 0.7),
    Weight("value", (0.4, 0.4, 0.4), 0.15),
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

PLACED = 3
"""Places that bring points."""
KIND_OF = np.array([KINDS.index(tile.kind) for tile in TILES], np.int64)


@kernel
def stage_of(state):
    """Which scoring comes next: 0, 1 or 2."""
    return min(bits.count(state.scored), ROUNDS - 1)


@kernel
def places_shared(scoring, kind, better, equal):
    """The points of a place that so many are ahead of and so many share (A25, A26)."""
    total = 0
    for place in range(better, min(better + equal, PLACED)):
        total += POINTS[scoring, kind, place]
    return np.float64(total // equal)


@kernel
def lure(state, tile, weights):
    """What one more building is worth to the seat to act at the next scoring."""
    seat, kind = np.int64(state.to_act), KIND_OF[tile]
    stage = stage_of(state)
    own = buildings(state, seat, kind)
    ahead, level, passed = 0, 1, 1  # of the seat as it is; and of those that share its next place
    ahead_then = 0
    lost = 0.0
    for other in range(columns(state)):
        theirs = buildings(state, other, kind)
        if other == seat:
            continue
        ahead += theirs > own
        level += theirs == own
        ahead_then += theirs > own + 1
        passed += theirs == own + 1
        if other < state.players and 0 < theirs <= own + 1 and theirs >= own:
            lost += what_it_loses(state, stage, kind, other, theirs, seat, own)
    gained = places_shared(stage, kind, ahead_then, passed)
    if own > 0:
        gained -= places_shared(stage, kind, ahead, level)
    return weights[GAIN + stage] * gained + weights[LOSS + stage] * lost


@kernel
def what_it_loses(state, scoring, kind, column, number, builder, own):
    """What a column loses when `builder`, who has `own` buildings of a kind, gets one more."""
    ahead, level = 0, 1
    for other in range(columns(state)):
        if other not in (column, builder):
            theirs = buildings(state, other, kind)
            ahead += theirs > number
            level += theirs == number
    before = places_shared(scoring, kind, ahead + (own > number), level + (own == number))
    then = own + 1
    return before - places_shared(scoring, kind, ahead + (then > number), level + (then == number))


@kernel
def sums_of(cards):
    """The sums that cards can make, as a set."""
    sums, value = ONE, np.uint64(1)
    while cards != 0:
        for _ in range(cards & 3):
            sums |= sums << value
        value += ONE
        cards >>= 2
    return sums


@kernel
def worth_buying(state, square, weights):
    """What it is worth to buy the tile of a square."""
    tile, seat = np.int64(state.market[square]), np.int64(state.to_act)
    enough = sums_of(np.int64(state.hand[seat, square])) >> np.uint64(PRICE[tile])
    if square < state.exact:
        enough &= ~ONE
    stage = stage_of(state)
    total = weights[BUYS + stage] + lure(state, tile, weights) + weights[PRICED] * PRICE[tile]
    waste = bits.lowest(enough) if enough != NONE else np.int64(1)
    total += weights[EXACT + stage] if waste == 0 else weights[WASTE + stage] * waste
    walls = WALLS[tile]
    if np.int64(state.usable[seat]) >> walls & 1 == 0:
        total += weights[UNFIT]
    return total + weights[WALLED + bits.count(walls)]


@kernel
def worth_taking(state, slot, weights):
    """What it is worth to take the card in a slot of the money row; of none it does not matter."""
    card = np.int64(state.row[slot])
    if card < 0:
        return 0.0
    currency, value = card // HIGHEST, card % HIGHEST + 1
    cards = np.int64(state.hand[state.to_act, currency])
    before = money.total_of(cards)
    total = weights[VALUE + stage_of(state)] * value + weights[RICH] * min(before, 20)
    tile = np.int64(state.market[currency])
    if tile >= 0:
        had, price = sums_of(cards), np.uint64(PRICE[tile])
        if (had >> price) & ONE != NONE:
            total += weights[WAS_EXACT]
        elif ((had << np.uint64(value)) >> price) & ONE != NONE:
            total += weights[MAKES_EXACT] + weights[TEMPTS] * lure(state, tile, weights)
        if before < PRICE[tile] <= before + value:
            total += weights[AFFORDS]
    return total


@kernel
def choose(state, random, scratch, weights):
    """Buy, take money, bring a tile, or end the turn."""
    sharp, best, most = weights[SHARPNESS], np.int64(-1), -1e30
    for square in range(SQUARES):
        if choices.may_buy(state, square):
            code = BUY + square
            worth = sharp * worth_buying(state, square, weights) + gumbel(random, code)
            if worth > most:
                best, most = np.int64(code), worth
    takings = money.takings(state)
    if takings != 0:
        one, two = worth_taking(state, 0, weights), worth_taking(state, 1, weights)
        three, four = worth_taking(state, 2, weights), worth_taking(state, 3, weights)
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
    if best < 0:  # tiles to lift are all there is, or nothing
        n = choices.list_choices(state, scratch)
        return np.int64(scratch[np.int64(random >> np.uint64(33)) % n])
    return best


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
