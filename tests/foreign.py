"""The made-up language of the tests on pages and on the command line, too.

Run as a program it is the command line in that language: `python tests/foreign.py play quixo`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from functools import lru_cache
from html.parser import HTMLParser

from galda.core.show import language
from galda.testing.foreign import (
    FOREIGN,
    forget,
    left_in_drawing,
    left_in_terminal,
    left_over,
    speak,
)

__all__ = [
    "FOREIGN",
    "english_in",
    "forget",
    "left_in_drawing",
    "left_in_page",
    "left_in_terminal",
    "left_over",
    "speak",
]

PLACE = re.compile(r"\{[^}]*\}")


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
