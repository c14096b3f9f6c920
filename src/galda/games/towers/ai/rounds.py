"""5 Towers: searching a round, every call and every building, and what the next one may bring.

A round has few ways to go: who builds, how many cards, and which. Each of them is a *way*; its
buildings are all tried, and a network says what to expect after each (`prospects`). The auction is
then settled backwards, from the last who may call to the first: each calls what is best for
itself. Beyond the round chance decides. For so many samples a row is drawn, the same for all
buildings, and the next round searched in the same manner.

Nothing here knows the deck's order: what is turned up after the round is put back and drawn anew.
"""

from typing import Any, NamedTuple

import numpy as np

from galda.core.kernels.chance import draw
from galda.core.kernels.kernel import kernel
from galda.games.towers.ai.prospects import between_rounds, expect_between_rounds
from galda.games.towers.rules import record, rules
from galda.games.towers.rules.chance import put_back
from galda.games.towers.rules.choices import legal as list_legal
from galda.games.towers.rules.choices import most_buildable

NOBODY_BUILDS = 0
WAYS = (record.ROW + 1) * record.MOST_PLAYERS
"""How a round may go on: nobody builds, or one of five seats builds one to five cards."""
LONGEST = record.ROW + 1
"""A building: a demolition and five cards."""
KEPT_BY_TWO, KEPT_BY_MORE = 4, 2
"""The best buildings of each way that are looked at further, among two players and among more."""
NEAR_BY_TWO, NEAR_BY_MORE = 0.03, 0.01
"""What is expected of them may be less than of the best by so much."""


class Table(NamedTuple):
    """Memory for searching one round."""

    start: Any
    """An array of one state: the one that is searched."""
    boards: Any
    """The building that is tried, decision by decision."""
    actions: Any
    """What may be decided at each of its boards, how many that are, and how many were tried."""
    counts: Any
    tried: Any
    ends: Any
    """For each way the positions after its best buildings, best first."""
    hopes: Any
    """What each seat may expect there."""
    kept: Any
    """For each way how many there are; 0 where the round cannot go so."""
    worth: Any
    """What each seat may expect of each way."""
    settled: Any
    """The same while the auction lasts: by how many have called, and by who builds what so far."""
    values: Any
    evaluations: Any
    """An array of one number: how often a seat's prospects were looked at."""


@kernel
def new_table(kept):
    """Memory for a search that keeps a number of buildings of each way."""
    return Table(
        np.zeros(1, record.State),
        np.zeros(LONGEST + 1, record.State),
        np.zeros((LONGEST + 1, record.MOST_LEGAL), np.int32),
        np.zeros(LONGEST + 1, np.int64),
        np.zeros(LONGEST + 1, np.int64),
        np.zeros((WAYS, kept), record.State),
        np.zeros((WAYS, kept, record.MOST_PLAYERS)),
        np.zeros(WAYS, np.int64),
        np.zeros((WAYS, record.MOST_PLAYERS)),
        np.zeros((record.MOST_PLAYERS + 1, WAYS, record.MOST_PLAYERS)),
        np.zeros(2 * record.MOST_PLAYERS),
        np.zeros(1, np.int64),
    )


@kernel
def way_of(number, builder):
    """The way in which this seat builds a number of cards."""
    return number * record.MOST_PLAYERS + builder if number > 0 else np.int64(NOBODY_BUILDS)


@kernel
def has_ended(state):
    """Whether a round is over, and with it perhaps the game."""
    return state.phase == record.OVER or between_rounds(state)


@kernel
def copy_values(into, values, players):
    """Make what seats may expect the same as it is elsewhere."""
    for seat in range(players):
        into[seat] = values[seat]


@kernel
def keep_end(end, way, seat, players, table):
    """Judge where a building has led, and keep it if it is among the best of its way for a seat."""
    expect_between_rounds(end, players, table.values)
    table.evaluations[0] += 1 if players == 2 else players
    hopes, ends, most = table.hopes[way], table.ends[way], table.hopes.shape[1]
    kept, mine = table.kept[way], table.values[seat]
    if kept == most and mine <= hopes[most - 1, seat]:
        return
    if kept < most:
        table.kept[way] = kept = kept + 1
    k = kept - 1
    while k > 0 and hopes[k - 1, seat] < mine:
        ends[k] = ends[k - 1]
        copy_values(hopes[k], hopes[k - 1], players)
        k -= 1
    ends[k] = end
    copy_values(hopes[k], table.values, players)


