"""A screen reader that is listened to: Orca and Chromium on a display and a bus of their own.

Nothing is made audible: Orca writes down what it says. Keys go the way of a real keyboard, through
the display, so Orca gets them first, as it does on a desk.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from browsing import ARGUMENTS, CALM, PATIENCE, find_browser, milliseconds
from playwright.sync_api import Page, expect, sync_playwright

from patience import patience

NEEDED = {"orca": "orca", "Xvfb": "xvfb", "xdotool": "xdotool", "dbus-daemon": "dbus"}
"""Programs, and the packages of Debian that bring them."""
SILENCE = 0.5
"""Seconds in which Orca does nothing, after which it has said what it had to say."""
LONGEST_SILENCE = 4.0
"""Seconds until what is awaited is said at the latest."""
LONGEST_SPEECH = 60.0
WINDOW = (1280, 900)
PREFERENCES = {
    "enableBraille": False, "enableKeyEcho": False, "enableSound": False, "firstStart": False,
    "startingProfile": ["Default", "default"], "profile": ["Default", "default"],
}  # fmt: skip
"""All else is as Orca comes; keys are written down by us, so it need not echo them."""
AT_ONCE = "from orca import debug; debug.debugFile.reconfigure(line_buffering=True)"
"""Orca shall write down each line when it is said, not many together later."""
NOBODY_ELSE = "#!/bin/sh\nexit 1\n"
"""Orca asks `pgrep` for other Orcas and would not start beside that of whoever runs the tests."""
RECORD = re.compile(r"^\d\d:\d\d:\d\d\.\d+ - ", re.MULTILINE)
SPEECH = re.compile(r"SPEECH OUTPUT: '(.*)'(?: voice=\w+)?(?: ?\{.*| ?None)?$")


def missing() -> list[str]:
    """The packages that are not installed and without which nobody can listen."""
    return [package for program, package in NEEDED.items() if not shutil.which(program)]


def orca_version() -> str:
    """Which Orca it is; its own words differ from version to version."""
    asked = subprocess.run(["orca", "--version"], capture_output=True, text=True, check=True)
    return asked.stdout.strip()


def spoken(log: str) -> list[str]:
    """What a stretch of Orca's log says that it said."""
    lines = (record.partition("\n")[0] for record in RECORD.split(log))
    return [found[1].strip() for line in lines if (found := SPEECH.match(line))]


