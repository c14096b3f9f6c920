"""5 Towers's positions in one line.

    players=3 auction=2:1,pass row=candy4-9,tree3,sand0-5 towers1=candy15-8-7,tree12 discards=sand7

Cards stand suit by suit, their values with `-` between: in a tower from the lowest card up. `12'`
is the second 12 of its suit. `auction` names who opened it, then the bids; `keep` or `demolish` and
`laid` say what the builder has done since. `piles1` is what player 1 has demolished. The deck is
all the other cards; `chance` decides how they come, and where it is left out a seed does. `round`
is written from the second deck on, `turned` where the last row had fewer than five cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from galda.core.errors import ImpossiblePosition, Refusal
from galda.core.play.lone_record import can_act, drawn_anew
from galda.core.play.options import Value
from galda.core.play.position import Position
from galda.core.play.text import PositionText, Words, chance_word
from galda.games.towers.rules import choices, record, rules
from galda.games.towers.rules.cards import KINDS, ONCE_EACH, SECOND_COPIES, VALUES, fits
from galda.games.towers.rules.tower import with_card
from galda.games.towers.text.words import Card, card_name, cards_in, heights, tower_cards

SUIT = re.compile(rf"({'|'.join(KINDS)})([0-9]{{1,2}}'?(?:-[0-9]{{1,2}}'?)*)")
AUCTION_TEXT = re.compile(r"([1-9]):((?:[0-9]|pass)(?:,(?:[0-9]|pass))*)?")
LAID = re.compile(rf"([0-9]):({'|'.join(KINDS)})")
EXAMPLE = "auction=1:2 row=candy4-9,tree3,sand0-5 towers1=candy15-8-7,tree12 discards=horror7"


# Writing


def write(position: Position) -> list[str]:
    """A position's words."""
    state, seats = position.state, range(position.players)
    words = [_auction(state), *_building(state)]
    words += _field("row", cards_in(state.row))
    if state.phase == record.OVER and state.turned != record.ROW:
        words.append(f"turned={int(state.turned)}")
    for seat in seats:
        towers = [card for kind in range(len(KINDS)) for card in tower_cards(state, seat, kind)]
        words += _field(f"towers{seat + 1}", towers)
        words += _field(f"piles{seat + 1}", cards_in(state.demolished[seat]))
    words += _field("discards", cards_in(state.discards))
    if state.shuffles == 2:
        words.append(f"round={int(state.rounds)}")
    if position.viewer is None:
        words.append(chance_word(state.seed))
    return words


def _auction(state: Any) -> str:
    first, players = int(state.first), int(state.players)
    calls = [int(state.calls[(first + k) % players]) for k in range(players)]
    bids = [
        "pass" if call == record.PASSED else str(call) for call in calls if call != record.SILENT
    ]
    return f"auction={first + 1}:{','.join(bids)}"


def _building(state: Any) -> list[str]:
    """What the builder has done so far."""
    if state.phase == record.AUCTION or state.called == 0:
        return []
    laid = int(state.called) - int(state.to_lay)
    if state.demolition != record.NONE:
        words = [f"demolish={KINDS[state.demolition]}"]
    else:
        words = ["keep"] if state.begun and not laid else []
    return words + ([f"laid={laid}:{KINDS[state.kind]}"] if laid else [])


def _field(name: str, cards: list[Card]) -> list[str]:
    """Cards suit by suit, in the order in which they are given; no word where there are none."""
    suits = [
        KINDS[kind] + "-".join(f"{value}" + "'" * copy for k, value, copy in cards if k == kind)
        for kind in sorted({card[0] for card in cards})
    ]
    return [f"{name}={','.join(suits)}"] if suits else []


# Reading


class Building(NamedTuple):
    """What a text says of the builder's work."""

    keep: bool
    demolition: int
    laid: int
    kind: int

    @property
    def begun(self) -> bool:
        """Whether anything was done."""
        return self.keep or self.demolition != record.NONE or self.laid > 0


def read(state: Any, options: Mapping[str, Value], words: Words, seed: int) -> None:
    """Fill an empty record from a position's words."""
    state.players = int(options["players"])
    _read_cards(state, words)
    done = _read_building(words)
    state.demolition, state.kind = done.demolition, done.kind
    row, over = len(cards_in(state.row)), not any(state.row) and not any(state.deck)
    state.turned = words.number("turned", 1, record.ROW, record.ROW) if over else row + done.laid
    if not over and not 0 < row <= record.ROW - done.laid:
        raise ImpossiblePosition("T9", "five cards are turned up in a row, not {n}.", n=row)
    bids = _read_auction(state, words)
    ended = bids == state.players or state.called == state.turned
    state.phase = record.OVER if over else record.LAYING if ended else record.AUCTION
    _count_rounds(state, words)
    if over:
        _check_end(state, done, ended)
    elif ended:
        _go_on_building(state, done)
    elif done.begun:
        raise ImpossiblePosition("T12", "nobody builds before the auction has ended.")
    if not done.begun and not over:
        _check_bids(state)
    if (known := words.chance()) is None:
        drawn = drawn_anew(state, 0, seed)
        for name in state.dtype.names:
            state[name] = drawn[name]
    else:
        state.seed = known[0]


