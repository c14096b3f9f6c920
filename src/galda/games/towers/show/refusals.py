"""Why a move of 5 Towers is not allowed: the rule that forbids it, in words for a player."""

from __future__ import annotations

import numpy as np

from galda.core.errors import Refusal
from galda.core.play.position import Position
from galda.core.play.terms import Touches
from galda.core.show.language import say
from galda.games.towers.rules import choices, record, rules
from galda.games.towers.rules.cards import EMPTY, KINDS, VALUES, copy_of, fits, most, values
from galda.games.towers.rules.record import AUCTION, DEMOLISH, DEMOLISHING, LAYING, NONE
from galda.games.towers.show.words import (
    CALL_TEXT,
    CALL_WORD,
    CARD_TEXT,
    DEMOLISH_TEXT,
    KEEP_WORD,
    PASS_WORD,
    card_name,
    kind_name,
)


def refuse(position: Position, path: Touches, lang: str) -> Refusal | None:
    """The rule that forbids these touches; None when they name nothing on the board."""
    if position.is_over:
        return _over(position, lang)
    if not path:
        return None
    if len(path) > 1 and path[:1] in position.paths:
        return _one_at_a_time(position, lang)
    if found := CALL_TEXT.fullmatch(path[0]):
        return _call(position, int(found[1]), lang)
    if path[0] == PASS_WORD:
        return _pass(position, lang)
    if path[0] == KEEP_WORD:
        return _keep(position, lang)
    if found := DEMOLISH_TEXT.fullmatch(path[0]):
        return _demolish(position, KINDS.index(found[1]), lang)
    if found := CARD_TEXT.fullmatch(path[0]):
        return _lay(position, KINDS.index(found[1]), int(found[2]), lang)
    return None


def _over(position: Position, lang: str) -> Refusal:
    if position.state.shuffles == 1:
        said = say(lang, "the game is over: the deck ran out and there are no discards to shuffle.")
        return Refusal("T19", said)
    return Refusal("T20", say(lang, "the game is over: the deck has run out the second time."))


def _one_at_a_time(position: Position, lang: str) -> Refusal:
    if position.state.phase == AUCTION:
        return Refusal("T11", say(lang, "you have one chance in the auction: one call, or pass."))
    return Refusal("T15", say(lang, "lay one card after the other."))


def _call(position: Position, number: int, lang: str) -> Refusal:
    state = position.state
    if state.phase != AUCTION:
        return _auction_is_over(position, lang)
    if number > record.ROW:
        return Refusal("T10", say(lang, "the highest call is 5, for the five cards of a row."))
    turned, called = int(state.turned), int(state.called)
    if number > turned:
        said = say(lang, "the row has fewer cards than that: the highest call is {n}.", n=turned)
        return Refusal("T12", said)
    if position.to_act != state.first and number <= called:
        said = say(lang, "{n} has been called: call a larger number, or pass.", n=called)
        return Refusal("T11", said)
    most = int(choices.most_buildable(state, position.to_act))
    if most == 0:
        said = say(lang, "call only what you can build: none of these cards fits your towers.")
    else:
        said = say(lang, "call only what you can build: at most {n} of these cards.", n=most)
    return Refusal("T16", said)


def _pass(position: Position, lang: str) -> Refusal:
    if position.state.phase == AUCTION:
        said = say(lang, "you open the auction: call 0 if you want no cards ({word}).",
                   word=f"{CALL_WORD}0")  # fmt: skip
        return Refusal("T10", said)
    return _not_done(position, lang)


def _auction_is_over(position: Position, lang: str) -> Refusal:
    state = position.state
    if state.called == state.turned:
        said = say(lang, "the auction is over: {n} is the highest call there is.", n=state.called)
        return Refusal("T12", said)
    return Refusal("T11", say(lang, "the auction is over: everyone has had one chance."))


def _not_done(position: Position, lang: str) -> Refusal:
    """Stopping before all called cards are laid."""
    called, left = int(position.state.called), int(position.state.to_lay)
    said = say(
        lang, "take exactly as many cards as you called: {called}. Still to take: {left}.",
        called=called, left=left,
    )  # fmt: skip
    return Refusal("T13", said)


