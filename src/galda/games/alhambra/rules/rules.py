"""Alhambra: the course of a game, as kernels.

A turn is a sequence of small decisions:

    take some money                                                  |  then, when tiles were
    buy a square, pay card by card; if exact: once more, or `END`    |  bought: build each, or put
    lift a built tile; or bring one from the reserve, then say       |  it into the reserve, or
    where it goes or for which built tile it is swapped              |  give it away

Exact purchases come in the order of the squares (each square has a currency of its own, so the
order changes nothing); a lower square afterwards must be overpaid, which ends the turn.
"""

import numpy as np

from galda.core.kernels.kernel import kernel
from galda.games.alhambra.rules import choices, city, knowledge, money, record, scoring, supply
from galda.games.alhambra.rules.city import CELLS, ONE
from galda.games.alhambra.rules.tiles import HIGHEST, PRICE, TILE_COUNT


@kernel
def setup(state, options, seed):
    """Shuffle bag and money, deal, lay out market and row, hide the scoring cards (A3-A10)."""
    state.seed = seed
    lay_out(state, options)
    supply.shuffle_deck(state)
    hand_out(state, options)


@kernel
def deal(state, options, words):
    """The same by several random numbers: each shuffles the money once more.

    Hands stay hidden from all who do not remember how they were dealt. All else that is hidden, the
    order of deck and bag, is drawn anew before it matters.
    """
    state.seed = words[0]
    lay_out(state, options)
    for k in range(words.shape[0]):
        state.seed = words[k]
        supply.shuffle_deck(state)
    hand_out(state, options)


@kernel
def lay_out(state, options):
    """Shuffle the bag, lay out the market, and put all money together (A3-A6)."""
    state.players = options[0]
    for seat in range(state.players):
        city.note_changes(state, np.int64(seat), np.int64(0), np.int64(0))
    for tile in range(TILE_COUNT):
        state.bag[tile] = tile
    state.bag_left = TILE_COUNT
    supply.shuffle_bag(state)
    for square in range(record.SQUARES):
        state.market[square] = -1
        state.bought[square] = -1
        state.winner[square] = -1
        state.row[square] = -1
    supply.fill_market(state)
    supply.stack_money(state)


@kernel
def hand_out(state, options):
    """Deal the money, hide the scoring cards, give the neutral player tiles (A7-A10, A36)."""
    supply.deal_money(state)
    supply.hide_scoring_cards(state, options[1] == 1)
    if state.players == 2:
        supply.give_from_bag(state, np.int64(record.NEUTRAL_DRAWS))  # A36
    begin_turn(state)


@kernel
def begin_turn(state):
    """Forget what only the turn before needed."""
    state.phase = record.CHOOSE
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
    for n in range(record.SQUARES):
        state.built_tile[n] = -1
        state.built_square[n] = -1


