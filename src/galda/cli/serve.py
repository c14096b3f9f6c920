"""`galda serve`: the table on this computer, for its browser or for a whole network."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from galda.cli.app import LANG, Language, command, console, errors, t
from galda.cli.getting_ready import tell_left_out
from galda.core.errors import GaldaError
from galda.core.extras import extra
from galda.core.quick import quick_imports
from galda.core.show.language import say, tell

if TYPE_CHECKING:
    from galda.web.serving.settings import Settings


@command()
def serve(
    host: Annotated[
        str | None, typer.Option(help=t("Address to listen on; 0.0.0.0 lets others in."))
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help=t("Port; 0 takes a free one."))
    ] = None,
    browser: Annotated[bool, typer.Option(help=t("Open the browser."))] = True,
    json_logs: Annotated[
        bool, typer.Option("--json-logs", help=t("Log every request as a line of JSON."))
    ] = False,
    lang: Language = LANG,
) -> None:
    """Start the table on this computer and open the browser. Ctrl-C stops it; games are kept."""
    # Only this command needs the site: the others start faster without it.
    with quick_imports(), extra("table"):
        from galda.web.serving.compiling import make_precompiler  # noqa: PLC0415
        from galda.web.serving.server import listen, run  # noqa: PLC0415
        from galda.web.serving.settings import read_settings  # noqa: PLC0415

    settings = read_settings()
    host = settings.host if host is None else host
    port = settings.port if port is None else port
    try:
        listener = listen(host, port)
    except OSError as error:
        raise GaldaError(
            "cannot listen on {host}:{port} ({reason}); choose another with --port",
            host=host,
            port=port,
            reason=error.strerror,
        ) from None
    with quick_imports():  # of all games
        precompiler = make_precompiler()
    tell_left_out(lang)
    settings = replace(settings, host=host, port=listener.getsockname()[1])
    if not settings.local_only:
        _say_what_is_missing(settings, lang)
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    url = f"http://{f'[{shown}]' if ':' in shown else shown}:{settings.port}/"
    console.print(
        say(lang, "Galda is at {url}  (Ctrl-C stops it; games are kept)", url=f"[bold]{url}[/]")
    )
    if not precompiler.done:
        console.print(say(lang, "The games are being compiled: the page shows how far they are."))
    run(
        settings,
        listener,
        precompiler=precompiler,
        open_browser=url if browser else "",
        json_logs=json_logs,
    )


def _say_what_is_missing(settings: Settings, lang: str) -> None:
    """Tell operators what a server on the open internet lacks."""
    from galda.web.serving.checks import Installation, check_internet  # noqa: PLC0415

    for finding in check_internet(Installation.here(settings)):
        said = f"{tell(lang, finding.what)} {tell(lang, finding.remedy)}"
        errors.print(said, soft_wrap=True, markup=False)
