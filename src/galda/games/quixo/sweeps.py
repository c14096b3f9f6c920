"""Quixo solved: the kernels that work out every position of a layer, on processor or card.

A blank cube taken leads to a layer with one cube more, which is solved before; an own cube taken
leads to the partner layer, the same cubes with the sides exchanged. So a layer is opened once,
looking at lines (Q8, Q9) and at blank cubes, and then it and its partner are swept in turn until
nothing changes. What is left then is drawn: neither side can force a line.
"""

import numpy as np

from galda.core.kernel import kernel
from galda.games.quixo.layers import (
    LOW,
    LOW_BITS,
    SYMMETRY_BITS,
    WORD,
    lay,
    pattern_of,
    search_sorted,
    squeeze,
    turn,
)
from galda.games.quixo.rules import BEYOND, ENTERED, TAKEN, has_line, push

OPEN, WON, LOST, SAFE = 0, 1, 2, 3
"""Two bits a position. Open and safe ones are drawn in the end; a safe one cannot be lost."""

EVERYWHERE = (1 << 25) - 1
# What a kernel is told of a layer, by place in one array.
BOARD, MOVES, KEY_MOVES, BASE, WORDS, COLUMNS, PATTERNS = 0, 1, 2, 3, 4, 5, 6
NEXT_BASE, NEXT_WORDS, NEXT_PATTERNS, NEXT_SWAPPED = 7, 8, 9, 10


@kernel
def free_cells(pattern, board):
    """The cells of the board that a pattern leaves free."""
    return ~(np.int64(pattern) | BEYOND[board]) & EVERYWHERE


@kernel
def code_at(states, base, words, row, column):
    """The two bits of a position."""
    word = np.int64(states[base + row * words + (column >> 4)])
    return (word >> (2 * (column & 15))) & 3


@kernel
def look_up(key, other, plan, states, found, patterns, high, small):
    """What is known of a position of the next layer, given its key and its other set."""
    squeezed, width, low, turns = small
    entry = np.int64(found[key])
    row = entry >> SYMMETRY_BITS
    pattern = patterns[plan[NEXT_PATTERNS] + row]
    free = free_cells(pattern, plan[BOARD])
    word = squeeze(turn(other, entry & 7, turns), free, squeezed, width)
    column = np.int64(high[word >> LOW_BITS]) + np.int64(low[word & LOW])
    return code_at(states, plan[NEXT_BASE], plan[NEXT_WORDS], row, column)


@kernel
def look_after(mine, theirs, move, plan, states, found, patterns, high, small):
    """What is known of the position after a push, for the opponent who is to move there."""
    board = plan[BOARD]
    mine = push(mine, board, move) | ENTERED[board, move]
    theirs = push(theirs, board, move)
    if (plan[KEY_MOVES] != 0) != (plan[NEXT_SWAPPED] != 0):
        return look_up(mine, theirs, plan, states, found, patterns, high, small)
    return look_up(theirs, mine, plan, states, found, patterns, high, small)


@kernel
def by_blanks(mine, theirs, plan, states, found, patterns, high, small):
    """What lines and taking blank cubes alone make of a position."""
    board = plan[BOARD]
    if has_line(mine, board):
        return WON
    if has_line(theirs, board):
        return LOST
    code = OPEN
    for move in range(plan[MOVES]):
        if TAKEN[board, move] & (mine | theirs) == 0:
            after = look_after(mine, theirs, move, plan, states, found, patterns, high, small)
            if after == LOST:
                return WON
            if after != WON:
                code = SAFE
    return code


@kernel
def by_own_cubes(code, mine, theirs, plan, states, found, patterns, high, small):
    """What taking one's own cubes makes of an open or safe position, as far as is known."""
    board = plan[BOARD]
    lost = code == OPEN
    for move in range(plan[MOVES]):
        if TAKEN[board, move] & mine != 0:
            after = look_after(mine, theirs, move, plan, states, found, patterns, high, small)
            if after == LOST:
                return WON
            if after != WON:
                lost = False
    return LOST if lost else code


@kernel
def open_span(start, stop, plan, states, found, patterns, columns, spread, high, small):
    """Open the words `start` to `stop` of a layer."""
    for item in range(start, stop):
        row, first = item // plan[WORDS], (item % plan[WORDS]) * WORD
        key = np.int64(patterns[plan[PATTERNS] + row])
        free = free_cells(key, plan[BOARD])
        word = np.int64(0)
        for k in range(min(WORD, plan[COLUMNS] - first)):
            other = lay(np.int64(columns[first + k]), free, spread, small[1])
            mine, theirs = (key, other) if plan[KEY_MOVES] != 0 else (other, key)
            code = by_blanks(mine, theirs, plan, states, found, patterns, high, small)
            word |= np.int64(code) << (2 * k)
        states[plan[BASE] + item] = word
    return 0


@kernel
def sweep_span(start, stop, plan, states, found, patterns, columns, spread, high, small):
    """Look at the words `start` to `stop` of an opened layer again; return how many changed."""
    changes = 0
    for item in range(start, stop):
        row, first = item // plan[WORDS], (item % plan[WORDS]) * WORD
        key = np.int64(patterns[plan[PATTERNS] + row])
        free = free_cells(key, plan[BOARD])
        before = np.int64(states[plan[BASE] + item])
        word = before
        for k in range(min(WORD, plan[COLUMNS] - first)):
            code = (before >> (2 * k)) & 3
            if code in (OPEN, SAFE):
                other = lay(np.int64(columns[first + k]), free, spread, small[1])
                mine, theirs = (key, other) if plan[KEY_MOVES] != 0 else (other, key)
                now = by_own_cubes(code, mine, theirs, plan, states, found, patterns, high, small)
                word ^= np.int64(code ^ now) << (2 * k)
        if word != before:
            states[plan[BASE] + item] = word
            changes += 1
    return changes


@kernel
def count_span(start, stop, plan, states, orbits, wanted):
    """How many positions in rows `start` to `stop` have a code, symmetric ones counted each."""
    total = 0
    for row in range(start, stop):
        here = 0
        for column in range(plan[COLUMNS]):
            if code_at(states, plan[BASE], plan[WORDS], row, column) == wanted:
                here += 1
        total += here * np.int64(orbits[plan[PATTERNS] + row])
    return total


@kernel
def place_in_layer(key, other, board, first, stop, patterns, turns, squeezed, width, low, high):
    """The row and the column of a position, found without the table of all sets."""
    pattern, symmetry = pattern_of(key, turns)
    row = search_sorted(patterns, first, stop, pattern) - first
    word = squeeze(turn(other, symmetry, turns), free_cells(pattern, board), squeezed, width)
    return row, np.int64(high[word >> LOW_BITS]) + np.int64(low[word & LOW])
