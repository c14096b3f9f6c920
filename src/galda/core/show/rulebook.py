"""A game's rules for people: numbered paragraphs, `show/help/LANG.md` in the game's folder.

The ids in bold (`**Q4**`) are the list of rules: refusals cite them and each must have a test.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files

from galda.core.play.game import Game
from galda.core.show.language import DEFAULT, check_language

HEADING = re.compile(r"^#+ (?P<title>.+)$")
PARAGRAPH = re.compile(r"^- \*\*(?P<id>[A-Z]\d+)\*\* (?P<text>.+)$")


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule, under the heading it stands under."""

    id: str
    text: str
    section: str


def rules_of(game: Game, lang: str = DEFAULT) -> tuple[Rule, ...]:
    """The numbered rules of a game, in the page's order.

    A game that another package adds may have no page in a language of ours: it is told in English.
    """
    pages = files(game.package).joinpath("text", "help")
    page = pages.joinpath(f"{check_language(lang)}.md")
    page = page if page.is_file() else pages.joinpath(f"{DEFAULT}.md")
    rules: list[Rule] = []
    section = ""
    for line in page.read_text("utf-8").splitlines():
        if heading := HEADING.match(line):
            section = heading["title"]
        elif paragraph := PARAGRAPH.match(line):
            rules.append(Rule(paragraph["id"], paragraph["text"], section))
    return tuple(rules)
