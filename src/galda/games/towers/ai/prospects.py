"""5 Towers: what each seat may expect between rounds, for the round search (`rounds.py`).

A network (NNUE, `core/kernels/network.py`) values positions in which no row matters. A seat's view
is cut into parts: for each tower its top, its height and what may still be laid on it; leads, main
towers, demolitions, and how far the game has come.
"""

from pathlib import Path

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.contract import standing
from galda.core.kernels.kernel import kernel
from galda.core.kernels.network import CHANCES, MOST, Layout, infer, read_small_network
from galda.games.towers.ai.evaluation import SECOND_PASS, margin
from galda.games.towers.rules.cards import KINDS, VALUES, most_within, values
from galda.games.towers.rules.record import AUCTION, MOST_PLAYERS, OVER
from galda.games.towers.rules.rules import demolition_count, scores
from galda.games.towers.rules.tower import height_of, reach_of, top_of

TABLE_COUNT = 2
"""One for two players, one for more."""
STAGE_ENDS = (5, 10, 20, 35, 60)
"""A stage lasts while more cards than this are to come; the last ones are counted finely."""
STAGES = len(STAGE_ENDS) + 1
MOST_CARDS = 160
STAGE_OF = np.searchsorted(np.array(STAGE_ENDS), np.arange(MOST_CARDS))
TOPS = VALUES + 1
HEIGHTS, TALLEST, SECOND_BY = 8, 14, 4
FIT_NOW, FIT_LATER = 8, 6
COMES = 3  # whether a card does not come again, in the second pass only, or before
NEAR = 3  # the values right below a top that are looked at one by one
LEADS = 64
ROUNDS_LEFT, LEFT_OVER, CARDS_A_STEP = 23, 32, 2
PILE = 10
SHARES = 16
PASSES = 2
OWN, RIVAL = 0, 1
NOBODY = -1
FEWEST = -1000.0

ROOM = np.array(
    [
        -1.531081326899996, 0.11064330683589145, 0.20041594499162926, 0.4740911707320204,
        1.0873239579345484, 1.5897154153142108, 2.223931295853074, 2.444941692351248,
        5.0101466421849095, 3.175159228379253, 3.576214766845825, 4.025908983242651,
        4.345484360888915, 4.7906061428590805, 5.040556204251379, 5.291700445472726, 5.48104141731,
    ]
)  # fmt: skip
"""About how many points a tower with this top may still bring at the start of a game for two."""

_layout = Layout()
OPENS = _layout.take(MOST_PLAYERS + 1, MOST_PLAYERS, STAGES)
TO_COME = _layout.take(PASSES, ROUNDS_LEFT)
DISCARDED = _layout.take(LEFT_OVER)
AHEAD = _layout.take(2, STAGES, LEADS)
AHEAD_THEN = _layout.take(2, STAGES, LEADS)
TOWERS = _layout.take(2, STAGES, TOPS, HEIGHTS, COMES)
FITTING = _layout.take(2, TOPS, FIT_NOW, FIT_LATER)
TURNING = _layout.take(2, STAGES, TOPS, COMES, COMES)
NEXT = _layout.take(2, PASSES, TOPS, 1 << NEAR)
DUELS = _layout.take(STAGES, TOPS, TOPS)
WANTED = _layout.take(STAGES, TOPS, MOST_PLAYERS)
OTHERS = _layout.take(STAGES, TOPS, COMES)
MAIN = _layout.take(2, STAGES, TALLEST, SECOND_BY)
DEMOLISHED = _layout.take(2, STAGES, PILE)
CROWNED = _layout.take(2, STAGES, len(KINDS) + 1)
WELCOME = _layout.take(2, STAGES, SHARES)
ROWS = _layout.rows
MOST_PARTS = 96
WEIGHTS_FILE = Path(__file__).with_name("prospects.npz")
(FOR_TWO, FOR_MORE), NETWORK_WEIGHTS = read_small_network(WEIGHTS_FILE, TABLE_COUNT, ROWS)


