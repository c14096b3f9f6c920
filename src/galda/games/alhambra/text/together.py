"""What is touched in any order in Alhambra: cards of a payment, cards of the row, tiles put aside.

The rules have the cards of a payment from the highest down (A17), cards of the row from left to
right (A13), and tiles put aside by their squares (A19); a hand takes them as it finds them.
"""

from __future__ import annotations

from collections.abc import Iterator

from galda.core.message import Message
from galda.core.play.plain import as_written
from galda.core.play.position import Position
from galda.core.play.touching import Way
from galda.core.show.tally import Tally
from galda.games.alhambra.rules import choices, money, record
from galda.games.alhambra.rules.tiles import CURRENCIES, HIGHEST, PRICE, TILES
from galda.games.alhambra.text.names import TAKE_TOUCH, touches, waiting
from galda.games.alhambra.text.prompts import still_to_pay

count_of = as_written(money.count_of)
MOST_PAYMENTS = 300
"""Of a tile; with more, which is a hand of some twenty cards of one currency, the cards are paid
one by one."""


def together(position: Position) -> list[Way]:
    """Cards taken together, and each tile with each payment for it."""
    state = position.plain
    if state.phase == record.PAYING:
        payments = find_payments(position, state.buying, state.due, state.last_paid)
        return (
            []
            if len(payments) > MOST_PAYMENTS
            else [Way((_cards(state.buying, paid),), _codes(paid)) for paid in payments]
        )
    if state.phase != record.CHOOSE:
        return []
    found: list[Way] = []
    for code in position.legal_actions:
        if code < record.BUY:
            path = touches(position, code)
            cards = path[:-1] if path[-1] == TAKE_TOUCH else path
            if len(cards) > 1:
                found.append(Way((cards, *path[len(cards) :]), (code,)))
        elif code < record.PAY:
            square = code - record.BUY
            price = int(PRICE[state.market[square]])
            payments = find_payments(position, square, price, HIGHEST)
            if len(payments) <= MOST_PAYMENTS:
                tile = touches(position, code)
                found += [
                    Way((*tile, _cards(square, paid)), (code, *_codes(paid))) for paid in payments
                ]
    return found


def find_payments(position: Position, square: int, due: int, highest: int) -> list[tuple[int, ...]]:
    """The payments of what is due without a superfluous card, each from the highest card down."""
    state = position.plain
    cards = state.hand[position.to_act][square]
    values = [v for v in range(highest, 0, -1) for _ in range(count_of(cards, v))]
    over_only = square < state.exact
    return [p for p in dict.fromkeys(_payments(values, due)) if sum(p) > due or not over_only]


def _payments(values: list[int], due: int) -> Iterator[tuple[int, ...]]:
    """Cards from the highest down until they reach what is due: then none is superfluous."""
    for k, value in enumerate(values):
        if k and value == values[k - 1]:
            continue
        if value >= due:
            yield (value,)
        elif sum(values[k:]) >= due:
            yield from ((value, *rest) for rest in _payments(values[k + 1 :], due - value))


def _cards(square: int, paid: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(f"hand-{CURRENCIES[square]}{value}" for value in paid)


def _codes(paid: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(record.PAY + value - 1 for value in paid)


def later(position: Position) -> Iterator[int]:
    """Tiles put aside before those of lower squares have their place (A19)."""
    if position.plain.phase < record.PLACING:
        return
    for square in waiting(position):
        yield record.STORE + square
        if choices.may_give(position.state):
            yield record.GIVE + square


def tallies(position: Position) -> list[Tally]:
    """What is still to pay for each tile that can be bought, and the best exact payment."""
    state = position.plain
    if state.phase != record.CHOOSE:
        return []
    found = []
    for code in position.legal_actions:
        if not record.BUY <= code < record.PAY:
            continue
        square = code - record.BUY
        tile = TILES[state.market[square]]
        paid = find_payments(position, square, tile.price, HIGHEST)
        exact = [payment for payment in paid if sum(payment) == tile.price]
        best = min(exact, key=lambda payment: (len(payment), payment), default=())
        found.append(
            Tally(
                first=touches(position, code)[0],
                worth={f"hand-{CURRENCIES[square]}{v}": v for v in range(1, HIGHEST + 1)},
                due=tile.price,
                left=tuple(still_to_pay(tile, square, n) for n in range(1, tile.price + 1)),
                offer=_cards(square, best),
                offered=Message("Pay {cards}", cards=" + ".join(map(str, best))),
            )
        )
    return found
