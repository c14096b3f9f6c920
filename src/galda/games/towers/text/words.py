"""5 Towers in words: cards and moves in notation, sentences for the log, the position as values.

`call3` calls 3 and `pass` passes; `demolish-candy` demolishes the top of the candy tower and
`keep` keeps them all; `candy9` takes the 9 of candy and lays it.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from galda.core.message import Counted, Message, Phrase
from galda.core.numerals import write_whole
from galda.core.play.position import Position
from galda.core.play.terms import Touches
from galda.core.show.language import say, say_count, tell
from galda.games.towers.rules import record, rules
from galda.games.towers.rules.cards import EMPTY, KINDS, VALUES
from galda.games.towers.rules.record import CALL, DEMOLISH, KEEP, LAY, PASS, PASSED, SILENT
from galda.games.towers.rules.tower import list_cards

EXAMPLE = "call3"
CALL_WORD, PASS_WORD, DEMOLISH_WORD, KEEP_WORD = "call", "pass", "demolish-", "keep"
CALL_TEXT = re.compile(r"call\s*(\d{1,3})")
DEMOLISH_TEXT = re.compile(rf"demolish[\s-]*({'|'.join(KINDS)})")
CARD_TEXT = re.compile(rf"({'|'.join(KINDS)})\s*(\d{{1,3}})")

Card = tuple[int, int, int]
"""A card: its kind, its value, and 1 if it is the second copy, else 0."""


def cards_in(sets: Any) -> list[Card]:
    """The cards of five sets, one for each kind, by kind and value."""
    return [
        (kind, value, copy)
        for kind in range(len(KINDS))
        for value in range(VALUES)
        for copy in range(2)
        if int(sets[kind]) >> (value + VALUES * copy) & 1
    ]


def tower_cards(state: Any, seat: int, kind: int) -> list[Card]:
    """The cards of a tower, from the lowest up."""
    codes = np.zeros(record.TALLEST, np.int64)
    height = list_cards(state.tower[seat, kind], codes)
    return [(kind, int(code) % VALUES, int(code) // VALUES) for code in codes[:height]]


def heights(state: Any, seat: int) -> list[int]:
    """How many cards each of a seat's towers has."""
    return [int(rules.height(state, seat, kind)) for kind in range(len(KINDS))]


def main_tower(state: Any, seat: int) -> int | None:
    """The kind of a seat's tallest tower, the first of them; None if it has no tower (T22)."""
    found = heights(state, seat)
    return found.index(max(found)) if any(found) else None


def word(card: tuple[int, int] | Card) -> str:
    """A card in notation."""
    return f"{KINDS[card[0]]}{card[1]}"


def piece(card: Card) -> str:
    """The name a card keeps on the board wherever it goes."""
    return word(card) + ("-2" if card[2] else "")


def touch(action: int) -> str:
    """The board element that an action is: every action is one touch."""
    if action < PASS:
        return f"{CALL_WORD}{action - CALL}"
    if action == PASS:
        return PASS_WORD
    if action < KEEP:
        return DEMOLISH_WORD + KINDS[action - DEMOLISH]
    if action == KEEP:
        return KEEP_WORD
    return word(divmod(action - LAY, VALUES))


def touches(position: Position, action: int) -> Touches:
    """The board element a player touches to play an action."""
    return (touch(action),)


def write(position: Position, action: int) -> str:
    """An action in notation."""
    return touch(action)


def read(position: Position, text: str) -> Touches | None:
    """The touches a text means, or None if it is no move."""
    text = text.strip().lower()
    if text in (PASS_WORD, KEEP_WORD):
        return (text,)
    if found := CALL_TEXT.fullmatch(text):
        return (f"{CALL_WORD}{int(found[1])}",)
    if found := DEMOLISH_TEXT.fullmatch(text):
        return (DEMOLISH_WORD + found[1],)
    if found := CARD_TEXT.fullmatch(text):
        return (word((KINDS.index(found[1]), int(found[2]))),)
    return None


def kind_name(kind: int) -> Message:
    """What a kind is called."""
    return (
        Message("candy"), Message("horror"), Message("tree"), Message("scrap"), Message("sand"),
    )[kind]  # fmt: skip


def card_name(kind: int, value: int) -> Message:
    """What a card is called."""
    return (
        Message("candy {value}", value=value), Message("horror {value}", value=value),
        Message("tree {value}", value=value), Message("scrap {value}", value=value),
        Message("sand {value}", value=value),
    )[kind]  # fmt: skip


def seat_name(position: Position, seat: int) -> Phrase:
    """The player's name; else they are numbered clockwise."""
    if position.names:
        return position.names[seat]
    return Message("Player {n}", n=seat + 1)


