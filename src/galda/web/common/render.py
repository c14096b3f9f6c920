"""Pages: templates with the words, the person and the addresses that all of them need."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping
from functools import lru_cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from galda.core.numerals import write_whole
from galda.core.show.labels import option_label, value_label
from galda.core.show.language import LANGUAGES, say, say_count
from galda.core.show.lesson import lessons_of
from galda.web.common.progress import compiling
from galda.web.security.people import language, new_person, remember, who

FOLDER = Path(str(files("galda.web")))
STATIC = FOLDER / "static"
TALL = 1.25
"""Boards that many times as high as wide are scrolled, not fitted on the screen."""


@lru_cache
def static_path() -> str:
    """Where the static files are served: a folder named by what is in them, cached for ever."""
    digest = hashlib.sha256()
    for file in sorted(STATIC.iterdir()):
        digest.update(file.name.encode() + file.read_bytes())
    return f"/static/{digest.hexdigest()[:12]}"


@lru_cache
def templates() -> Environment:
    """All templates; everything put into one is escaped."""
    environment = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["static"] = static_path()
    environment.globals["tall_from"] = TALL
    environment.globals["option_label"] = option_label
    environment.globals["value_label"] = value_label
    environment.globals["lessons_of"] = lessons_of
    environment.globals["write_whole"] = write_whole
    environment.globals["fresh_move_id"] = partial(secrets.token_urlsafe, 16)
    return environment


def page(request: Request, template: str, *, status: int = 200, **values: Any) -> HTMLResponse:
    """A page for the visitor; a new one gets a name and a cookie."""
    lang = language(request)
    person = who(request)
    fresh = person is None
    person = person or new_person(lang=lang)
    html = templates().get_template(template).render(
        t=partial(say, lang), tn=partial(say_count, lang), lang=lang, person=person,
        path=request.url.path, languages=LANGUAGES, here=_address(request),
        site=site_address(request), compiling=compiling(request), **values,
    )  # fmt: skip
    response = HTMLResponse(html, status_code=status)
    if fresh and status < 400:
        secure = request.url.scheme == "https"
        remember(response, request.app.state.signer, person, secure=secure)
    return response


def script_values(values: Mapping[str, object]) -> Markup:
    """Values that a page holds for its script, without the board, which stands there as it is."""
    told = {name: value for name, value in values.items() if name != "svg"}
    # Nothing in this block of values can end it: `<` is written as an escape.
    return Markup(json.dumps(told, ensure_ascii=False).replace("<", "\\u003c"))


def site_address(request: Request) -> str:
    """Where others reach the site: as the operator says, else where this page was asked for."""
    public: str = request.app.state.settings.public_url
    return public or str(request.base_url).rstrip("/")


def _address(request: Request) -> str:
    """Where somebody is, to come back to: the path and what was asked for."""
    asked = f"?{request.url.query}" if request.url.query else ""
    return request.url.path + asked
