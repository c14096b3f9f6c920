"""What is counted while something is chosen, such as cards until they make up a price."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from galda.core.message import Phrase


class Tally(NamedTuple):
    """Once `first` has been touched, each touch counts what it is worth, up to `due`."""

    first: str
    worth: Mapping[str, int]
    due: int
    left: tuple[Phrase, ...]
    """What is to be done while so much is left: of 1, of 2, … up to what is due."""
    offer: tuple[str, ...] = ()
    """The best choice of all, to be made by one touch; empty where none stands out."""
    offered: Phrase = ""
    """What the button for it says."""
