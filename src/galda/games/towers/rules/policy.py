"""5 Towers: a policy that has learnt, for sampled games of strong players.

A card is worth its points and what its value leaves room for, by a table of all tops; bids compare
what the best cards bring with what passing leaves to others. Chance decides between what is nearly
worth the same. `scripts/policy_learn.py` found the weights, by games alone.
"""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.core.kernels.policy import Weight, gumbel, places, read_policy
from galda.games.towers.rules.cards import KINDS, VALUES, copy_of, fits, values
from galda.games.towers.rules.choices import legal
from galda.games.towers.rules.evaluation import share_to_come
from galda.games.towers.rules.record import AUCTION, CALL, DEMOLISH, DEMOLISHING, KEEP, LAY, PASS
from galda.games.towers.rules.rules import demolition_count, top, top_after_demolition
from galda.games.towers.rules.tower import height_of

LEARNT = (
    # What a tower may still bring by its top, 0 to 15 and none, at the start of a game.
    Weight("room", (*(0.35 * n if n != 8 else 4.5 for n in range(VALUES)), 4.5), 0.5),
    Weight("crown", (0.0,), 0.5),
    Weight("main", (0.7,), 0.5),
    Weight("uncrowned", (0.3,), 0.5),
    Weight("late", (0.0,), 0.5),
    Weight("passes", (0.0,), 0.5),
    Weight("opens", (0.0,), 0.5),
    Weight("leaves", (-0.2,), 0.5),
    Weight("jumps", (0.0,), 0.5),
    Weight("must", (-2.0,), 0.5),
    Weight("last", (0.0,), 0.5),
    Weight("demolishes", (-1.0,), 0.5),
    Weight("costs", (-1.0,), 0.5),
    Weight("frees", (1.0,), 0.5),
    Weight("sharpness", (2.0,), 0.3),
    Weight("crowded", (1.0,), 0.5),
)
PLACES = places(LEARNT)
ROOM, CROWN, MAIN = PLACES["room"], PLACES["crown"], PLACES["main"]
UNCROWNED, LATE, CROWDED = PLACES["uncrowned"], PLACES["late"], PLACES["crowded"]
PASSES, OPENS, LEAVES = PLACES["passes"], PLACES["opens"], PLACES["leaves"]
JUMPS, MUST, LAST = PLACES["jumps"], PLACES["must"], PLACES["last"]
DEMOLISHES, COSTS, FREES = PLACES["demolishes"], PLACES["costs"], PLACES["frees"]
SHARPNESS = PLACES["sharpness"]
WEIGHTS = read_policy(__file__, LEARNT, rows=1)
FAR = -1000.0


@kernel
def share_for_each(state, weights):
    """How much is still to come for each player, 1 at the start for two."""
    share = share_to_come(state)
    share *= 1 + weights[LATE] * (1 - share)
    return share * 2 / (2 + weights[CROWDED] * (state.players - 2))


@kernel
def gain(on, height, tallest, value, share, weights):
    """What laying a card brings: points now, and the change in what may come."""
    if value == 0:
        now = 2.0 + height + weights[CROWN] - share * weights[UNCROWNED] * height
    else:
        now = 1.0 + share * weights[UNCROWNED]
    if height >= tallest:
        now += weights[MAIN]
    return now + share * (weights[ROOM + value] - weights[ROOM + on])


@kernel
def best_gains(state, seat, share, weights):
    """What the best cards of the row bring a seat, from the best to the fifth."""
    a, b, c, d, e = FAR, FAR, FAR, FAR, FAR
    tallest = tallest_of(state, seat)
    for kind in range(len(KINDS)):
        cards = np.int64(state.row[kind])
        on, height = top(state, seat, kind), height_of(state.tower[seat, kind])
        while cards != 0:
            best, most, left = np.int64(-1), FAR, values(cards)
            while left != 0:
                value = bits.lowest(left)
                left &= left - 1
                if fits(on, value):
                    brings = gain(on, height, tallest, value, share, weights)
                    if brings > most:
                        best, most = value, brings
            if best < 0:
                break
            cards &= ~copy_of(cards, best)
            on = best
            height += 1
            e = max(e, most)
            if e > d:
                d, e = e, d
            if d > c:
                c, d = d, c
            if c > b:
                b, c = c, b
            if b > a:
                a, b = b, a
    return a, b, c, d, e


