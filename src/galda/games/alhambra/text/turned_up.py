"""What chance turns up in Alhambra, as codes: for programs that remember a game as numbers.

Codes, in ascending order: a card of the money row by its place, a tile of the market by its square,
the scoring cards, the tiles that the neutral player draws, and at the start the cards of hands.
"""

from __future__ import annotations

from typing import Any

from galda.games.alhambra.rules.record import SCORING_CARD, SQUARES
from galda.games.alhambra.rules.tiles import CARDS, HIGHEST, SEATS, TILE_COUNT
from galda.games.alhambra.text.position.signs import TILE_SIGN, card_sign

COPIES = 3
"""Cards of one currency and value that are in the box at most (A2)."""
ROW = 0
MARKET = ROW + SQUARES * CARDS
SCORING = MARKET + SQUARES * TILE_COUNT
NEUTRAL = SCORING + 2
HAND = NEUTRAL + TILE_COUNT
CODES = HAND + SEATS * CARDS * COPIES


def between(before: Any, after: Any) -> list[int]:
    """What was turned up since, or all that lay open first.

    A place that shows the same as before has no code: the actions tell that its card was taken, and
    the count of cards that there was another.
    """
    codes = []
    for at, width, name in ((ROW, CARDS, "row"), (MARKET, TILE_COUNT, "market")):
        for place in range(SQUARES):
            shown = int(after[name][place])
            if shown >= 0 and (before is None or before[name][place] != shown):
                codes.append(at + place * width + shown)
    # Tiles given away by players lay on the market before.
    old = (
        0
        if before is None
        else int(before.given) | sum(1 << int(t) for t in before.market if t >= 0)
    )
    came = int(after.scored) & ~(0 if before is None else int(before.scored))
    codes += [SCORING + which for which in range(2) if came >> which & 1]
    new = int(after.given) & ~old
    codes += [NEUTRAL + tile for tile in range(TILE_COUNT) if new >> tile & 1]
    return codes + (deal(after) if before is None else [])


def deal(state: Any) -> list[int]:
    """The cards of all hands that the viewer sees; equal cards are counted."""
    return [
        HAND + (seat * CARDS + card) * COPIES + copy
        for seat in range(int(state.players))
        for card in range(CARDS)
        for copy in range(int(state.hand[seat, card // HIGHEST]) >> 2 * (card % HIGHEST) & COPIES)
    ]


def write(code: int) -> str:
    """What a code means, with the signs of positions."""
    if code < MARKET:
        place, card = divmod(code, CARDS)
        return f"row{place + 1}={card_sign(card)}"
    if code < SCORING:
        square, tile = divmod(code - MARKET, TILE_COUNT)
        return f"market{square + 1}={TILE_SIGN[tile]}"
    if code < NEUTRAL:
        return f"scoring={card_sign(SCORING_CARD + code - SCORING)}"
    if code < HAND:
        return f"neutral={TILE_SIGN[code - NEUTRAL]}"
    seat, card = divmod((code - HAND) // COPIES, CARDS)
    return f"hand{seat + 1}={card_sign(card)}"
