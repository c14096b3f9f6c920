"""Alhambra: a policy that has learnt, for sampled games of strong players.

Each thing one can do has a worth, a sum of a few features with weights, and chance decides between
what is worth nearly the same. `weights.py` names them.
"""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.core.kernels.policy import gumbel
from galda.games.alhambra.rules import choices, money
from galda.games.alhambra.rules import weights as named
from galda.games.alhambra.rules.city import CELLS, NONE, OCCUPIED, ONE
from galda.games.alhambra.rules.evaluation import likely_payment, scores_now
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
    SEATS,
    TILES,
    WALLS,
)

LEARNT, WEIGHTS = named.LEARNT, named.WEIGHTS
PLACED = 3
"""Places that bring points."""
MARGIN = 30.0
"""Points that decide a game: to be further ahead or behind makes no difference."""
KIND_OF = np.array([KINDS.index(tile.kind) for tile in TILES], np.int64)
PRICES = np.uint64(sum(1 << price for price in {tile.price for tile in TILES}))
"""The prices there are, as a set."""


@kernel
def row_of(players):
    """Which row of weights so many players go by."""
    return np.int64(players > 2)


@kernel
def stage_of(state):
    """Which scoring comes next: 0, 1 or 2."""
    return min(bits.count(state.scored), ROUNDS - 1)


@kernel
def time_of(state, stage):
    """Which of the `TIMES` it is, where a scoring comes next."""
    if stage == ROUNDS - 1:
        near = np.int64(state.bag_left < named.FEW_TILES * np.int64(state.players))
        near += state.bag_left <= named.NEARLY_GONE
    else:
        near = np.int64(state.deck_left <= np.int64(state.highest[stage]) + 1)
    return 2 * stage + near


