"""The porch: what is there before the house is, and is the same in it.

It needs no database and nothing that takes long to load, so that the first page stands soon after
the start (`doorway`). What stands before every request stands before the porch as well.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import galda
from galda.bots.crew import Crew
from galda.web.common.progress import how_far
from galda.web.common.render import STATIC, static_path
from galda.web.lobby.pictures import picture
from galda.web.lobby.view import early_lobby
from galda.web.security.guard import Guard, Refuse, in_json
from galda.web.security.pace import Accounts, Pace
from galda.web.security.people import Signer
from galda.web.security.turns import Turns
from galda.web.serving.health import ALIVE_PATH, KnownHosts, alive
from galda.web.serving.packing import QUICK, SMALLEST_PACKED
from galda.web.serving.settings import Settings
from galda.web.serving.telemetry import Figures, RequestRecorder

LOBBY, PICTURES = "/", "/pictures/{name}.svg"
EARLY: dict[str, Callable[[Request], Awaitable[Response]]] = {
    ALIVE_PATH: alive, "/warming": how_far, PICTURES: picture,
}  # fmt: skip
"""What is answered on the porch as in the house, besides the lobby and static files."""


class Frozen(StaticFiles):
    """Static files under a name that changes with them: kept by browsers for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, with how long it may be kept."""
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


def furnish(
    app: Starlette,
    settings: Settings,
    crew: Crew | None,
    figures: Figures,
    tell: Refuse = in_json,
    lane: Middleware | None = None,
) -> None:
    """Give an application what all pages use: static files, and what stands before requests.

    A lane answers some requests itself, once it is their turn, and packs its own answers.
    """
    app.state.settings = settings
    app.state.crew = crew
    app.state.signer = Signer(settings.secret, settings.secret_before)
    app.state.figures = figures
    app.state.accounts = Accounts(settings.shares)
    app.mount(static_path(), Frozen(directory=STATIC), name="static")
    # The last one added stands in front.
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST_PACKED, compresslevel=QUICK)
    if lane:
        app.add_middleware(lane.cls, *lane.args, **lane.kwargs)
    app.add_middleware(Turns, accounts=app.state.accounts)
    app.add_middleware(Guard, largest_body=settings.largest_body, tell=tell)
    app.add_middleware(KnownHosts, allowed_hosts=settings.allowed_hosts)
    app.add_middleware(RequestRecorder, figures=figures)
    app.add_middleware(Pace, accounts=app.state.accounts)


def create_porch(settings: Settings, crew: Crew | None, figures: Figures) -> Starlette:
    """The porch as an application; ask it only for what is `on_the_porch`."""
    answers = {LOBBY: early_lobby, **EARLY}
    app = Starlette(routes=[Route(path, answer) for path, answer in answers.items()])
    furnish(app, settings, crew, figures)
    return app


def on_the_porch(scope: Scope) -> bool:
    """Whether a request can be answered on the porch: all else, and every mistake, is not."""
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return False
    path: str = scope["path"]
    folder, _, file = path.rpartition("/")
    if folder == static_path():
        return (STATIC / file).is_file()
    pictures = {PICTURES.format(name=name) for name in galda.game_names()}
    return path in {LOBBY, *EARLY, *pictures}


def is_of_the_page(scope: Scope) -> bool:
    """Whether a request on the porch is for the lobby or one of its files: what one waits for."""
    path: str = scope["path"]
    return path == LOBBY or path.startswith(static_path())
