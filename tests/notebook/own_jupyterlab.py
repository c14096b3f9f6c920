"""A real JupyterLab with a notebook in it, for a browser."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Locator, Page

from patience import patience
from ports import free_port

STARTING = 90.0
RUNNING = 240.0
"""Seconds until a cell is done: the first to use something compiles it."""
TITLE = "play.ipynb"
OWN_FOLDERS = ("CONFIG", "DATA", "RUNTIME")
"""Where it keeps its things: away from those of whoever runs the tests."""


class Lab:
    """`jupyter lab` on a free port of this computer, with one notebook of the given cells."""

    def __init__(self, folder: Path, *cells: str) -> None:
        self.port = free_port()
        self.folder = folder
        self.cells = len(cells)
        self.url = f"http://127.0.0.1:{self.port}"
        import nbformat  # noqa: PLC0415 - a second that whoever only collects tests need not wait

        notebook = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(cell) for cell in cells],
            metadata={"kernelspec": {"display_name": "Python 3", "name": "python3"}},
        )
        nbformat.write(notebook, folder / TITLE)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers; nobody else can reach it, so it asks for no token."""
        words = [
            "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={self.port}",
            "--ServerApp.port_retries=0", "--IdentityProvider.token=", "--ServerApp.password=",
            f"--ServerApp.root_dir={self.folder}",
        ]  # fmt: skip
        own = {f"JUPYTER_{name}_DIR": str(self.folder / name) for name in OWN_FOLDERS}
        self._ask_nothing()
        with (self.folder / "lab.log").open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "jupyterlab", *words], stdout=log, stderr=log,
                env={**os.environ, **own, "GALDA_DATA": str(self.folder)},
            )  # fmt: skip
        until = time.monotonic() + patience(STARTING)
        while time.monotonic() < until and self.process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.url}/api/status", timeout=patience(5)):
                    return
            except OSError:
                time.sleep(0.1)  # there is no event to await in another process
        raise AssertionError((self.folder / "lab.log").read_text("utf-8"))

    def _ask_nothing(self) -> None:
        """Have it neither look for news nor ask whether it may."""
        settings = self.folder / "CONFIG" / "lab" / "user-settings" / "@jupyterlab"
        file = settings / "apputils-extension" / "notification.jupyterlab-settings"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps({"fetchNews": "false", "checkForUpdates": False}), "utf-8")

    def stop(self) -> None:
        """Stop it, and its kernels with it."""
        if self.process:
            self.process.terminate()
            self.process.wait(patience(30))

    def open(self, page: Page) -> Locator:
        """Open the notebook, run all cells, and wait for the board that the last one shows."""
        page.goto(f"{self.url}/lab/tree/{TITLE}?reset")
        page.get_by_text("(ipykernel) | Idle").wait_for(timeout=1000 * patience(STARTING))
        page.locator(".jp-Notebook .jp-CodeCell .cm-content").first.click()
        for _ in range(self.cells):
            page.keyboard.press("Shift+Enter")
        board = page.locator(".galda").last
        board.locator("svg").first.wait_for(timeout=1000 * patience(RUNNING))
        return board
