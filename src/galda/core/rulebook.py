"""A game's rules for people: a page of numbered paragraphs, `help/LANG.md` in the game's folder.

The ids in bold (`**Q4**`) are the list of rules: refusals cite them and each must have a test.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files

from galda.core.language import check_language

HEADING = re.compile(r"^#+ (?P<title>.+)$")
PARAGRAPH = re.compile(r"^- \*\*(?P<id>[A-Z]\d+)\*\* (?P<text>.+)$")


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule, under the heading it stands under."""

    id: str
    text: str
    section: str


def read_rules(package: str, lang: str) -> tuple[Rule, ...]:
    """The numbered rules of the game in `package`, in the page's order."""
    page = files(package).joinpath("help", f"{check_language(lang)}.md").read_text("utf-8")
    rules: list[Rule] = []
    section = ""
    for line in page.splitlines():
        if heading := HEADING.match(line):
            section = heading["title"]
        elif paragraph := PARAGRAPH.match(line):
            rules.append(Rule(paragraph["id"], paragraph["text"], section))
    return tuple(rules)
