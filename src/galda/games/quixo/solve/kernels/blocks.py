"""Quixo solved on a graphics card: the threads of a block open or sweep a row together.

The processor's kernels (`retrograde`) look at one position after another. A move leads from one row
to one other row, whatever the column, so on the card a block works that out once for all columns:
where the key goes, and what becomes of each bit of a column's word. From these bits it makes small
tables in the memory that its threads share, and then a position costs a handful of instructions.

Also, no two moves are tried that leave the same board, and rows that have not changed are looked at
only for positions that all other moves lose.
"""

from functools import lru_cache
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from galda.core.kernels.bits import down, up
from galda.core.kernels.cuda import load_cuda
from galda.core.kernels.kernel import kernel
from galda.games.quixo.rules.rules import (
    BEYOND,
    BORDER,
    ENTERED,
    PUSH_LIMIT,
    PUSHES,
    SIZES,
    STRIDE,
    TAKEN,
    has_line,
    lane,
    push,
)
from galda.games.quixo.solve.kernels.indexing import (
    EVERYWHERE,
    LOW,
    LOW_BITS,
    ROWS_OF_FIVE,
    SYMMETRY_BITS,
    WORD,
    carry,
    lay,
    squeeze,
    u32,
)
from galda.games.quixo.solve.kernels.retrograde import LOST, SAFE, WON, code_at

u16 = np.uint16
WIDEST = 20
"""Free cells of a row at most; a layer with wider rows has few positions."""
RANK_BITS = 10
"""Words are ranked by so many low bits, and by the others."""
RANKS_LOW, RANKS_HIGH, ALL_IMAGES = 1 << RANK_BITS, 1 << (WIDEST - RANK_BITS), PUSH_LIMIT * WIDEST
# An entry of a block's list: a column's word, above it the column within the part, three flags.
FLAGS = 29
IS_LOSING = u32(1 << 29)
"""A move that is looked at again leads to a won position."""
IS_SAFE = u32(1 << 30)
IS_WON = u32(1 << 31)
NO_ENTRY = u32(0xFFFFFFFF)
EVERY_OTHER_BIT = u32(0x55555555)


class BlockPlan(NamedTuple):
    """What blocks are told of a layer and of the next one, all in whole numbers."""

    board: int
    moves: int
    key_moves: int
    """Whether the key is the mover's set."""
    opening: int
    """Whether lines and blank cubes are looked at, not one's own cubes."""
    first: int
    """Whether it is the layer's first sweep, so that all moves count."""
    lines: int
    """Whether the smaller set can hold a line."""
    base: int
    words: int
    columns: int
    patterns: int
    width: int
    """Free cells of a row."""
    chunk: int
    """A word is taken apart into pieces of so many bits."""
    part: int
    """Columns that a block takes at a time."""
    parts: int
    """Of a row."""
    next_base: int
    next_words: int
    next_patterns: int


def beside(size: int) -> list[int]:
    """For each push the cell beside the one taken, towards the end, if it could be taken instead.

    If it holds the same kind of cube, both pushes leave the same board.
    """
    board = size - SIZES[0]
    found = []
    for taken, entered in PUSHES[size]:
        cell = lane(taken, entered)[0][1]
        could = cell != entered and int(BORDER[board]) >> cell & 1
        found.append(1 << cell if could else 0)
    return found


BESIDE = np.zeros((len(SIZES), PUSH_LIMIT), np.int64)
for _size in SIZES:
    BESIDE[_size - SIZES[0], : len(PUSHES[_size])] = beside(_size)


@kernel
def mirror_span(start, stop, plan, states, mirror, columns, tables, turns, high):
    """Write words `start` to `stop` of a layer of equal sets as if the key were not the mover's."""
    for item in range(start, stop):
        row, first = item // plan.words, (item % plan.words) * WORD
        free = np.int64(u32(tables.rooms[plan.patterns + row]))
        key = ~(free | BEYOND[plan.board]) & EVERYWHERE
        word = np.int64(0)
        for k in range(min(WORD, plan.columns - first)):
            mine = lay(np.int64(columns.words[first + k]), free, columns.spread, columns.width)
            entry = u32(tables.found[u32(mine)])
            there = u32(entry >> SYMMETRY_BITS)
            theirs = carry(key, turns, u32((entry & 7) * ROWS_OF_FIVE))
            low = squeeze(theirs, tables.rooms[plan.patterns + there], tables.squeezed)
            column = u32(high[u32(low >> LOW_BITS)] + tables.low[low & LOW])
            code = code_at(states, plan.base, plan.words, there, column)
            word |= np.int64(code) << (2 * k)
        mirror[item] = word
    return 0


