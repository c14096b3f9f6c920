"""What is noted of a game of 5 Towers, a row of numbers for each seat."""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.games.towers.rules.cards import KINDS, VALUES
from galda.games.towers.rules.choices import most_buildable
from galda.games.towers.rules.record import AUCTION, PASS, ROW
from galda.games.towers.rules.rules import demolition_count
from galda.games.towers.rules.tower import height_of, list_cards, top_of

CALLS = ROW + 1
OPENED = 0
"""How often a seat opened a round with each call."""
STOOD = OPENED + CALLS
"""How often such a call was the highest, so that it built."""
BUILT = STOOD + CALLS
"""Buildings of each number of cards."""
FACED = BUILT + CALLS
"""How often it could have called more than the standing call, by that call; and how often did."""
RAISED = FACED + CALLS
HEIGHT = RAISED + CALLS
CROWNED = HEIGHT + len(KINDS)
LAID = CROWNED + len(KINDS)
"""Cards of each value in its towers at the end."""
DEMOLISHED = LAID + VALUES
ROUNDS = DEMOLISHED + 1
"""Of the game, in seat 0's row: rounds, cards that came a second time, cards of the last row."""
SECOND_TIME = ROUNDS + 1
LAST_ROW = SECOND_TIME + 1
WIDTH = LAST_ROW + 1


@kernel
def note(state, action, facts):
    """Look at an action before it is played."""
    seat = np.int64(state.to_act)
    if state.shuffles == 2 and facts[0, SECOND_TIME] == 0:
        for kind in range(len(KINDS)):
            facts[0, SECOND_TIME] += bits.count(np.int64(state.deck[kind]))
        facts[0, SECOND_TIME] += state.turned
    if state.phase == AUCTION:
        if seat == state.first:
            facts[seat, OPENED + action] += 1
        elif most_buildable(state, seat) > state.called:
            facts[seat, FACED + state.called] += 1
            facts[seat, RAISED + state.called] += action != PASS
    elif not state.begun:
        facts[seat, BUILT + state.called] += 1
        facts[seat, STOOD + state.called] += seat == state.first


@kernel
def finish(state, facts):
    """Read the towers at the end."""
    cards = np.zeros(32, np.int64)
    for seat in range(state.players):
        for kind in range(len(KINDS)):
            tower = state.tower[seat, kind]
            facts[seat, HEIGHT + kind] = height_of(tower)
            facts[seat, CROWNED + kind] = top_of(tower) == 0
            for level in range(list_cards(tower, cards)):
                facts[seat, LAID + cards[level] % VALUES] += 1
        facts[seat, DEMOLISHED] = demolition_count(state, seat)
    facts[0, ROUNDS] = state.rounds
    facts[0, LAST_ROW] = state.turned
