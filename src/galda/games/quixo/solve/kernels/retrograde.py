"""Quixo solved: the kernels that work out every position of a layer, on processor or card.

A blank cube taken leads to a layer with one cube more, which is solved before; an own cube taken
leads to the partner layer, the same cubes with the sides exchanged. So a layer is opened once,
looking at lines (Q8, Q9) and at blank cubes, and then it and its partner are swept in turn until
nothing changes. What is left then is drawn: neither side can force a line.
"""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.games.quixo.rules.rules import BEYOND, ENTERED, STRIDE, TAKEN, has_line, push
from galda.games.quixo.solve.kernels.indexing import (
    EVERYWHERE,
    LOW,
    LOW_BITS,
    ROWS_OF_FIVE,
    SYMMETRIES,
    SYMMETRY_BITS,
    WORD,
    carry,
    lay,
    pattern_of,
    search_sorted,
    squeeze,
    turn,
    u32,
)

OPEN, WON, LOST, SAFE = 0, 1, 2, 3
"""Two bits a position. Open and safe ones are drawn in the end; a safe one cannot be lost."""

# What a kernel is told of a layer and of the next one, where its moves lead.
BOARD, MOVES, KEY_MOVES, BASE, WORDS, COLUMNS, PATTERNS = 0, 1, 2, 3, 4, 5, 6
NEXT_BASE, NEXT_WORDS, NEXT_PATTERNS, NEXT_SWAPPED = 7, 8, 9, 10


@kernel
def code_at(states, base, words, row, column):
    """The two bits of a position."""
    word = u32(states[base + u32(u32(row * words) + u32(column >> 4))])
    return u32(word >> (2 * (column & 15))) & 3


@kernel
def look_after(key, other, key_enters, move, plan, states, tables, high):
    """What is known of the position after a push, for the opponent who is to move there."""
    found, rooms, pushes, entries, squeezed, low = tables
    board = plan[BOARD]
    key = push(key, board, move)
    if key_enters:
        key |= ENTERED[board, move]
    entry = u32(found[u32(key)])
    row = u32(entry >> SYMMETRY_BITS)
    way = u32(move * SYMMETRIES + (entry & 7))
    other = carry(other, pushes, u32(way * ROWS_OF_FIVE))
    if not key_enters:
        other = u32(other | entries[way])
    word = squeeze(other, rooms[plan[NEXT_PATTERNS] + row], squeezed)
    column = u32(high[u32(word >> LOW_BITS)] + low[word & LOW])
    return code_at(states, plan[NEXT_BASE], plan[NEXT_WORDS], row, column)


@kernel
def look_on(mine, theirs, move, plan, states, tables, high):
    """The same, given whose cubes are whose."""
    if plan[NEXT_SWAPPED] != 0:
        return look_after(theirs, mine, False, move, plan, states, tables, high)
    if plan[KEY_MOVES] != 0:
        return look_after(mine, theirs, True, move, plan, states, tables, high)
    return look_after(theirs, mine, False, move, plan, states, tables, high)


@kernel
def by_blanks(mine, theirs, plan, states, tables, high):
    """What lines and taking blank cubes alone make of a position."""
    board = plan[BOARD]
    if has_line(mine, board):
        return WON
    if has_line(theirs, board):
        return LOST
    code = OPEN
    for move in range(plan[MOVES]):
        if TAKEN[board, move] & (mine | theirs) == 0:
            after = look_on(mine, theirs, move, plan, states, tables, high)
            if after == LOST:
                return WON
            if after != WON:
                code = SAFE
    return code


@kernel
def by_own_cubes(code, mine, theirs, plan, states, tables, high):
    """What taking one's own cubes makes of an open or safe position, as far as is known."""
    board = plan[BOARD]
    lost = code == OPEN
    for move in range(plan[MOVES]):
        if TAKEN[board, move] & mine != 0:
            after = look_on(mine, theirs, move, plan, states, tables, high)
            if after == LOST:
                return WON
            if after != WON:
                lost = False
    return LOST if lost else code


@kernel
def open_span(start, stop, plan, states, columns, spread, width, tables, high):
    """Open the words `start` to `stop` of a layer."""
    for item in range(start, stop):
        row, first = item // plan[WORDS], (item % plan[WORDS]) * WORD
        free = np.int64(u32(tables[1][plan[PATTERNS] + row]))
        key = ~(free | BEYOND[plan[BOARD]]) & EVERYWHERE
        word = np.int64(0)
        for k in range(min(WORD, plan[COLUMNS] - first)):
            other = lay(np.int64(columns[first + k]), free, spread, width)
            mine, theirs = (key, other) if plan[KEY_MOVES] != 0 else (other, key)
            code = by_blanks(mine, theirs, plan, states, tables, high)
            word |= np.int64(code) << (2 * k)
        states[plan[BASE] + item] = word
    return 0


