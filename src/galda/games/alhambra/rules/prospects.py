"""Alhambra: what each seat may expect at the beginning of a turn, for searches.

A network (NNUE, `core/kernels/network.py`) has learnt it from games. A seat's view of the position
is cut into parts: for each kind how many buildings it and its strongest rivals have, walls, money
and what it can buy, reserves, and how far the game has come. `scripts/prospects_learn.py` makes it.
Hands are known to whoever remembers all (A7), as in `determinize`.
"""

from pathlib import Path

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.core.kernels.network import CHANCES, MOST, Layout, infer, read_small_network
from galda.games.alhambra.rules import money
from galda.games.alhambra.rules.city import NONE, OCCUPIED, ONE
from galda.games.alhambra.rules.policy import (
    KIND_OF,
    gained,
    stage_of,
    sums_of,
)
from galda.games.alhambra.rules.record import SQUARES
from galda.games.alhambra.rules.scoring import KIND_COUNT, buildings, columns, points_for
from galda.games.alhambra.rules.tiles import (
    FOUNTAIN,
    HIGHEST,
    PRICE,
    ROUNDS,
    SEATS,
    TILE_COUNT,
    TILES_OF_KIND,
    WALLS,
)
from galda.games.alhambra.rules.wall import longest_wall

TABLE_COUNT = 2
"""One for two players, one for more, as the policy has them."""
COUNTED = 6
"""Buildings of a kind: more count as one less than so many."""
LEADS, POINTS_A_LEAD = 64, 2
WALL_LIMIT = 25
COINS, COINS_A_STEP = 24, 3
PURSE, PRICES = 16, 14
GAINS, POINTS_A_GAIN = 8, 3
CARD_LIMIT = 20
SIDES_LIMIT = 24
FAR = 32
SEEN = 12
DIFFERENCES = 7
RICHER = 5
OWN, RIVAL = 0, 1

_layout = Layout()
TURNS = _layout.take(SEATS + 1, SEATS, ROUNDS)
SOONEST = _layout.take(ROUNDS, FAR)
LATEST = _layout.take(ROUNDS, FAR)
BAG = _layout.take(TILE_COUNT + 1)
AHEAD = _layout.take(2, ROUNDS, LEADS)
AHEAD_THEN = _layout.take(2, ROUNDS, LEADS)
AHEAD_LAST = _layout.take(2, ROUNDS, LEADS)
KINDS_OWNED = _layout.take(KIND_COUNT, ROUNDS, COUNTED, COUNTED, COUNTED)
KINDS_LEFT = _layout.take(KIND_COUNT, ROUNDS, SEEN, DIFFERENCES)
WALL = _layout.take(2, ROUNDS, WALL_LIMIT)
WALLED = _layout.take(2, ROUNDS, SIDES_LIMIT)
OPEN = _layout.take(2, ROUNDS, SIDES_LIMIT)
USABLE = _layout.take(2, 16)
CARDS_HELD = _layout.take(2, ROUNDS, CARD_LIMIT)
COINS_HELD = _layout.take(2, ROUNDS, COINS)
PURSES = _layout.take(2, ROUNDS, 2, PURSE, PRICES)
WITHIN_REACH = _layout.take(2, 2, ROUNDS, 3, GAINS, GAINS)
EXACT_ONES = _layout.take(2, 2, ROUNDS, SQUARES + 1)
RESERVED = _layout.take(2, KIND_COUNT, ROUNDS, 3)
ROW_CARDS = _layout.take(ROUNDS, HIGHEST, 4)
LAST_MONEY = _layout.take(3, RICHER, KIND_COUNT + 1)
ROWS = _layout.rows
MOST_PARTS = 128
WEIGHTS_FILE = Path(__file__).with_name("prospects.npz")
(FOR_TWO, FOR_MORE), WEIGHTS = read_small_network(WEIGHTS_FILE, TABLE_COUNT, ROWS)