def _read_cards(state: Any, words: Words) -> None:
    """Where all cards lie; the deck is what lies nowhere else (T2)."""
    left = [ONCE_EACH | SECOND_COPIES if state.players > 3 else ONCE_EACH for _ in KINDS]

    def take(name: str) -> list[Card]:
        cards = _cards(words, words.field(name))
        for kind, value, copy in cards:
            bit = 1 << value + VALUES * copy
            if not left[kind] & bit:
                raise ImpossiblePosition(_not_there(state, (kind, value, copy)))
            left[kind] ^= bit
        return cards

    _put(state.row, take("row"))
    if len(cards_in(state.row)) > record.ROW:
        n = len(cards_in(state.row))
        raise ImpossiblePosition("T9", "five cards are turned up in a row, not {n}.", n=n)
    for seat in range(int(state.players)):
        for kind, value, copy in take(f"towers{seat + 1}"):
            _build(state, seat, (kind, value, copy))
        _put(state.demolished[seat], take(f"piles{seat + 1}"))
        if any(value == 0 for _, value, _ in cards_in(state.demolished[seat])):
            raise ImpossiblePosition("T14", "a 0 is never demolished.")
    _put(state.discards, take("discards"))
    for kind, cards in enumerate(left):
        state.deck[kind] = cards


def _cards(words: Words, written: str | None) -> list[Card]:
    """The cards of a word, in its order."""
    cards: list[Card] = []
    for suit in written.split(",") if written else []:
        found = SUIT.fullmatch(suit)
        if not found:
            raise words.unreadable(suit)
        for value in found[2].split("-"):
            number = int(value.rstrip("'"))
            if number >= VALUES:
                raise ImpossiblePosition(
                    "T2", "cards have values from 0 to 15, not {value}.", value=number
                )
            cards.append((KINDS.index(found[1]), number, int(value.endswith("'"))))
    return cards


def _put(sets: Any, cards: Iterable[Card]) -> None:
    for kind, value, copy in cards:
        sets[kind] = int(sets[kind]) | 1 << value + VALUES * copy


def _not_there(state: Any, card: Card) -> Refusal:
    """Why a card cannot be taken from the box: there is none, or it lies somewhere already."""
    kind, value, copy = card
    exists = not copy or (state.players > 3 and SECOND_COPIES >> VALUES + value & 1)
    if exists:
        return Refusal("T2", "{card} is there twice.", card=card_name(kind, value))
    return Refusal("T2", "this table has no second {card}.", card=card_name(kind, value))


def _build(state: Any, seat: int, card: Card) -> None:
    """Lay a card on a tower, by the rules (T4-T7)."""
    kind, value, copy = card
    if refusal := why_not_on(card, int(rules.top(state, seat, kind))):
        raise ImpossiblePosition(refusal)
    state.tower[seat, kind] = with_card(state.tower[seat, kind], value, copy)


def why_not_on(card: Card, top: int) -> Refusal | None:
    """Why a card cannot lie on a top of its kind; None if it can (T4-T7)."""
    kind, value, _ = card
    if fits(top, value):
        return None
    return Refusal(
        "T7" if top == 0 else "T4",
        "{card} cannot lie on {top}.",
        card=card_name(kind, value),
        top=card_name(kind, top),
    )


def _read_building(words: Words) -> Building:
    """What the builder has done so far (T13-T15)."""
    demolished, laid = words.field("demolish"), words.field("laid")
    if demolished is not None and demolished not in KINDS:
        raise words.unreadable(f"demolish={demolished}")
    found = LAID.fullmatch(laid or "0:" + KINDS[0])
    if not found:
        raise words.unreadable(f"laid={laid}")
    return Building(
        words.said("keep"),
        KINDS.index(demolished) if demolished else record.NONE,
        int(found[1]),
        KINDS.index(found[2]),
    )


