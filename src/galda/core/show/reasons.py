"""Why one turn is better than another, in the game's own terms (`GameBots.gains`)."""

from __future__ import annotations

from collections.abc import Sequence

from galda.core.message import Message
from galda.core.play.gains import Gain
from galda.core.play.position import Position
from galda.core.show.language import tell

MOST_REASONS = 3
WORTH_TELLING = 0.5
"""What makes less difference is no reason."""


def reasons(
    position: Position, turn: Sequence[int], other: Sequence[int] = ()
) -> tuple[Message, ...]:
    """What a turn brings that another does not, or brings at all; the weightiest first.

    `position` is what the seat to act knows.
    """
    gains = _gains(position, turn)
    without = {gain.about: gain.worth for gain in _gains(position, other)} if other else {}
    made = {gain.about: gain.worth - without.get(gain.about, 0.0) for gain in gains}
    told = [gain for gain in gains if made[gain.about] >= WORTH_TELLING]
    told.sort(key=lambda gain: -made[gain.about])
    return tuple(gain.told for gain in told[:MOST_REASONS])


def tell_reasons(position: Position, turn: Sequence[int], other: Sequence[int], lang: str) -> str:
    """The same as sentences in a row; empty where there is nothing to say."""
    return " ".join(tell(lang, reason) for reason in reasons(position, turn, other))


def _gains(position: Position, turn: Sequence[int]) -> Sequence[Gain]:
    seat = position.to_act
    after = position.play_all(turn)
    if after.is_over and after.winners == (seat,):
        return (Gain("end", 1000.0, Message("It wins the game.")),)
    found = position.game.bots.gains
    return found(position, after, seat) if found else ()
