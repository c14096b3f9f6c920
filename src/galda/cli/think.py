"""`galda think`: workers for the bots of a site, on any computer that reaches its database."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

import galda
from galda.cli.app import LANG, Language, command, console, t
from galda.cli.getting_ready import get_ready
from galda.core.errors import GaldaError
from galda.core.extras import extra
from galda.core.show.language import say

log = logging.getLogger(__name__)
NOT_NEEDED = {"GALDA_SECRET": "not needed to think: only servers sign"}
"""Else one would be made and kept; only servers sign anything."""


@command()
def think(
    workers: Annotated[
        int,
        typer.Option(
            min=1, max=256, help=t("Processes for bots; as many for the coach, and for reviews.")
        ),
    ] = 1,
    json_logs: Annotated[
        bool, typer.Option("--json-logs", help=t("Log as lines of JSON."))
    ] = False,
    lang: Language = LANG,
) -> None:
    """Run bot workers for a site, on any computer that reaches its database.

    GALDA_DATABASE_URL names the database. Ctrl-C stops it; other workers take over.
    """
    # Only this command and `serve` need settings and logs of a site.
    with extra("table"):
        from sqlalchemy.exc import DBAPIError  # noqa: PLC0415

        from galda.table.tracing import check_tracing  # noqa: PLC0415
        from galda.web.serving.settings import read_settings  # noqa: PLC0415
        from galda.web.serving.telemetry import log_as_json  # noqa: PLC0415

    settings = read_settings({**os.environ, **NOT_NEEDED})
    database = _name(settings.database_url)
    if json_logs:
        log_as_json()
    check_tracing()
    get_ready(lang, *galda.game_names())
    told = "Thinking for the bots of {database}; workers: {n} (Ctrl-C stops it)"
    console.print(say(lang, told, database=database, n=workers), soft_wrap=True, markup=False)
    try:
        asyncio.run(_work(settings.database_url, workers, settings.bot_pause))
    except DBAPIError as error:
        raise GaldaError(
            "cannot reach the database {database} ({reason})", database=database, reason=error.orig
        ) from None


def _name(url: str) -> str:
    """What the database is called, without its password; `GaldaError` when it cannot be there."""
    from sqlalchemy.engine import make_url  # noqa: PLC0415

    database = make_url(url)
    if database.get_backend_name() != "sqlite":
        return database.set(query={}).render_as_string(hide_password=True)
    file = Path(database.database or "")
    if not file.is_file():
        raise GaldaError(
            "{file} is not there; start `galda serve` on this computer first, or name the "
            "PostgreSQL database of a site by GALDA_DATABASE_URL",
            file=file,
        )
    return str(file)


async def _work(url: str, workers: int, pause: float) -> None:
    """Think until told to stop."""
    from galda.table import Hosting, Tables  # noqa: PLC0415

    stop = asyncio.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # on Windows Ctrl+C ends the loop instead
            asyncio.get_running_loop().add_signal_handler(each, stop.set)
    async with await Tables.open(
        url, Hosting(bot_workers=workers, coach_workers=workers, thinking_time=pause)
    ):
        log.info("thinking", extra={"workers": workers})
        await stop.wait()
    log.info("stopped")
