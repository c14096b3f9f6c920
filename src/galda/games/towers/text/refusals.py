"""Why a move of 5 Towers is not allowed: the rule that forbids it, in words for a player."""

from __future__ import annotations

import numpy as np

from galda.core.errors import Refusal
from galda.core.play.position import Position
from galda.core.play.terms import Touches
from galda.games.towers.rules import choices, record, rules
from galda.games.towers.rules.cards import EMPTY, KINDS, VALUES, copy_of, fits, most, values
from galda.games.towers.rules.record import AUCTION, DEMOLISH, DEMOLISHING, LAYING, NONE
from galda.games.towers.text import words


def refuse(position: Position, path: Touches) -> Refusal | None:
    """The rule that forbids these touches; None when they name nothing on the board."""
    if position.is_over:
        return _over(position)
    if not path:
        return None
    if len(path) > 1 and path[:1] in position.paths:
        return _one_at_a_time(position)
    if found := words.CALL_TEXT.fullmatch(path[0]):
        return _call(position, int(found[1]))
    if path[0] == words.PASS_WORD:
        return _pass(position)
    if path[0] == words.KEEP_WORD:
        return _keep(position)
    if found := words.DEMOLISH_TEXT.fullmatch(path[0]):
        return _demolish(position, KINDS.index(found[1]))
    if found := words.CARD_TEXT.fullmatch(path[0]):
        return _lay(position, KINDS.index(found[1]), int(found[2]))
    return None


def _over(position: Position) -> Refusal:
    if position.state.shuffles == 1:
        return Refusal(
            "T19", "the game is over: the deck ran out and there are no discards to shuffle."
        )
    return Refusal("T20", "the game is over: the deck has run out the second time.")


def _one_at_a_time(position: Position) -> Refusal:
    if position.state.phase == AUCTION:
        return Refusal("T11", "you have one chance in the auction: one bid, or pass.")
    return Refusal("T15", "place one card after the other.")


def _call(position: Position, number: int) -> Refusal:
    state = position.state
    if state.phase != AUCTION:
        return _auction_is_over(position)
    if number > record.ROW:
        return Refusal("T10", "the highest bid is 5, for the five cards of a row.")
    turned, called = int(state.turned), int(state.called)
    if number > turned:
        return Refusal(
            "T12", "the row has fewer cards than that: the highest bid is {n}.", n=turned
        )
    if position.to_act != state.first and number <= called:
        return Refusal("T11", "the bid is {n}: bid more, or pass.", n=called)
    most = int(choices.most_buildable(state, position.to_act))
    if most == 0:
        return Refusal("T16", "bid only what you can build: none of these cards fits your towers.")
    return Refusal("T16", "bid only what you can build: at most {n} of these cards.", n=most)


def _pass(position: Position) -> Refusal:
    if position.state.phase == AUCTION:
        return Refusal("T10", "you open the auction: bid 0 if you want no cards.")
    return _not_done(position)


def _auction_is_over(position: Position) -> Refusal:
    state = position.state
    if state.called == state.turned:
        return Refusal(
            "T12", "the auction is over: {n} is the highest possible bid.", n=int(state.called)
        )
    return Refusal("T11", "the auction is over: everyone has had one chance.")


def _not_done(position: Position) -> Refusal:
    """Stopping before all called cards are laid."""
    called, left = int(position.state.called), int(position.state.to_lay)
    return Refusal(
        "T13",
        "take exactly as many cards as you bid: {called}. Still to take: {left}.",
        called=called,
        left=left,
    )


def _keep(position: Position) -> Refusal:
    state = position.state
    if state.phase == AUCTION:
        return _not_building()
    if state.phase == LAYING:
        return _too_late(position)
    kinds = tuple(words.kind_name(a - DEMOLISH) for a in position.legal_actions)
    return Refusal(
        "T16",
        "without a demolition you cannot place as many cards as you bid, {n}; demolish one of: "
        "{kinds}.",
        n=int(state.to_lay),
        kinds=kinds,
    )


def _not_building() -> Refusal:
    return Refusal(
        "T14", "only the builder may demolish, after the auction and before placing cards."
    )


