"""Words of a private dialect stay out of what people read: each has a word of the field.

Code blocks and names in code are left out: they are checked where the code is.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import galda
from environment_pages import environment_page

ROOT = Path(__file__).parents[1]
READ = ("*.md", "docs/**/*.md", "lab/*.md")
"""What is read: pages. Docstrings and catalogues are added here as they are cleaned."""
DIALECT = {
    r"by chance": "random, at random",
    r"whoever": "the player who, anyone who",
    r"so many": "the number, how many",
    r"told": "shown, reported, described",
    r"anew": "again",
    r"thousand million": "billion",
    r"just anything": "random moves",
    r"nobody wants to know": "(leave it out)",
    r"graphics cards?": "GPU",
    r"(?:on|from|to|with) (?:a|the) card": "GPU, where it is one",
    r"programs that learn": "reinforcement learning, agents",
    r"games on paper": "game records",
    r"porch|doorway|kitchen": "the name of what it does",
}
"""Words, as patterns, and what the field says instead."""
MOST_WORDS = 32_000
"""Of all pages in docs/ together: what does not help a reader goes."""
FENCE = re.compile(r"^```.*?^```", re.M | re.S)
CODE = re.compile(r"`[^`\n]+`")
PAGES = sorted({page for pattern in READ for page in ROOT.glob(pattern)})


def prose(text: str) -> str:
    """A page without its code; lines stay where they are."""
    return CODE.sub("", FENCE.sub(lambda block: "\n" * block[0].count("\n"), text))


def dialect_in(text: str) -> list[str]:
    """Every word of the list that a text says, with its line."""
    found = []
    for number, line in enumerate(prose(text).splitlines(), 1):
        for pattern, better in DIALECT.items():
            for word in re.findall(rf"\b(?:{pattern})\b", line, re.I):
                found.append(f"line {number}: “{word}”; better: {better}")
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_pages_use_the_words_of_the_field(page: Path) -> None:
    assert dialect_in(page.read_text("utf-8")) == []


@pytest.mark.parametrize("name", galda.game_names())
def test_generated_pages_use_the_words_of_the_field(name: str) -> None:
    assert dialect_in(environment_page(galda.game(name))) == []


def test_the_documentation_stays_short() -> None:
    words = sum(len(page.read_text("utf-8").split()) for page in (ROOT / "docs").rglob("*.md"))
    assert words <= MOST_WORDS


def test_a_word_of_dialect_is_found_in_prose_alone() -> None:
    assert len(PAGES) > 40
    assert dialect_in("Whoever plays by chance\n") == [
        "line 1: “by chance”; better: random, at random",
        "line 1: “Whoever”; better: the player who, anyone who",
    ]
    assert dialect_in("`whoever`\n```\nby chance\n```\n") == []