@kernel
def try_buildings(way, players, table):
    """Try every building from the first board on, and keep the best for its builder."""
    boards, counts, tried = table.boards, table.counts, table.tried
    seat = np.int64(boards[0].to_act)
    counts[0], tried[0] = list_legal(boards[0], table.actions[0]), 0
    depth = 0
    while depth >= 0:
        if tried[depth] == counts[depth]:
            depth -= 1
            continue
        action = np.int64(table.actions[depth, tried[depth]])
        tried[depth] += 1
        boards[depth + 1] = boards[depth]
        rules.apply(boards[depth + 1], action)
        if has_ended(boards[depth + 1]):
            keep_end(boards[depth + 1], way, seat, players, table)
        else:
            depth += 1
            counts[depth], tried[depth] = list_legal(boards[depth], table.actions[depth]), 0


@kernel
def try_builder(seat, fewest, most, players, table):
    """Try all that a seat can build if it has called from `fewest` to `most` cards."""
    for number in range(fewest, most + 1):
        table.boards[0] = table.start[0]
        board = table.boards[0]
        board.caller = seat
        board.called = number
        rules.start_building(board)
        try_buildings(way_of(number, np.int64(seat)), players, table)


@kernel
def seats_to_call(state, players):
    """How many seats may still call, the one to act among them (T10)."""
    return (np.int64(state.first) - np.int64(state.to_act) - 1) % players + 1


@kernel
def try_auction(players, table):
    """Try what may come of an auction: what was called is built, or something more, or nothing."""
    start = table.start[0]
    called, first = np.int64(start.called), np.int64(start.first)
    if called > 0:
        try_builder(np.int64(start.caller), called, called, players, table)
    else:
        table.boards[0] = start
        rules.end_round(table.boards[0], first)
        keep_end(table.boards[0], NOBODY_BUILDS, first, players, table)
    for away in range(seats_to_call(start, players)):
        seat = (np.int64(start.to_act) + away) % players
        try_builder(seat, called + 1, most_buildable(start, seat), players, table)


@kernel
def try_decisions(n, legal, players, table):
    """Try what may come of each decision of the builder: the ways are these decisions."""
    seat = np.int64(table.start[0].to_act)
    for way in range(n):
        table.boards[0] = table.start[0]
        rules.apply(table.boards[0], np.int64(legal[way]))
        if has_ended(table.boards[0]):
            keep_end(table.boards[0], way, seat, players, table)
        else:
            try_buildings(way, players, table)


@kernel
def try_ways(n, legal, players, table):
    """Try all ways in which the round that is searched may go on."""
    table.kept[:] = 0
    if table.start[0].phase == record.AUCTION:
        try_auction(players, table)
    else:
        try_decisions(n, legal, players, table)
    for way in range(WAYS):
        copy_values(table.worth[way], table.hopes[way, 0], players)


@kernel
def call_best(seat, number, way, after, into, turned, players, table):
    """What comes of it if a seat calls what is best for it, or passes: `way` is what is built then.

    `after` says what comes of all ways once it has called.
    """
    best = way
    for more in range(number + 1, turned + 1):
        mine = way_of(more, seat)
        if table.kept[mine] > 0 and after[mine, seat] > after[best, seat]:
            best = mine
    copy_values(into, after[best], players)


@kernel
def settle_auction(players, table):
    """Work out backwards what comes of each call of the seat to act, when all call what is best."""
    start, settled = table.start[0], table.settled
    turned, to_call = np.int64(start.turned), seats_to_call(start, players)
    for have_called in range(to_call, 0, -1):
        seat = (np.int64(start.to_act) + have_called) % players
        for number in range(np.int64(start.called), turned + 1):
            for builder in range(players if number > 0 else 1):
                way = way_of(number, np.int64(builder))
                if table.kept[way] == 0:
                    continue
                if have_called == to_call or number == turned:  # T12
                    copy_values(settled[have_called, way], table.worth[way], players)
                    continue
                after, into = settled[have_called + 1], settled[have_called, way]
                call_best(seat, number, way, after, into, turned, players, table)


