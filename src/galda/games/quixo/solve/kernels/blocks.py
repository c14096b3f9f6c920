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
from typing import Any

import numpy as np

from galda.core.kernels.bits import down, up
from galda.core.kernels.cuda import load_cuda
from galda.games.quixo.rules.rules import (
    BEYOND,
    ENTERED,
    PUSH_LIMIT,
    STRIDE,
    TAKEN,
    has_line,
    push,
)
from galda.games.quixo.solve.kernels.desk import (
    ALL_IMAGES,
    BESIDE,
    EVERY_OTHER_BIT,
    IS_LOSING,
    IS_SAFE,
    IS_WON,
    LAST_SLOT,
    LOSING_OR_SAFE,
    NO_ENTRY,
    PIECES,
    RANK_BITS,
    RANKS_HIGH,
    RANKS_LOW,
    WIDEST,
    Desk,
    Part,
)
from galda.games.quixo.solve.kernels.indexing import (
    EVERYWHERE,
    ROWS_OF_FIVE,
    SYMMETRY_BITS,
    WORD,
    u32,
)
from galda.games.quixo.solve.kernels.retrograde import LOST, SAFE, WON

cuda: Any = None
"""The card's vocabulary; `row_kernel` puts it in, and what follows here."""
THREADS, PART, PIECE_BITS = 256, 4096, 6
"""Threads of a block, columns that it takes at most, bits of a piece of a word at most."""
FEW = THREADS
"""So few positions are looked at bit by bit, without tables."""
PART_WORDS, ALL_TABLES = PART // WORD, (2 * PIECES) << PIECE_BITS


def begin_row(part, desk):
    """Nothing is listed yet; find the free cells."""
    k = u32(cuda.threadIdx.x)
    if k == 0:
        desk.counts[0] = 0
        desk.counts[1] = 0
        desk.counts[2] = 0
    while k < u32(STRIDE * STRIDE):
        if down(part.free, k) & u32(1) != 0:
            below = u32(part.free & u32(up(u32(1), k) - u32(1)))
            desk.spots[u32(cuda.popc(below))] = k
        k = u32(k + THREADS)


def list_all(plan, part, key_has_line, words, desk):
    """List all positions but those that lines decide (Q8, Q9)."""
    width = u32(plan.width)
    k = u32(cuda.threadIdx.x)
    while k < part.columns:
        word = u32(words[part.first + k])
        entry = u32(word | up(k, width))
        has = False
        if plan.lines != 0:
            cells, left = u32(0), word
            while left != 0:
                bit = u32(u32(cuda.ffs(left)) - 1)
                left = u32(left & u32(left - 1))
                cells = u32(cells | up(u32(1), desk.spots[bit]))
            has = has_line(np.int64(cells), plan.board)
        if key_has_line or has:
            won = key_has_line if plan.key_moves != 0 else has
            code = u32(WON) if won else u32(LOST)
            shift = up(u32(k & u32(15)), u32(1))
            cuda.atomic.or_(desk.codes, down(k, u32(4)), up(code, shift))
            entry = NO_ENTRY
        desk.listed[k] = entry
        k = u32(k + THREADS)


def list_unsettled(plan, part, states, words, desk):
    """List positions that are open or safe."""
    width = u32(plan.width)
    k = u32(cuda.threadIdx.x)
    while k < part.words:
        codes = u32(states[part.at + k])
        desk.codes[k] = codes
        left = u32(~u32(codes ^ down(codes, u32(1))) & EVERY_OTHER_BIT)
        inside = u32(part.columns - up(k, u32(4)))
        if inside < u32(WORD):
            left = u32(left & u32(up(u32(1), up(inside, u32(1))) - 1))
        if left != 0:
            slot = u32(cuda.atomic.add(desk.counts, 0, np.int32(cuda.popc(left))))
            while left != 0:
                bit = u32(u32(cuda.ffs(left)) - 1)
                left = u32(left & u32(left - 1))
                place = u32(up(k, u32(4)) + down(bit, u32(1)))
                entry = u32(u32(words[part.first + place]) | up(place, width))
                if down(codes, bit) & u32(1) != 0:
                    entry = u32(entry | IS_SAFE)
                if plan.first != 0:
                    entry = u32(entry | IS_LOSING)
                desk.listed[slot] = entry
                slot = u32(slot + 1)
        k = u32(k + THREADS)


