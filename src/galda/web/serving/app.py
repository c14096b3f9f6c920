"""The application: everything put together."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta

from fastapi import FastAPI, Request, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

import galda
from galda.bots.precompiler import Precompiler
from galda.core.external import left_out
from galda.table import Hosting, Tables
from galda.table.limits import TOO_MANY_RECORDS, TOO_MANY_TABLES
from galda.web.analysis.positions import position_api
from galda.web.analysis.routes import analysis_api, analysis_pages
from galda.web.common import errors
from galda.web.learn.routes import lessons
from galda.web.learn.rulebook import rules
from galda.web.lobby.routes import lobby_pages
from galda.web.proof.openings import openings
from galda.web.proof.routes import proofs
from galda.web.puzzles.routes import puzzles
from galda.web.replay.mistakes import learning_api, learning_pages
from galda.web.replay.routes import replay_api, replay_pages
from galda.web.security.connections import Connections
from galda.web.security.guard import COME_BACK
from galda.web.serving import middleware
from galda.web.serving.compiling import compiling
from galda.web.serving.early import EARLY
from galda.web.serving.health import READY_PATH, Readiness
from galda.web.serving.settings import Settings
from galda.web.serving.telemetry import Figures
from galda.web.tables.coach import coach_api
from galda.web.tables.invites import invite_pages
from galda.web.tables.live import live
from galda.web.tables.moves import moves_api
from galda.web.tables.new_table import new_table
from galda.web.tables.open_pages import OpenPages
from galda.web.tables.page import table_pages
from galda.web.tables.preview import preview
from galda.web.tables.routes import api
from galda.web.tables.views import Boards

log = logging.getLogger("galda.web")
MINUTE, HOUR = 60, 3600
READ_PER_MINUTE = 60
"""Records that are read for analyses from one network address."""
COLLECT_AFTER = (10_000, 20, 500)
"""Python's garbage collector: how many new objects call for a look at them, and how many such
looks for one at older ones, and at all."""
ROUTERS = (
    api, live, lobby_pages, new_table, table_pages, invite_pages, preview, replay_pages,
    rules, lessons, proofs, puzzles, openings, analysis_pages, coach_api,
    analysis_api, position_api, replay_api, learning_pages, learning_api,
)  # fmt: skip
"""Everything that can be asked for, by page and by program; they are looked through in this order,
so what every move asks for comes first."""


def create_app(
    settings: Settings, precompiler: Precompiler | None = None, figures: Figures | None = None
) -> FastAPI:
    """The site as an ASGI application; `precompiler` compiles what is not compiled yet.

    Without one, the first request for a game waits until it is compiled.
    """

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        app.state.tables = await Tables.open(
            settings.database_url,
            Hosting(
                bot_workers=settings.bot_workers,
                coach_workers=settings.coach_workers,
                thinking_time=settings.bot_pause,
                tables_per_hour=settings.tables_per_hour,
                messages_per_minute=settings.chat_per_minute,
            ),
        )
        # People are limited by the tables themselves; this is for addresses that come without a
        # name.
        app.state.coming = app.state.tables.limiter(
            "coming", TOO_MANY_TABLES, settings.tables_per_address, HOUR
        )
        app.state.bringing = app.state.tables.limiter(
            "bringing", TOO_MANY_RECORDS, settings.records_per_address, HOUR
        )
        app.state.reading = app.state.tables.limiter(
            "reading", TOO_MANY_RECORDS, READ_PER_MINUTE, MINUTE
        )
        app.state.readiness = Readiness(app.state.tables)
        app.state.figures.count_aside(app.state.tables.aside)
        tidying = asyncio.create_task(_tidy(app.state.tables, settings.archive_days))
        # What start-up made stays, and so do tables: looking through all of it again and again
        # would hold up moves for a quarter of a second each time.
        gc.freeze()
        gc.set_threshold(*COLLECT_AFTER)
        log.info("open", extra={"host": settings.host, "port": settings.port})
        try:
            with compiling(precompiler):
                yield
        finally:
            tidying.cancel()
            with suppress(asyncio.CancelledError):
                await tidying
            await app.state.tables.close()
            log.info("closed")

    app = FastAPI(
        title="Galda",
        version=galda.__version__,
        description="Open tables, sit down and play, by HTTP. docs/api.md shows a bot.",
        lifespan=life,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.boards = Boards()
    app.state.places = Connections(settings.most_open)
    app.state.pages = OpenPages()
    app.router.routes[:0] = moves_api.routes  # found first, without asking the other routers
    for router in ROUTERS:
        app.include_router(router)
    for path, answer in EARLY.items():
        app.get(path, include_in_schema=False)(answer)
    middleware.install(app, settings, precompiler, figures or Figures(), errors.refused)
    app.state.figures.tell_limits(settings)
    app.state.figures.watch_shares(app.state.accounts, app.state.places)
    _operations(app)
    errors.install(app)
    return app


def _operations(app: FastAPI) -> None:
    @app.get(READY_PATH, include_in_schema=False)
    async def readyz(request: Request) -> PlainTextResponse:
        why = await request.app.state.readiness.check()
        if not why:
            others = [f"{o.name} ({o.package}) is left out: {o.reason}\n" for o in left_out()]
            return PlainTextResponse("".join(["ready\n", *others]))
        return PlainTextResponse(f"{why}\n", status_code=503, headers=COME_BACK)

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        return Response(
            generate_latest(request.app.state.figures.registry), media_type=CONTENT_TYPE_LATEST
        )

    @app.get("/robots.txt", include_in_schema=False)
    async def robots() -> PlainTextResponse:
        return PlainTextResponse(
            "User-agent: *\nDisallow: /table/\nDisallow: /game/\nDisallow: /api/\n"
        )


async def _tidy(tables: Tables, days: int) -> None:
    """Archive, once an hour, the tables that nobody has touched for long."""
    while True:
        try:
            count = await tables.archive_idle(timedelta(days=days))
            if count:
                log.info("archived", extra={"tables": count})
        except Exception:
            log.exception("archiving failed")
        await asyncio.sleep(HOUR)
