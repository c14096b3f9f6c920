"""Places in an Alhambra, in words: where a cell lies, seen from the fountain."""

from __future__ import annotations

from functools import lru_cache

from galda.core.message import Counted, Message
from galda.core.numerals import write_whole
from galda.games.alhambra.text.names import Cell


def cell_words(cell: Cell) -> str:
    """A cell as it is written beside notation: east and north of the fountain."""
    return f"({write_whole(cell[0])}, {write_whole(cell[1])})"


def cell_sign(cell: Cell) -> str:
    """A cell where there is little room: how far from the fountain, and which way."""
    (x, y), steps = cell, []
    if x:
        steps.append(f"{'→' if x > 0 else '←'}{abs(x)}")
    if y:
        steps.append(f"{'↑' if y > 0 else '↓'}{abs(y)}")
    return " ".join(steps)


@lru_cache(maxsize=1 << 10)
def place_words(cell: Cell) -> Message:
    """Where a cell lies, in words: how far from the fountain, and which way."""
    x, y = cell
    if not x:
        if y > 0:
            return Counted("{n} cell north of the fountain", "{n} cells north of the fountain", y)
        return Counted("{n} cell south of the fountain", "{n} cells south of the fountain", -y)
    if not y:
        if x > 0:
            return Counted("{n} cell east of the fountain", "{n} cells east of the fountain", x)
        return Counted("{n} cell west of the fountain", "{n} cells west of the fountain", -x)
    return _slanting(x, y)


def _slanting(x: int, y: int) -> Message:
    """A cell that is off the fountain's row and column."""
    if x > 0 and y > 0:
        return Counted(
            "{n} cell east and {north} north of the fountain",
            "{n} cells east and {north} north of the fountain", x, north=y,
        )  # fmt: skip
    if x > 0:
        return Counted(
            "{n} cell east and {south} south of the fountain",
            "{n} cells east and {south} south of the fountain", x, south=-y,
        )  # fmt: skip
    if y > 0:
        return Counted(
            "{n} cell west and {north} north of the fountain",
            "{n} cells west and {north} north of the fountain", -x, north=y,
        )  # fmt: skip
    return Counted(
        "{n} cell west and {south} south of the fountain",
        "{n} cells west and {south} south of the fountain", -x, south=-y,
    )  # fmt: skip
