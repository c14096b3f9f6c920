"""The small application that answers before the site is loaded (`startup`), as the site will."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Scope

import galda
from galda.bots.precompiler import Precompiler
from galda.web.common.progress import how_far
from galda.web.common.render import STATIC, static_path
from galda.web.lobby.pictures import picture
from galda.web.lobby.view import early_lobby
from galda.web.serving import middleware
from galda.web.serving.health import ALIVE_PATH, alive
from galda.web.serving.settings import Settings
from galda.web.serving.telemetry import Figures

LOBBY, PICTURES = "/", "/pictures/{name}.svg"
EARLY: dict[str, Callable[[Request], Awaitable[Response]]] = {
    ALIVE_PATH: alive, "/compiling": how_far, PICTURES: picture,
}  # fmt: skip
"""What is answered alike before and after the site is loaded, besides the lobby and its files."""


def create_early_app(
    settings: Settings, precompiler: Precompiler | None, figures: Figures
) -> Starlette:
    """The application that answers first; ask it only what `is_early`."""
    answers = {LOBBY: early_lobby, **EARLY}
    app = Starlette(routes=[Route(path, answer) for path, answer in answers.items()])
    middleware.install(app, settings, precompiler, figures)
    return app


def is_early(scope: Scope) -> bool:
    """Whether the small application answers a request: every mistake waits for the site."""
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return False
    path: str = scope["path"]
    folder, _, file = path.rpartition("/")
    if folder == static_path():
        return (STATIC / file).is_file()
    pictures = {PICTURES.format(name=name) for name in galda.game_names()}
    return path in {LOBBY, *EARLY, *pictures}
