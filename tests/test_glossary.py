"""Every term of docs/glossary.md is the one that people read: in the catalogue or the rules."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

PROJECT = Path(__file__).parents[1]
LANGUAGES = ("en", "lv", "lt", "is")
ROW = re.compile(r"^\| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)
STEM = 4
"""A declined word counts when it begins like the term: all but so many of its last letters."""


def terms() -> list[tuple[str, str]]:
    """(language, term) of every row, headings left out."""
    rows = ROW.findall((PROJECT / "docs/glossary.md").read_text("utf-8"))
    return [
        (lang, term)
        for row in rows
        if row[0] != "English"
        for lang, term in zip(LANGUAGES, row, strict=True)
    ]


@cache
def words_of(lang: str) -> str:
    """All that a language says, in the catalogue and on the rules pages."""
    said: list[str] = []
    any_catalogue = "lv" if lang == "en" else lang
    with (PROJECT / f"src/galda/locale/{any_catalogue}.po").open("rb") as file:
        for message in read_po(file, locale=any_catalogue):
            forms = message.id if lang == "en" else message.string
            said += forms if isinstance(forms, tuple | list) else [str(forms)]
    for page in (PROJECT / "src/galda/games").glob(f"*/text/help/{lang}.md"):
        said.append(page.read_text("utf-8"))
    return "\n".join(said).lower()


def is_said(lang: str, term: str) -> bool:
    """Whether the words of a term are said one after the other, in whatever form."""
    stems = [word[: max(3, len(word) - STEM)] for word in term.lower().split()]
    pattern = r"\w*\s+".join(rf"\b{re.escape(stem)}" for stem in stems)
    return re.search(pattern, words_of(lang)) is not None


@pytest.mark.parametrize(("lang", "term"), terms())
def test_a_term_of_the_glossary_is_said(lang: str, term: str) -> None:
    assert is_said(lang, term), f"{lang} never says “{term}”: change the glossary or the words"


def test_a_word_that_nobody_says_is_found() -> None:
    assert not is_said("lv", "šķesteris")
    assert len(terms()) > 4 * 40
