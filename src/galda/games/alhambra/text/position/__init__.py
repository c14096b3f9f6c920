"""Alhambra's positions in one line.

    1 market=p5/t9a/g8b/s4 row=y3/b4/o9/g1 city1=p6@0,1/t8@1,0 reserve1=g7 hand1=y335b9 hand2=?6 …

Tiles are written by the first letter of their type, their price and their letter (`t9a`), money by
the first letter of its currency and its values (`y335` is yellow 3, 3 and 5). `?6` are six cards
that nobody here knows. `docs/positions.md` lists all the words.
"""

from __future__ import annotations

from galda.core.play.text import PositionText
from galda.games.alhambra.text.position.reading import read
from galda.games.alhambra.text.position.writing import write

EXAMPLE = "1 market=p5/t9a/g8b/s4 row=y3/b4/o9/g1 hand1=y335b9 hand2=?4 hand3=g99b5 cut=94"

TEXT = PositionText(write, read, EXAMPLE)
