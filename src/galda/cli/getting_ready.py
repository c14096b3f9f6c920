"""Compiling games before a command begins, with a bar for each that shows how far it is."""

from __future__ import annotations

import time

from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

import galda
from galda.bots.precompiler import Precompiler
from galda.cli.app import console, errors
from galda.core.external import left_out
from galda.core.show.language import say

LOOK_EVERY = 0.1
"""Seconds between two looks at how far the games are."""


def tell_left_out(lang: str) -> None:
    """Name the games of other packages that cannot be played, each with why."""
    for other in left_out():
        told = say(
            lang, "{game} ({package}) is left out: {reason}",
            game=other.name, package=other.package, reason=other.reason,
        )  # fmt: skip
        errors.print(told, style="red", markup=False, soft_wrap=True)


def get_ready(lang: str, *names: str) -> None:
    """Compile the rules and bots of games on all cores; a terminal shows how far they are."""
    precompiler = Precompiler(galda.game(name) for name in names)
    if precompiler.done:
        return
    columns = (
        TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn()
    )  # fmt: skip
    precompiler.start()
    try:
        with Progress(*columns, console=console, transient=True) as progress:
            bars = {
                name: progress.add_task(
                    say(lang, "Compiling {game}", game=precompiler.games[name].title), total=1.0
                )
                for name in names
            }
            while not precompiler.done:
                time.sleep(LOOK_EVERY)
                for name, bar in bars.items():
                    progress.update(bar, completed=precompiler.progress[name].whole)
    finally:
        precompiler.stop()
