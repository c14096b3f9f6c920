"""Running the site: the socket, Uvicorn, logs, and a browser that opens once we are there."""

from __future__ import annotations

import logging
import socket
import threading
import webbrowser

import uvicorn

from galda.web.serving.app import create_app
from galda.web.serving.settings import Settings
from galda.web.serving.telemetry import log_as_json

GRACE = 5
"""Seconds that open requests get when the server stops."""
LARGEST_MESSAGE = 4096


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
    open_browser: str = "",
    json_logs: bool = False,
) -> None:
    """Serve until told to stop; then finish what is under way."""
    if json_logs:
        log_as_json()
    else:
        logging.getLogger().setLevel(logging.WARNING)
    config = uvicorn.Config(
        create_app(settings),
        log_config=None,
        access_log=False,  # addresses of pages hold keys; our own log leaves them out
        timeout_graceful_shutdown=GRACE,
        ws_max_size=LARGEST_MESSAGE,
        server_header=False,
        proxy_headers=True,
    )
    if open_browser:
        threading.Timer(0.5, webbrowser.open, (open_browser,)).start()
    uvicorn.Server(config).run(sockets=[listener])
