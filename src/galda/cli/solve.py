"""`galda solve`: every position of a game, worked out and kept."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

import galda
from galda.cli import app
from galda.core.kernels.cuda import DEVICES
from galda.core.play.values import Outcome
from galda.core.show.language import number, say
from galda.solve import work
from galda.solve.work import Solved


@app.command(takes_game_options=True)
def solve(
    context: typer.Context,
    game: app.GameName,
    device: Annotated[str, typer.Option(help=", ".join(DEVICES))] = "cpu",
    threads: Annotated[
        int | None,
        typer.Option(min=1, help=app.t("CPU threads; default: one per core.")),
    ] = None,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help=app.t("Keep the result here."))
    ] = None,
    file: Annotated[bool, typer.Option(help=app.t("Write the tablebase, or only count."))] = True,
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


def report(title: str, solved: Solved, lang: str, *, layers: bool) -> list[str]:
    """What was found, line by line."""
    lines = []
    if layers:
        heads = (
            say(lang, "layer"), say(lang, "won", context="positions"),
            say(lang, "lost", context="positions"), say(lang, "drawn", context="positions"),
        )  # fmt: skip
        lines.append("{:>10} {:>18} {:>18} {:>18}".format(*heads))
        for name, counts in solved.counts.items():
            told = (number(lang, n) for n in (counts.won, counts.lost, counts.drawn))
            lines.append("{:>10} {:>18} {:>18} {:>18}".format(name, *told))
    total = solved.total
    lines.append(
        {
            Outcome.WON: say(lang, "{game}: the first player wins.", game=title),
            Outcome.DRAWN: say(lang, "{game}: a draw.", game=title),
            Outcome.LOST: say(lang, "{game}: the first player loses.", game=title),
        }[solved.start]
    )
    lines.append(
        say(
            lang,
            "Positions: {total}; for the side to move won: {won}, lost: {lost}, drawn: {drawn}.",
            total=number(lang, total.total),
            won=number(lang, total.won),
            lost=number(lang, total.lost),
            drawn=number(lang, total.drawn),
        )
    )
    if solved.seconds:
        lines.append(say(lang, "Solved in {seconds} s.", seconds=number(lang, solved.seconds, 1)))
    if solved.file:
        lines.append(say(lang, "Kept in {file}", file=solved.file))
    return lines
