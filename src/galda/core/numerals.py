"""Whole numbers that come from outside as text."""

from __future__ import annotations

import re

FIGURES = re.compile(r"[0-9]{1,18}")


def read_whole(text: str) -> int | None:
    """The number that `text` writes in the figures 0 to 9, or None.

    `str.isdigit` also says yes to `²`, and `int` refuses what it says yes to, or is too long.
    """
    return int(text) if FIGURES.fullmatch(text) else None
