"""Pylos: the record of a game and its rules, as kernels in the order of the rulebook.

A set of spots is the bits of one integer, level by level and row by row from the near side:

            level 1         level 2       level 3    top
    row 4   12 13 14 15
    row 3    8  9 10 11     22 23 24
    row 2    4  5  6  7     19 20 21      27 28
    row 1    0  1  2  3     16 17 18      25 26      29
             a  b  c  d      a  b  c       a  b

A ball on row r and column c of a level rests on rows r and r + 1, columns c and c + 1 of the level
below. So every square of four stands for the one spot above it: a set of squares is a set of spots.

Action codes: placing on a spot is the spot's number, removing from it `REMOVE` more, a raise is
`RAISE` plus its number in `RAISES`, and `STOP`, to remove no more, is the last.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.chance import below
from galda.core.kernels.kernel import kernel
from galda.core.kernels.record import record
from galda.core.kernels.writing import write_digits

# Sixteen bytes, so that a state is copied in one stroke.
State = record(
    ("balls", np.uint32, (2,)),  # the spots of the light and of the dark balls
    ("reserve", np.int8, (2,)),
    ("to_act", np.int8),
    ("result", np.int8),
    ("phase", np.int8),  # PLAYING, REMOVING, or REMOVED plus the first ball's spot
    ("quiet", np.uint8),  # turns in a row without a new high of balls (P16)
    ("most", np.int8),  # that high: the most balls on the board after any turn
    ("variant", np.int8),
)

VARIANTS = ("standard", "beginners", "expert")
STANDARD, BEGINNERS, EXPERT = 0, 1, 2
PLAYING, REMOVING, REMOVED = 0, 1, 2
GOING, LIGHT_WON, DARK_WON, DRAWN = 0, 1, 2, 3
QUIET_LIMIT = 100
BALLS_EACH = 15

Place = tuple[int, int, int]  # a spot as level, row and column, each counted from 0
PLACES: list[Place] = [
    (level, row, column)
    for level in range(4)
    for row in range(4 - level)
    for column in range(4 - level)
]
SPOTS = len(PLACES)
TOP = SPOTS - 1
SPOT = {place: spot for spot, place in enumerate(PLACES)}
LEVEL = [level for level, _, _ in PLACES]


def rests_on(spot: int) -> list[int]:
    """The four spots that carry a ball on `spot`; none on level 1."""
    level, row, column = PLACES[spot]
    if level == 0:
        return []
    return [SPOT[level - 1, row + r, column + c] for r in (0, 1) for c in (0, 1)]


def rows_through(spot: int) -> list[list[int]]:
    """The row and the column through a spot of level 1 or 2, which experts fill (P13)."""
    level, row, column = PLACES[spot]
    if level > 1:
        return []
    along = range(4 - level)
    return [[SPOT[level, row, k] for k in along], [SPOT[level, k, column] for k in along]]


RAISES = [
    (start, end)
    for end in range(SPOTS)
    for start in range(SPOTS)
    if LEVEL[end] > LEVEL[start] and start not in rests_on(end)
]
"""Every raise there could be: to a higher level, not onto a square the ball is in (P5, P6)."""

REMOVE = SPOTS
RAISE = REMOVE + SPOTS
STOP = RAISE + len(RAISES)
# Spots of one row and column, over all levels, can receive at most one ball at a time; at most 9
# of these 16 are squares, and at most 15 balls could be raised onto each.
MOST_LEGAL = 16 + 9 * BALLS_EACH


def limits(options: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """What the fields of a state hold at least and at most with these options."""
    variant = VARIANTS.index(options["variant"])
    return {
        "variant": (variant, variant), "to_act": (0, 1), "result": (GOING, DRAWN),
        "balls": (0, 2**SPOTS - 1), "reserve": (0, BALLS_EACH), "phase": (0, REMOVED + TOP),
    }  # fmt: skip


def _bit_set(spots: list[int]) -> int:
    return sum(1 << spot for spot in spots)


HOLLOWS = _bit_set([spot for spot in range(SPOTS) if LEVEL[spot] == 0])
FROM = np.array([start for start, _ in RAISES], np.int64)
TO = np.array([end for _, end in RAISES], np.int64)
RESTS_ON = np.array([_bit_set(rests_on(spot)) for spot in range(SPOTS)], np.int64)
ABOVE = np.array(
    [_bit_set([s for s in range(SPOTS) if spot in rests_on(s)]) for spot in range(SPOTS)], np.int64
)
# For each spot: where balls raised to it can come from, and by start the raise's action code.
STARTS = np.array(
    [_bit_set([start for start, end in RAISES if end == spot]) for spot in range(SPOTS)], np.int64
)
RAISE_CODE = np.zeros((SPOTS, SPOTS), np.int64)
for _number, (_start, _end) in enumerate(RAISES):
    RAISE_CODE[_end, _start] = RAISE + _number
# The raises to a spot are numbered by where they start, the four spots it rests on left out: two
# pairs of neighbours. So of a set of starts those beyond a pair are moved down by two.
FIRST_RAISE = np.zeros(SPOTS, np.int64)
BELOW_PAIRS, BETWEEN_PAIRS, BEYOND_PAIRS = (np.zeros(SPOTS, np.int64) for _ in range(3))
for _end in range(SPOTS):
    if _carried := rests_on(_end):
        _low, _, _high, _ = sorted(_carried)
        FIRST_RAISE[_end] = RAISE + [end for _, end in RAISES].index(_end)
        BELOW_PAIRS[_end] = (1 << _low) - 1
        BETWEEN_PAIRS[_end] = (1 << _high) - (1 << _low + 2)
        BEYOND_PAIRS[_end] = (1 << SPOTS) - (1 << _high + 2)
MOST_STARTS = max(int(starts).bit_count() for starts in STARTS)
# The row and the column through each spot; a set that no player can fill where there is none.
NEVER = 1 << SPOTS
ROWS = np.array(
    [
        [_bit_set(line) for line in rows_through(spot)] or [NEVER, NEVER]
        for spot in range(SPOTS)
    ],
    np.int64,
)  # fmt: skip


@kernel
def setup(state, options, seed):
    """An empty board, 15 balls each, light begins (P1)."""
    state.variant = options[1]
    state.reserve[0] = BALLS_EACH
    state.reserve[1] = BALLS_EACH


@kernel
def squares(balls):
    """All squares of four in a set of balls, as the spots above them."""
    one = balls & (balls >> 1) & (balls >> 4) & (balls >> 5)
    upper = balls >> 16
    two = upper & (upper >> 1) & (upper >> 3) & (upper >> 4)
    highest = balls >> 25
    three = highest & (highest >> 1) & (highest >> 2) & (highest >> 3) & 1
    return (
        ((one & 0o7) | ((one >> 1) & 0o70) | ((one >> 2) & 0o700)) << 16
        | ((two & 0b11) | ((two >> 1) & 0b1100)) << 25
        | three << 29
    )


@kernel
def carriers(balls):
    """All spots on which a ball of a set rests: whatever lies there cannot move (P6)."""
    two = (balls >> 16) & 0o777
    two = (two & 0o7) | ((two & 0o70) << 1) | ((two & 0o700) << 2)
    three = (balls >> 25) & 0b1111
    three = (three & 0b11) | ((three & 0b1100) << 1)
    top = balls >> 29
    return (
        (two | (two << 1) | (two << 4) | (two << 5))
        | (three | (three << 1) | (three << 3) | (three << 4)) << 16
        | (top | (top << 1) | (top << 2) | (top << 3)) << 25
    )


@kernel
def receivers(balls):
    """The spots that can receive a ball: free hollows, and squares with nothing on them (P4)."""
    return (squares(balls) | HOLLOWS) & ~balls


@kernel
def movable(state):
    """The balls of the seat to act that carry nothing (P6)."""
    mine = np.int64(state.balls[state.to_act])
    return mine & ~carriers(mine | np.int64(state.balls[1 - state.to_act]))


@kernel
def removable(state):
    """The balls the seat to act may remove next (P8).

    Two balls that were both free are removed in ascending order, so that no pair comes twice; a
    ball that the first removal has freed may always follow.
    """
    free = movable(state)
    if state.phase >= REMOVED:
        first = np.int64(state.phase) - REMOVED
        free &= (np.int64(-1) << first) | RESTS_ON[first]
    return free


@kernel
def may_stop(state):
    """Whether the seat to act may remove no more: after one ball, experts before it (P7, P14)."""
    return state.phase >= REMOVED or (state.phase == REMOVING and state.variant == EXPERT)


@kernel
def legal(state, out):
    """List the legal actions: places and raises (P4), or what can be removed (P7)."""
    n = 0
    if state.phase != PLAYING:
        balls = removable(state)
        while balls != 0:
            out[n] = REMOVE + bits.lowest(balls)
            balls &= balls - 1
            n += 1
        if may_stop(state):
            out[n] = STOP
            n += 1
        return n
    spots = receivers(np.int64(state.balls[0]) | np.int64(state.balls[1]))
    ends = spots & ~HOLLOWS
    while spots != 0:
        out[n] = bits.lowest(spots)
        spots &= spots - 1
        n += 1
    if ends != 0:
        free = movable(state)
        while ends != 0:
            end = bits.lowest(ends)
            ends &= ends - 1
            starts = free & STARTS[end]
            while starts != 0:
                out[n] = RAISE_CODE[end, bits.lowest(starts)]
                starts &= starts - 1
                n += 1
    return n


@kernel
def mark_legal(state, out, at, scratch):
    """Mark the legal actions without listing them."""
    if state.phase != PLAYING:
        write_digits(out, at + REMOVE, np.uint64(removable(state)), SPOTS, 1)
        if may_stop(state):
            write_digits(out, at + STOP, np.uint64(1), 1, 1)
        return
    spots = receivers(np.int64(state.balls[0]) | np.int64(state.balls[1]))
    write_digits(out, at, np.uint64(spots), SPOTS, 1)
    ends = spots & ~HOLLOWS
    if ends == 0:
        return
    free = movable(state)
    while ends != 0:  # from the lowest on: what is written beyond an end's raises is written again
        end = bits.lowest(ends)
        ends &= ends - 1
        starts = free & STARTS[end]
        codes = (
            starts & BELOW_PAIRS[end]
            | (starts & BETWEEN_PAIRS[end]) >> 2
            | (starts & BEYOND_PAIRS[end]) >> 4
        )
        write_digits(out, at + FIRST_RAISE[end], np.uint64(codes), MOST_STARTS, 1)


@kernel
def pick(state, random, scratch):
    """A random legal action, without listing them."""
    if state.phase != PLAYING:
        balls = removable(state)
        n = bits.count(balls)
        k = below(random, n + 1 if may_stop(state) else n)
        return REMOVE + bits.nth(balls, k) if k < n else STOP
    spots = receivers(np.int64(state.balls[0]) | np.int64(state.balls[1]))
    places = bits.count(spots)
    squares_free = spots & ~HOLLOWS
    if squares_free == 0:
        return bits.nth(spots, below(random, places))
    free = movable(state)
    n = places
    ends = squares_free
    while ends != 0:
        n += bits.count(free & STARTS[bits.lowest(ends)])
        ends &= ends - 1
    k = below(random, n)
    if k < places:
        return bits.nth(spots, k)
    k -= places
    ends = squares_free
    while True:
        end = bits.lowest(ends)
        starts = free & STARTS[end]
        n = bits.count(starts)
        if k < n:
            return RAISE_CODE[end, bits.nth(starts, k)]
        k -= n
        ends &= ends - 1


@kernel
def earns_removal(mine, spot, variant):
    """Whether the ball just played on `spot` completes a square, or an expert's row (P7, P13)."""
    if variant == BEGINNERS:  # P12
        return False
    if squares(mine) & ABOVE[spot] != 0:
        return True
    if variant != EXPERT:
        return False
    row, column = ROWS[spot, 0], ROWS[spot, 1]
    return (mine & row) == row or (mine & column) == column


