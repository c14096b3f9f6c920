"""Why a move of Pylos is not allowed: the rule, and a sentence that says what would be right."""

from __future__ import annotations

from galda.core.errors import Refusal
from galda.core.play.position import Position
from galda.core.play.terms import Touches
from galda.games.pylos.rules import rules
from galda.games.pylos.rules.rules import BEGINNERS, EXPERT, LEVEL, PLAYING, RAISE, REMOVE, REMOVED
from galda.games.pylos.text.spots import (
    NUMBER,
    STOP_WORD,
    members,
    occupied,
    owner,
    seat_name,
    spot_words,
)

PLACING = "+"
REMOVING = "-"
"""Before a spot's name: the touch of a ball placed while balls are removed, and the reverse."""


def refuse(position: Position, path: Touches) -> Refusal | None:
    """The rule that forbids these touches; None when they name nothing on the board."""
    names = [touch.lstrip(PLACING + REMOVING) for touch in path]
    if path != (STOP_WORD,) and not (names and all(name in NUMBER for name in names)):
        return None
    if position.is_over:
        return _over(position)
    removing = position.state.phase != PLAYING
    if path == (STOP_WORD,):
        return _must_remove() if removing else _nothing_earned(position)
    if len(path) > 2:
        return Refusal("P4", "on a turn you place one ball or raise one, no more.")
    spots = [NUMBER[name] for name in names]
    if removing:
        if len(path) == 2 or path[0].startswith(PLACING):
            return _still_removing(position)
        return _removal(position, spots[0])
    if len(path) == 2:
        return _raise(position, spots[0], spots[1])
    if path[0].startswith(REMOVING):
        return _removal_too_late(position, spots[0]) or _nothing_earned(position)
    if path[0].startswith(PLACING):
        return _placing(position, spots[0])
    return _lifting(position, spots[0])


def _over(position: Position) -> Refusal:
    state = position.state
    if state.result == rules.DRAWN:
        return Refusal("P16", "the game is over: it is a draw.")
    winner = seat_name(position, position.winners[0])
    if occupied(state) >> rules.TOP & 1:
        return Refusal(
            "P2", "the game is over: {player} has reached the top and won.", player=winner
        )
    return Refusal(
        "P3",
        "the game is over: {player} has won, because the other reserve is empty.",
        player=winner,
    )


# Removing


def _nothing_earned(position: Position) -> Refusal:
    """Why the seat to act has nothing to remove."""
    if position.state.variant == BEGINNERS:
        return Refusal("P12", "beginners remove no balls; place a ball or raise one.")
    if position.state.variant == EXPERT:
        return Refusal(
            "P13",
            "you remove balls only after completing a square or a row of your colour; "
            "place a ball or raise one.",
        )
    return Refusal(
        "P7",
        "you remove balls only after completing a square of your colour; "
        "place a ball or raise one.",
    )


def _removal_too_late(position: Position, spot: int) -> Refusal | None:
    """Why a turn that has just ended with a removal cannot go on with another one."""
    removals = []
    last: Position | None = position
    while last and last.action is not None and REMOVE <= last.action < RAISE:
        removals.append(last.action - REMOVE)
        last = last.before
    if not removals or owner(position.state, spot) != 1 - position.to_act:
        return None
    if len(removals) == 2:
        return Refusal("P9", "two balls are removed already; a turn takes no more.")
    if load := occupied(position.state) & int(rules.ABOVE[spot]):
        return _carries("P8", spot, load)
    return _wrong_order(spot, removals[0])


def _wrong_order(spot: int, first: int) -> Refusal:
    return Refusal(
        "P8",
        "two free balls are removed in the board's order: take {spot} first, then {first}.",
        spot=spot_words(spot),
        first=spot_words(first),
    )


def _must_remove() -> Refusal:
    return Refusal("P7", "you have completed a square and must remove at least one of your balls.")


def _still_removing(position: Position) -> Refusal:
    """Why no ball can be placed or raised while balls are removed."""
    if rules.may_stop(position.state):
        return Refusal("P4", "you have played already; take back one of your balls, or stop.")
    return Refusal("P7", "you have completed a square; take back one of your balls.")


def _removal(position: Position, spot: int) -> Refusal:
    """Why a ball cannot be removed although one could be."""
    state, name = position.state, spot_words(spot)
    holder = owner(state, spot)
    if holder is None:
        return Refusal("P7", "there is no ball on {spot}; remove one of your own balls.", spot=name)
    if holder != position.to_act:
        return Refusal(
            "P7", "the ball on {spot} is your opponent's; remove one of your own.", spot=name
        )
    if load := occupied(state) & int(rules.ABOVE[spot]):
        return _carries("P8", spot, load)
    return _wrong_order(spot, int(state.phase) - REMOVED)


def _carries(rule: str, spot: int, load: int) -> Refusal:
    return Refusal(
        rule,
        "the ball on {spot} carries the one on {upper}; choose one that carries nothing.",
        spot=spot_words(spot),
        upper=spot_words(members(load)[0]),
    )


# Placing and raising


def _placing(position: Position, spot: int) -> Refusal:
    """Why no ball can be placed on a spot."""
    name = spot_words(spot)
    holder = owner(position.state, spot)
    if holder is None:
        return _unsupported(position.state, spot)
    if holder != position.to_act:
        return Refusal(
            "P4",
            "your opponent's ball lies on {spot}; place one of yours on a free spot.",
            spot=name,
        )
    return Refusal(
        "P4",
        "your ball lies on {spot} already; place one on a free spot, "
        "or say where to raise this one.",
        spot=name,
    )


def _lifting(position: Position, spot: int) -> Refusal:
    """Why the ball on a spot cannot be raised anywhere."""
    if owner(position.state, spot) != position.to_act:
        return _placing(position, spot)
    if load := occupied(position.state) & int(rules.ABOVE[spot]):
        return _carries("P6", spot, load)
    return Refusal(
        "P5",
        "your ball on {spot} cannot be raised: no other square of four is free on a higher level.",
        spot=spot_words(spot),
    )


def _unsupported(state: object, spot: int) -> Refusal:
    missing = [below for below in rules.rests_on(spot) if not occupied(state) >> below & 1]
    return Refusal(
        "P4",
        "{spot} is not supported yet: there is no ball on {missing}.",
        spot=spot_words(spot),
        missing=tuple(spot_words(below) for below in missing),
    )


def _raise(position: Position, start: int, end: int) -> Refusal:
    """Why a ball cannot be raised from one spot to another."""
    state = position.state
    names = {"start": spot_words(start), "end": spot_words(end)}
    holder = owner(state, start)
    if holder is None:
        return Refusal("P4", "there is no ball on {start} to raise.", **names)
    if holder != position.to_act:
        return Refusal(
            "P4", "the ball on {start} is your opponent's; raise one of your own.", **names
        )
    if LEVEL[end] <= LEVEL[start]:
        return Refusal(
            "P5", "{end} is no higher than {start}; a raised ball goes up a level.", **names
        )
    if load := occupied(state) & int(rules.ABOVE[start]):
        return _carries("P6", start, load)
    if start in rules.rests_on(end):
        return Refusal(
            "P6", "{end} rests on {start}: a ball cannot be part of its own support.", **names
        )
    if owner(state, end) is not None:
        return Refusal("P4", "a ball lies on {end} already; choose a free spot.", **names)
    return _unsupported(state, end)
