"""What the fields of a game's states may hold with certain options, as kernels compare it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galda.core.errors import BadOption
from galda.core.kernels import fitting
from galda.core.kernels.fitting import WIDE

if TYPE_CHECKING:
    from galda.core.play.game import Game
    from galda.core.play.options import Value

FREE = 255
"""How much larger than the least a byte may be that has no limit."""


class FieldLimits(NamedTuple):
    """The fields with limits; `first_misfit` takes all but the names."""

    names: tuple[str, ...]
    fields: npt.NDArray[np.int64]
    places: npt.NDArray[np.int64]
    bounds: npt.NDArray[np.uint8]


def check_fields(game: Game, options: Mapping[str, Value], rows: npt.NDArray[np.uint8]) -> None:
    """Refuse records, given as bytes, whose fields are beyond what these options allow."""
    names, fields, places, bounds = _limits(game, tuple(sorted(options.items())))
    if not names or not len(rows):
        return
    row, place = fitting.first_misfit(rows, fields, places, bounds)
    if row < 0:
        return
    offset, size, signed, least, most = fields[place].tolist()
    found = fitting.field_value(rows[row], offset, size, bool(signed))
    raise BadOption(
        "state {row} has {option} = {given}; with these options it is {choices}",
        row=int(row),
        option=names[place],
        given=int(found),
        choices=str(least) if least == most else f"{least} – {most}",
    )


@lru_cache
def _limits(game: Game, options: tuple[tuple[str, Value], ...]) -> FieldLimits:
    names: list[str] = []
    found: list[tuple[int, int, int, int, int]] = []
    record = game.rules.record
    limits = game.rules.limits(dict(options)) if game.rules.limits else {}
    for name, (least, most) in limits.items():
        kind, offset = record.fields[name][:2]  # type: ignore[index]
        single = kind.base
        for k in range(kind.itemsize // single.itemsize):
            names.append(name)
            at = offset + k * single.itemsize
            found.append((at, single.itemsize, int(single.kind == "i"), least, most))
    fields = np.array(found, np.int64).reshape(-1, 5)
    return FieldLimits(tuple(names), fields, *windows(found, record.itemsize))


def windows(fields: list[tuple[int, int, int, int, int]], size: int) -> Any:
    """The places of `WIDE` bytes that hold all fields, and bounds of each byte; else no places."""
    byte_limits: dict[int, tuple[int, int]] = {}
    for at, width, signed, least, most in fields:
        found = byte_bounds(width, bool(signed), least, most)
        if found is None:
            byte_limits.clear()
            break
        byte_limits |= {at + k: each for k, each in enumerate(found) if each[1] != FREE}
    places: list[int] = []
    for at in sorted(byte_limits):
        if not places or at >= places[-1] + WIDE:
            places.append(max(0, min(at, size - WIDE)))
    bounds = np.zeros((len(places), 2, WIDE), np.uint8)
    bounds[:, 1] = FREE
    for k, place in enumerate(places):
        for at in range(place, min(place + WIDE, size)):
            bounds[k, :, at - place] = byte_limits.get(at, (0, FREE))
    return np.array(places, np.int64), bounds


def byte_bounds(size: int, signed: bool, least: int, most: int) -> list[tuple[int, int]] | None:
    """The limits of a number as those of its bytes: the least of each, and how much larger it may
    be; None where bytes alone do not decide.

    >>> byte_bounds(1, True, -1, 3), byte_bounds(4, False, 0, 2**25 - 1)
    ([(255, 4)], [(0, 255), (0, 255), (0, 255), (0, 1)])
    >>> byte_bounds(2, False, 0, 300)
    """
    if size == 1:
        lowest, highest = (-128, 127) if signed else (0, 255)
        least, most = max(least, lowest), min(most, highest)
        return [(least % 256, most - least)] if least <= most else None
    for free in range(size):
        above, rest = divmod(most + 1, 256**free)
        if least == 0 and rest == 0 and 1 <= above <= (128 if signed and free == size - 1 else 256):
            return [(0, FREE)] * free + [(0, above - 1)] + [(0, 0)] * (size - free - 1)
    return None