@kernel
def apply(state, action):
    """Place, raise, remove or stop, and see whether that ends the turn or the game."""
    if action == STOP:
        end_turn(state)
    elif REMOVE <= action < RAISE:
        remove(state, action - REMOVE)
    else:
        play(state, action)


@kernel
def play(state, action):
    """Place a ball from reserve, or raise one (P4, P5)."""
    seat = state.to_act
    mine = np.int64(state.balls[seat])
    if action < REMOVE:
        spot = np.int64(action)
        state.reserve[seat] -= 1
    else:
        spot = TO[action - RAISE]
        mine ^= np.int64(1) << FROM[action - RAISE]
    mine |= np.int64(1) << spot
    state.balls[seat] = mine
    if spot == TOP:
        state.result = LIGHT_WON + seat  # P2
    elif earns_removal(mine, spot, state.variant):
        state.phase = REMOVING
    else:
        end_turn(state)


@kernel
def remove(state, spot):
    """Take a ball back into reserve (P7); the turn goes on while another one could follow (P9)."""
    seat = state.to_act
    state.balls[seat] = np.int64(state.balls[seat]) ^ (np.int64(1) << np.int64(spot))
    state.reserve[seat] += 1
    if state.phase == REMOVING:
        state.phase = REMOVED + spot
        if removable(state) != 0:
            return
    end_turn(state)


@kernel
def end_turn(state):
    """Pass the turn on, unless the game ends: no reserve (P3), or nothing new for long (P16)."""
    seat = state.to_act
    other = 1 - seat
    state.phase = PLAYING
    state.to_act = other
    balls = 2 * BALLS_EACH - np.int64(state.reserve[0]) - np.int64(state.reserve[1])
    if balls > state.most:
        state.most = balls
        state.quiet = 0
    else:
        state.quiet += 1
    if state.reserve[other] == 0:
        state.result = LIGHT_WON + seat
    elif state.quiet == QUIET_LIMIT:
        state.result = DRAWN


KERNELS = {
    "setup": setup,
    "legal": legal,
    "mark_legal": mark_legal,
    "pick": pick,
    "apply": apply,
}
