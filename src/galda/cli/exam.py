"""`galda exam` and `galda dataset`: exact values of solved games as a benchmark and as lessons."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
from rich.table import Table

import galda
from galda.bots.levels import check_bot
from galda.cli.app import LANG, GameName, Language, command, console, errors, read_game_options, t
from galda.cli.getting_ready import get_ready
from galda.core.errors import GaldaError
from galda.core.kernels.cuda import DEVICES
from galda.core.show.language import number, percent, say
from galda.exams import Band, Report, make_dataset, score
from galda.exams.exam import CHANCE, SOURCES


@command(takes_game_options=True)
def exam(
    context: typer.Context,
    game: GameName,
    bot: Annotated[str, typer.Option(metavar="BOT", help=t("Bot to benchmark."))],
    source: Annotated[
        str | None,
        typer.Option(metavar="|".join(SOURCES), help=t("Only positions from this source.")),
    ] = None,
    positions: Annotated[
        int | None, typer.Option(min=1, help=t("At most this many positions from each source."))
    ] = None,
    seed: Annotated[int, typer.Option(help=t("Seed for everything random."))] = 0,
    as_json: Annotated[bool, typer.Option("--json", help=t("Print JSON."))] = False,
    lang: Language = LANG,
) -> None:
    """Benchmark a bot on positions of a solved game: how often its move keeps the exact value."""
    found = galda.game(game)
    check_bot(bot, game=found)
    options: dict[str, Any] = read_game_options(found, context.args)
    get_ready(lang, game)
    report = score(found, bot, source=source, positions=positions, seed=seed, **options)
    if as_json:
        print(json.dumps(report.as_json(), indent=2))
    else:
        _print_report(report, lang)


def _print_report(report: Report, lang: str) -> None:
    shown = Table(say(lang, "positions from"), say(lang, "depth"), box=None)
    for head in (say(lang, "positions"), say(lang, "value kept"), percent(lang, 0.95)):
        shown.add_column(head, justify="right")
    for sitting in report.sittings:
        kind = (
            say(lang, "games by chance") if sitting.source == CHANCE else say(lang, "strong play")
        )
        shown.add_row(f"[bold]{escape(kind)}[/]", say(lang, "all"), *_cells(sitting.whole, lang))
        for band in sitting.by_depth():
            told = say(lang, "after actions: {span}", span=band.span)
            shown.add_row("", escape(told), *_cells(band, lang))
        for band in sitting.by_turns_to_the_end():
            told = say(lang, "turns to the end: {span}", span=band.span)
            shown.add_row("", escape(told), *_cells(band, lang))
    console.print(shown)


def _cells(band: Band, lang: str) -> tuple[str, str, str]:
    ends = "–".join(percent(lang, end, 1) for end in band.interval)
    return number(lang, band.count, 0), percent(lang, band.share, 1), ends


@command(takes_game_options=True)
def dataset(
    context: typer.Context,
    game: GameName,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help=t("Where to write; its name ends in .npz."))
    ],
    count: Annotated[int, typer.Option(min=1, help=t("How many positions."))] = 100_000,
    seed: Annotated[int, typer.Option(help=t("Seed for everything random."))] = 0,
    layer: Annotated[
        str | None,
        typer.Option(help=t("Sample uniformly from this layer instead of from random games.")),
    ] = None,
    differing: Annotated[
        bool, typer.Option(help=t("Only positions in which moves differ in outcome."))
    ] = False,
    device: Annotated[str, typer.Option(help=", ".join(DEVICES))] = "cpu",
    lang: Language = LANG,
) -> None:
    """Write positions of a solved game with the exact value of every move, as training data.

    The tablebase of `galda solve` is asked where there is one; else the game is solved in memory.
    """
    found = galda.game(game)
    options: dict[str, Any] = read_game_options(found, context.args)
    if file.suffix != ".npz":
        raise GaldaError("the file's name must end in .npz, not {suffix!r}", suffix=file.suffix)
    columns = (BarColumn(), TaskProgressColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=errors, transient=True) as progress:
        task = progress.add_task("", total=1.0)
        made = make_dataset(
            found, count, seed=seed, layer=layer, differing=differing, device=device,
            tell=lambda done, part: progress.update(task, completed=part, description=done),
            **options,
        )  # fmt: skip
    made.save(file)
    told = say(lang, "Positions written into {file}: {n}", file=file, n=len(made.states))
    console.print(escape(told), soft_wrap=True)