def bit_of(cell, free):
    """The bit of a free cell in the words of a row."""
    return up(u32(1), u32(cuda.popc(u32(free & u32(cell - 1)))))


def find_moves(plan, part, key, tables, changed_there, desk):
    """Where the moves of a row lead; those to rows that have changed are put first."""
    key_moves, opening = plan.key_moves != 0, plan.opening != 0
    free = part.free
    k = u32(cuda.threadIdx.x)
    while k < u32(plan.moves):
        taken, by = u32(TAKEN[plan.board, k]), u32(BESIDE[plan.board, k])
        asked, answer = u32(0), u32(0)
        if key_moves and not opening:
            legal = taken & free == 0 and (by == 0 or by & free != 0)
        else:
            legal = taken & free != 0
            bit_by = bit_of(by, free) if by & free != 0 else u32(0)
            bit_taken = bit_of(taken, free)
            asked = u32(bit_taken | bit_by)
            answer = bit_by if opening else bit_taken
        if legal:
            after = push(key, plan.board, k)
            if key_moves:
                after |= ENTERED[plan.board, k]
            found = u32(tables.found[u32(after)])
            row = down(found, u32(SYMMETRY_BITS))
            way = u32(up(k, u32(SYMMETRY_BITS)) | u32(found & u32(7)))
            room = u32(tables.rooms[plan.next_patterns + row])
            if opening or plan.first != 0 or changed_there[row] != 0:
                slot = u32(cuda.atomic.add(desk.counts, 1, np.int32(1)))
            else:
                slot = u32(LAST_SLOT - u32(cuda.atomic.add(desk.counts, 2, np.int32(1))))
            desk.need[slot] = asked
            desk.want[slot] = answer
            desk.ways[slot] = way
            desk.rooms[slot] = room
            desk.places[slot] = np.uint64(plan.next_base + np.int64(row) * plan.next_words)
            desk.entering[slot] = u32(0) if key_moves else bit_of(u32(tables.entries[way]), room)
        k = u32(k + THREADS)


