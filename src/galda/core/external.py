"""Games of other packages: each is loaded by itself, and left out with its reason if it fails.

A package names its game by an entry point in the group `galda.games`. Nothing that goes wrong in
it may keep other games from being played, and no package takes a name that a game has already.
"""

from __future__ import annotations

import os
import re
import sys
import traceback
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

from galda.core.play.game import Game

GROUP = "galda.games"
OURS = Path(__file__).resolve().parents[1]
PYTHON = Path(os.__file__).resolve().parent
USED = frozenset({"numba", "numpy", "llvmlite"})
DRAWING = "galda.core.show.picture"
"""The program that draws a game in plain Python."""
PATIENCE = 30.0
"""Seconds that a game may take to begin and to be drawn, in plain Python."""
FRAME = re.compile(r'^  File "(.+?)", line (\d+)', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A game that cannot be played, the package that it came with, and why."""

    name: str
    package: str
    reason: str
    error: BaseException | None = None


_playable: dict[str, Game] = {}
_left_out: dict[tuple[str, str], LeftOut] = {}
_sought: set[frozenset[str]] = set()


def external_games(taken: frozenset[str]) -> MappingProxyType[str, Game]:
    """The games of other packages by name, but those whose names are `taken`."""
    if taken not in _sought:
        _sought.add(taken)  # first: a package may ask for the games while it is being loaded
        for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
            _take(point, taken)
    return MappingProxyType(_playable)


def left_out() -> tuple[LeftOut, ...]:
    """The games of other packages that cannot be played, each with why."""
    return tuple(_left_out.values())


def leave_out(name: str, reason: str) -> bool:
    """Offer a game of another package no more, since it has failed; False: it is one of ours."""
    found = _playable.pop(name, None)
    if found is not None:
        _left_out[name, found.package] = LeftOut(name, found.package, reason)
    return found is not None


def try_out() -> None:
    """Leave out the games of other packages that cannot be begun, played and drawn.

    Each is tried in a process of its own that compiles nothing.
    """
    import subprocess  # noqa: PLC0415  (seldom needed)

    for name, tried in list(_playable.items()):
        command = [sys.executable, "-m", DRAWING, "en", tried.package]
        plain = {**os.environ, "GALDA_COMPILE": "0"}
        try:
            ran = subprocess.run(
                command, env=plain, capture_output=True, text=True, timeout=PATIENCE, check=False
            )
        except subprocess.TimeoutExpired:
            leave_out(name, f"its picture is not drawn after {PATIENCE:.0f} s")
        else:
            if ran.returncode:
                leave_out(name, _last_words(ran.stderr))


def _last_words(trace: str) -> str:
    """What a printed traceback comes to: the error, and the last line outside Galda."""
    error = trace.strip().rpartition("\n")[2]
    places = [f"{file}:{line}" for file, line in FRAME.findall(trace) if is_foreign(file)]
    return f"{error} ({places[-1]})" if places else error


def why(error: BaseException) -> str:
    """An error of another package in one line, with the place in its code."""
    said = str(error).strip().partition("\n")[0]
    told = f"{type(error).__name__}: {said}" if said else type(error).__name__
    place = place_of(error)
    return f"{told} ({place})" if place and place not in told else told


def place_of(error: BaseException) -> str:
    """The last line of code outside Galda that an error has come through, as `file:line`."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}"
    frames = traceback.extract_tb(error.__traceback__)
    foreign = [f"{frame.filename}:{frame.lineno}" for frame in frames if is_foreign(frame.filename)]
    return foreign[-1] if foreign else ""


def is_foreign(file: str) -> bool:
    """Whether a file of code belongs neither to Galda nor to Python and what it runs on."""
    path = Path(file)
    if file.startswith("<") or path.is_relative_to(OURS):
        return False
    for above, below in pairwise(path.parts):
        if above in ("site-packages", "dist-packages"):
            return below not in USED
    return not path.is_relative_to(PYTHON)


def _take(point: EntryPoint, taken: frozenset[str]) -> None:
    """Load one game, or note why it is left out."""
    name = point.name
    package = point.dist.name if point.dist else point.value
    try:
        if name in taken or name in _playable:
            raise TypeError(f"another game is called {name!r}")
        provided = point.load()
        if not isinstance(provided, Game):
            raise TypeError(f"{point.value} is not a Game")
        if provided.name != name:
            raise TypeError(
                f"the entry point must be called {provided.name!r}, as the package "
                f"{provided.package!r} is, not {name!r}"
            )
    except (Exception, SystemExit) as error:  # a package may raise anything
        _left_out[name, package] = LeftOut(name, package, why(error), error)
        return
    # Only games of other packages bring words of their own; ours are in our catalogues.
    from galda.core.show.language import add_catalogues  # noqa: PLC0415

    add_catalogues(provided.package)
    _playable[name] = provided
