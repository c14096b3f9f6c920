"""Why a move of Pylos is not allowed: the rule, and a sentence that says what would be right."""

from __future__ import annotations

from galda.core.errors import Refusal
from galda.core.play.position import Position
from galda.core.play.terms import Touches
from galda.core.show.language import say
from galda.games.pylos.rules import rules
from galda.games.pylos.rules.rules import BEGINNERS, EXPERT, LEVEL, PLAYING, RAISE, REMOVE, REMOVED
from galda.games.pylos.show.spots import NUMBER, STOP_WORD, members, occupied, owner, spot_words

PLACING = "+"
REMOVING = "-"
"""Before a spot's name: the touch of a ball placed while balls are removed, and the reverse."""


def refuse(position: Position, path: Touches, lang: str) -> Refusal | None:
    """The rule that forbids these touches; None when they name nothing on the board."""
    names = [touch.lstrip(PLACING + REMOVING) for touch in path]
    if path != (STOP_WORD,) and not (names and all(name in NUMBER for name in names)):
        return None
    if position.is_over:
        return _over(position, lang)
    removing = position.state.phase != PLAYING
    if path == (STOP_WORD,):
        return _must_remove(lang) if removing else _nothing_earned(position, lang)
    if len(path) > 2:
        return Refusal("P4", say(lang, "on a turn you place one ball or raise one, no more."))
    spots = [NUMBER[name] for name in names]
    if removing:
        if len(path) == 2 or path[0].startswith(PLACING):
            return _still_removing(position, lang)
        return _removal(position, spots[0], lang)
    if len(path) == 2:
        return _raise(position, spots[0], spots[1], lang)
    if path[0].startswith(REMOVING):
        return _removal_too_late(position, spots[0], lang) or _nothing_earned(position, lang)
    if path[0].startswith(PLACING):
        return _placing(position, spots[0], lang)
    return _lifting(position, spots[0], lang)


def _over(position: Position, lang: str) -> Refusal:
    state = position.state
    if state.result == rules.DRAWN:
        return Refusal("P16", say(lang, "the game is over: it is a draw."))
    if occupied(state) >> rules.TOP & 1:
        if owner(state, rules.TOP):
            return Refusal("P2", say(lang, "the game is over: Dark has reached the top and won."))
        return Refusal("P2", say(lang, "the game is over: Light has reached the top and won."))
    if position.winners == (0,):
        return Refusal("P3", say(lang, "the game is over: Dark's reserve is empty, Light has won."))
    return Refusal("P3", say(lang, "the game is over: Light's reserve is empty, Dark has won."))


# Removing


def _nothing_earned(position: Position, lang: str) -> Refusal:
    """Why the seat to act has nothing to remove."""
    if position.state.variant == BEGINNERS:
        return Refusal("P12", say(lang, "beginners remove no balls; place a ball or raise one."))
    if position.state.variant == EXPERT:
        return Refusal(
            "P13",
            say(
                lang,
                "you remove balls only after completing a square or a row of your colour; "
                "place a ball or raise one.",
            ),
        )
    return Refusal(
        "P7",
        say(
            lang,
            "you remove balls only after completing a square of your colour; "
            "place a ball or raise one.",
        ),
    )


def _removal_too_late(position: Position, spot: int, lang: str) -> Refusal | None:
    """Why a turn that has just ended with a removal cannot go on with another one."""
    removals = []
    last: Position | None = position
    while last and last.action is not None and REMOVE <= last.action < RAISE:
        removals.append(last.action - REMOVE)
        last = last.before
    if not removals or owner(position.state, spot) != 1 - position.to_act:
        return None
    if len(removals) == 2:
        return Refusal("P9", say(lang, "two balls are removed already; a turn takes no more."))
    if load := occupied(position.state) & int(rules.ABOVE[spot]):
        return Refusal("P8", _carries(spot, load, lang))
    return _wrong_order(spot, removals[0], lang)


def _wrong_order(spot: int, first: int, lang: str) -> Refusal:
    return Refusal(
        "P8",
        say(
            lang,
            "two free balls are removed in the board's order: take {spot} first, then {first}.",
            spot=spot_words(spot, lang),
            first=spot_words(first, lang),
        ),
    )


def _must_remove(lang: str) -> Refusal:
    return Refusal(
        "P7", say(lang, "you have completed a square and must remove at least one of your balls.")
    )


