"""Beacon for bots: how the beacons stand, and what a sensible player tends to do."""

import numpy as np

from beacon.rules import BEACONS, NOBODY, SEATS, VALUES, legal, room, total
from galda.core.kernels.chance import below, scramble
from galda.core.kernels.kernel import kernel


@kernel
def outlook(state, beacon, seat):
    """A beacon's worth to a seat, from 0 to 1: places left are counted with middling cards."""
    if state.lit[beacon] != NOBODY:
        return 1.0 if state.lit[beacon] == seat + 1 else 0.0
    mine = total(state, beacon, seat) + 5.5 * room(state, beacon, seat)
    theirs = total(state, beacon, 1 - seat) + 5.0 * room(state, beacon, 1 - seat)
    return min(max(0.5 + (mine - theirs) / 16, 0.05), 0.95)


@kernel
def scores_now(state, out):
    """What `greedy`, `novice` and `casual` go by, where nothing is won yet: how beacons stand."""
    for seat in range(SEATS):
        out[seat] = 0.0
        for beacon in range(BEACONS):
            out[seat] += outlook(state, beacon, seat)


@kernel
def rollout_policy(state, bits, scratch):
    """Win a beacon that can be won now; else any card, none where it would lose one."""
    seat = np.int64(state.to_act)
    n = legal(state, scratch)
    chosen = np.int64(scratch[below(bits, n)])
    if below(scramble(bits), 12) == 0:
        return chosen
    best, start = -1.0, below(scramble(bits + np.uint64(1)), n)
    for k in range(n):
        action = np.int64(scratch[(start + k) % n])
        worth = gain(state, seat, action // VALUES, action % VALUES + 1)
        if worth > best:
            best, chosen = worth, action
    return chosen


@kernel
def gain(state, seat, beacon, value):
    """How good it looks to lay a card at a beacon: no more than is needed, where it is needed."""
    mine = total(state, beacon, seat) + value
    theirs = total(state, beacon, 1 - seat)
    if room(state, beacon, seat) == 1 and room(state, beacon, 1 - seat) == 0:
        return 3.0 - 0.1 * (mine - theirs) if mine > theirs else 0.1 * (VALUES - value) / VALUES
    return 1.0 + 0.05 * value


KERNELS = {"scores_now": scores_now, "rollout_policy": rollout_policy}
