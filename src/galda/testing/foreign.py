"""A made-up language in which every message stands in ⟦brackets⟧: what has none went past `say`.

It takes the place of a language that Babel knows and we do not speak, so that numbers work too.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

from rich.text import Text

from galda.core.show import language
from galda.core.show.language import Catalogue

FOREIGN = "eo"
INNERMOST = re.compile(r"⟦[^⟦⟧]*⟧")
BEGUN = re.compile("⟦\\S+")
"""The first word of a name whose others had no room."""
NOTATION = re.compile(r"[a-z]+\d+[abc]?|[A-Z][a-z]\d+[abc]?|\b[A-Za-z]\b")
"""Moves, cells and cards as they are written in every language, and single letters."""
WORD = re.compile(r"[^\W\d_]{2,}")


class Bracketed(Catalogue):
    """Says every message in brackets."""

    def knows(self, message: str, context: object) -> bool:
        """Every message is known."""
        return True

    def find(self, message: str, context: object) -> str:
        """A message, which is all it takes to be translated."""
        return f"⟦{message}⟧"

    def find_count(self, one: str, many: str, n: int, context: object) -> str:
        """The English form for n."""
        return f"⟦{one if n == 1 else many}⟧"


def speak() -> str:
    """Begin to speak the made-up language; its code."""
    language.LANGUAGES[FOREIGN] = "Esperanto"
    language.catalogues[FOREIGN] = Bracketed({}, lambda n: int(n != 1))
    return FOREIGN


def forget() -> None:
    """Speak it no more."""
    language.LANGUAGES.pop(FOREIGN, None)
    language.catalogues.pop(FOREIGN, None)


def left_over(text: str, *names: str) -> list[str]:
    """The words of a text that stand in no brackets and are neither names nor notation."""
    while INNERMOST.search(text):
        text = INNERMOST.sub(" ", text)
    text = BEGUN.sub(" ", text)
    for name in names:
        text = text.replace(name, " ")
    return WORD.findall(NOTATION.sub(" ", text))


def left_in_drawing(svg: str, *names: str) -> list[str]:
    """The same for everything that is read or heard in a drawing."""
    elements = list(ElementTree.fromstring(svg).iter())
    # All that is written together: long words may go over several lines.
    found = left_over(" ".join(element.text or "" for element in elements), *names)
    for element in elements:
        found += left_over(element.attrib.get("aria-label", ""), *names)
    return found


def left_in_terminal(lines: str, *names: str) -> list[str]:
    """The same for lines in Rich's markup."""
    return left_over(Text.from_markup(lines).plain, *names)
