"""What may be called, demolished and laid in 5 Towers: only what can be completed (T16)."""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.chance import below
from galda.core.kernels.kernel import kernel
from galda.games.towers.rules.cards import KINDS, NINE, VALUES, most_within, reach, values
from galda.games.towers.rules.record import AUCTION, CALL, DEMOLISH, KEEP, LAY, LAYING, PASS
from galda.games.towers.rules.tower import may_lose_top, reach_of, runs_below_top


@kernel
def weigh(state, seat):
    """How many cards a seat can lay as its towers are, how many more at best if it demolishes a
    top, and what each demolition changes: in four bits for each kind the change plus 8, or 0
    where nothing may be demolished, for a tower is empty or ends with a 0 (T14)."""
    laid, gain, changes = np.int64(0), np.int64(0), np.int64(0)
    for kind in range(len(KINDS)):
        tower = state.tower[seat, kind]
        cards = np.int64(state.row[kind])
        here = most_within(reach_of(tower), cards)
        laid += here
        if may_lose_top(tower):
            change = most_within(reach_of(runs_below_top(tower)), cards) - here
            gain = max(gain, change)
            changes |= change + 8 << 4 * kind
    return laid, gain, changes


@kernel
def most_buildable(state, seat):
    """The highest call a seat can build: any smaller one can be built too (T16).

    Every beginning of a laying order is one itself, so there are no gaps.
    """
    laid, gain, _ = weigh(state, seat)
    return laid + gain


@kernel
def most_layable(state, seat, kind):
    """How many cards of this kind and the later ones a seat can lay without demolishing."""
    laid = np.int64(0)
    for later in range(kind, len(KINDS)):
        laid += most_within(reach_of(state.tower[seat, later]), np.int64(state.row[later]))
    return laid


@kernel
def calls(state, highest):
    """More than the highest call, and no more than one can build; or pass (T10, T11, T16)."""
    upto = (2 << highest) - 1
    if state.to_act == state.first:
        return upto << CALL
    return upto >> state.called + 1 << state.called + 1 + CALL | 1 << PASS


@kernel
def demolitions(state, laid, changes):
    """Demolish one top, or keep them all, if the called cards can be laid then (T14, T16)."""
    found = 1 << KEEP if laid >= state.to_lay else 0
    for kind in range(len(KINDS)):
        change = changes >> 4 * kind & 15
        if change != 0 and laid + change - 8 >= state.to_lay:
            found |= 1 << DEMOLISH + kind
    return found


@kernel
def demolishable(state):
    """The kinds, as a set, whose top the builder may demolish."""
    laid, _, changes = weigh(state, state.to_act)
    return (demolitions(state, laid, changes) & ~(1 << KEEP)) >> DEMOLISH


@kernel
def decisions(state):
    """The legal calls or demolitions, as a set of actions."""
    laid, gain, changes = weigh(state, state.to_act)
    if state.phase == AUCTION:
        return calls(state, laid + gain)
    return demolitions(state, laid, changes)


@kernel
def legal_cards(state, out):
    """The cards the builder may take and lay next so that all can be laid (T13, T15, T16)."""
    seat = state.to_act
    later = most_layable(state, seat, state.kind)
    n = 0
    for kind in range(state.kind, len(KINDS)):
        cards = np.int64(state.row[kind])
        on = reach_of(state.tower[seat, kind])
        if cards == 0 or on == 0:
            continue
        later -= most_within(on, cards)
        left = values(cards) & (on | NINE)
        while left != 0:
            card = left & -left
            left ^= card
            others = cards & ~(card if cards & card else card << VALUES)
            if 1 + most_within(reach(card), others) + later >= state.to_lay:
                out[n] = LAY + kind * VALUES + bits.lowest(card)
                n += 1
    return n


@kernel
def legal(state, out):
    """List the legal actions of the seat to act."""
    if state.phase == LAYING:
        return legal_cards(state, out)
    left, n = decisions(state), 0
    while left != 0:
        out[n] = bits.lowest(left)
        left &= left - 1
        n += 1
    return n


@kernel
def pick(state, random, scratch):
    """The legal action that a random number chooses, without a list where there is a set."""
    if state.phase == LAYING:
        return np.int64(scratch[below(random, legal_cards(state, scratch))])
    found = decisions(state)
    return bits.nth_of_few(found, below(random, bits.count(found)))
