"""Alhambra: the record of a game and its rules, as kernels in the order of the rulebook.

A turn is a sequence of small decisions:

    take some money                                                  |  then, when tiles were
    buy a square, pay card by card; if exact: once more, or `END`    |  bought: build each, or put
    lift a built tile; or bring one from the reserve, then say       |  it into the reserve, or
    where it goes or for which built tile it is swapped              |  give it away

Exact purchases come in the order of the squares (each square has a currency of its own, so the
order changes nothing); a lower square afterwards must be overpaid, which ends the turn.

Action codes, in ascending order:
  TAKE + cards - 1                 take money; `cards` is a set of the row's four slots
  BUY + square                     begin to pay for the tile on a square
  PAY + value - 1                  pay one card
  BRING + tile                     bring a tile from the reserve: next comes AT or SWAP
  LIFT + tile                      take a tile from the Alhambra to the reserve
  SWAP + tile                      the tile brought takes the place of a built one
  AT + cell                        the tile brought is built on a cell (see `city` for its number)
  BUILD + square * CELLS + cell    a bought tile is built
  STORE + square                   a bought tile goes to the reserve
  GIVE + square                    a bought tile goes to the neutral player
  END                              no further action after an exact payment
  PASS                             nothing is possible
"""

import numpy as np

from galda.core import bits
from galda.core.chance import below, draw, scramble
from galda.core.kernel import kernel
from galda.games.alhambra import city, money, placing, scoring
from galda.games.alhambra.city import CELLS, FITS, NONE, ONE
from galda.games.alhambra.tiles import (
    CARDS,
    FOUNTAIN,
    HIGHEST,
    PRICE,
    ROUNDS,
    SEATS,
    TILE_COUNT,
    WALLS,
)

SQUARES = 4
DECK_LIMIT = 3 * CARDS + 2
SCORING_CARD = CARDS  # A; B is the next

FIELDS = [
    ("seed", np.uint64),
    ("city", np.uint64, (SEATS,)),  # the tiles built in each Alhambra, as sets
    ("reserve", np.uint64, (SEATS,)),
    ("liftable", np.uint64, (SEATS,)),  # built tiles that may be taken out
    ("given", np.uint64),  # the neutral player's tiles
    ("draws", np.uint32),  # random numbers used so far
    ("hand", np.uint32, (SEATS, SQUARES)),  # see `money`
    ("discards", np.uint32, (SQUARES,)),
    ("tally", np.uint32, (ROUNDS, SEATS)),  # at each scoring: tiles per kind, 4 bits each
    ("points", np.int16, (SEATS,)),  # when two play the third is the neutral player
    ("usable", np.uint16, (SEATS,)),  # bit n: a reserve tile with walls n can be used
    ("quiet", np.uint8),  # turns running without money taken or a tile bought (A39)
    ("wall", np.uint8, (ROUNDS, SEATS)),  # at each scoring: the longest wall
    ("scored", np.uint8),  # which rounds were scored, one bit each
    ("cards", np.uint8, (SEATS,)),  # hand sizes
    ("deck", np.uint8, (DECK_LIMIT,)),  # the last is the top card
    ("deck_left", np.uint8),
    ("lowest", np.uint8, (2,)),  # where in the deck A and B may lie: from ...
    ("highest", np.uint8, (2,)),  # ... to; public, for their piles are
    ("bag", np.uint8, (TILE_COUNT,)),
    ("bag_left", np.uint8),
    ("row", np.int8, (SQUARES,)),  # money to take; -1: none
    ("market", np.int8, (SQUARES,)),
    ("bought", np.int8, (SQUARES,)),  # by the square they came from
    ("winner", np.int8, (SQUARES,)),  # at the end: who gets a market tile (A32)
    ("built", np.int8),  # tiles built at the end of this turn, in this order:
    ("built_tile", np.int8, (SQUARES,)),
    ("built_square", np.int8, (SQUARES,)),
    ("stored", np.int8),  # tiles of this turn already put elsewhere than into the Alhambra
    ("buying", np.int8),  # the square being paid for
    ("due", np.int8),  # what is still to be paid
    ("last_paid", np.int8),
    ("exact", np.int8),  # the last square paid exactly in this turn, or -1
    ("brought", np.int8),  # the tile brought from the reserve
    ("taken", np.int8),  # whether money was taken in this turn
    ("x", np.int8, (TILE_COUNT,)),
    ("y", np.int8, (TILE_COUNT,)),
    ("rim", np.uint8, (TILE_COUNT + SEATS, 4)),  # see `city`
    ("phase", np.int8),
    ("to_act", np.int8),
    ("players", np.int8),
    ("filler", np.int8),  # always 0: together with wide fields first it leaves no gaps
]
State = np.dtype((np.record, np.dtype(FIELDS, align=True)))

