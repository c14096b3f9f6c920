"""Pylos in words: spots and moves in notation, and what they mean in sentences.

`b2` places a ball on level 1, `2b2` on level 2, `top` on the top; `a1>2b2` raises a ball; `-a1`
removes one, `stop` removes no more. A turn reads `b2>2a1 -a1 -c3`.
"""

from __future__ import annotations

import re
from typing import Any

from galda.core.message import Message
from galda.core.play.position import Position
from galda.core.play.terms import Touches
from galda.core.show.language import say
from galda.games.pylos.rules import rules
from galda.games.pylos.rules.rules import PLAYING, RAISE, RAISES, REMOVE, REMOVED, SPOTS, STOP
from galda.games.pylos.text.refusals import PLACING, REMOVING, refuse
from galda.games.pylos.text.spots import (
    NUMBER,
    STOP_WORD,
    occupied,
    owner,
    seat_name,
    spot_name,
    spot_words,
)

__all__ = ["refuse", "seat_name"]

EXAMPLE = "a1>2b2"
SPOT = r"(?:top|[1-4]?[a-d][1-4])"
PLACE = re.compile(rf"(?P<spot>{SPOT})")
REMOVAL = re.compile(rf"-\s*(?P<spot>{SPOT})")
RAISING = re.compile(rf"(?P<start>{SPOT})\s*>\s*(?P<end>{SPOT})")


def view(position: Position) -> dict[str, Any]:
    """The position as plain values."""
    state = position.state
    owners = {spot: owner(state, spot) for spot in range(SPOTS)}
    seen: dict[str, Any] = {
        "balls": {
            spot_name(spot): "dark" if seat else "light"
            for spot, seat in owners.items()
            if seat is not None
        },
        "reserve": {"light": int(state.reserve[0]), "dark": int(state.reserve[1])},
        "removing": int(state.phase) != PLAYING,
        "turns_without_new_high": int(state.quiet),
    }
    if state.phase >= REMOVED:
        seen["removed"] = spot_name(int(state.phase) - REMOVED)
    return seen


def touches(position: Position, action: int) -> Touches:
    """The spot to fill, the ball to raise and its new spot, or the ball to remove.

    Placing and removing both touch one spot: which of them it is depends on how far the turn has
    come and what lies there. What it then is not has a touch that no board offers.
    """
    if action == STOP:
        return (STOP_WORD,)
    if action >= RAISE:
        start, end = RAISES[action - RAISE]
        return spot_name(start), spot_name(end)
    if action >= REMOVE:
        return _removing(position, spot_name(action - REMOVE))
    return _placing(position, spot_name(action))


def write(position: Position, action: int) -> str:
    """An action in notation."""
    if action == STOP:
        return STOP_WORD
    if action >= RAISE:
        start, end = RAISES[action - RAISE]
        return f"{spot_name(start)}>{spot_name(end)}"
    return f"-{spot_name(action - REMOVE)}" if action >= REMOVE else spot_name(action)


def read(position: Position, text: str) -> Touches | None:
    """The touches a text means, or None if it is no move."""
    text = text.strip().lower()
    if text == STOP_WORD:
        return (STOP_WORD,)
    if found := RAISING.fullmatch(text):
        start, end = _plain_name(found["start"]), _plain_name(found["end"])
        return (start, end) if start and end else None
    if found := REMOVAL.fullmatch(text):
        name = _plain_name(found["spot"])
        return _removing(position, name) if name else None
    if found := PLACE.fullmatch(text):
        name = _plain_name(found["spot"])
        return _placing(position, name) if name else None
    return None


def _plain_name(written: str) -> str | None:
    """A spot's own name, from `1a1` or `4a1` too; None if the pyramid has no such spot."""
    name = {"4a1": "top"}.get(written, written.removeprefix("1") if len(written) == 3 else written)
    return name if name in NUMBER else None


def _placing(position: Position, name: str) -> Touches:
    taken = occupied(position.state) >> NUMBER[name] & 1
    return (PLACING + name,) if taken or position.state.phase != PLAYING else (name,)


def _removing(position: Position, name: str) -> Touches:
    return (REMOVING + name,) if position.state.phase == PLAYING else (name,)


def ending(position: Position) -> Message:
    """How the game ended (P2, P3, P16)."""
    state = position.state
    if state.result == rules.DRAWN:
        return Message("In 100 turns the number of balls reached no new high.")
    winner = position.winners[0]
    if occupied(state) >> rules.TOP & 1:
        name = seat_name(position, winner)
        return Message("{player} has placed the last ball on top.", player=name)
    return Message("{player} has no ball left to play.", player=seat_name(position, 1 - winner))


def prompt(position: Position) -> Message:
    """What the player to act is to do now."""
    if position.state.phase >= REMOVED:
        return Message("Take back a second ball, or stop.")
    if position.state.phase != PLAYING:
        if STOP in position.legal_actions:
            return Message("Take back one or two of your balls, or stop.")
        return Message("You have completed a square: take back one or two of your balls.")
    # Those who listen hear in passing how the reserves have changed.
    own, other = (
        int(position.state.reserve[seat]) for seat in (position.to_act, 1 - position.to_act)
    )
    if any(RAISE <= action < STOP for action in position.legal_actions):
        return Message(
            "Place a ball, or choose one of yours to raise. "
            "In reserve: you {own}, opponent {other}.",
            own=own, other=other,
        )  # fmt: skip
    return Message("Place a ball. In reserve: you {own}, opponent {other}.", own=own, other=other)


def next_prompts(position: Position) -> tuple[Message, ...]:
    """What to touch once a ball is chosen."""
    return (Message("Choose where to raise it."),)


def sentence(position: Position, action: int, lang: str) -> str:
    """What an action does."""
    player = seat_name(position, position.to_act)
    if action == STOP:
        if position.state.phase >= REMOVED:
            return say(lang, "{player} removes no other ball.", player=player)
        return say(lang, "{player} removes no ball.", player=player)
    if action >= RAISE:
        start, end = RAISES[action - RAISE]
        return say(
            lang,
            "{player} raises the ball on {start} to {end}.",
            player=player,
            start=spot_words(start),
            end=spot_words(end),
        )
    if action >= REMOVE:
        name = spot_words(action - REMOVE)
        return say(lang, "{player} takes back the ball on {spot}.", player=player, spot=name)
    if action == rules.TOP:
        return say(lang, "{player} puts a ball on the top of the pyramid.", player=player)
    return say(lang, "{player} places a ball on {spot}.", player=player, spot=spot_words(action))
