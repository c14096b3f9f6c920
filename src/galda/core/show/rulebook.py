"""A game's rules for people: its aim and numbered paragraphs, `text/help/LANG.md` in its folder.

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

    A game that another package adds may have no page in a language of ours: then it is in English.
    """
    rules: list[Rule] = []
    section = ""
    for line in _page(game, lang).splitlines():
        if heading := HEADING.match(line):
            section = heading["title"]
        elif paragraph := PARAGRAPH.match(line):
            rules.append(Rule(paragraph["id"], paragraph["text"], section))
    return tuple(rules)


def aim_of(game: Game, lang: str = DEFAULT) -> str:
    """What a game is about: the words between the page's title and its first section, if any."""
    _, _, rest = _page(game, lang).partition("\n")
    return " ".join(rest.partition("\n#")[0].partition("\n- ")[0].split())


def _page(game: Game, lang: str) -> str:
    pages = files(game.package).joinpath("text", "help")
    page = pages.joinpath(f"{check_language(lang)}.md")
    return (page if page.is_file() else pages.joinpath(f"{DEFAULT}.md")).read_text("utf-8")
