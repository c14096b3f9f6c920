"""Quixo solved by retrograde analysis: kernels that work out every position of a layer.

They run on processor and graphics card alike.
A blank cube taken leads to a layer with one cube more, which is solved before; an own cube taken
leads to the partner layer, the same cubes with the sides exchanged. So a layer is opened once,
looking at lines (Q8, Q9) and at blank cubes, and then it and its partner are swept in turn until
nothing changes. What is left then is drawn: neither side can force a line.
"""

from typing import Any, NamedTuple

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
EVERY_OTHER_BIT = 0x55555555


class Plan(NamedTuple):
    """What a kernel is told of a layer and of the next one, where its moves lead.

    All are whole numbers, so that it is one and the same type on a graphics card.
    """

    board: int
    """Which size of board."""
    moves: int
    """How many pushes there are on it."""
    key_moves: int
    """Whether the key is the mover's set."""
    base: int
    """The layer's first word among all."""
    words: int
    """In a row."""
    columns: int
    patterns: int
    """The layer's first pattern among all: its first row."""
    next_base: int
    next_words: int
    next_patterns: int
    next_swapped: int
    """Whether moves lead into the same layer, so that the sides only change."""


class Tables(NamedTuple):
    """What finds a position's place after a push."""

    found: Any
    """For each set of cells the number of its pattern and the symmetry that leads there."""
    rooms: Any
    """For each pattern the cells it leaves free (`indexing.rooms`)."""
    pushes: Any
    """Where a push and a symmetry carry cells (`indexing.push_table`)."""
    entries: Any
    """Where they take the cube that enters (`indexing.entry_table`)."""
    squeezed: Any
    low: Any
    """The rank of a word's low bits."""


class Columns(NamedTuple):
    """What turns a column into the smaller set: all its words, and how they are spread out."""

    words: Any
    spread: Any
    width: Any


class Probing(NamedTuple):
    """What finds positions without the table of all sets."""

    board: int
    shapes: Any
    """For each layer, by the cubes of both, its first word and the words in a row."""
    starts: Any
    """Where the patterns of each number of cells begin."""
    turns: Any
    squeezed: Any
    low: Any
    high: Any
    """For each number of bits the rank of a word's high bits."""


@kernel
def code_at(states, base, words, row, column):
    """The two bits of a position."""
    word = u32(states[base + u32(u32(row * words) + u32(column >> 4))])
    return u32(word >> (2 * (column & 15))) & 3


@kernel
def look_after(key, other, key_enters, move, plan, states, tables, high):
    """What is known of the position after a push, for the opponent who is to move there."""
    board = plan.board
    key = push(key, board, move)
    if key_enters:
        key |= ENTERED[board, move]
    entry = u32(tables.found[u32(key)])
    row = u32(entry >> SYMMETRY_BITS)
    way = u32(move * SYMMETRIES + (entry & 7))
    other = carry(other, tables.pushes, u32(way * ROWS_OF_FIVE))
    if not key_enters:
        other = u32(other | tables.entries[way])
    word = squeeze(other, tables.rooms[plan.next_patterns + row], tables.squeezed)
    column = u32(high[u32(word >> LOW_BITS)] + tables.low[word & LOW])
    return code_at(states, plan.next_base, plan.next_words, row, column)


@kernel
def look_on(mine, theirs, move, plan, states, tables, high):
    """The same, given whose cubes are whose."""
    if plan.next_swapped != 0:
        return look_after(theirs, mine, False, move, plan, states, tables, high)
    if plan.key_moves != 0:
        return look_after(mine, theirs, True, move, plan, states, tables, high)
    return look_after(theirs, mine, False, move, plan, states, tables, high)


@kernel
def by_blanks(mine, theirs, plan, states, tables, high):
    """What lines and taking blank cubes alone make of a position."""
    board = plan.board
    if has_line(mine, board):
        return WON
    if has_line(theirs, board):
        return LOST
    code = OPEN
    for move in range(plan.moves):
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
    board = plan.board
    lost = code == OPEN
    for move in range(plan.moves):
        if TAKEN[board, move] & mine != 0:
            after = look_on(mine, theirs, move, plan, states, tables, high)
            if after == LOST:
                return WON
            if after != WON:
                lost = False
    return LOST if lost else code


@kernel
def open_span(start, stop, plan, states, columns, tables, high):
    """Open the words `start` to `stop` of a layer."""
    for item in range(start, stop):
        row, first = item // plan.words, (item % plan.words) * WORD
        free = np.int64(u32(tables.rooms[plan.patterns + row]))
        key = ~(free | BEYOND[plan.board]) & EVERYWHERE
        word = np.int64(0)
        for k in range(min(WORD, plan.columns - first)):
            other = lay(np.int64(columns.words[first + k]), free, columns.spread, columns.width)
            mine, theirs = (key, other) if plan.key_moves != 0 else (other, key)
            code = by_blanks(mine, theirs, plan, states, tables, high)
            word |= np.int64(code) << (2 * k)
        states[plan.base + item] = word
    return 0