CHOOSE, PAYING, BRINGING, PLACING, LAST_TILES, OVER = range(6)

TAKE = 0
BUY = TAKE + 15
PAY = BUY + SQUARES
BRING = PAY + HIGHEST
LIFT = BRING + TILE_COUNT
SWAP = LIFT + TILE_COUNT
AT = SWAP + TILE_COUNT
BUILD = AT + CELLS
STORE = BUILD + SQUARES * CELLS
GIVE = STORE + SQUARES
END = GIVE + SQUARES
PASS = END + 1
ACTION_COUNT = PASS + 1
# Four tiles may go to the 2 n + 2 cells round an Alhambra of n = 51 cells; the lowest elsewhere.
MOST_LEGAL = SQUARES * (2 * 51 + 2) + 2
QUIET_ROUNDS = 10
NEUTRAL_DRAWS = 6


@kernel
def random_below(state, limit):
    """The next random number of the game, below a limit."""
    bits_drawn = draw(state.seed, np.int64(state.draws))
    state.draws += 1
    return below(bits_drawn, limit)


@kernel
def shuffle_deck(state):
    """Shuffle the whole deck."""
    for k in range(np.int64(state.deck_left) - 1, 0, -1):
        other = random_below(state, k + 1)
        card = state.deck[k]
        state.deck[k] = state.deck[other]
        state.deck[other] = card


@kernel
def setup(state, options, seed):
    """Shuffle bag and money, deal, lay out market and row, hide the scoring cards (A3-A10)."""
    state.seed = seed
    state.players = options[0]
    for seat in range(state.players):
        city.note_changes(state, np.int64(seat), np.int64(0), np.int64(0))
    for tile in range(TILE_COUNT):
        state.bag[tile] = tile
    for k in range(TILE_COUNT - 1, 0, -1):
        other = random_below(state, k + 1)
        tile = state.bag[k]
        state.bag[k] = state.bag[other]
        state.bag[other] = tile
    state.bag_left = TILE_COUNT
    for square in range(SQUARES):
        state.market[square] = -1
        state.bought[square] = -1
        state.winner[square] = -1
        state.row[square] = -1
    fill_market(state)
    deal_money(state)
    hide_scoring_cards(state, options[1] == 1)
    if state.players == 2:
        give_from_bag(state, np.int64(NEUTRAL_DRAWS))  # A36
    begin_turn(state)


@kernel
def deal_money(state):
    """Each player gets cards until they total 20 or more; four go to the row (A7-A9)."""
    copies = 2 if state.players == 2 else 3  # A35
    for n in range(copies * CARDS):
        state.deck[n] = n % CARDS
    state.deck_left = copies * CARDS
    shuffle_deck(state)
    fewest, least = 100, 100
    for seat in range(state.players):
        total = 0
        while total < 20:
            card = top_card(state)
            total += card % HIGHEST + 1
            money.add_card(state, seat, card)
        cards = np.int64(state.cards[seat])
        if cards < fewest or (cards == fewest and total < least):  # A8
            fewest, least = cards, total
            state.to_act = seat
    for slot in range(SQUARES):
        state.row[slot] = top_card(state)


@kernel
def top_card(state):
    """Draw the top card of the deck."""
    state.deck_left -= 1
    card = np.int64(state.deck[state.deck_left])
    state.deck[state.deck_left] = 0
    return card