@kernel
def step_of(number, size, limit):
    """The step of so many that a number stands on, below a limit."""
    return min(max(number // size, 0), limit - 1)


@kernel
def lead_step(lead):
    """A lead in points as a number from 0 on."""
    return min(max(np.int64(lead) // POINTS_A_LEAD + LEADS // 2, 0), LEADS - 1)


@kernel
def sides_of(state, seat):
    """How many outer sides of an Alhambra have a wall, and how many are open."""
    walled, free = np.int64(0), np.int64(0)
    left = np.uint64(state.city[seat]) | (ONE << np.uint64(FOUNTAIN))
    while left != NONE:
        tile = bits.lowest(left)
        left &= left - ONE
        row = tile + seat if tile == FOUNTAIN else tile
        for side in range(4):
            if state.rim[row, side] != OCCUPIED:
                walled += WALLS[tile] >> side & 1
                free += 1 - (WALLS[tile] >> side & 1)
    return walled, free


@kernel
def points_then(state, scoring, column):
    """What a scoring would bring without the wall, if it came now."""
    total = np.int64(0)
    for kind in range(KIND_COUNT):
        total += points_for(state, scoring, column, kind)
    return total


@kernel
def gain_of(state, scoring, seat, kind):
    """What one more building of a kind brings a seat at a scoring, if nothing else changes."""
    own = buildings(state, seat, kind)
    ahead, level, ahead_then, passed = 0, 1, 0, 1
    for other in range(columns(state)):
        if other != seat:
            theirs = buildings(state, other, kind)
            ahead += theirs > own
            level += theirs == own
            ahead_then += theirs > own + 1
            passed += theirs == own + 1
    return np.int64(gained(scoring, kind, own, ahead, level, ahead_then, passed))


@kernel
def write_kinds(state, seat, rival, stage, out, n):
    """For each kind what the seat has, its rival, and the best of the rest; and what is to come."""
    seen = np.uint64(state.given)
    for other in range(state.players):
        seen |= np.uint64(state.city[other]) | np.uint64(state.reserve[other])
    for square in range(SQUARES):
        if state.market[square] >= 0:
            seen |= ONE << np.uint64(state.market[square])
    for kind in range(KIND_COUNT):
        own = buildings(state, seat, kind)
        first, second = np.int64(0), np.int64(0)
        if state.players == 2:
            first, second = buildings(state, rival, kind), buildings(state, 2, kind)
        else:
            for other in range(state.players):
                theirs = buildings(state, other, kind)
                if other == seat:
                    continue
                if theirs > first:
                    first, second = theirs, first
                elif theirs > second:
                    second = theirs
        place = (kind * ROUNDS + stage) * COUNTED + min(own, COUNTED - 1)
        place = place * COUNTED + min(first, COUNTED - 1)
        out[n] = KINDS_OWNED + place * COUNTED + min(second, COUNTED - 1)
        left = bits.count(TILES_OF_KIND[kind] & ~seen)
        apart = min(max(own - first, -3), 3) + 3
        place = (kind * ROUNDS + stage) * SEEN + min(left, SEEN - 1)
        out[n + 1] = KINDS_LEFT + place * DIFFERENCES + apart
        n += 2
    return n


@kernel
def write_seat(state, seat, whose, acts, stage, out, n):
    """Walls, money, what is within reach, and reserves of one seat."""
    at = whose * ROUNDS + stage
    out[n] = WALL + at * WALL_LIMIT + min(longest_wall(state, seat), WALL_LIMIT - 1)
    walled, free = sides_of(state, seat)
    out[n + 1] = WALLED + at * SIDES_LIMIT + min(walled, SIDES_LIMIT - 1)
    out[n + 2] = OPEN + at * SIDES_LIMIT + min(free, SIDES_LIMIT - 1)
    out[n + 3] = CARDS_HELD + at * CARD_LIMIT + min(np.int64(state.cards[seat]), CARD_LIMIT - 1)
    n += 4
    usable = np.int64(state.usable[seat]) & 0x7FFF
    while usable != 0:
        out[n] = USABLE + whose * 16 + bits.lowest(usable)
        usable &= usable - 1
        n += 1
    coins, exact_ones = np.int64(0), 0
    for square in range(SQUARES):
        cards = np.int64(state.hand[seat, square])
        held = money.total_of(cards)
        coins += held
        tile = np.int64(state.market[square])
        price, status = np.int64(0), 0
        if tile >= 0:
            price = PRICE[tile]
            if held >= price:
                status = 1
                if (sums_of(cards) >> np.uint64(price)) & ONE != NONE:
                    status = 2
                    exact_ones += 1
            now = step_of(gain_of(state, stage, seat, KIND_OF[tile]), POINTS_A_GAIN, GAINS)
            last = step_of(gain_of(state, ROUNDS - 1, seat, KIND_OF[tile]), POINTS_A_GAIN, GAINS)
            place = (((whose * 2 + acts) * ROUNDS + stage) * 3 + status) * GAINS + now
            out[n] = WITHIN_REACH + place * GAINS + last
            n += 1
        place = (at * 2 + (status == 2)) * PURSE + min(held, PURSE - 1)
        out[n] = PURSES + place * PRICES + price
        n += 1
    out[n] = EXACT_ONES + ((whose * 2 + acts) * ROUNDS + stage) * (SQUARES + 1) + exact_ones
    out[n + 1] = COINS_HELD + at * COINS + step_of(coins, COINS_A_STEP, COINS)
    n += 2
    if state.reserve[seat] != 0:
        for kind in range(KIND_COUNT):
            kept = bits.count(np.uint64(state.reserve[seat]) & TILES_OF_KIND[kind])
            if kept > 0:
                place = (whose * KIND_COUNT + kind) * ROUNDS + stage
                out[n] = RESERVED + place * 3 + min(kept, 3) - 1
                n += 1
    return n


@kernel
def write_supply(state, seat, rival, stage, out, n):
    """How far the game has come, and what lies in the row."""
    if stage < ROUNDS - 1:
        top = np.int64(state.deck_left) - 1
        soonest = top - np.int64(state.highest[stage])
        latest = top - np.int64(state.lowest[stage])
        out[n] = SOONEST + stage * FAR + min(max(soonest, 0), FAR - 1)
        out[n + 1] = LATEST + stage * FAR + min(max(latest, 0), FAR - 1)
        n += 2
    out[n] = BAG + np.int64(state.bag_left)
    n += 1
    for slot in range(SQUARES):
        card = np.int64(state.row[slot])
        if card < 0:
            continue
        currency, value = card // HIGHEST, card % HIGHEST + 1
        fits = 0
        tile = np.int64(state.market[currency])
        if tile >= 0:
            price = np.uint64(PRICE[tile])
            for whose in range(2):
                had = sums_of(np.int64(state.hand[rival if whose else seat, currency]))
                if (had << np.uint64(value) & ~had) >> price & ONE != NONE:
                    fits |= 1 << whose
        out[n] = ROW_CARDS + (stage * HIGHEST + value - 1) * 4 + fits
        n += 1
    if stage == ROUNDS - 1:
        near = 2 if state.bag_left <= 3 else 1 if state.bag_left <= 8 else 0
        for square in range(SQUARES):
            own, most = money.total_of(np.int64(state.hand[seat, square])), np.int64(0)
            for other in range(state.players):
                if other != seat:
                    most = max(most, money.total_of(np.int64(state.hand[other, square])))
            apart = own - most
            richer = 2 + (apart > 0) + (apart > 4) - (apart < 0) - (apart < -4)
            tile = np.int64(state.market[square])
            kind = KIND_OF[tile] if tile >= 0 else np.int64(KIND_COUNT)
            out[n] = LAST_MONEY + (near * RICHER + richer) * (KIND_COUNT + 1) + kind
            n += 1
    return n


@kernel
def rivals(state, seat, stage):
    """The seat that leads of the others if the next scoring came now, and the second such."""
    first, second = np.int64(-1), np.int64(-1)
    most, next_most = np.int64(-1000), np.int64(-1000)
    for other in range(state.players):
        if other != seat:
            total = np.int64(state.points[other]) + points_then(state, stage, other)
            if total > most:
                second, next_most = first, most
                first, most = np.int64(other), total
            elif total > next_most:
                second, next_most = np.int64(other), total
    return first, second


@kernel
def write_parts(state, seat, out):
    """List the rows of the parts that a position has for a seat; returns how many."""
    stage, players = stage_of(state), np.int64(state.players)
    rival, second = rivals(state, seat, stage)
    away = (np.int64(state.to_act) - seat + players) % players
    out[0] = TURNS + (players * SEATS + away) * ROUNDS + stage
    n = 1
    own_now, own_last = points_then(state, stage, seat), points_then(state, ROUNDS - 1, seat)
    own_wall = np.int64(longest_wall(state, seat))
    for which in range(2):
        other = second if which else rival
        if other < 0:
            continue
        at = (which * ROUNDS + stage) * LEADS
        lead = np.int64(state.points[seat]) - np.int64(state.points[other])
        out[n] = AHEAD + at + lead_step(lead)
        lead += own_wall - np.int64(longest_wall(state, other))
        now = lead + own_now - points_then(state, stage, other)
        out[n + 1] = AHEAD_THEN + at + lead_step(now)
        last = lead + own_last - points_then(state, ROUNDS - 1, other)
        out[n + 2] = AHEAD_LAST + at + lead_step(last)
        n += 3
    n = write_kinds(state, seat, rival, stage, out, n)
    n = write_seat(state, seat, OWN, np.int64(away == 0), stage, out, n)
    n = write_seat(state, rival, RIVAL, np.int64(state.to_act == rival), stage, out, n)
    return write_supply(state, seat, rival, stage, out, n)


@kernel
def expect(state, players, out):
    """Write how well each seat may expect to do."""
    parts = np.empty(MOST_PARTS, np.int64)
    if players == 2:
        seat = np.int64(state.to_act)
        n = write_parts(state, seat, parts)
        out[seat] = CHANCES[MOST + infer(parts[:n], FOR_TWO, WEIGHTS[0])]
        out[1 - seat] = 1.0 - out[seat]
        return
    for seat in range(players):
        n = write_parts(state, np.int64(seat), parts)
        out[seat] = CHANCES[MOST + infer(parts[:n], FOR_MORE, WEIGHTS[1])]