def _too_late(position: Position) -> Refusal:
    """Deciding on a demolition again."""
    state = position.state
    if state.to_lay < state.called:
        return Refusal("T14", "demolish before you place the first card; now place the others.")
    if state.demolition != NONE:
        return Refusal(
            "T14", "you may demolish only one card per turn of building; now place your cards."
        )
    return Refusal("T14", "you have decided to demolish nothing; now place your cards.")


def _demolish(position: Position, kind: int) -> Refusal:
    state = position.state
    if state.phase == AUCTION:
        return _not_building()
    if state.phase == LAYING and state.begun:
        return _too_late(position)
    on, name = int(rules.top(state, position.to_act, kind)), words.kind_name(kind)
    if on == EMPTY:
        return Refusal("T14", "you have no tower of this suit: {kind}.", kind=name)
    if on == 0:
        return Refusal("T14", "a 0 is never demolished; this tower is crowned: {kind}.", kind=name)
    return Refusal(
        "T16",
        "without {card} you cannot place as many cards as you bid, {n}.",
        card=words.card_name(kind, on),
        n=int(state.to_lay),
    )


def _lay(position: Position, kind: int, value: int) -> Refusal:
    state = position.state
    if value >= VALUES:
        return Refusal("T2", "no such card: values go from 0 to 15.")
    card = words.card_name(kind, value)
    if state.phase == AUCTION:
        return Refusal(
            "T13",
            "cards are taken after the auction, by the highest bidder, exactly as many as bid; "
            "now it is your turn to bid.",
        )
    if not _in_row(position, kind, value):
        return Refusal("T13", "{card} is not in the row.", card=card)
    if refusal := _unfit(position, kind, value):
        return refusal
    if state.phase == DEMOLISHING:
        return Refusal("T14", "first demolish a top card, or choose “Don’t demolish”.")
    if kind < state.kind:
        return Refusal(
            "T15",
            "cards are placed suit by suit, from left to right, and it is the turn of {kind} "
            "already.",
            kind=words.kind_name(int(state.kind)),
        )
    instead = (divmod(action - record.LAY, VALUES) for action in position.legal_actions)
    lay_instead = tuple(words.card_name(*other) for other in instead)
    if _order_alone_forbids(position, kind, value):
        return Refusal(
            "T15",
            "cards are placed suit by suit, from left to right: before {card} place one of: "
            "{cards}.",
            card=card,
            cards=lay_instead,
        )
    return Refusal(
        "T16",
        "if you place {card} now, you cannot place as many cards as you bid, {n}; place one of: "
        "{cards}.",
        card=card,
        n=int(state.called),
        cards=lay_instead,
    )


def _order_alone_forbids(position: Position, kind: int, value: int) -> bool:
    """Whether all could still be laid after this card if earlier kinds were not closed by it."""
    state, seat = position.state, position.to_act
    row = np.int64(state.row[kind])
    others = row & ~copy_of(row, value)
    on = rules.top(state, seat, kind)
    elsewhere = choices.most_layable(state, seat, 0) - most(on, row)
    return bool(1 + most(np.int64(value), others) + elsewhere >= state.to_lay)


def _in_row(position: Position, kind: int, value: int) -> bool:
    return bool(int(values(np.int64(position.state.row[kind]))) >> value & 1)


def _unfit(position: Position, kind: int, value: int) -> Refusal | None:
    """Why a card may not go on its tower, whatever else is laid."""
    state, seat = position.state, position.to_act
    on = int(rules.top(state, seat, kind))
    if fits(on, value):
        return None
    below = int(rules.top_after_demolition(state, seat, kind))
    if on != 0 and state.phase == DEMOLISHING and fits(below, value):
        return None
    if on == 0:
        return Refusal(
            "T7",
            "your tower is crowned and takes no more cards: {kind}.",
            kind=words.kind_name(kind),
        )
    return Refusal(
        "T4",
        "{card} does not go on a {top}: place a lower value or a 9.",
        card=words.card_name(kind, value),
        top=on,
    )