def _keep(position: Position, lang: str) -> Refusal:
    state = position.state
    if state.phase == AUCTION:
        return _not_building(lang)
    if state.phase == LAYING:
        return _too_late(position, lang)
    kinds = ", ".join(kind_name(a - DEMOLISH, lang) for a in position.legal())
    said = say(
        lang, "without a demolition you cannot lay as many cards as you called, {n}; "
        "demolish one of: {kinds}.", n=int(state.to_lay), kinds=kinds,
    )  # fmt: skip
    return Refusal("T16", said)


def _not_building(lang: str) -> Refusal:
    said = say(lang, "only the builder may demolish, after the auction and before laying.")
    return Refusal("T14", said)


def _too_late(position: Position, lang: str) -> Refusal:
    """Deciding on a demolition again."""
    state = position.state
    if state.to_lay < state.called:
        said = say(lang, "demolish before you lay the first card; now lay the others.")
    elif state.demolition != NONE:
        said = say(lang, "you may demolish only one card in a building; now lay your cards.")
    else:
        said = say(lang, "you have decided to demolish nothing; now lay your cards.")
    return Refusal("T14", said)


def _demolish(position: Position, kind: int, lang: str) -> Refusal:
    state = position.state
    if state.phase == AUCTION:
        return _not_building(lang)
    if state.phase == LAYING and state.begun:
        return _too_late(position, lang)
    on, name = int(rules.top(state, position.to_act, kind)), kind_name(kind, lang)
    if on == EMPTY:
        return Refusal("T14", say(lang, "you have no tower of this kind: {kind}.", kind=name))
    if on == 0:
        said = say(lang, "a 0 is never demolished; this tower is crowned: {kind}.", kind=name)
        return Refusal("T14", said)
    said = say(
        lang, "without {card} you cannot lay as many cards as you called, {n}.",
        card=card_name(kind, on, lang), n=int(state.to_lay),
    )  # fmt: skip
    return Refusal("T16", said)


def _lay(position: Position, kind: int, value: int, lang: str) -> Refusal:
    state = position.state
    if value >= VALUES:
        return Refusal("T2", say(lang, "there is no such card: values go from 0 to 15."))
    card = card_name(kind, value, lang)
    if state.phase == AUCTION:
        said = say(
            lang, "cards are taken after the auction, by the highest caller, exactly as many as "
            "called; now it is your turn to call.",
        )  # fmt: skip
        return Refusal("T13", said)
    if not _in_row(position, kind, value):
        return Refusal("T13", say(lang, "{card} is not in the row.", card=card))
    if refusal := _unfit(position, kind, value, lang):
        return refusal
    if state.phase == DEMOLISHING:
        said = say(lang, "first demolish a top card, or decide to keep them all ({word}).",
                   word=KEEP_WORD)  # fmt: skip
        return Refusal("T14", said)
    if kind < state.kind:
        said = say(
            lang, "cards are laid in the order of their kinds, and {kind} has been laid already.",
            kind=kind_name(int(state.kind), lang),
        )  # fmt: skip
        return Refusal("T15", said)
    instead = (divmod(action - record.LAY, VALUES) for action in position.legal())
    lay_instead = ", ".join(card_name(*other, lang) for other in instead)
    if _order_alone_forbids(position, kind, value):
        said = say(
            lang, "cards are laid in the order of their kinds: before {card} lay one of: {cards}.",
            card=card, cards=lay_instead,
        )  # fmt: skip
        return Refusal("T15", said)
    said = say(
        lang, "if you lay {card} now, you cannot lay as many cards as you called, {n}; "
        "lay one of: {cards}.", card=card, n=int(state.called),
        cards=lay_instead,
    )  # fmt: skip
    return Refusal("T16", said)


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


def _unfit(position: Position, kind: int, value: int, lang: str) -> Refusal | None:
    """Why a card may not go on its tower, whatever else is laid."""
    state, seat = position.state, position.to_act
    on = int(rules.top(state, seat, kind))
    if fits(on, value):
        return None
    below = int(rules.top_after_demolition(state, seat, kind))
    if on != 0 and state.phase == DEMOLISHING and fits(below, value):
        return None
    if on == 0:
        said = say(lang, "your tower is crowned and takes no more cards: {kind}.",
                   kind=kind_name(kind, lang))  # fmt: skip
        return Refusal("T7", said)
    said = say(
        lang, "{card} does not go on a {top}: lay a smaller value or a 9.",
        card=card_name(kind, value, lang), top=on,
    )  # fmt: skip
    return Refusal("T4", said)