@kernel
def tallest_of(state, seat):
    """The height of a seat's tallest tower."""
    found = np.int64(0)
    for kind in range(len(KINDS)):
        found = max(found, height_of(state.tower[seat, kind]))
    return found


@kernel
def call(state, n, random, scratch, weights):
    """Bid, or pass."""
    share = share_for_each(state, weights)
    gains = best_gains(state, np.int64(state.to_act), share, weights)
    after = state.to_act + 1 if state.to_act + 1 < state.players else 0
    last = after == state.first
    leaves = 0.0
    if state.called > 0:
        theirs = best_gains(state, np.int64(state.caller), share, weights)
        for k in range(state.called):
            leaves += max(theirs[k], 0.0)
    best, most = np.int64(scratch[0]), -1e30
    for k in range(n):
        code = np.int64(scratch[k])
        worth = 0.0
        if code == PASS:
            worth = weights[PASSES] + weights[LEAVES] * leaves
        elif code == CALL:
            worth = weights[OPENS]
        else:
            number = code - CALL
            for each in range(number):
                worth += gains[each] if gains[each] > FAR else weights[MUST]
            if not last:
                worth += weights[JUMPS] * (number - state.called - 1)
            else:
                worth += weights[LAST]
        worth = weights[SHARPNESS] * worth + gumbel(random, code)
        if worth > most:
            best, most = code, worth
    return best


@kernel
def best_on(state, kind, on, height, tallest, share, weights):
    """What the best card of a kind brings on a top; 0 if there is none."""
    most, left = 0.0, values(np.int64(state.row[kind]))
    while left != 0:
        value = bits.lowest(left)
        left &= left - 1
        if fits(on, value):
            most = max(most, gain(on, height, tallest, value, share, weights))
    return most


@kernel
def demolish(state, n, random, scratch, weights):
    """Demolish a top, or none."""
    seat, share = np.int64(state.to_act), share_for_each(state, weights)
    cost, tallest = 1.0 + demolition_count(state, seat), tallest_of(state, seat)
    best, most = np.int64(scratch[0]), -1e30
    for k in range(n):
        code = np.int64(scratch[k])
        worth = 0.0
        if code != KEEP:
            kind = code - DEMOLISH
            on, below = top(state, seat, kind), top_after_demolition(state, seat, kind)
            height = height_of(state.tower[seat, kind])
            worth = weights[DEMOLISHES] + weights[COSTS] * cost
            worth += share * (weights[ROOM + below] - weights[ROOM + on])
            worth += weights[FREES] * (
                best_on(state, kind, below, height - 1, tallest, share, weights)
                - best_on(state, kind, on, height, tallest, share, weights)
            )
        worth = weights[SHARPNESS] * worth + gumbel(random, code)
        if worth > most:
            best, most = code, worth
    return best


@kernel
def gain_of(state, action, tallest, share, weights):
    """What laying the card of an action brings."""
    kind, value = (action - LAY) // VALUES, (action - LAY) % VALUES
    seat = state.to_act
    height = height_of(state.tower[seat, kind])
    return gain(top(state, seat, kind), height, tallest, value, share, weights)


@kernel
def lay(state, n, scratch, weights):
    """The first card, kind after kind, that is among the best to fill up what was bid."""
    share, tallest = share_for_each(state, weights), tallest_of(state, np.int64(state.to_act))
    for k in range(n):
        mine = gain_of(state, scratch[k], tallest, share, weights)
        better, best_of_kind = 0, True
        for other in range(n):
            theirs = gain_of(state, scratch[other], tallest, share, weights)
            if theirs > mine:
                better += 1
                if (scratch[other] - LAY) // VALUES == (scratch[k] - LAY) // VALUES:
                    best_of_kind = False
        if best_of_kind and better < state.to_lay:
            return np.int64(scratch[k])
    return np.int64(scratch[0])


@kernel
def choose_by(state, random, scratch, weights):
    """What such a player would do."""
    n = legal(state, scratch)
    if n == 1:
        return np.int64(scratch[0])
    if state.phase == AUCTION:
        return call(state, n, random, scratch, weights)
    if state.phase == DEMOLISHING:
        return demolish(state, n, random, scratch, weights)
    return lay(state, n, scratch, weights)


@kernel
def learnt_policy(state, random, scratch):
    """What a player with the learnt weights would do."""
    return choose_by(state, random, scratch, WEIGHTS[0])