@kernel
def mark_span(start, stop, plan, tables, changed, wanted):
    """Which rows `start` to `stop` have a move to a row of the partner that has just changed."""
    board = plan[BOARD]
    for row in range(start, stop):
        free = np.int64(u32(tables[1][plan[PATTERNS] + row]))
        key = ~(free | BEYOND[board]) & EVERYWHERE
        found = False
        for move in range(plan[MOVES]):
            after = push(key, board, move)
            if plan[KEY_MOVES] != 0:
                if TAKEN[board, move] & key == 0:
                    continue
                after |= ENTERED[board, move]
            elif TAKEN[board, move] & key != 0:
                continue
            if changed[tables[0][u32(after)] >> SYMMETRY_BITS] != 0:
                found = True
                break
        wanted[row] = found
    return 0


@kernel
def sweep_span(
    start, stop, plan, states, columns, spread, width, tables, high, wanted, changed
):  # fmt: skip
    """Look at the words `start` to `stop` of an opened layer again; return how many changed."""
    changes = 0
    for item in range(start, stop):
        row, first = item // plan[WORDS], (item % plan[WORDS]) * WORD
        if wanted[row] == 0:
            continue
        free = np.int64(u32(tables[1][plan[PATTERNS] + row]))
        key = ~(free | BEYOND[plan[BOARD]]) & EVERYWHERE
        before = np.int64(states[plan[BASE] + item])
        word = before
        for k in range(min(WORD, plan[COLUMNS] - first)):
            code = (before >> (2 * k)) & 3
            if code in (OPEN, SAFE):
                other = lay(np.int64(columns[first + k]), free, spread, width)
                mine, theirs = (key, other) if plan[KEY_MOVES] != 0 else (other, key)
                now = by_own_cubes(code, mine, theirs, plan, states, tables, high)
                word ^= np.int64(code ^ now) << (2 * k)
        if word != before:
            states[plan[BASE] + item] = word
            changed[row] = 1
            changes += 1
    return changes


@kernel
def count_span(start, stop, plan, states, orbits, wanted):
    """How many positions in words `start` to `stop` have a code, symmetric ones counted each."""
    total = 0
    for item in range(start, stop):
        row, first = item // plan[WORDS], (item % plan[WORDS]) * WORD
        word = u32(states[plan[BASE] + item])
        here = 0
        for k in range(min(WORD, plan[COLUMNS] - first)):
            if u32(word >> (2 * k)) & 3 == wanted:
                here += 1
        total += here * np.int64(orbits[plan[PATTERNS] + row])
    return total


@kernel
def place_of(mine, theirs, patterns, board, shapes, starts, turns, squeezed, low, high):
    """The number of a position among all, found without the table of all sets."""
    own, rest = bits.count(mine), bits.count(theirs)
    key, other = (mine, theirs) if own >= rest else (theirs, mine)
    larger, smaller = max(own, rest), min(own, rest)
    pattern, symmetry = pattern_of(key, turns)
    row = search_sorted(patterns, starts[larger], starts[larger + 1], pattern) - starts[larger]
    free = np.uint64(~(pattern | BEYOND[board]) & EVERYWHERE)
    room = free
    for k in range(1, STRIDE):
        below = bits.count(free & np.uint64((1 << (STRIDE * k)) - 1))
        room |= np.uint64(below) << np.uint64(24 + 8 * k)
    word = squeeze(turn(other, symmetry, turns), room, squeezed)
    column = np.int64(high[smaller, word >> LOW_BITS]) + np.int64(low[word & LOW])
    return WORD * (shapes[own, rest, 0] + row * shapes[own, rest, 1]) + column


@kernel
def probe_span(
    start, stop, mine, theirs, codes, states, patterns, board, shapes, starts, turns, squeezed,
    low, high,
):  # fmt: skip
    """Look up positions `start` to `stop` of a list."""
    for k in range(start, stop):
        place = place_of(
            mine[k], theirs[k], patterns, board, shapes, starts, turns, squeezed, low, high
        )
        codes[k] = u32(u32(states[place >> 4]) >> (2 * (place & 15))) & 3
    return 0
