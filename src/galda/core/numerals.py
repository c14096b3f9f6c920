"""Whole numbers as text: read from outside, and written for people."""

from __future__ import annotations

import re

FIGURES = re.compile(r"[0-9]{1,18}")
MINUS = "\N{MINUS SIGN}"


def read_whole(text: str) -> int | None:
    """The number that `text` writes in the figures 0 to 9, or None.

    `str.isdigit` also says yes to `²`, and `int` refuses what it says yes to, or is too long.
    """
    return int(text) if FIGURES.fullmatch(text) else None


def write_whole(number: int) -> str:
    """A whole number as people write it: what is below 0 with a minus sign, not a hyphen.

    >>> from galda.core.numerals import write_whole
    >>> write_whole(-12) == "\N{MINUS SIGN}12"
    True
    """
    return f"{MINUS}{-number}" if number < 0 else str(number)