@kernel
def hide_scoring_cards(state, on_top):
    """Cut the deck into five piles, put A into the second and B into the fourth (A10)."""
    money_left = np.int64(state.deck_left)
    upper = np.int64(0)  # cards in the piles above
    for which in range(2):
        before = 2 * which + 1
        # Piles 1 .. `before` lie above; the larger piles come first.
        upper = before * (money_left // 5) + min(before, money_left % 5)
        pile = money_left // 5 + (before < money_left % 5)
        under = money_left - upper  # money from this pile down
        if which == 0:
            under += 1  # B will lie below it
        state.highest[which] = under
        state.lowest[which] = under if on_top else under - pile
    for which in range(1, -1, -1):
        spread = np.int64(state.highest[which]) - np.int64(state.lowest[which])
        place = np.int64(state.lowest[which]) + (random_below(state, spread + 1) if spread else 0)
        for k in range(np.int64(state.deck_left), place, -1):
            state.deck[k] = state.deck[k - 1]
        state.deck[place] = SCORING_CARD + which
        state.deck_left += 1


@kernel
def begin_turn(state):
    """Forget what only the turn before needed."""
    state.phase = CHOOSE
    state.exact = -1
    state.buying = -1
    state.brought = -1
    state.taken = 0
    forget_placing(state)


@kernel
def forget_placing(state):
    """Nothing has been built or stored yet."""
    state.built = 0
    state.stored = 0
    for n in range(SQUARES):
        state.built_tile[n] = -1
        state.built_square[n] = -1


# What may be done


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
def may_build(state, tile, cell):
    """Whether a tile may be built on a cell of the Alhambra as it stands (A20-A22)."""
    anchor = cell >> 2
    if anchor != FOUNTAIN and not city.has(state.city[state.to_act], anchor):
        return False
    rim = state.rim[anchor_row(state, cell), cell & 3]
    return FITS[rim] >> WALLS[tile] & 1 != 0


@kernel
def list_cells(state, tile, first_code, out, n):
    """List the cells on which a tile may be built."""
    left = np.uint64(state.city[state.to_act]) | (ONE << np.uint64(FOUNTAIN))
    walls = WALLS[tile]
    while left != NONE:
        anchor = bits.lowest(left)
        left &= left - ONE
        row = anchor_row(state, anchor * 4)
        for side in range(4):
            if FITS[state.rim[row, side]] >> walls & 1:
                out[n] = first_code + anchor * 4 + side
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
def list_choices(state, out):
    """Take money, buy, redesign (A11); end after an exact payment (A16); or pass."""
    seat = state.to_act
    n = 0
    for slots in range(1, 16):
        if money.may_take(state, slots):
            out[n] = TAKE + slots - 1
            n += 1
    for square in range(SQUARES):
        if may_buy(state, square):
            out[n] = BUY + square
            n += 1
    left = np.uint64(state.reserve[seat])
    usable = np.int64(state.usable[seat])
    while left != NONE:
        tile = bits.lowest(left)
        left &= left - ONE
        if usable >> WALLS[tile] & 1:
            out[n] = BRING + tile
            n += 1
    n = list_tiles(state.liftable[seat], LIFT, out, n)
    if state.exact >= 0:
        out[n] = END
        return n + 1
    if n == 0:
        out[0] = PASS
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
            out[n] = PAY + value - 1
            n += 1
    return n


@kernel
def list_homes(state, out):
    """Where the tile brought from the reserve can go (A23)."""
    n = 0
    left = np.uint64(state.city[state.to_act])
    while left != NONE:
        tile = bits.lowest(left)
        left &= left - ONE
        if may_swap(state, np.int64(state.brought), tile):
            out[n] = SWAP + tile
            n += 1
    return list_cells(state, np.int64(state.brought), np.int64(AT), out, n)


@kernel
def is_mine(state, square):
    """Whether the seat to act has a tile of a square still to place."""
    if state.bought[square] < 0:
        return False
    return state.phase == PLACING or state.winner[square] == state.to_act


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
        first_code = BUILD + square * CELLS
        end = list_cells(state, np.int64(state.bought[square]), first_code, out, n)
        for k in range(n, end):
            if placing.is_first_order(state, state.to_act, square, out[k] - first_code):
                out[n] = out[k]
                n += 1
    square = lowest_to_place(state)
    out[n] = STORE + square
    n += 1
    if may_give(state):
        out[n] = GIVE + square
        n += 1
    return n


@kernel
def may_give(state):
    """Whether tiles may be given to the neutral player now (A38)."""
    return state.players == 2 and state.phase == PLACING


@kernel
def legal(state, out):
    """List the legal actions."""
    if state.phase == CHOOSE:
        return list_choices(state, out)
    if state.phase == PAYING:
        return list_payments(state, out)
    if state.phase == BRINGING:
        return list_homes(state, out)
    return list_placements(state, out)


# Doing it


@kernel
def apply(state, action):
    """Play one action."""
    code = np.int64(action)
    seat = np.int64(state.to_act)
    if BUY <= code < PAY:
        begin_to_pay(state, code - BUY)
        return
    if BRING <= code < LIFT:
        state.phase = BRINGING
        state.brought = code - BRING
        return
    if code < BUY:
        take_money(state, seat, code - TAKE + 1)
    elif code < BRING:
        pay(state, seat, code - PAY + 1)
        if state.phase == PAYING or state.due == 0:
            return
    elif code < STORE:
        change_city(state, seat, code)
    elif code < END:
        put_aside(state, seat, code)
    if state.phase < PLACING:
        finish_actions(state)
    if lowest_to_place(state) >= 0:
        return
    due = 0  # scorings, one bit each
    if state.phase == PLACING:
        due = end_turn(state)
    else:
        forget_placing(state)
    if state.phase == LAST_TILES and next_winner(state) < 0:
        due |= 4
        state.phase = OVER
    for which in range(3):
        if due >> which & 1:
            scoring.score(state, which)
            if state.players == 2 and which < 2:  # A36
                left = np.int64(state.bag_left)
                give_from_bag(state, left // 3 if which else np.int64(NEUTRAL_DRAWS))


@kernel
def change_city(state, seat, code):
    """Redesign (A23), or build a bought tile (A19)."""
    if code < AT:
        going = code - LIFT if code < SWAP else code - SWAP
        x, y = np.int64(state.x[going]), np.int64(state.y[going])
        city.lift(state, seat, going)
    else:
        cell = code - AT if code < BUILD else (code - BUILD) % CELLS
        x, y = city.cell_x(state, cell), city.cell_y(state, cell)
    if code >= SWAP:
        if code < BUILD:
            tile = np.int64(state.brought)
            state.reserve[seat] = np.uint64(state.reserve[seat]) & ~(ONE << np.uint64(tile))
        else:
            square = (code - BUILD) // CELLS
            tile = np.int64(state.bought[square])
            state.bought[square] = -1
            state.built_tile[state.built] = tile
            state.built_square[state.built] = square
            state.built += 1
        city.put(state, seat, tile, x, y)
    city.note_changes(state, seat, x, y)


@kernel
def put_aside(state, seat, code):
    """A bought tile goes to the reserve or to the neutral player (A19, A38)."""
    square = (code - STORE) & 3
    bit = ONE << np.uint64(state.bought[square])
    state.bought[square] = -1
    state.stored = 1
    if code < GIVE:
        state.reserve[seat] = np.uint64(state.reserve[seat]) | bit
    else:
        state.given = np.uint64(state.given) | bit


@kernel
def take_money(state, seat, slots):
    """Cards of the row go to the hand (A13)."""
    for slot in range(SQUARES):
        if slots >> slot & 1:
            money.add_card(state, seat, np.int64(state.row[slot]))
            state.row[slot] = -1
    state.taken = 1


@kernel
def begin_to_pay(state, square):
    """Choose a tile of the market; its price is due (A14)."""
    state.phase = PAYING
    state.buying = square
    state.due = PRICE[state.market[square]]
    state.last_paid = HIGHEST


@kernel
def pay(state, seat, value):
    """One card goes to the discards; when the price is reached the tile is bought (A14).

    If it is reached exactly nothing is due any more and the turn goes on (A15); what was paid too
    much is left in `due`, below zero.
    """
    square = np.int64(state.buying)
    card = money.one_of(value)
    state.hand[seat, square] = np.int64(state.hand[seat, square]) - card
    state.discards[square] = np.int64(state.discards[square]) + card
    state.cards[seat] -= 1
    state.last_paid = value
    state.due = np.int64(state.due) - value
    if state.due > 0:
        return
    state.bought[square] = state.market[square]
    state.market[square] = -1
    state.buying = -1
    state.last_paid = 0
    state.phase = CHOOSE
    if state.due == 0:
        state.exact = square


@kernel
def finish_actions(state):
    """The turn's actions are done: what was bought is placed (A19)."""
    state.buying = -1
    state.brought = -1
    state.due = 0
    state.phase = PLACING
    state.quiet = 0 if state.taken or lowest_to_place(state) >= 0 else state.quiet + 1


# Between turns


@kernel
def end_turn(state):
    """Refill and go on to the next seat, or to the end of the game; return what is to be scored.

    Scoring, then the neutral player's drawing, come after the market was filled (A29).
    """
    begin_turn(state)
    if state.quiet == QUIET_ROUNDS * np.int64(state.players):  # A39
        give_out_market(state)
        return 0
    came = fill_row(state)
    if fill_market(state):
        state.to_act = (np.int64(state.to_act) + 1) % np.int64(state.players)
    else:
        give_out_market(state)
    return came


@kernel
def fill_row(state):
    """Fill the money row; return which scoring cards came (A24, A30)."""
    came = 0
    for slot in range(SQUARES):
        while state.row[slot] < 0:
            if state.deck_left == 0:
                shuffle_discards(state)
            if state.deck_left == 0:
                return came
            card = top_card(state)
            if card >= SCORING_CARD:
                came |= 1 << (card - SCORING_CARD)
            else:
                state.row[slot] = card
    return came


@kernel
def shuffle_discards(state):
    """The money paid becomes a new deck (A30)."""
    n = 0
    for currency in range(SQUARES):
        for value in range(1, HIGHEST + 1):
            for _ in range(money.count_of(np.int64(state.discards[currency]), value)):
                state.deck[n] = currency * HIGHEST + value - 1
                n += 1
        state.discards[currency] = 0
    state.deck_left = n
    shuffle_deck(state)


@kernel
def draw_tile(state):
    """Draw a tile from the bag."""
    state.bag_left -= 1
    tile = np.int64(state.bag[state.bag_left])
    state.bag[state.bag_left] = 0
    return tile


@kernel
def fill_market(state):
    """Fill the market, lowest square first; return whether the bag sufficed (A31)."""
    for square in range(SQUARES):
        if state.market[square] < 0:
            if state.bag_left == 0:
                return False
            state.market[square] = draw_tile(state)
    return True


@kernel
def give_from_bag(state, number):
    """The neutral player draws tiles, as far as there are any (A36)."""
    for _ in range(min(number, np.int64(state.bag_left))):
        state.given = np.uint64(state.given) | (ONE << np.uint64(draw_tile(state)))


@kernel
def richest(state, currency):
    """The seat with the most money in a currency, or -1 when several have (A32)."""
    best, seat_of_best = -1, -1
    for seat in range(state.players):
        total = money.total_of(np.int64(state.hand[seat, currency]))
        if total > best:
            best, seat_of_best = total, seat
        elif total == best:
            seat_of_best = -1
    return seat_of_best


@kernel
def give_out_market(state):
    """The game ends: tiles left on the market go to the richest in their currency (A32)."""
    state.phase = LAST_TILES
    for square in range(SQUARES):
        if state.market[square] < 0:
            continue
        state.winner[square] = richest(state, square)
        if state.winner[square] >= 0:
            state.bought[square] = state.market[square]
            state.market[square] = -1


@kernel
def next_winner(state):
    """The next seat, clockwise, that has won tiles is to place them (A33); -1: none is left."""
    for _ in range(state.players):
        state.to_act = (np.int64(state.to_act) + 1) % np.int64(state.players)
        if lowest_to_place(state) >= 0:
            return np.int64(state.to_act)
    return np.int64(-1)


@kernel
def is_over(state):
    """Whether the end was scored."""
    return state.phase == OVER


@kernel
def scores(state, out):
    """The points so far (A34); the neutral player is no seat (A37)."""
    for seat in range(state.players):
        out[seat] = state.points[seat]


@kernel
def in_turn(state):
    """Whether the seat to act has done part of its turn: nothing was turned up since it began."""
    if state.phase == CHOOSE:
        return state.exact >= 0
    if state.phase == LAST_TILES:
        return state.built > 0 or state.stored != 0
    return state.phase != OVER


# What is known


@kernel
def mix(sum_so_far, value):
    """Fold one more number into a key."""
    return scramble(sum_so_far ^ np.uint64(value)) + ONE


@kernel
def key(state):
    """All that perfect memory knows: everything but the order of deck and bag."""
    total = mix(NONE, state.to_act)
    total = mix(total, state.phase)
    total = mix(total, state.quiet)
    total = mix(total, state.deck_left)
    total = mix(total, state.scored)
    total = mix(total, state.given)
    for seat in range(state.players):
        total = mix(total, state.city[seat])
        total = mix(total, state.reserve[seat])
        total = mix(total, np.int64(state.points[seat]))
        for currency in range(SQUARES):
            total = mix(total, state.hand[seat, currency])
    for k in range(SQUARES):
        total = mix(total, np.int64(state.row[k]) + 1)
        total = mix(total, np.int64(state.market[k]) + 1)
        total = mix(total, np.int64(state.bought[k]) + 1)
        total = mix(total, state.discards[k])
        total = mix(total, np.int64(state.built_tile[k]) + 1)
        total = mix(total, np.int64(state.winner[k]) + 1)
    total = mix(total, np.int64(state.exact) + 1)
    total = mix(total, np.int64(state.buying) + 1)
    total = mix(total, np.int64(state.due) * 16 + np.int64(state.last_paid))
    total = mix(total, np.int64(state.brought) + 1)
    total = mix(total, np.int64(state.stored) * 2 + np.int64(state.taken))
    for tile in range(TILE_COUNT):
        total = mix(total, (np.int64(state.x[tile]) + 128) * 256 + np.int64(state.y[tile]) + 128)
    return total


@kernel
def conceal(state, viewer):
    """Blank out the order of deck and bag and, until the game is over, the others' hands (A7)."""
    state.seed = 0
    state.draws = 0
    for n in range(DECK_LIMIT):
        state.deck[n] = 0
    for n in range(TILE_COUNT):
        state.bag[n] = 0
    if state.phase == OVER:
        return
    for seat in range(state.players):
        if seat != viewer:
            for currency in range(SQUARES):
                state.hand[seat, currency] = 0


@kernel
def redraw(state, viewer, seed):
    """Shuffle what lies in deck and bag; hands are known to whoever remembers all (A7).

    A scoring card still to come stays within its pile (A10), what is left of it.
    """
    state.seed = seed
    left = np.int64(state.deck_left)
    n = 0
    coming = 0
    for k in range(left):  # the money first, the scoring cards aside
        card = np.int64(state.deck[k])
        if card >= SCORING_CARD:
            coming |= 1 << (card - SCORING_CARD)
        else:
            state.deck[n] = card
            n += 1
    state.deck_left = n
    shuffle_deck(state)
    for which in range(1, -1, -1):
        if coming >> which & 1 == 0:
            continue
        lowest = np.int64(state.lowest[which])
        highest = min(np.int64(state.highest[which]), left - 1)
        place = lowest + random_below(state, highest - lowest + 1)
        for k in range(np.int64(state.deck_left), place, -1):
            state.deck[k] = state.deck[k - 1]
        state.deck[place] = SCORING_CARD + which
        state.deck_left += 1
    for k in range(np.int64(state.bag_left) - 1, 0, -1):
        other = random_below(state, k + 1)
        tile = state.bag[k]
        state.bag[k] = state.bag[other]
        state.bag[other] = tile


KERNELS = {
    "setup": setup,
    "legal": legal,
    "apply": apply,
    "is_over": is_over,
    "scores": scores,
    "in_turn": in_turn,
    "key": key,
    "conceal": conceal,
    "redraw": redraw,
}