@kernel
def places_shared(scoring, kind, better, equal):
    """The points of a place that so many are ahead of and so many share (A25, A26)."""
    total = 0
    for place in range(better, min(better + equal, PLACED)):
        total += POINTS[scoring, kind, place]
    return np.float64(total // equal)


@kernel
def lure(state, tile, weights):
    """What one more building is worth to the seat to act."""
    seat, kind = np.int64(state.to_act), KIND_OF[tile]
    stage = stage_of(state)
    time = time_of(state, stage)
    own = buildings(state, seat, kind)
    ahead, level, passed = 0, 1, 1  # of the seat as it is; and of those that share its next place
    ahead_then, most = 0, np.int64(0)
    lost = 0.0
    for other in range(columns(state)):
        theirs = buildings(state, other, kind)
        if other == seat:
            continue
        most = max(most, theirs)
        ahead += theirs > own
        level += theirs == own
        ahead_then += theirs > own + 1
        passed += theirs == own + 1
        if other < state.players and 0 < theirs <= own + 1 and theirs >= own:
            lost += what_it_loses(state, stage, kind, other, theirs, seat, own)
    total = weights[named.LOSS + time] * lost + weights[named.KIND + stage * len(KINDS) + kind]
    total += weights[named.LEADS + min(max(own + 1 - most, -named.MOST_AHEAD), named.MOST_AHEAD)]
    total += weights[named.GAIN + time] * gained(stage, kind, own, ahead, level, ahead_then, passed)
    if stage < ROUNDS - 1:
        later = gained(ROUNDS - 1, kind, own, ahead, level, ahead_then, passed)
        total += weights[named.LATER_GAIN + stage] * later
    return total


@kernel
def gained(scoring, kind, own, ahead, level, ahead_then, passed):
    """What one more building brings at a scoring if nothing else changes."""
    gain = places_shared(scoring, kind, ahead_then, passed)
    if own > 0:
        gain -= places_shared(scoring, kind, ahead, level)
    return gain


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
def worth_buying(state, square, lured, time, weights):
    """What it is worth to buy the tile of a square, which is so tempting."""
    tile, seat = np.int64(state.market[square]), np.int64(state.to_act)
    enough = sums_of(np.int64(state.hand[seat, square])) >> np.uint64(PRICE[tile])
    if square < state.exact:
        enough &= ~ONE
    total = weights[named.BUYS + time] + lured + weights[named.PRICED + time] * PRICE[tile]
    waste = bits.lowest(enough) if enough != NONE else np.int64(1)
    total += weights[named.EXACT + time] if waste == 0 else weights[named.WASTE + time] * waste
    walls = WALLS[tile]
    if np.int64(state.usable[seat]) >> walls & 1 == 0:
        total += weights[named.UNFIT]
    return total + weights[named.WALLED + bits.count(walls)]


@kernel
def worth_finishing(state, weights):
    """What it is worth to buy if the bag then cannot fill the market, so that the game ends (A31).

    If it ends anyhow, or does not, nothing.
    """
    free = np.int64(0)
    for square in range(SQUARES):
        free += state.market[square] < 0
    if state.bag_left != free:
        return 0.0
    scores = np.empty(SEATS)
    scores_now(state, scores)
    most = -1e30
    for seat in range(state.players):
        if seat != state.to_act:
            most = max(most, scores[seat])
    ahead = min(max(scores[state.to_act] - most, -MARGIN), MARGIN)
    return weights[named.FINISHES] + weights[named.FINISHES_AHEAD] * ahead


@kernel
def worth_taking(state, slot, lures, time, weights):
    """What it is worth to take the card in a slot of the money row; of none it does not matter."""
    card = np.int64(state.row[slot])
    if card < 0:
        return 0.0
    currency, value = card // HIGHEST, card % HIGHEST + 1
    cards = np.int64(state.hand[state.to_act, currency])
    before, had = money.total_of(cards), sums_of(cards)
    new = had << np.uint64(value) & ~had
    total = weights[named.CARD + value - 1] + weights[named.VALUE + time] * value
    total += weights[named.RICH + time] * min(before, 20) + weights[named.SUMS] * bits.count(
        new & PRICES
    )
    tile = np.int64(state.market[currency])
    if tile >= 0:
        price = PRICE[tile]
        if (had >> np.uint64(price)) & ONE != NONE:
            total += weights[named.WAS_EXACT]
        elif (new >> np.uint64(price)) & ONE != NONE:
            total += weights[named.MAKES_EXACT] + weights[named.TEMPTS] * lures[currency]
        if before < price:
            total += weights[named.NEARER] * min(value, price - before)
            total += weights[named.AFFORDS] * (price <= before + value)
        if time >= named.LATE:
            total += weights[named.CLAIMS] * value * lures[currency]
    return total


@kernel
def choose(state, random, scratch, weights):
    """Buy, take money, bring a tile, or end the turn."""
    sharp, best, most = weights[named.SHARPNESS], np.int64(-1), -1e30
    time = time_of(state, stage_of(state))
    lures = (
        tempting(state, 0, weights), tempting(state, 1, weights),
        tempting(state, 2, weights), tempting(state, 3, weights),
    )  # fmt: skip
    finish = worth_finishing(state, weights) if time >= named.LATE else 0.0
    for square in range(SQUARES):
        if choices.may_buy(state, square):
            code = BUY + square
            worth = finish + worth_buying(state, square, lures[square], time, weights)
            worth = sharp * worth + gumbel(random, code)
            if worth > most:
                best, most = np.int64(code), worth
    takings = money.takings(state)
    if takings != 0:
        one = worth_taking(state, 0, lures, time, weights)
        two = worth_taking(state, 1, lures, time, weights)
        three = worth_taking(state, 2, lures, time, weights)
        four = worth_taking(state, 3, lures, time, weights)
        while takings != 0:
            slots = bits.lowest(takings)
            takings &= takings - 1
            total = weights[named.TAKES + time] + weights[named.FURTHER] * (bits.count(slots) - 1)
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
        lured = lure(state, tile, weights)
        total = (
            weights[named.BRINGS + time]
            + lured
            + weights[named.BRINGS_WALLS] * bits.count(WALLS[tile])
        )
        if time >= named.LATE:
            total += weights[named.BRINGS_LATE] * lured
        worth = sharp * total + gumbel(random, BRING + tile)
        if worth > most:
            best, most = np.int64(BRING + tile), worth
    if state.exact >= 0:
        worth = sharp * weights[named.ENDS] + gumbel(random, END)
        if worth > most:
            best, most = np.int64(END), worth
    if best < 0:  # tiles to lift are all there is, or nothing
        n = choices.list_choices(state, scratch)
        return np.int64(scratch[np.int64(random >> np.uint64(33)) % n])
    return best


@kernel
def tempting(state, square, weights):
    """How tempting the tile of a square is; an empty square is not."""
    tile = np.int64(state.market[square])
    return lure(state, tile, weights) if tile >= 0 else 0.0


@kernel
def worth_building(state, walls, cell, weights):
    """What it is worth to build a tile with such walls on a cell."""
    side, row = cell & 3, choices.anchor_row(state, cell)
    beyond = np.int64(state.rim[row, side])
    beside, facing = beyond >> 4, beyond & 15
    total = (
        weights[named.WALL + bits.count(walls & ~beside)]
        + weights[named.COVERS + bits.count(facing)]
    )
    total += weights[named.NEIGHBOURS + bits.count(beside)]
    total += weights[named.DOORS] * bits.count(~(walls | beside) & 15)
    for turn in (1, 3):
        across = side + turn & 3
        if beside >> across & 1 == 0 and state.rim[row, across] != OCCUPIED:
            mine, theirs = walls >> across & 1, WALLS[row] >> across & 1
            total += weights[named.CONTINUES] * (mine & theirs) + weights[named.BREAKS] * (
                mine ^ theirs
            )
    return total


@kernel
def place(state, random, scratch, weights):
    """Where a tile goes."""
    sharp = weights[named.SHARPNESS]
    if state.phase == BRINGING:
        n = choices.list_homes(state, scratch)
    else:
        n = choices.list_placements(state, scratch)
    best, most = np.int64(scratch[0]), -1e30
    for k in range(n):
        code = np.int64(scratch[k])
        if code < AT:
            total = weights[named.SWAPS]
        elif code < BUILD:
            total = worth_building(state, WALLS[state.brought], code - AT, weights)
        elif code < STORE:
            square, cell = (code - BUILD) // CELLS, (code - BUILD) % CELLS
            total = worth_building(state, WALLS[state.bought[square]], cell, weights)
        elif code < GIVE:
            total = weights[named.STORES]
        else:
            total = weights[named.GIVES]
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
    return choose_by(state, random, scratch, WEIGHTS[row_of(state.players)])