def find_images(plan, fresh, stale, tables, desk):
    """What becomes of each bit of a word by each move."""
    width = u32(plan.width)
    k = u32(cuda.threadIdx.x)
    while k < u32(u32(fresh + stale) * width):
        slot = u32(k // width)
        bit = u32(k - u32(slot * width))
        if slot >= fresh:
            slot = u32(LAST_SLOT - u32(slot - fresh))
        spot = desk.spots[bit]
        five = u32(spot // u32(STRIDE))
        of_five = up(u32(1), u32(spot - u32(five * u32(STRIDE))))
        at = u32(u32(desk.ways[slot] * u32(ROWS_OF_FIVE)) + u32(up(five, u32(5)) + of_five))
        cell = u32(tables.pushes[at])
        desk.images[u32(u32(slot * u32(WIDEST)) + bit)] = (
            bit_of(cell, desk.rooms[slot]) if cell != 0 else u32(0)
        )
        k = u32(k + THREADS)


def images_of(bits_set, origin, desk):
    """What becomes of some bits, one by one."""
    found, left = u32(0), bits_set
    while left != 0:
        bit = u32(u32(cuda.ffs(left)) - 1)
        left = u32(left & u32(left - 1))
        found = u32(found | desk.images[u32(origin + bit)])
    return found


def look(entry, word, place, there, desk):
    """An entry, given where a move takes it: a column's word in the row at `place`."""
    low = desk.rank_low[u32(word & u32(RANKS_LOW - 1))]
    column = u32(u32(low) + desk.rank_high[down(word, u32(RANK_BITS))])
    codes = u32(there[place + np.uint64(down(column, u32(4)))])
    code = u32(down(codes, up(u32(column & u32(15)), u32(1))) & u32(3))
    flag = IS_SAFE
    if code == u32(LOST):
        flag = IS_WON
    elif code == u32(WON):
        flag = IS_LOSING
    return u32(entry | flag)


def try_all(plan, size, fresh, there, desk):
    """Try moves that count on all entries, one move after the other, by tables."""
    tid = u32(cuda.threadIdx.x)
    piece, width = u32(plan.piece), u32(plan.width)
    in_piece, in_word = u32(up(u32(1), piece) - 1), u32(up(u32(1), width) - 1)
    one, all_ = u32(1 << PIECE_BITS), u32(PIECES << PIECE_BITS)
    slot = u32(0)
    while slot < fresh:
        bank = u32(u32(slot & u32(1)) * all_)  # others may still be at the last move
        k = tid
        while k < all_:
            left = u32(k & u32(one - 1))
            if left <= in_piece:
                first = u32(down(k, u32(PIECE_BITS)) * piece)
                origin = u32(u32(slot * u32(WIDEST)) + first)
                desk.carried[u32(bank + k)] = images_of(left, origin, desk)
            k = u32(k + THREADS)
        cuda.syncthreads()
        asked, answer = desk.need[slot], desk.want[slot]
        entering, place = desk.entering[slot], desk.places[slot]
        k = tid
        while k < size:
            entry = u32(desk.listed[k])
            if entry < IS_WON and u32(entry & asked) == answer:
                word = u32(entering | desk.carried[u32(bank + u32(entry & in_piece))])
                rest = down(u32(entry & in_word), piece)
                word = u32(word | desk.carried[u32(u32(bank + one) + u32(rest & in_piece))])
                rest = down(rest, piece)
                word = u32(word | desk.carried[u32(u32(bank + u32(2 << PIECE_BITS)) + rest)])
                now = look(entry, word, place, there, desk)
                if now != entry:
                    desk.listed[k] = now
            k = u32(k + THREADS)
        slot = u32(slot + 1)


def try_each(plan, size, fresh, stale, there, desk):
    """Try moves on each entry bit by bit, until it is clear, and write down what it is now.

    Moves to rows that have not changed count only for what all others lose.
    """
    in_word = u32(up(u32(1), u32(plan.width)) - 1)
    k = u32(cuda.threadIdx.x)
    while k < size:
        entry = u32(desk.listed[k])
        slot = fresh if size > u32(FEW) else u32(0)
        while slot < u32(fresh + stale) and entry < IS_WON:
            move = slot
            if slot >= fresh:
                move = u32(LAST_SLOT - u32(slot - fresh))
                if u32(entry & LOSING_OR_SAFE) != IS_LOSING:
                    break
            if u32(entry & desk.need[move]) == desk.want[move]:
                word = images_of(u32(entry & in_word), u32(move * u32(WIDEST)), desk)
                word = u32(word | desk.entering[move])
                entry = look(entry, word, desk.places[move], there, desk)
            slot = u32(slot + 1)
        if entry != NO_ENTRY:
            write_down(plan, entry, desk)
        k = u32(k + THREADS)


def write_down(plan, entry, desk):
    """Note what an entry has become."""
    place = down(u32(entry & u32(IS_LOSING - 1)), u32(plan.width))
    shift = up(u32(place & u32(15)), u32(1))
    before = u32(down(desk.codes[down(place, u32(4))], shift) & u32(3))
    code = before
    if entry >= IS_WON:
        code = u32(WON)
    elif plan.opening != 0:
        if u32(entry & IS_SAFE) != 0:
            code = u32(SAFE)
    elif u32(entry & LOSING_OR_SAFE) == IS_LOSING:
        code = u32(LOST)
    if code != before:
        cuda.atomic.xor(desk.codes, down(place, u32(4)), up(u32(code ^ before), shift))


def work_on_part(plan, part, states, there, words, tables, changed_there, changed, desk):
    """Open or sweep a part of a row; return how many of this thread's words have changed."""
    tid = u32(cuda.threadIdx.x)
    key = ~(np.int64(part.free) | BEYOND[plan.board]) & EVERYWHERE
    cuda.syncthreads()  # others may still be at the last part
    begin_row(part, desk)
    line = False
    if plan.opening != 0:
        line = has_line(key, plan.board)
        k = tid
        while k < part.words:
            desk.codes[k] = u32(0)
            k = u32(k + THREADS)
    cuda.syncthreads()
    if plan.opening != 0:
        list_all(plan, part, line, words, desk)
    else:
        list_unsettled(plan, part, states, words, desk)
    if not line:
        find_moves(plan, part, key, tables, changed_there, desk)
    cuda.syncthreads()
    size = part.columns if plan.opening != 0 else u32(desk.counts[0])
    fresh, stale = u32(desk.counts[1]), u32(desk.counts[2])
    if size == 0:
        return 0
    find_images(plan, fresh, stale, tables, desk)
    cuda.syncthreads()
    if size > u32(FEW):
        try_all(plan, size, fresh, there, desk)
    try_each(plan, size, fresh, stale, there, desk)
    cuda.syncthreads()
    changes = 0
    k = tid
    while k < part.words:
        if plan.opening != 0 or desk.codes[k] != states[part.at + k]:
            states[part.at + k] = desk.codes[k]
            changed[part.row] = 1
            changes += 1
        k = u32(k + THREADS)
    return changes


def work_on_rows(
    units, total, plan, states, there, words, tables, high, wanted, changed_there, changed
):
    """Open or sweep all rows that are wanted, and add up how many words have changed."""
    desk = Desk(
        cuda.shared.array(PART, np.uint32),
        cuda.shared.array(PART_WORDS, np.uint32),
        cuda.shared.array(ALL_TABLES, np.uint32),
        cuda.shared.array(RANKS_LOW, np.uint16),
        cuda.shared.array(RANKS_HIGH, np.uint32),
        cuda.shared.array(ALL_IMAGES, np.uint32),
        cuda.shared.array(WIDEST, np.uint32),
        cuda.shared.array(PUSH_LIMIT, np.uint32),
        cuda.shared.array(PUSH_LIMIT, np.uint32),
        cuda.shared.array(PUSH_LIMIT, np.uint32),
        cuda.shared.array(PUSH_LIMIT, np.uint32),
        cuda.shared.array(PUSH_LIMIT, np.uint32),
        cuda.shared.array(PUSH_LIMIT, np.uint64),
        cuda.shared.array(3, np.int32),
    )
    for k in range(cuda.threadIdx.x, RANKS_LOW, THREADS):
        desk.rank_low[k] = tables.low[k]
    for k in range(cuda.threadIdx.x, len(high), THREADS):
        desk.rank_high[k] = high[k]
    changes = 0
    for unit in range(cuda.blockIdx.x, units, cuda.gridDim.x):
        row = unit // plan.parts
        if wanted[row] != 0:
            first = (unit - row * plan.parts) * plan.part
            columns = u32(min(plan.part, plan.columns - first))
            part = Part(
                row, first, columns, down(u32(columns + u32(WORD - 1)), u32(4)),
                plan.base + row * plan.words + first // WORD,
                u32(tables.rooms[plan.patterns + row]),
            )  # fmt: skip
            changes += work_on_part(
                plan, part, states, there, words, tables, changed_there, changed, desk
            )
    if changes != 0:
        cuda.atomic.add(total, 0, changes)


PIECES_OF_WORK = (
    begin_row, list_all, list_unsettled, bit_of, find_moves, find_images, images_of, look,
    write_down, try_all, try_each, work_on_part,
)  # fmt: skip
"""What `work_on_rows` is made of; who calls comes after who is called."""


def row_function(cuda: Any, threads: int, part: int, piece_bits: int, few: int) -> Any:
    """`work_on_rows` for blocks and words of a certain size, with the card's vocabulary `cuda`."""
    space = {
        **globals(), "cuda": cuda, "THREADS": threads, "PART": part,
        "PIECE_BITS": piece_bits, "FEW": few, "PART_WORDS": part // WORD,
        "ALL_TABLES": (2 * PIECES) << piece_bits,
    }  # fmt: skip
    for piece in PIECES_OF_WORK:
        space[piece.__name__] = cuda.jit(device=True)(FunctionType(piece.__code__, space))
    return FunctionType(work_on_rows.__code__, space)


@lru_cache
def row_kernel(threads: int, part: int, piece_bits: int, few: int) -> Any:
    """The CUDA kernel for blocks of so many threads that take at most `part` columns at a time.

    Words are taken apart into pieces of at most `piece_bits` bits.
    """
    cuda = load_cuda()
    return cuda.jit(row_function(cuda, threads, part, piece_bits, few))
