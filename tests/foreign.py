"""A made-up language in which every message stands in ⟦brackets⟧: what has none went past `say`.

It takes the place of a language that Babel knows and we do not speak, so that numbers work too.
Run as a program it is the command line in that language: `python tests/foreign.py play quixo`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from functools import lru_cache
from html.parser import HTMLParser
from xml.etree import ElementTree

from rich.text import Text

from galda.core.show import language
from galda.core.show.language import Catalogue

FOREIGN = "eo"
INNERMOST = re.compile(r"⟦[^⟦⟧]*⟧")
NOTATION = re.compile(r"[a-z]+\d+[abc]?|[A-Z][a-z]\d+[abc]?|\b[A-Za-z]\b")
"""Moves, cells and cards as they are written in every language, and single letters."""
PLACE = re.compile(r"\{[^}]*\}")
WORD = re.compile(r"[^\W\d_]{2,}")


class Bracketed(Catalogue):
    """Says every message in brackets."""

    def find(self, message: str, context: object) -> str:
        return f"⟦{message}⟧"

    def find_count(self, one: str, many: str, n: int, context: object) -> str:
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
    for name in names:
        text = text.replace(name, " ")
    return WORD.findall(NOTATION.sub(" ", text))


def left_in_drawing(svg: str, *names: str) -> list[str]:
    """The same for everything that is read or heard in a drawing."""
    found = []
    for element in ElementTree.fromstring(svg).iter():
        found += left_over(element.text or "", *names)
        found += left_over(element.attrib.get("aria-label", ""), *names)
    return found


class Reader(HTMLParser):
    """Collects what is read or heard of a page; what is in a language of its own is left out."""

    HEARD = ("aria-label", "alt", "title", "placeholder", "content-for-people", "data-empty")

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.texts += [str(given[name]) for name in self.HEARD if given.get(name)]
        own = "lang" in given and tag != "html"
        if tag in ("script", "style") or own or self.silent:
            self.silent.append(tag)
        if tag in ("input", "img", "meta", "link", "br", "hr", "path", "rect") and self.silent:
            self.silent.pop()

    def handle_endtag(self, tag: str) -> None:
        if self.silent and self.silent[-1] == tag:
            self.silent.pop()

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.texts.append(data)


def left_in_page(html: str, *names: str) -> list[str]:
    """The same for a page or a part of one."""
    reader = Reader()
    reader.feed(html)
    return [word for text in reader.texts for word in left_over(text, *names)]


def left_in_terminal(lines: str, *names: str) -> list[str]:
    """The same for lines in Rich's markup."""
    return left_over(Text.from_markup(lines).plain, *names)


def english_in(texts: Iterable[str], lang: str) -> list[str]:
    """Which of the texts are said in English although `lang` has other words for them."""
    whole, parts = _english(lang)
    return [
        text
        for text in (" ".join(given.split()) for given in texts)
        if text in whole or any(part in text for part in parts)
    ]


@lru_cache
def _english(lang: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """English messages that are said otherwise in `lang`: without places, and telling parts."""
    whole, parts = set(), set()
    for (_, english), forms in language.catalogue(lang).forms.items():
        pieces = [piece.strip() for piece in PLACE.split(english)]
        translated = " ".join(forms)
        if len(pieces) == 1 and english != translated:
            whole.add(english)
        parts |= {p for p in pieces if len(p) > 8 and " " in p and p not in translated}
    return frozenset(whole), tuple(sorted(parts))


if __name__ == "__main__":
    speak()
    sys.argv[1:] = [*sys.argv[1:], "--lang", FOREIGN]
    from galda.cli import main

    main()
