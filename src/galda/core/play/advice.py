"""Advice on a move: suggestions, and oracles that know how positions really end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from galda.core.play.position import Position


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A legal action and its expected worth to the seat that plays it: 0 lost, 1 won."""

    action: int
    value: float
    visits: int = 0
    """How often the search tried it, where it counts that."""
    certain: bool = False
    """Whether the value is no estimate: the game has been looked through to its end."""
    turns: int | None = None
    """With a certain value from an oracle: the turns of both sides until the end."""


@dataclass(frozen=True, slots=True)
class Certainty:
    """How a game ends from a position when everybody plays perfectly."""

    worth: float
    """For the seat to act: 0 lost, 0.5 drawn, 1 won."""
    turns: int | None = None
    """The turns until the end, of all seats together, counting one under way as one."""


Oracle = Callable[["Position"], Certainty | None]
"""(position) -> what is certain of it; None where it does not know. Quick: a look into a file."""

_oracles: list[Oracle] = []


def add_oracle(oracle: Oracle) -> None:
    """Let an oracle be asked from now on, in this process; the same one twice is asked once."""
    if oracle not in _oracles:
        _oracles.append(oracle)


def certainty(position: Position) -> Certainty | None:
    """How a position really ends, if an oracle knows it."""
    for oracle in _oracles:
        if (known := oracle(position)) is not None:
            return known
    return None


def certain_moves(position: Position) -> list[Suggestion] | None:
    """All legal actions with their true worth, best first; None unless an oracle knows each.

    The sooner won the better, the later lost the better.
    """
    if certainty(position) is None:
        return None
    mine = position.sides[position.to_act]
    found = []
    for action in position.legal():
        after = position.play(action)
        if after.is_over:
            won = mine in {after.sides[seat] for seat in after.winners}
            drawn = len(after.winners) == after.players
            found.append(Suggestion(action, 0.5 if drawn else float(won), 0, True, 1))
            continue
        known = certainty(after)
        if known is None:
            return None
        worth = known.worth if after.sides[after.to_act] == mine else 1 - known.worth
        turns = None if known.turns is None else known.turns + (not after.in_turn)
        found.append(Suggestion(action, worth, 0, True, turns))

    def order(move: Suggestion) -> tuple[float, int]:
        turns = move.turns or 0
        return -move.value, -turns if move.value < 0.5 else turns

    return sorted(found, key=order)
