"""What the players at a table are called, in every sentence and on every board of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from galda.bots.names import choose_name
from galda.core.message import Message, Phrase
from galda.table.setup.seating import Seat


def name_bots(seats: Sequence[Seat], table_id: str) -> tuple[Seat, ...]:
    """The seats with a name of its own for each bot that has none yet."""
    named = list(seats)
    for seat in seats:
        if seat.is_bot and not seat.name:
            taken = {other.name for other in named}
            name = choose_name(table_id, seat.index, taken)
            named[seat.index] = replace(seat, name=name)
    return tuple(named)


def names_of(seats: Sequence[Seat]) -> tuple[Phrase, ...]:
    """What sentences call the players, by seat; nothing where nobody has a name.

    Then the game's own names for its seats are used for all: they never stand beside players'
    names, so one without is a guest among those who have.
    """
    if not any(seat.name for seat in seats):
        return ()
    names: list[Phrase] = []
    for seat in seats:
        name = seat.name
        if not name:
            names.append(Message("Guest {number}", number=seat.index + 1))
        elif name in names:  # two of the same name are told apart by their seats' numbers
            names.append(f"{name} {seat.index + 1}")
        else:
            names.append(name)
    return tuple(names)