@kernel
def mark_span(start, stop, plan, tables, changed, wanted):
    """Which rows `start` to `stop` have a move to a row of the partner that has just changed."""
    board = plan.board
    for row in range(start, stop):
        free = np.int64(u32(tables.rooms[plan.patterns + row]))
        key = ~(free | BEYOND[board]) & EVERYWHERE
        found = False
        for move in range(plan.moves):
            after = push(key, board, move)
            if plan.key_moves != 0:
                if TAKEN[board, move] & key == 0:
                    continue
                after |= ENTERED[board, move]
            elif TAKEN[board, move] & key != 0:
                continue
            if changed[tables.found[u32(after)] >> SYMMETRY_BITS] != 0:
                found = True
                break
        wanted[row] = found
    return 0


@kernel
def sweep_span(start, stop, plan, states, columns, tables, high, wanted, changed):
    """Look at the words `start` to `stop` of an opened layer again; return how many changed."""
    changes = 0
    for item in range(start, stop):
        row, first = item // plan.words, (item % plan.words) * WORD
        if wanted[row] == 0:
            continue
        free = np.int64(u32(tables.rooms[plan.patterns + row]))
        key = ~(free | BEYOND[plan.board]) & EVERYWHERE
        before = np.int64(states[plan.base + item])
        word = before
        for k in range(min(WORD, plan.columns - first)):
            code = (before >> (2 * k)) & 3
            if code in (OPEN, SAFE):
                other = lay(np.int64(columns.words[first + k]), free, columns.spread, columns.width)
                mine, theirs = (key, other) if plan.key_moves != 0 else (other, key)
                now = by_own_cubes(code, mine, theirs, plan, states, tables, high)
                word ^= np.int64(code ^ now) << (2 * k)
        if word != before:
            states[plan.base + item] = word
            changed[row] = 1
            changes += 1
    return changes


@kernel
def count_span(start, stop, plan, states, orbits, wanted):
    """How many positions in words `start` to `stop` have a code, symmetric ones counted each.

    Not for open ones: those are in the last word of a row beyond its end, too.
    """
    total = 0
    other = u32(wanted * EVERY_OTHER_BIT)
    for item in range(start, stop):
        row = item // plan.words
        word = u32(u32(states[plan.base + item]) ^ other)
        equal = u32(~u32(word | (word >> 1)) & EVERY_OTHER_BIT)
        total += bits.count(equal) * np.int64(orbits[plan.patterns + row])
    return total


@kernel
def place_of(mine, theirs, patterns, probing):
    """The number of a position among all, found without the table of all sets."""
    shapes, starts, turns = probing.shapes, probing.starts, probing.turns
    own, rest = bits.count(mine), bits.count(theirs)
    key, other = (mine, theirs) if own >= rest else (theirs, mine)
    larger, smaller = max(own, rest), min(own, rest)
    pattern, symmetry = pattern_of(key, turns)
    row = search_sorted(patterns, starts[larger], starts[larger + 1], pattern) - starts[larger]
    free = np.uint64(~(pattern | BEYOND[probing.board]) & EVERYWHERE)
    room = free
    for k in range(1, STRIDE):
        below = bits.count(free & np.uint64((1 << (STRIDE * k)) - 1))
        room |= np.uint64(below) << np.uint64(24 + 8 * k)
    word = squeeze(turn(other, symmetry, turns), room, probing.squeezed)
    high = np.int64(probing.high[smaller, word >> LOW_BITS])
    column = high + np.int64(probing.low[word & LOW])
    return WORD * (shapes[own, rest, 0] + row * shapes[own, rest, 1]) + column


@kernel
def probe_span(start, stop, mine, theirs, codes, states, patterns, probing):
    """Look up positions `start` to `stop` of a list."""
    for k in range(start, stop):
        place = place_of(mine[k], theirs[k], patterns, probing)
        codes[k] = u32(u32(states[place >> 4]) >> (2 * (place & 15))) & 3
    return 0


@kernel
def find_all(states, patterns, probing, places):
    """Where each position is kept."""
    for k in range(states.shape[0]):
        side = states[k].to_act & 1
        mine, theirs = np.int64(states[k].cubes[side]), np.int64(states[k].cubes[1 - side])
        places[k] = place_of(mine, theirs, patterns, probing)
