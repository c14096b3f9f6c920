"""What may be done, as kernels: the legal actions of each phase of a turn."""

import numpy as np

from galda.core.kernels import bits
from galda.core.kernels.kernel import kernel
from galda.core.kernels.writing import write_digits
from galda.games.alhambra.rules import city, money, placing, record
from galda.games.alhambra.rules.city import CELLS, FITS, NONE, ONE
from galda.games.alhambra.rules.record import SQUARES
from galda.games.alhambra.rules.tiles import FOUNTAIN, HIGHEST, PRICE, TILE_COUNT, WALLS

TAKINGS = record.BUY - record.TAKE


@kernel
def may_buy(state, square):
    """Whether the seat to act can pay for the tile on a square, now (A14)."""
    tile = state.market[square]
    if tile < 0:
        return False
    cards = np.int64(state.hand[state.to_act, square])
    if square < state.exact:  # paid exactly it would have come before
        return money.can_overpay(cards, PRICE[tile], np.int64(HIGHEST))
    return money.total_of(cards) >= PRICE[tile]


@kernel
def may_bring(state, tile):
    """Whether a reserve tile can be built or swapped somewhere (A23)."""
    seat = state.to_act
    walls = WALLS[tile]
    return city.has(state.reserve[seat], tile) and np.int64(state.usable[seat]) >> walls & 1 != 0


@kernel
def may_swap(state, coming, going):
    """Whether a tile can take the place of a built one: occupied sides agree (A23)."""
    sides = city.occupied_sides(state, going)
    return (WALLS[coming] ^ WALLS[going]) & sides == 0


@kernel
def anchor_row(state, cell):
    """The row of `rim` for a cell's anchor, in the Alhambra of the seat to act."""
    anchor = cell >> 2
    return anchor + state.to_act if anchor == FOUNTAIN else anchor


@kernel
def open_sides(state, anchor, walls):
    """The sides of a built tile, as a set, beyond which a tile with such walls may be built."""
    row = anchor_row(state, anchor * 4)
    sides = np.int64(0)
    for side in range(4):
        sides |= (FITS[state.rim[row, side]] >> walls & 1) << side
    return sides


@kernel
def anchors(state):
    """What the seat to act may build next to: its tiles and its fountain."""
    return np.uint64(state.city[state.to_act]) | (ONE << np.uint64(FOUNTAIN))


@kernel
def list_cells(state, tile, first_code, out, n):
    """List the cells on which a tile may be built."""
    left = anchors(state)
    walls = WALLS[tile]
    while left != NONE:
        anchor = bits.lowest(left)
        left &= left - ONE
        # First a set and then the list: processors cannot foresee what fits.
        sides = open_sides(state, anchor, walls)
        while sides != 0:
            out[n] = first_code + anchor * 4 + bits.lowest(sides)
            sides &= sides - 1
            n += 1
    return n


@kernel
def list_tiles(tiles, first_code, out, n):
    """List a code for each tile of a set."""
    left = np.uint64(tiles)
    while left != NONE:
        out[n] = first_code + bits.lowest(left)
        left &= left - ONE
        n += 1
    return n


@kernel
def bringable(state):
    """The tiles of the reserve that may be brought."""
    seat = state.to_act
    left, found = np.uint64(state.reserve[seat]), NONE
    usable = np.uint64(state.usable[seat])
    while left != NONE:
        tile = np.uint64(bits.lowest(left))
        left &= left - ONE
        found |= ((usable >> np.uint64(WALLS[tile])) & ONE) << tile
    return found


@kernel
def list_choices(state, out):
    """Take money, buy, redesign (A11); end after an exact payment (A16); or pass."""
    seat = state.to_act
    n = 0
    takings = money.takings(state)
    while takings != 0:
        out[n] = record.TAKE + bits.lowest(takings) - 1
        takings &= takings - 1
        n += 1
    for square in range(SQUARES):
        if may_buy(state, square):
            out[n] = record.BUY + square
            n += 1
    n = list_tiles(bringable(state), record.BRING, out, n)
    n = list_tiles(state.liftable[seat], record.LIFT, out, n)
    if state.exact >= 0:
        out[n] = record.END
        return n + 1
    if n == 0:
        out[0] = record.PASS
        return 1
    return n


@kernel
def list_payments(state, out):
    """The cards that may be paid next."""
    cards = np.int64(state.hand[state.to_act, state.buying])
    due, highest = np.int64(state.due), np.int64(state.last_paid)
    over_only = state.buying < state.exact
    n = 0
    for value in range(1, HIGHEST + 1):
        if money.may_pay(cards, value, due, highest, over_only):
            out[n] = record.PAY + value - 1
            n += 1
    return n


@kernel
def swappable(state):
    """The built tiles whose place the tile brought can take."""
    left, found = np.uint64(state.city[state.to_act]), NONE
    while left != NONE:
        tile = bits.lowest(left)
        left &= left - ONE
        found |= np.uint64(may_swap(state, np.int64(state.brought), tile)) << np.uint64(tile)
    return found