def _read_auction(state: Any, words: Words) -> int:
    """Who opened, and what was bid in turn (T10-T12); how many bids there were."""
    written = words.field("auction") or ""
    found = AUCTION_TEXT.fullmatch(written)
    if not found:
        raise words.unreadable(f"auction={written}")
    players = int(state.players)
    state.first = words.seat(players, found[1])
    bids = found[2].split(",") if found[2] else []
    state.calls[:], state.caller = record.SILENT, record.NONE
    for k, bid in enumerate(bids):
        if k == players or (k and state.called == state.turned):
            raise ImpossiblePosition("T12", "the auction has ended before the last bid.")
        seat = (int(state.first) + k) % players
        if bid == "pass" and k == 0:
            raise ImpossiblePosition("T10", "the first player passes by bidding 0.")
        if bid == "pass":
            state.calls[seat] = record.PASSED
            continue
        if k and int(bid) <= state.called:
            raise ImpossiblePosition("T11", "a bid must be higher than the ones before it.")
        if int(bid) > state.turned:
            raise ImpossiblePosition(
                "T12", "nobody can bid more than the row has: {n}.", n=int(state.turned)
            )
        state.calls[seat] = state.called = int(bid)
        state.caller = seat
    state.to_act = (int(state.first) + len(bids)) % players
    return len(bids)


def _check_bids(state: Any) -> None:
    """Nobody has bid more than they can build (T16)."""
    for seat in range(int(state.players)):
        most = int(choices.most_buildable(state, seat))
        if state.calls[seat] > most:
            raise ImpossiblePosition(
                "T16",
                "player {player} cannot bid {n}: at most {most} can be built.",
                player=seat + 1,
                most=most,
                n=int(state.calls[seat]),
            )


def _go_on_building(state: Any, done: Building) -> None:
    """How far the builder is: what is begun can be finished (T13, T14, T16, T18)."""
    if state.called == 0:
        raise ImpossiblePosition("T18", "nobody has bid, so this round is over.")
    _check_built(state, done)
    state.to_act, state.to_lay = state.caller, int(state.called) - done.laid
    if state.to_lay <= 0:
        raise ImpossiblePosition("T17", "all cards that were bid are placed: the round is over.")
    demolishable = choices.demolishable(state)
    if done.keep and not demolishable:
        raise ImpossiblePosition("T14", "there is nothing to demolish, so nothing to keep.")
    state.begun = done.begun
    state.phase = record.DEMOLISHING if demolishable and not done.begun else record.LAYING
    if not can_act(state, record.MOST_LEGAL):
        raise ImpossiblePosition("T16", "the builder cannot place all the cards that were bid.")


def _check_built(state: Any, done: Building) -> None:
    """What was laid and demolished lies where it belongs (T13, T14)."""
    seat = int(state.caller)
    if done.laid and rules.height(state, seat, done.kind) == 0:
        raise ImpossiblePosition("T13", "the builder's last card lies on no tower.")
    if sum(heights(state, seat)) < done.laid:
        raise ImpossiblePosition("T13", "the builder's towers have fewer cards than were placed.")
    if done.demolition != record.NONE and not state.demolished[seat, done.demolition]:
        raise ImpossiblePosition(
            "T14", "what the builder has demolished lies in the builder's pile."
        )


def _check_end(state: Any, done: Building, ended: bool) -> None:
    """The last round is over, and so is the game (T19, T20)."""
    if not ended or done.laid != state.called:
        raise ImpossiblePosition("T20", "no card is left, but the last round is not over yet.")
    if state.called:
        _check_built(state, done)
        state.to_act = state.caller
    elif done.begun:
        raise ImpossiblePosition("T18", "nobody has bid, so nobody builds.")
    else:
        state.to_act = (int(state.first) - 1) % int(state.players)


def _count_rounds(state: Any, words: Words) -> None:
    """How many rounds there were, and from which deck the row is (T9, T19, T20)."""
    row, deck, discards = (
        sum(int(cards).bit_count() for cards in pile)
        for pile in (state.row, state.deck, state.discards)
    )
    size = len(KINDS) * (ONCE_EACH | (SECOND_COPIES if state.players > 3 else 0)).bit_count()
    first_deck, turned = size // record.ROW, int(state.turned)
    rounds = words.number("round", 1, 255, (size - deck) // record.ROW)
    draws = record.ROW * (rounds - 1) + turned
    if rounds <= first_deck:
        if draws != size - deck:
            raise ImpossiblePosition(
                "T9", "in every round five cards are turned up: the deck cannot have {n}.", n=deck
            )
        if state.phase == record.OVER and discards:
            raise ImpossiblePosition(
                "T19", "the game does not end while discards can be shuffled once."
            )
    elif turned < record.ROW and deck:
        raise ImpossiblePosition("T20", "only the last row has fewer than five cards.")
    else:
        _check_second_deck(rounds, draws - size, row + discards, size - deck)
    state.rounds, state.draws, state.shuffles = rounds, draws, 1 + (rounds > first_deck)


def _check_second_deck(rounds: int, drawn: int, open_cards: int, out: int) -> None:
    """The second deck's cards lie in the row or with the discards, or were built with (T19)."""
    if not open_cards <= drawn <= out:
        raise ImpossiblePosition(
            "T19",
            "the cards do not fit round {n}: too many or too few were turned up since.",
            n=rounds,
        )


TEXT = PositionText(write, read, EXAMPLE)
