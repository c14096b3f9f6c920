"""The rules page of each game: numbered paragraphs with anchors, figures beside them, for print."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup, escape

import galda
from galda.core.play.game import Game
from galda.core.show.figure import Figure, figures_of
from galda.core.show.language import check_language, say
from galda.core.show.outline import view_box
from galda.core.show.rulebook import Rule, aim_of, rules_of
from galda.web.common.render import page
from galda.web.security.people import language

# Drawing takes a while: these are plain functions, which run beside the event loop.
rules = APIRouter(include_in_schema=False)
STRONG = re.compile(r"\*([^*]+)\*")
CODE = re.compile(r"`([^`]+)`")
WIDE = 1.1
"""Figures that many times as wide as high stand below their rule, not beside it."""


@dataclass(frozen=True, slots=True)
class Plate:
    """A figure as the page shows it."""

    address: str
    caption: str
    width: int
    height: int

    @property
    def is_wide(self) -> bool:
        """Whether it needs the whole width of the page."""
        return self.width > WIDE * self.height


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with its rules."""

    id: str
    title: str
    rules: tuple[Rule, ...]


@rules.get("/rules/{name}")
def rules_page(request: Request, name: str) -> HTMLResponse:
    """The numbered rules of a game with their figures."""
    lang = language(request)
    game = galda.game(name)
    return page(
        request,
        "rules.html",
        game=game,
        games=[galda.game(other) for other in galda.game_names()],
        title=say(lang, "Rules of {game}", game=game.title),
        aim=aim_of(game, lang),
        sections=sections(rules_of(game, lang)),
        plates=plates(game, lang),
        wording=lambda rule: wording(rule.text, [other.id for other in rules_of(game, lang)]),
    )


@rules.get("/figures/{lang}/{name}/{number}.svg")
def figure(lang: str, name: str, number: int) -> Response:
    """One figure of a game."""
    game = galda.game(name)
    if not 0 <= number < len(figures_of(game, check_language(lang))):
        raise HTTPException(404)
    return Response(
        draw(game, lang, number),
        media_type="image/svg+xml",
        headers={"cache-control": "max-age=3600"},
    )


def sections(numbered: Sequence[Rule]) -> list[Section]:
    """The rules by the headings they stand under, which get anchors of their own."""
    found: dict[str, list[Rule]] = {}
    for rule in numbered:
        found.setdefault(rule.section, []).append(rule)
    return [
        Section(f"part-{number}", title, tuple(under))
        for number, (title, under) in enumerate(found.items(), start=1)
    ]


def wording(text: str, ids: Sequence[str]) -> Markup:
    """A rule's text with its emphasis, and other rules it names as links."""
    marked = STRONG.sub(r"<em>\1</em>", str(escape(text)))
    marked = CODE.sub(r"<code>\1</code>", marked)
    named = re.compile(rf"\b(?:{'|'.join(sorted(ids, key=len, reverse=True))})\b")
    return Markup(named.sub(lambda found: f'<a href="#{found[0]}">{found[0]}</a>', marked))


@lru_cache(maxsize=64)
def plates(game: Game, lang: str) -> dict[str, list[Plate]]:
    """The figures of a game by the rules they belong to."""
    shown: dict[str, list[Plate]] = {}
    for number, drawn in enumerate(figures_of(game, lang)):
        size = view_box(draw(game, lang, number))
        address = f"/figures/{lang}/{game.name}/{number}.svg"
        plate = Plate(address, drawn.caption, round(size.width), round(size.height))
        shown.setdefault(drawn.rule, []).append(plate)
    return shown


@lru_cache(maxsize=512)
def draw(game: Game, lang: str, number: int) -> str:
    """A figure as SVG."""
    chosen: Figure = figures_of(game, lang)[number]
    return chosen.draw(game, lang)