@kernel
def between_rounds(state):
    """Whether a row was turned up and nobody has called yet."""
    return state.phase == AUCTION and state.to_act == state.first


@kernel
def cards_now(state, kind):
    """The cards of a kind that come before the deck runs out."""
    return np.int64(state.deck[kind] | state.row[kind])


@kernel
def cards_later(state, kind):
    """The cards of a kind that come once the discards are shuffled."""
    return np.int64(state.discards[kind]) if state.shuffles == 1 else np.int64(0)


@kernel
def comes(value, now, later):
    """When a value comes next: 2 before the deck runs out, 1 after that, 0 never."""
    return 2 if now >> value & 1 else later >> value & 1


@kernel
def count_cards(state):
    """How many cards come before the deck runs out, and how many are discarded for later."""
    now, later = np.int64(0), np.int64(0)
    for kind in range(len(KINDS)):
        now += bits.count(cards_now(state, kind))
        later += bits.count(cards_later(state, kind))
    return now, later


@kernel
def all_to_come(state, now, later):
    """About how many cards will be turned up until the game ends."""
    return now + later + SECOND_PASS * now if state.shuffles == 1 else 1.0 * now


@kernel
def lead_step(lead):
    """A lead in points as a number from 0 on."""
    return min(max(np.int64(np.floor(lead)) + LEADS // 2, 0), LEADS - 1)


@kernel
def room_of(state, seat):
    """What a seat's towers may still bring, as at the start of a game for two."""
    room = 0.0
    for kind in range(len(KINDS)):
        room += ROOM[top_of(state.tower[seat, kind])]
    return room


@kernel
def rivals(points, seat, players):
    """The seat with the most points of the others, and the second such."""
    first, second = np.int64(NOBODY), np.int64(NOBODY)
    most, next_most = FEWEST, FEWEST
    for other in range(players):
        if other == seat:
            continue
        if points[other] > most:
            second, next_most = first, most
            first, most = np.int64(other), points[other]
        elif points[other] > next_most:
            second, next_most = np.int64(other), points[other]
    return first, second


@kernel
def write_tower(tower, whose, stage, first_pass, now, later, out, n):
    """A tower: its top and height, whether its crown comes, and what else may be laid on it."""
    on, reach = top_of(tower), reach_of(tower)
    seen_now, seen_later = values(now), values(later)
    at = (whose * STAGES + stage) * TOPS + on
    place = at * HEIGHTS + min(height_of(tower), HEIGHTS - 1)
    out[n] = TOWERS + place * COMES + comes(0, seen_now, seen_later)
    fit_now = min(most_within(reach, now), FIT_NOW - 1)
    fit_later = min(most_within(reach, later), FIT_LATER - 1)
    out[n + 1] = FITTING + ((whose * TOPS + on) * FIT_NOW + fit_now) * FIT_LATER + fit_later
    place = at * COMES + comes(8, seen_now, seen_later)
    out[n + 2] = TURNING + place * COMES + comes(9, seen_now, seen_later)
    near = (seen_now | seen_later) << NEAR >> on & (1 << NEAR) - 1
    out[n + 3] = NEXT + ((whose * PASSES + first_pass) * TOPS + on << NEAR) + near
    return n + 4


@kernel
def write_seat(state, seat, whose, stage, cards, out, n):
    """One seat's five towers, its main tower, crowns, demolitions, and how many cards suit it."""
    tallest, second, crowned, welcome = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for kind in range(len(KINDS)):
        tower = state.tower[seat, kind]
        now, later = cards_now(state, kind), cards_later(state, kind)
        n = write_tower(tower, whose, stage, np.int64(state.shuffles == 1), now, later, out, n)
        welcome += bits.count((values(now) | values(later)) & reach_of(tower))
        height = height_of(tower)
        crowned += tower & 1
        if height > tallest:
            tallest, second = height, tallest
        elif height > second:
            second = height
    at = whose * STAGES + stage
    place = at * TALLEST + min(tallest, TALLEST - 1)
    out[n] = MAIN + place * SECOND_BY + min(tallest - second, SECOND_BY - 1)
    out[n + 1] = CROWNED + at * (len(KINDS) + 1) + crowned
    out[n + 2] = DEMOLISHED + at * PILE + min(demolition_count(state, seat), PILE - 1)
    out[n + 3] = WELCOME + at * SHARES + min(welcome * SHARES // max(cards, 1), SHARES - 1)
    return n + 4


@kernel
def write_rivalry(state, seat, rival, stage, out, n):
    """For each kind who else builds on: the rival, how many of all, and how the others stand."""
    for kind in range(len(KINDS)):
        on, build_on = top_of(state.tower[seat, kind]), 0
        out[n] = DUELS + (stage * TOPS + on) * TOPS + top_of(state.tower[rival, kind])
        n += 1
        if state.players == 2:
            continue
        for other in range(state.players):
            if other == seat:
                continue
            theirs = top_of(state.tower[other, kind])
            build_on += theirs != 0
            if other != rival:
                crown = comes(0, cards_now(state, kind), cards_later(state, kind))
                out[n] = OTHERS + (stage * TOPS + theirs) * COMES + crown
                n += 1
        out[n] = WANTED + (stage * TOPS + on) * MOST_PLAYERS + build_on
        n += 1
    return n


@kernel
def write_parts(state, seat, out):
    """List the rows of the parts that a position has for a seat; returns how many.

    None within a round: nobody is asked there.
    """
    if not between_rounds(state):
        return 0
    players = np.int64(state.players)
    now, later = count_cards(state)
    left = all_to_come(state, now, later)
    stage = np.int64(STAGE_OF[min(np.int64(left), MOST_CARDS - 1)])
    first_pass = np.int64(state.shuffles == 1)
    away = (np.int64(state.first) - seat + players) % players
    out[0] = OPENS + (players * MOST_PLAYERS + away) * STAGES + stage
    out[1] = TO_COME + first_pass * ROUNDS_LEFT + min((now + 4) // 5, ROUNDS_LEFT - 1)
    out[2] = DISCARDED + min(later // CARDS_A_STEP, LEFT_OVER - 1)
    n = 3
    points, then = np.empty(MOST_PLAYERS), np.empty(MOST_PLAYERS)
    scores(state, points)
    share = left / (len(KINDS) * VALUES * (1 + SECOND_PASS)) * 2 / players
    for other in range(players):
        then[other] = points[other] + share * room_of(state, other)
    rival, second = rivals(then, seat, players)
    for which in range(min(players - 1, 2)):
        other = second if which else rival
        at = (which * STAGES + stage) * LEADS
        out[n] = AHEAD + at + lead_step(points[seat] - points[other])
        out[n + 1] = AHEAD_THEN + at + lead_step(then[seat] - then[other])
        n += 2
    cards = now + later
    n = write_seat(state, seat, OWN, stage, cards, out, n)
    n = write_seat(state, rival, RIVAL, stage, cards, out, n)
    return write_rivalry(state, seat, rival, stage, out, n)


@kernel
def expect_between_rounds(state, players, out):
    """Write how well each seat may expect to do before a row is looked at, or has done."""
    if state.phase == OVER:
        points = np.empty(MOST_PLAYERS)
        scores(state, points)
        for seat in range(players):
            out[seat] = standing(points, seat, players, margin(state))
        return
    parts = np.empty(MOST_PARTS, np.int64)
    if players == 2:
        seat = np.int64(state.to_act)
        n = write_parts(state, seat, parts)
        out[seat] = CHANCES[MOST + infer(parts[:n], FOR_TWO, NETWORK_WEIGHTS[0])]
        out[1 - seat] = 1.0 - out[seat]
        return
    for seat in range(players):
        n = write_parts(state, np.int64(seat), parts)
        out[seat] = CHANCES[MOST + infer(parts[:n], FOR_MORE, NETWORK_WEIGHTS[1])]