def _still_removing(position: Position, lang: str) -> Refusal:
    """Why no ball can be placed or raised while balls are removed."""
    if rules.may_stop(position.state):
        return Refusal(
            "P4",
            say(lang, "you have played already; remove a ball with - before its spot, or stop."),
        )
    return Refusal(
        "P7", say(lang, "you have completed a square; remove a ball with - before its spot.")
    )


def _removal(position: Position, spot: int, lang: str) -> Refusal:
    """Why a ball cannot be removed although one could be."""
    state, name = position.state, spot_words(spot, lang)
    holder = owner(state, spot)
    if holder is None:
        return Refusal(
            "P7",
            say(lang, "there is no ball on {spot}; remove one of your own balls.", spot=name),
        )
    if holder != position.to_act:
        return Refusal(
            "P7",
            say(
                lang,
                "the ball on {spot} is your opponent's; remove one of your own.",
                spot=name,
            ),
        )
    if load := occupied(state) & int(rules.ABOVE[spot]):
        return Refusal("P8", _carries(spot, load, lang))
    return _wrong_order(spot, int(state.phase) - REMOVED, lang)


def _carries(spot: int, load: int, lang: str) -> str:
    return say(
        lang,
        "the ball on {spot} carries the one on {upper}; choose one that carries nothing.",
        spot=spot_words(spot, lang),
        upper=spot_words(members(load)[0], lang),
    )


# Placing and raising


def _placing(position: Position, spot: int, lang: str) -> Refusal:
    """Why no ball can be placed on a spot."""
    name = spot_words(spot, lang)
    holder = owner(position.state, spot)
    if holder is None:
        return _unsupported(position.state, spot, lang)
    if holder != position.to_act:
        return Refusal(
            "P4",
            say(
                lang,
                "your opponent's ball lies on {spot}; place one of yours on a free spot.",
                spot=name,
            ),
        )
    return Refusal(
        "P4",
        say(
            lang,
            "your ball lies on {spot} already; place one on a free spot, "
            "or say where to raise this one.",
            spot=name,
        ),
    )


def _lifting(position: Position, spot: int, lang: str) -> Refusal:
    """Why the ball on a spot cannot be raised anywhere."""
    if owner(position.state, spot) != position.to_act:
        return _placing(position, spot, lang)
    if load := occupied(position.state) & int(rules.ABOVE[spot]):
        return Refusal("P6", _carries(spot, load, lang))
    return Refusal(
        "P5",
        say(
            lang,
            "your ball on {spot} cannot be raised: "
            "no other square of four is free on a higher level.",
            spot=spot_words(spot, lang),
        ),
    )


def _unsupported(state: object, spot: int, lang: str) -> Refusal:
    missing = [below for below in rules.rests_on(spot) if not occupied(state) >> below & 1]
    return Refusal(
        "P4",
        say(
            lang,
            "{spot} is not supported yet: there is no ball on {missing}.",
            spot=spot_words(spot, lang),
            missing=", ".join(spot_words(below, lang) for below in missing),
        ),
    )


def _raise(position: Position, start: int, end: int, lang: str) -> Refusal:
    """Why a ball cannot be raised from one spot to another."""
    state = position.state
    names = {"start": spot_words(start, lang), "end": spot_words(end, lang)}
    holder = owner(state, start)
    if holder is None:
        return Refusal("P4", say(lang, "there is no ball on {start} to raise.", **names))
    if holder != position.to_act:
        return Refusal(
            "P4",
            say(lang, "the ball on {start} is your opponent's; raise one of your own.", **names),
        )
    if LEVEL[end] <= LEVEL[start]:
        return Refusal(
            "P5",
            say(lang, "{end} is no higher than {start}; a raised ball goes up a level.", **names),
        )
    if load := occupied(state) & int(rules.ABOVE[start]):
        return Refusal("P6", _carries(start, load, lang))
    if start in rules.rests_on(end):
        return Refusal(
            "P6",
            say(lang, "{end} rests on {start}: a ball cannot be part of its own support.", **names),
        )
    if owner(state, end) is not None:
        return Refusal(
            "P4", say(lang, "a ball lies on {end} already; choose a free spot.", **names)
        )
    return _unsupported(state, end, lang)
