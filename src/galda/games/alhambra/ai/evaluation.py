"""Alhambra: a rollout policy, what a sensible player tends to do, and how one stands (for bots)."""

import numpy as np

from galda.core.kernels.chance import below, scramble
from galda.core.kernels.kernel import kernel
from galda.games.alhambra.rules import choices, money, record
from galda.games.alhambra.rules.city import NONE
from galda.games.alhambra.rules.scoring import KIND_COUNT, points_for
from galda.games.alhambra.rules.tiles import HIGHEST, PRICE, ROUNDS, WALLS
from galda.games.alhambra.rules.wall import longest_wall


@kernel
def margin(state):
    """A lead of this many points makes one fairly sure to win."""
    return 25.0


@kernel
def scores_now(state, out):
    """Each player's points, and what the next scoring would bring if it came now."""
    coming = 0
    while coming < ROUNDS - 1 and state.scored >> coming & 1:
        coming += 1
    for seat in range(state.players):
        out[seat] = state.points[seat]
        if state.phase != record.OVER:
            for kind in range(KIND_COUNT):
                out[seat] += points_for(state, coming, seat, kind)
            out[seat] += longest_wall(state, seat)


@kernel
def can_pay_exactly(cards, due, highest):
    """Whether cards up to a value can make a sum exactly."""
    sums = np.int64(1)
    for value in range(1, highest + 1):
        for _ in range(money.count_of(cards, value)):
            sums |= sums << value
    return sums >> due & 1 != 0


@kernel
def likely_purchase(state, bits):
    """A square to buy from, one that can be paid exactly if there is one; or -1."""
    first = below(bits, record.SQUARES)
    second_best = -1
    for k in range(record.SQUARES):
        square = (first + k) & 3
        if not choices.may_buy(state, square):
            continue
        cards = np.int64(state.hand[state.to_act, square])
        if square > state.exact and can_pay_exactly(cards, PRICE[state.market[square]], HIGHEST):
            return square
        second_best = square
    # Change is never given: what cannot be paid exactly is often better left.
    return second_best if below(scramble(bits), 2) == 0 else -1


@kernel
def likely_taking(state, bits):
    """The taking of money that is worth most, now and then just any; or -1."""
    best, most = -1, 0
    careless = below(bits, 4) == 0
    takings = money.takings(state)
    for slots in range(1, 16):
        if not takings >> slots & 1:
            continue
        total = 0
        for slot in range(4):
            if slots >> slot & 1:
                total += state.row[slot] % HIGHEST + 1
        total = total * 16 + below(scramble(bits + np.uint64(slots)), 160 if careless else 16)
        if total > most:
            best, most = slots, total
    return best


@kernel
def likely_choice(state, bits, scratch):
    """Buy if it can be paid well, bring in what waits in the reserve, else take money."""
    seat = state.to_act
    square = likely_purchase(state, bits)
    if square >= 0:
        return record.BUY + square
    again = scramble(bits + np.uint64(99))
    if below(again, 3) == 0:
        n, left, usable = 0, np.uint64(state.reserve[seat]), np.int64(state.usable[seat])
        if left != NONE and usable != 0:
            n = choices.list_tiles(left, record.BRING, scratch, 0)
            code = scratch[below(scramble(again), n)]
            if usable >> WALLS[code - record.BRING] & 1:
                return code
    slots = likely_taking(state, again)
    if slots > 0:
        return record.TAKE + slots - 1
    return scratch[below(bits, choices.list_choices(state, scratch))]


@kernel
def likely_payment(state, scratch):
    """A card that can lead to an exact payment; else the one that wastes least."""
    n = choices.list_payments(state, scratch)
    cards = np.int64(state.hand[state.to_act, state.buying])
    due = np.int64(state.due)
    best, least = scratch[n - 1], 1000
    for k in range(n):
        value = np.int64(scratch[k]) - record.PAY + 1
        rest = due - value
        if rest == 0 and state.buying > state.exact:
            return scratch[k]
        waste = -rest if rest < 0 else 100 - value
        left = cards - money.one_of(value)
        if rest > 0 and state.buying > state.exact and can_pay_exactly(left, rest, value):
            waste = -value
        if waste < least:
            best, least = scratch[k], waste
    return best


@kernel
def rollout_policy(state, bits, scratch):
    """Buy exactly, build what was bought, take much money; redesign little."""
    if state.phase == record.CHOOSE:
        return likely_choice(state, bits, scratch)
    if state.phase == record.PAYING:
        return likely_payment(state, scratch)
    if state.phase == record.BRINGING:
        n = choices.list_homes(state, scratch)
        first = 0
        while first < n and scratch[first] < record.AT:
            first += 1
        return scratch[first + below(bits, n - first)] if first < n else scratch[below(bits, n)]
    n = choices.list_placements(state, scratch)
    built = 0
    while built < n and scratch[built] < record.STORE:
        built += 1
    return scratch[below(bits, built)] if built else scratch[below(bits, n)]