class Desk:
    """A display, a bus, Orca and a browser: one person's, who hears and does not see."""

    def __init__(self, folder: Path, lang: str) -> None:
        self.folder = folder
        self.lang = lang
        self.log = folder / "orca.log"
        self.page: Page
        self._heard = 0
        self._started = ExitStack()
        self._env = dict(os.environ)

    @contextmanager
    def open(self) -> Iterator[Desk]:
        """Start everything; end it afterwards, the browser first."""
        with self._started:
            self._set_up()
            self._start_orca()
            self._start_browser()
            yield self

    def _set_up(self) -> None:
        for name in ("run", "bin", "data/orca", "config", "cache"):
            (self.folder / name).mkdir(parents=True, mode=0o700)
        preferences = {
            "general": PREFERENCES,
            "profiles": {"default": {"profile": PREFERENCES["profile"]}},
            "pronunciations": {},
            "keybindings": {},
        }
        home = self.folder / "data/orca"
        (home / "user-settings.conf").write_text(json.dumps(preferences), "utf-8")
        (home / "orca-customizations.py").write_text(AT_ONCE, "utf-8")
        pgrep = self.folder / "bin/pgrep"
        pgrep.write_text(NOBODY_ELSE, "utf-8")
        pgrep.chmod(0o700)
        self._env |= {
            "PATH": f"{pgrep.parent}:{os.environ['PATH']}",
            "HOME": str(self.folder),
            "XDG_RUNTIME_DIR": str(self.folder / "run"),
            "XDG_DATA_HOME": str(self.folder / "data"),
            "XDG_CONFIG_HOME": str(self.folder / "config"),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "GSETTINGS_BACKEND": "memory",
            "GDK_BACKEND": "x11",
            "ACCESSIBILITY_ENABLED": "1",
            "LC_ALL": "C.UTF-8",
            "LANGUAGE": self.lang,  # of Orca's own words
        }
        self._env["DISPLAY"] = f":{self._start_display()}"
        self._env["DBUS_SESSION_BUS_ADDRESS"] = self._start_bus()

    def _run(self, *words: str, **given: object) -> subprocess.Popen[bytes]:
        log = self._started.enter_context((self.folder / f"{words[0]}.out").open("wb"))
        given = {"stdout": log, "stderr": log, "env": self._env, **given}
        process: subprocess.Popen[bytes] = subprocess.Popen(words, **given)  # type: ignore[call-overload]
        self._started.callback(_end, process)
        return process

    def _start_display(self) -> str:
        reading, writing = os.pipe()
        size = f"{WINDOW[0]}x{WINDOW[1]}x24"
        words = ("Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp")
        self._run(*words, pass_fds=[writing])
        os.close(writing)
        with os.fdopen(reading) as told:
            return told.readline().strip()

    def _start_bus(self) -> str:
        words = ("dbus-daemon", "--session", "--nofork", "--print-address=1")
        bus = self._run(*words, stdout=subprocess.PIPE)
        assert bus.stdout
        return bus.stdout.readline().decode().strip()

    def _start_orca(self) -> None:
        orca = self._run("orca", "--debug-file", str(self.log))
        until = time.monotonic() + patience(PATIENCE)
        while not (self.log.exists() and spoken(self.log.read_text("utf-8"))):
            assert orca.poll() is None, "Orca does not start"
            assert time.monotonic() < until, "Orca does not say that it is there"
            time.sleep(0.1)  # there is no event to await in another process

    def _start_browser(self) -> None:
        playwright = self._started.enter_context(sync_playwright())
        profile = self.folder / "profile"
        (profile / "Default").mkdir(parents=True)
        wishes = {
            "translate": {"enabled": False}
        }  # the offer would be read out, and no flag stops it
        (profile / "Default/Preferences").write_text(json.dumps(wishes), "utf-8")
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=find_browser(),
            headless=False,
            env={**self._env},
            args=[
                *ARGUMENTS,
                "--force-renderer-accessibility",
                "--ozone-platform=x11",
                "--window-position=0,0",
                f"--window-size={WINDOW[0]},{WINDOW[1]}",
            ],
            no_viewport=True,
            locale=self.lang,
            reduced_motion="reduce",
        )
        self._started.callback(context.close)
        expect.set_options(timeout=milliseconds(PATIENCE))
        context.set_default_timeout(milliseconds(PATIENCE))
        context.add_init_script(CALM)
        self.page = context.pages[0]
        self._point(WINDOW[0] // 2, WINDOW[1] // 2, "click", "1")  # keys go to the page from now on
        self._point(0, 0)

    def press(self, key: str) -> None:
        """Press a key; Orca gets it first."""
        self._do("key", key)

    def _point(self, x: int, y: int, *then: str) -> None:
        self._do("mousemove", str(x), str(y), *then)

    def _do(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self._env, check=True, capture_output=True)

    def listen(self, *awaited: str) -> list[str]:
        """What is said from now on: until all that is awaited was said, and then until silence."""
        begun = grown = time.monotonic()
        size = -1
        while True:
            now = time.monotonic()
            if size != (size := self.log.stat().st_size):
                grown = now
            said = spoken(self._new())
            lacking = not is_heard(said, *awaited)
            if now - grown > (patience(LONGEST_SILENCE) if lacking else SILENCE):
                break
            if now - begun > patience(LONGEST_SPEECH):
                break
            time.sleep(0.05)  # silence is no event
        self._heard = size
        return said

    def _new(self) -> str:
        with self.log.open("rb") as log:
            log.seek(self._heard)
            return log.read().decode("utf-8", "replace")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(patience(5))
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def is_heard(said: list[str], *awaited: str) -> bool:
    """Whether each of the sentences was said, however it was divided by the voice."""
    whole = plain(" ".join(said))
    return all(plain(sentence) in whole for sentence in awaited)


def plain(words: str) -> str:
    """Words without the differences that cannot be heard."""
    return " ".join(words.replace("\N{NO-BREAK SPACE}", " ").split())