@kernel
def settle(n, legal, players, table, out):
    """Write what each seat may expect of each legal action, from what the ways are worth."""
    start = table.start[0]
    if start.phase != record.AUCTION:
        for k in range(n):
            copy_values(out[k], table.worth[k], players)
        return
    settle_auction(players, table)
    seat, called = np.int64(start.to_act), np.int64(start.called)
    for k in range(n):
        way = way_of(np.int64(legal[k]) - record.CALL, seat)
        if legal[k] == record.PASS:
            way = way_of(called, np.int64(start.caller))
        copy_values(out[k], table.settled[1, way], players)


@kernel
def best_of(n, seat, worths):
    """Which of the listed actions is best for a seat."""
    best = 0
    for k in range(1, n):
        if worths[k, seat] > worths[best, seat]:
            best = k
    return best


@kernel
def add_next_round(end, seed, players, later, legal, worths, sums):
    """Draw a row after a round, and add what comes of the next one when all play well."""
    later.start[0] = end
    start = later.start[0]
    put_back(start)
    rules.determinize(start, np.int64(start.to_act), seed)
    rules.start_round(start)
    n = list_legal(start, legal)
    try_ways(n, legal, players, later)
    settle(n, legal, players, later, worths)
    best = best_of(n, np.int64(start.to_act), worths)
    for seat in range(players):
        sums[seat] += worths[best, seat]


@kernel
def look_further(way, seat, least, samples, seed, players, table, later):
    """Judge a way's buildings anew by the rounds that may follow; the seat takes the best.

    Only those of which it hoped for `least` or more. Where the game is over nothing follows, and
    what is known is exact.
    """
    legal = np.empty(record.MOST_LEGAL, np.int32)
    worths, sums = np.empty((record.MOST_LEGAL, record.MOST_PLAYERS)), np.empty(record.MOST_PLAYERS)
    hopes, worth = table.hopes[way], table.worth[way]
    for k in range(table.kept[way]):
        if hopes[k, seat] < least:
            break
        end = table.ends[way, k]
        sums[:] = 0
        for sample in range(samples):
            if end.phase != record.OVER:
                add_next_round(end, draw(seed, sample), players, later, legal, worths, sums)
        for other in range(players):
            sums[other] = sums[other] / samples if end.phase != record.OVER else hopes[k, other]
        if k == 0 or sums[seat] > worth[seat]:
            copy_values(worth, sums, players)


@kernel
def look_beyond_auction(near, samples, seed, players, table, later):
    """Look further at the best buildings of those who may build."""
    for way in range(WAYS):
        seat = way % record.MOST_PLAYERS
        least = table.hopes[way, 0, seat] - near
        look_further(way, seat, least, samples, seed, players, table, later)


@kernel
def look_beyond_decisions(n, near, samples, seed, players, table, later):
    """Look further at the best of the builder's decisions; the others stay as much worse."""
    seat = np.int64(table.start[0].to_act)
    hopes, worth = table.hopes[:, 0], table.worth
    best = best_of(n, seat, hopes)
    least = hopes[best, seat] - near
    for way in range(n):
        look_further(way, seat, least, samples, seed, players, table, later)
    for way in range(n):
        for other in range(players if hopes[way, seat] < least else 0):
            shifted = hopes[way, other] + worth[best, other] - hopes[best, other]
            worth[way, other] = min(max(shifted, 0.0), 1.0)


@kernel
def action_values(state, samples, seed, legal, out):
    """Search this round exactly, and the next one for so many rows by chance; 0: this one alone."""
    players = np.int64(state.players)
    kept = KEPT_BY_TWO if players == 2 else KEPT_BY_MORE
    near = NEAR_BY_TWO if players == 2 else NEAR_BY_MORE
    table, later = new_table(kept if samples > 0 else 1), new_table(1)
    table.start[0] = state
    n = list_legal(state, legal)
    try_ways(n, legal, players, table)
    if samples > 0 and state.phase == record.AUCTION:
        look_beyond_auction(near, samples, seed, players, table, later)
    elif samples > 0:
        look_beyond_decisions(n, near, samples, seed, players, table, later)
    settle(n, legal, players, table, out)
    return n, table.evaluations[0] + later.evaluations[0]
