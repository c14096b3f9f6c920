"""Running the site: the socket, Uvicorn, logs, and a browser that opens once we are there."""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
from functools import partial

import uvicorn
from starlette.types import ASGIApp

from galda.bots.precompiler import Precompiler
from galda.table.tracing import check_tracing
from galda.web.serving.lean_sockets import LeanSocket
from galda.web.serving.nonsense import NONSENSE
from galda.web.serving.patient_http import TRUSTED_PROXIES, PatientProtocol
from galda.web.serving.process import (
    keep_files_private,
    let_threads_take_turns,
    raise_open_files,
    share_memory_among_threads,
)
from galda.web.serving.settings import Settings
from galda.web.serving.startup import StartingSite
from galda.web.serving.telemetry import log_as_json

GRACE = 5
"""Seconds that open requests get when the server stops."""
LARGEST_MESSAGE = 4096
KEEP_ALIVE = 10
"""Seconds that a connection may stay open between two requests."""
NOT_OPENED = 3
"""The process's answer where the site could not be opened: Uvicorn's own for that."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens already, so that nobody comes too early."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    listener.listen(256)
    return listener


def run(
    settings: Settings,
    listener: socket.socket,
    *,
    precompiler: Precompiler | None = None,
    open_browser: str = "",
    json_logs: bool = False,
) -> None:
    """Serve until told to stop; then finish what is under way."""
    if json_logs:
        log_as_json()
    else:
        logging.getLogger().setLevel(logging.WARNING)
    check_tracing()
    keep_files_private()
    raise_open_files()
    share_memory_among_threads()
    let_threads_take_turns()
    server: uvicorn.Server

    def stop() -> None:
        server.should_exit = True

    show = partial(_open_browser, open_browser) if open_browser else lambda: None
    site = StartingSite(settings, precompiler, ready=show, failed=stop)
    server = uvicorn.Server(configure(site))
    server.run(sockets=[listener])
    if site.broken:
        sys.exit(NOT_OPENED)


def _open_browser(url: str) -> None:
    """Show a page in the browser; beside us, for that may take a while."""

    def show() -> None:
        import webbrowser  # noqa: PLC0415  (looks for browsers when it is loaded)

        webbrowser.open(url)

    threading.Thread(target=show, daemon=True).start()


def configure(app: ASGIApp) -> uvicorn.Config:
    """How Uvicorn serves the site."""
    proxies = os.environ.get(TRUSTED_PROXIES, "")
    for noisy in ("uvicorn.error", "websockets.server"):
        logging.getLogger(noisy).addFilter(NONSENSE)
    return uvicorn.Config(
        app,
        http=PatientProtocol,
        ws=LeanSocket,
        log_config=None,
        access_log=False,  # addresses of pages hold keys; our own log leaves them out
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=KEEP_ALIVE,
        ws_max_size=LARGEST_MESSAGE,
        server_header=False,
        proxy_headers=bool(proxies),  # else anybody could say to be somebody else
        forwarded_allow_ips=proxies,
    )
