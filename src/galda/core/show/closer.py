"""Parts of a board that are drawn small: pages can zoom them."""

from __future__ import annotations

from functools import lru_cache

from galda.core.message import Phrase
from galda.core.show.language import say
from galda.core.show.svg import element


@lru_cache(maxsize=1 << 10)
def closer(lang: str, what: Phrase, width: float, height: float, x: float = 0, y: float = 0) -> str:
    """To be laid over a part, as the last thing in its group; the group is shown large."""
    label = say(lang, "Look closer: {what}", what=what)
    return element("rect", x=x, y=y, width=width, height=height, fill_opacity=0, data_closer=label)
