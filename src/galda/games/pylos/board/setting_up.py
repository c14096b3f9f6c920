"""Setting up Pylos by touch: a spot holds nothing, then a light ball, then a dark one."""

from __future__ import annotations

from typing import Any

from galda.core.message import Phrase
from galda.core.play.position import Position
from galda.core.play.setting_up import SettingUp
from galda.games.pylos.rules import rules
from galda.games.pylos.rules.rules import BALLS_EACH, PLAYING, SPOTS, TOP
from galda.games.pylos.text.spots import NUMBER, occupied, owner, spot_name


def places(position: Position, seat: int) -> dict[str, Phrase]:
    """Spots that hold a ball, and those where one could lie."""
    there = occupied(position.state)
    names = [
        spot_name(spot)
        for spot in range(SPOTS)
        if there >> spot & 1 or there & int(rules.RESTS_ON[spot]) == int(rules.RESTS_ON[spot])
    ]
    return dict(zip(names, names, strict=True))


def change(state: Any, place: str) -> None:
    """Put the next ball there, or none."""
    spot = NUMBER[place]
    held = owner(state, spot)
    following = 0 if held is None else 1 if held == 0 else None
    for seat in (0, 1):
        balls = int(state.balls[seat]) & ~(1 << spot) | (seat == following) << spot
        state.balls[seat] = balls
        state.reserve[seat] = max(0, BALLS_EACH - balls.bit_count())
    there = occupied(state)
    state.most = there.bit_count() - (there >> TOP & 1)
    state.quiet, state.phase, state.result = 0, PLAYING, rules.GOING


SETTING_UP = SettingUp(places, change=change)