def prompt(position: Position) -> Message:
    """What the player to act is to do now."""
    state = position.state
    if state.phase == record.AUCTION:
        calls = [action - CALL for action in position.legal_actions if action < PASS]
        if not calls:
            return Message("You cannot build more than {n} cards: pass.", n=int(state.called))
        if position.to_act == state.first:
            if max(calls) == 0:
                return Message("Open the auction: bid 0.")
            return Message("Open the auction: bid a number from 0 to {n}.", n=max(calls))
        return Message("Bid more than {n}, or pass.", n=int(state.called))
    if state.phase == record.DEMOLISHING:
        if KEEP in position.legal_actions:
            return Message("Demolish one of your top cards, or choose “Don’t demolish”.")
        return Message(
            "Demolish one of your top cards: otherwise you cannot place all the cards you bid."
        )
    return Counted(
        "Take a card from the row: {n} still to place.",
        "Take a card from the row: {n} still to place.",
        int(state.to_lay),
    )


def sentence(position: Position, action: int, lang: str) -> str:
    """What an action does, and what it means for the round."""
    state = position.state
    player = seat_name(position, position.to_act)
    if action < PASS:
        told = say(lang, "{player} bids {n}.", player=player, n=action - CALL)
        return told + _nobody_builds(position, action, lang)
    if action == PASS:
        told = say(lang, "{player} passes.", player=player)
        return told + _nobody_builds(position, action, lang)
    if action == KEEP:
        return say(lang, "{player} demolishes nothing.", player=player)
    if action < KEEP:
        kind = action - DEMOLISH
        card = card_name(kind, int(rules.top(state, position.to_act, kind)))
        cost = int(rules.demolition_count(state, position.to_act)) + 1
        return say_count(
            lang, "{player} demolishes {card}. It costs {n} point.",
            "{player} demolishes {card}. It costs {n} points.", cost, player=player, card=card,
        )  # fmt: skip
    return _laying(position, *divmod(action - LAY, VALUES), player, lang)


def _laying(position: Position, kind: int, value: int, player: Phrase, lang: str) -> str:
    card = card_name(kind, value)
    on = int(rules.top(position.state, position.to_act, kind))
    if on == EMPTY and value:
        return say(lang, "{player} starts a tower: {card}.", player=player, card=card)
    if on == EMPTY:
        return say(lang, "{player} starts a tower and crowns it: {card}.", player=player, card=card)
    if value:
        return say(lang, "{player} places {card} on the {top}.", player=player, card=card, top=on)
    return say(
        lang, "{player} crowns a tower: {card} on the {top}.", player=player, card=card, top=on
    )


def _nobody_builds(position: Position, action: int, lang: str) -> str:
    """The end of a round in which nobody wanted a card (T18)."""
    after = position.play(action).state
    if after.rounds == position.state.rounds and after.phase != record.OVER:
        return ""
    return " " + say(lang, "Nobody builds, and the row is discarded.")


def milestone(before: Position, after: Position, lang: str) -> str:
    """The end of a round: its number, and what everybody has by then (T18)."""
    if after.state.rounds == before.state.rounds and not after.is_over:
        return ""
    points = " · ".join(
        f"{tell(lang, seat_name(after, seat))} {write_whole(score)}"
        for seat, score in enumerate(after.scores)
    )
    return say(lang, "Round {n}: {points}", n=int(before.state.rounds), points=points)


def call_word(call: int, lang: str) -> str:
    """What a seat has called in this round."""
    if call == SILENT:
        return "…"
    return say(lang, "passed") if call == PASSED else str(call)


PHASES = ("auction", "demolishing", "laying", "over")


def view(position: Position) -> dict[str, Any]:
    """The position as plain values."""
    state = position.state
    seats = range(position.players)
    return {
        "phase": PHASES[state.phase],
        "round": int(state.rounds),
        "shuffles": int(state.shuffles),
        "first": int(state.first) + 1,
        "row": [word(card) for card in cards_in(state.row)],
        "calls": [
            {SILENT: None, PASSED: PASS_WORD}.get(int(call), int(call))
            for call in state.calls[: position.players]
        ],
        "to_lay": int(state.to_lay),
        "towers": [
            {
                name: [value for _, value, _ in tower_cards(state, seat, kind)]
                for kind, name in enumerate(KINDS)
                if rules.height(state, seat, kind)
            }
            for seat in seats
        ],
        "demolished": [[word(card) for card in cards_in(state.demolished[seat])] for seat in seats],
        "deck": [word(card) for card in cards_in(state.deck)],
        "discards": [word(card) for card in cards_in(state.discards)],
        "scores": list(position.scores),
    }