@kernel
def apply(state, action):
    """Play one action."""
    code = np.int64(action)
    seat = np.int64(state.to_act)
    if record.BUY <= code < record.PAY:
        begin_to_pay(state, code - record.BUY)
        return
    if record.BRING <= code < record.LIFT:
        state.phase = record.BRINGING
        state.brought = code - record.BRING
        return
    if code < record.BUY:
        take_money(state, seat, code - record.TAKE + 1)
    elif code < record.BRING:
        pay(state, seat, code - record.PAY + 1)
        if state.phase == record.PAYING or state.due == 0:
            return
    elif code < record.STORE:
        change_city(state, seat, code)
    elif code < record.END:
        put_aside(state, seat, code)
    if state.phase < record.PLACING:
        finish_actions(state)
    if choices.lowest_to_place(state) >= 0:
        return
    due = 0  # scorings, one bit each
    if state.phase == record.PLACING:
        due = end_turn(state)
    else:
        forget_placing(state)
    if state.phase == record.LAST_TILES and next_winner(state) < 0:
        due |= 4
        state.phase = record.OVER
    for which in range(3):
        if due >> which & 1:
            scoring.score(state, which)
            if state.players == 2 and which < 2:  # A36
                left = np.int64(state.bag_left)
                supply.give_from_bag(state, left // 3 if which else np.int64(record.NEUTRAL_DRAWS))


@kernel
def change_city(state, seat, code):
    """Redesign (A23), or build a bought tile (A19)."""
    if code < record.AT:
        going = code - record.LIFT if code < record.SWAP else code - record.SWAP
        x, y = np.int64(state.x[going]), np.int64(state.y[going])
        city.lift(state, seat, going)
    else:
        cell = code - record.AT if code < record.BUILD else (code - record.BUILD) % CELLS
        x, y = city.cell_x(state, cell), city.cell_y(state, cell)
    if code >= record.SWAP:
        if code < record.BUILD:
            tile = np.int64(state.brought)
            state.reserve[seat] = np.uint64(state.reserve[seat]) & ~(ONE << np.uint64(tile))
        else:
            square = (code - record.BUILD) // CELLS
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
    square = (code - record.STORE) & 3
    bit = ONE << np.uint64(state.bought[square])
    state.bought[square] = -1
    state.stored = 1
    if code < record.GIVE:
        state.reserve[seat] = np.uint64(state.reserve[seat]) | bit
    else:
        state.given = np.uint64(state.given) | bit


@kernel
def take_money(state, seat, slots):
    """Cards of the row go to the hand (A13)."""
    for slot in range(record.SQUARES):
        if slots >> slot & 1:
            money.add_card(state, seat, np.int64(state.row[slot]))
            state.row[slot] = -1
    state.taken = 1


@kernel
def begin_to_pay(state, square):
    """Choose a tile of the market; its price is due (A14)."""
    state.phase = record.PAYING
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
    state.phase = record.CHOOSE
    if state.due == 0:
        state.exact = square


@kernel
def finish_actions(state):
    """The turn's actions are done: what was bought is placed (A19)."""
    state.buying = -1
    state.brought = -1
    state.due = 0
    state.phase = record.PLACING
    state.quiet = 0 if state.taken or choices.lowest_to_place(state) >= 0 else state.quiet + 1


@kernel
def end_turn(state):
    """Refill and go on to the next seat, or to the end of the game; return what is to be scored.

    Scoring, then the neutral player's drawing, come after the market was filled (A29).
    """
    begin_turn(state)
    if state.quiet == record.QUIET_ROUNDS * np.int64(state.players):  # A39
        supply.give_out_market(state)
        return 0
    came = supply.fill_row(state)
    if supply.fill_market(state):
        state.to_act = (np.int64(state.to_act) + 1) % np.int64(state.players)
    else:
        supply.give_out_market(state)
    return came


@kernel
def next_winner(state):
    """The next seat, clockwise, that has won tiles is to place them (A33); -1: none is left."""
    for _ in range(state.players):
        state.to_act = (np.int64(state.to_act) + 1) % np.int64(state.players)
        if choices.lowest_to_place(state) >= 0:
            return np.int64(state.to_act)
    return np.int64(-1)


@kernel
def is_over(state):
    """Whether the end was scored."""
    return state.phase == record.OVER


@kernel
def scores(state, out):
    """The points so far (A34); the neutral player is no seat (A37)."""
    for seat in range(state.players):
        out[seat] = state.points[seat]


@kernel
def in_turn(state):
    """Whether the seat to act has done part of its turn: nothing was turned up since it began."""
    if state.phase == record.CHOOSE:
        return state.exact >= 0
    if state.phase == record.LAST_TILES:
        return state.built > 0 or state.stored != 0
    return state.phase != record.OVER


KERNELS = {
    "setup": setup,
    "deal": deal,
    "legal": choices.legal,
    "mark_legal": choices.mark_legal,
    "apply": apply,
    "is_over": is_over,
    "scores": scores,
    "in_turn": in_turn,
    "key": knowledge.key,
    "conceal": knowledge.conceal,
    "determinize": knowledge.determinize,
}