cuda: Any = None
"""The card's vocabulary; `row_kernel` puts it in, as it does with the next four."""
THREADS, PART, CHUNKS, CHUNK_BITS = 256, 4096, 2, 8
"""Threads of a block, columns that it takes at most, pieces of a word, bits of a piece at most."""
FEW = THREADS
"""So few positions are looked at bit by bit, without tables."""
PART_WORDS, ALL_TABLES = PART // WORD, (2 * CHUNKS) << CHUNK_BITS


def work_on_rows(
    units, total, plan, states, there, words, tables, high, wanted, changed_there, changed
):
    step, last = u32(THREADS), u32(PUSH_LIMIT - 1)
    size_of_table, size_of_tables = u32(1 << CHUNK_BITS), u32(CHUNKS << CHUNK_BITS)
    listed = cuda.shared.array(PART, np.uint32)
    codes = cuda.shared.array(PART_WORDS, np.uint32)
    carried = cuda.shared.array(ALL_TABLES, np.uint32)
    rank_low = cuda.shared.array(RANKS_LOW, np.uint16)
    rank_high = cuda.shared.array(RANKS_HIGH, np.uint32)
    images = cuda.shared.array(ALL_IMAGES, np.uint32)
    spots = cuda.shared.array(WIDEST, np.uint32)
    need = cuda.shared.array(PUSH_LIMIT, np.uint32)
    want = cuda.shared.array(PUSH_LIMIT, np.uint32)
    entering = cuda.shared.array(PUSH_LIMIT, np.uint32)
    ways = cuda.shared.array(PUSH_LIMIT, np.uint32)
    rooms = cuda.shared.array(PUSH_LIMIT, np.uint32)
    places = cuda.shared.array(PUSH_LIMIT, np.uint64)
    counts = cuda.shared.array(3, np.int32)
    tid = u32(cuda.threadIdx.x)
    k = tid
    while k < u32(1 << RANK_BITS):
        rank_low[k] = tables.low[k]
        k = u32(k + step)
    k = tid
    while k < u32(len(high)):
        rank_high[k] = high[k]
        k = u32(k + step)
    board = plan.board
    key_moves, opening = plan.key_moves != 0, plan.opening != 0
    width, chunk = u32(plan.width), u32(plan.chunk)
    low_piece = u32(up(u32(1), chunk) - u32(1))
    low_rank = u32((1 << RANK_BITS) - 1)
    in_word = u32(up(u32(1), width) - u32(1))
    changes = 0
    for unit in range(cuda.blockIdx.x, units, cuda.gridDim.x):
        row = unit // plan.parts
        first = (unit - row * plan.parts) * plan.part
        if wanted[row] == 0:
            continue
        columns = u32(min(plan.part, plan.columns - first))
        here = down(u32(columns + u32(WORD - 1)), u32(4))
        at = plan.base + row * plan.words + first // WORD
        cuda.syncthreads()  # others may still be at the last unit
        if tid == u32(0):
            counts[0] = 0
            counts[1] = 0
            counts[2] = 0
        free = u32(tables.rooms[plan.patterns + row])
        key = ~(np.int64(free) | BEYOND[board]) & EVERYWHERE
        k = tid
        while k < u32(STRIDE * STRIDE):
            if down(free, k) & u32(1) != 0:
                below = u32(free & u32(up(u32(1), k) - u32(1)))
                spots[u32(cuda.popc(below))] = k
            k = u32(k + step)
        cuda.syncthreads()

        # Which positions are looked at.
        line = False
        if opening:
            line = has_line(key, board)
            k = tid
            while k < here:
                codes[k] = u32(0)
                k = u32(k + step)
            cuda.syncthreads()
            k = tid
            while k < columns:
                word = u32(words[first + k])
                entry = u32(word | up(k, width))
                own_line = False
                if plan.lines != 0:
                    cells, left = u32(0), word
                    while left != u32(0):
                        bit = u32(u32(cuda.ffs(left)) - u32(1))
                        left = u32(left & u32(left - u32(1)))
                        cells = u32(cells | up(u32(1), spots[bit]))
                    own_line = has_line(np.int64(cells), board)
                if line or own_line:
                    won = line if key_moves else own_line
                    code = u32(WON) if won else u32(LOST)
                    shift = up(u32(k & u32(15)), u32(1))
                    cuda.atomic.or_(codes, down(k, u32(4)), up(code, shift))
                    entry = NO_ENTRY
                listed[k] = entry
                k = u32(k + step)
        else:
            k = tid
            while k < here:
                codes_here = u32(states[at + k])
                codes[k] = codes_here
                left = u32(~u32(codes_here ^ down(codes_here, u32(1))) & EVERY_OTHER_BIT)
                inside = u32(columns - up(k, u32(4)))
                if inside < u32(WORD):
                    left = u32(left & u32(up(u32(1), up(inside, u32(1))) - u32(1)))
                if left != u32(0):
                    slot = u32(cuda.atomic.add(counts, 0, np.int32(cuda.popc(left))))
                    while left != u32(0):
                        bit = u32(u32(cuda.ffs(left)) - u32(1))
                        left = u32(left & u32(left - u32(1)))
                        place = u32(up(k, u32(4)) + down(bit, u32(1)))
                        entry = u32(u32(words[first + place]) | up(place, width))
                        if down(codes_here, bit) & u32(1) != 0:
                            entry = u32(entry | IS_SAFE)
                        if plan.first != 0:
                            entry = u32(entry | IS_LOSING)
                        listed[slot] = entry
                        slot = u32(slot + u32(1))
                k = u32(k + step)

        # Where the moves of this row lead: those to rows that have changed from the front.
        k = tid
        while k < u32(plan.moves) and not line:
            taken, by = u32(TAKEN[board, k]), u32(BESIDE[board, k])
            bit_taken = up(u32(1), u32(cuda.popc(u32(free & u32(taken - u32(1))))))
            bit_by = u32(0)
            if by & free != 0:
                bit_by = up(u32(1), u32(cuda.popc(u32(free & u32(by - u32(1))))))
            if key_moves and not opening:
                legal = taken & free == 0 and (by == 0 or by & free != 0)
                asked, answer = u32(0), u32(0)
            else:
                legal = taken & free != 0
                asked = u32(bit_taken | bit_by)
                answer = bit_by if opening else bit_taken
            if legal:
                after = push(key, board, k)
                if key_moves:
                    after |= ENTERED[board, k]
                found = u32(tables.found[u32(after)])
                next_row = down(found, u32(SYMMETRY_BITS))
                way = u32(up(k, u32(SYMMETRY_BITS)) | u32(found & u32(7)))
                room = u32(tables.rooms[plan.next_patterns + next_row])
                if opening or plan.first != 0 or changed_there[next_row] != 0:
                    slot = u32(cuda.atomic.add(counts, 1, np.int32(1)))
                else:
                    slot = u32(last - u32(cuda.atomic.add(counts, 2, np.int32(1))))
                need[slot] = asked
                want[slot] = answer
                ways[slot] = way
                rooms[slot] = room
                places[slot] = np.uint64(plan.next_base + np.int64(next_row) * plan.next_words)
                bit_entering = u32(0)
                if not key_moves:
                    cell = u32(tables.entries[way])
                    bit_entering = up(u32(1), u32(cuda.popc(u32(room & u32(cell - u32(1))))))
                entering[slot] = bit_entering
            k = u32(k + step)
        cuda.syncthreads()
        size = columns if opening else u32(counts[0])
        fresh, stale = u32(counts[1]), u32(counts[2])
        if size == 0:
            continue

        # What becomes of each bit of a word.
        k = tid
        while k < u32(u32(fresh + stale) * width):
            slot = u32(k // width)
            bit = u32(k - u32(slot * width))
            if slot >= fresh:
                slot = u32(last - u32(slot - fresh))
            spot = spots[bit]
            five = u32(spot // u32(STRIDE))
            of_five = up(u32(1), u32(spot - u32(five * u32(STRIDE))))
            cell = u32(
                tables.pushes[
                    u32(u32(ways[slot] * u32(ROWS_OF_FIVE)) + u32(up(five, u32(5)) + of_five))
                ]
            )
            image = u32(0)
            if cell != 0:
                below = u32(rooms[slot] & u32(cell - u32(1)))
                image = up(u32(1), u32(cuda.popc(below)))
            images[u32(u32(slot * u32(WIDEST)) + bit)] = image
            k = u32(k + step)
        cuda.syncthreads()

        if size > u32(FEW):
            # Many positions: tables for each move, then all positions.
            slot = u32(0)
            while slot < fresh:
                bank = u32(u32(slot & u32(1)) * size_of_tables)
                k = tid
                while k < size_of_tables:
                    piece = down(k, u32(CHUNK_BITS))
                    left = u32(k & u32(size_of_table - u32(1)))
                    if left <= low_piece:
                        image = u32(0)
                        origin = u32(u32(slot * u32(WIDEST)) + u32(piece * chunk))
                        while left != u32(0):
                            bit = u32(u32(cuda.ffs(left)) - u32(1))
                            left = u32(left & u32(left - u32(1)))
                            image = u32(image | images[u32(origin + bit)])
                        carried[u32(bank + k)] = image
                    k = u32(k + step)
                cuda.syncthreads()
                asked, answer, base = need[slot], want[slot], entering[slot]
                row_there = places[slot]
                k = tid
                while k < size:
                    entry = u32(listed[k])
                    if entry < IS_WON and u32(entry & asked) == answer:
                        word = u32(base | carried[u32(bank + u32(entry & low_piece))])
                        rest = down(u32(entry & in_word), chunk)
                        second = u32(rest & low_piece)
                        word = u32(word | carried[u32(u32(bank + size_of_table) + second)])
                        if CHUNKS == 3:
                            third = down(rest, chunk)
                            at_third = u32(u32(bank + up(size_of_table, u32(1))) + third)
                            word = u32(word | carried[at_third])
                        column = u32(
                            u32(rank_low[u32(word & low_rank)])
                            + rank_high[down(word, u32(RANK_BITS))]
                        )
                        codes_there = u32(there[row_there + np.uint64(down(column, u32(4)))])
                        shift = up(u32(column & u32(15)), u32(1))
                        code = u32(down(codes_there, shift) & u32(3))
                        now = u32(entry | IS_SAFE)
                        if code == u32(LOST):
                            now = u32(entry | IS_WON)
                        elif code == u32(WON):
                            now = u32(entry | IS_LOSING)
                        if now != entry:
                            listed[k] = now
                    k = u32(k + step)
                slot = u32(slot + u32(1))

        # Few positions, or what is left of many: bit by bit, until it is clear.
        k = tid
        while k < size:
            entry = u32(listed[k])
            slot = u32(0)
            if size > u32(FEW):
                slot = fresh
            while slot < u32(fresh + stale):
                move = slot
                if slot >= fresh:
                    move = u32(last - u32(slot - fresh))
                    if u32(entry & u32(IS_SAFE | IS_LOSING)) != IS_LOSING:
                        break
                if entry >= IS_WON:
                    break
                if u32(entry & need[move]) == want[move]:
                    word, left = entering[move], u32(entry & in_word)
                    origin = u32(move * u32(WIDEST))
                    while left != u32(0):
                        bit = u32(u32(cuda.ffs(left)) - u32(1))
                        left = u32(left & u32(left - u32(1)))
                        word = u32(word | images[u32(origin + bit)])
                    column = u32(
                        u32(rank_low[u32(word & low_rank)]) + rank_high[down(word, u32(RANK_BITS))]
                    )
                    codes_there = u32(there[places[move] + np.uint64(down(column, u32(4)))])
                    shift = up(u32(column & u32(15)), u32(1))
                    code = u32(down(codes_there, shift) & u32(3))
                    if code == u32(LOST):
                        entry = u32(entry | IS_WON)
                    elif code == u32(WON):
                        entry = u32(entry | IS_LOSING)
                    else:
                        entry = u32(entry | IS_SAFE)
                slot = u32(slot + u32(1))
            if entry != NO_ENTRY:
                place = down(u32(entry & u32(IS_LOSING - u32(1))), width)
                shift = up(u32(place & u32(15)), u32(1))
                before = u32(down(codes[down(place, u32(4))], shift) & u32(3))
                code = before
                if entry >= IS_WON:
                    code = u32(WON)
                elif opening:
                    if u32(entry & IS_SAFE) != u32(0):
                        code = u32(SAFE)
                elif u32(entry & u32(IS_SAFE | IS_LOSING)) == IS_LOSING:
                    code = u32(LOST)
                if code != before:
                    change = up(u32(code ^ before), shift)
                    cuda.atomic.xor(codes, down(place, u32(4)), change)
            k = u32(k + step)
        cuda.syncthreads()
        k = tid
        while k < here:
            if opening or codes[k] != states[at + k]:
                states[at + k] = codes[k]
                changed[row] = 1
                changes += 1
            k = u32(k + step)
    if changes != 0:
        cuda.atomic.add(total, 0, changes)


def row_function(cuda: Any, threads: int, part: int, chunks: int, chunk_bits: int, few: int) -> Any:
    """`work_on_rows` for blocks and words of a certain size, with the card's vocabulary `cuda`."""
    sizes = {"THREADS": threads, "PART": part, "CHUNKS": chunks, "CHUNK_BITS": chunk_bits,
             "FEW": few, "PART_WORDS": part // WORD, "ALL_TABLES": (2 * chunks) << chunk_bits}  # fmt: skip
    return FunctionType(work_on_rows.__code__, {**globals(), **sizes, "cuda": cuda})


@lru_cache
def row_kernel(threads: int, part: int, chunks: int, chunk_bits: int, few: int) -> Any:
    """The CUDA kernel for blocks of so many threads that take at most `part` columns at a time.

    Words are taken apart into `chunks` pieces of at most `chunk_bits` bits.
    """
    cuda = load_cuda()
    return cuda.jit(row_function(cuda, threads, part, chunks, chunk_bits, few))