@kernel
def list_homes(state, out):
    """Where the tile brought from the reserve can go (A23)."""
    n = list_tiles(swappable(state), record.SWAP, out, 0)
    return list_cells(state, np.int64(state.brought), np.int64(record.AT), out, n)


@kernel
def is_mine(state, square):
    """Whether the seat to act has a tile of a square still to place."""
    if state.bought[square] < 0:
        return False
    return state.phase == record.PLACING or state.winner[square] == state.to_act


@kernel
def lowest_to_place(state):
    """The lowest square of which the seat to act has a tile to place, or -1."""
    for square in range(SQUARES):
        if is_mine(state, square):
            return square
    return -1


@kernel
def list_placements(state, out):
    """Where the tiles bought (or won at the end) can go (A19, A33, A38)."""
    n = 0
    for square in range(SQUARES):
        if not is_mine(state, square) or state.stored:
            continue
        first_code = record.BUILD + square * CELLS
        end = list_cells(state, np.int64(state.bought[square]), first_code, out, n)
        for k in range(n, end):
            if placing.is_first_order(state, state.to_act, square, out[k] - first_code):
                out[n] = out[k]
                n += 1
    square = lowest_to_place(state)
    out[n] = record.STORE + square
    n += 1
    if may_give(state):
        out[n] = record.GIVE + square
        n += 1
    return n


@kernel
def may_give(state):
    """Whether tiles may be given to the neutral player now (A38)."""
    return state.players == 2 and state.phase == record.PLACING


@kernel
def legal(state, out):
    """List the legal actions."""
    if state.phase == record.CHOOSE:
        return list_choices(state, out)
    if state.phase == record.PAYING:
        return list_payments(state, out)
    if state.phase == record.BRINGING:
        return list_homes(state, out)
    return list_placements(state, out)


@kernel
def mark_tiles(tiles, out, at):
    """Mark a code for each tile of a set."""
    write_digits(out, at, np.uint64(tiles), TILE_COUNT, 1)


@kernel
def mark_choices(state, out, at):
    """Mark what `list_choices` lists."""
    takings, squares = money.takings(state), np.int64(0)
    for square in range(SQUARES):
        squares |= np.int64(may_buy(state, square)) << square
    brought, lifted = bringable(state), np.uint64(state.liftable[state.to_act])
    write_digits(out, at + record.TAKE, np.uint64(takings >> 1), TAKINGS, 1)
    write_digits(out, at + record.BUY, np.uint64(squares), SQUARES, 1)
    mark_tiles(brought, out, at + record.BRING)
    mark_tiles(lifted, out, at + record.LIFT)
    if state.exact >= 0:
        write_digits(out, at + record.END, np.uint64(1), 1, 1)
    elif takings == 0 and squares == 0 and brought | lifted == NONE:
        write_digits(out, at + record.PASS, np.uint64(1), 1, 1)


@kernel
def mark_payments(state, out, at):
    """Mark what `list_payments` lists."""
    cards = np.int64(state.hand[state.to_act, state.buying])
    due, highest = np.int64(state.due), np.int64(state.last_paid)
    over_only = state.buying < state.exact
    values = np.int64(0)
    for value in range(1, HIGHEST + 1):
        values |= np.int64(money.may_pay(cards, value, due, highest, over_only)) << value - 1
    write_digits(out, at + record.PAY, np.uint64(values), HIGHEST, 1)


@kernel
def mark_cells(state, tile, out, at):
    """Mark the cells on which a tile may be built."""
    left = anchors(state)
    walls = WALLS[tile]
    while left != NONE:
        anchor = bits.lowest(left)
        left &= left - ONE
        sides = open_sides(state, anchor, walls)
        write_digits(out, at + anchor * 4, np.uint64(sides), 4, 1)


@kernel
def mark_placements(state, out, at):
    """Mark what `list_placements` lists, as long as nothing was built: then any order is first."""
    for square in range(SQUARES):
        if is_mine(state, square) and not state.stored:
            mark_cells(
                state, np.int64(state.bought[square]), out, at + record.BUILD + square * CELLS
            )
    square = lowest_to_place(state)
    write_digits(out, at + record.STORE + square, np.uint64(1), 1, 1)
    if may_give(state):
        write_digits(out, at + record.GIVE + square, np.uint64(1), 1, 1)


@kernel
def mark_legal(state, out, at, scratch):
    """Mark the legal actions, without listing them where they are sets."""
    if state.phase == record.CHOOSE:
        mark_choices(state, out, at)
    elif state.phase == record.PAYING:
        mark_payments(state, out, at)
    elif state.phase == record.BRINGING:
        mark_tiles(swappable(state), out, at + record.SWAP)
        mark_cells(state, np.int64(state.brought), out, at + record.AT)
    elif state.built == 0:
        mark_placements(state, out, at)
    else:
        for k in range(list_placements(state, scratch)):
            write_digits(out, at + scratch[k], np.uint64(1), 1, 1)
