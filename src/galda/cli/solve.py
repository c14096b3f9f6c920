"""`galda solve`: every position of a game, worked out and kept."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

import galda
from galda.cli import app
from galda.core.kernels.cuda import DEVICES
from galda.core.show.language import say
from galda.solve import work
from galda.solve.__main__ import report


@app.command(takes_game_options=True)
def solve(
    context: typer.Context,
    game: app.GameName,
    device: Annotated[str, typer.Option(help=", ".join(DEVICES))] = "cpu",
    threads: Annotated[
        int | None,
        typer.Option(min=1, help=app.t("Threads on the processor; default: one a core.")),
    ] = None,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help=app.t("Keep the result here."))
    ] = None,
    file: Annotated[bool, typer.Option(help=app.t("Keep the result, or only count."))] = True,
    layers: Annotated[bool, typer.Option(help=app.t("Print the counts of every layer."))] = False,
    lang: app.Language = app.LANG,
) -> None:
    """Solve a game: won, lost or drawn for every position, kept for bots and analysis.

    An interrupted run on the processor goes on where it was when it is started again.
    """
    found = galda.game(game)
    options = app.read_game_options(found, context.args)
    columns = (
        TextColumn(say(lang, "Solving")), BarColumn(), TaskProgressColumn(), TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )  # fmt: skip
    try:
        with Progress(*columns, console=app.console, transient=True) as progress:
            task = progress.add_task("", total=1.0)
            solved = work.solve(
                found, options, device=device, threads=threads, output=output, keep=file,
                tell=lambda done, part: progress.update(task, completed=part, description=done),
            )  # fmt: skip
    except KeyboardInterrupt:
        app.console.print(say(lang, "Interrupted. The same command goes on from here."))
        raise typer.Exit(130) from None
    for line in report(found.title, solved, lang, layers=layers):
        app.console.print(line, soft_wrap=True)
