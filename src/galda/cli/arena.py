"""`galda arena`: bots against bots, with ratings and how sure they are."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import galda
from galda.arena.match import MatchResult, Terms
from galda.arena.ratings import Standing, standings
from galda.arena.tournament import Tournament, pairings
from galda.bots.levels import bot_names, check_bot, warm_up
from galda.bots.styles import STYLED
from galda.cli import app
from galda.cli.getting_ready import get_ready
from galda.core.machine import count_cores
from galda.core.show.language import number, percent, say
from galda.core.workers import Workers, processes

BOT_NAMES = app.t(
    "{levels}; in some games with a style: {styled}.",
    levels=", ".join(bot_names()),
    styled=STYLED,
)


@app.command(takes_game_options=True)
def arena(
    context: typer.Context,
    game: app.GameName,
    bots: Annotated[list[str], typer.Argument(metavar="BOT…", help=BOT_NAMES)],
    games: Annotated[int, typer.Option(min=1, help=app.t("Games to play, at least."))] = 100,
    workers: Annotated[
        int | None, typer.Option(min=1, help=app.t("Processes; default: one for each core."))
    ] = None,
    opening: Annotated[
        int | None,
        typer.Option(
            min=0, help=app.t("Random opening actions; default: 4 in games without chance.")
        ),
    ] = None,
    move_seconds: Annotated[
        float, typer.Option(min=0.01, help=app.t("A bot that takes longer for a move loses."))
    ] = 30.0,
    results: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=app.t("Keep results in this file, and resume from it.")),
    ] = None,
    records: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help=app.t("Keep the record of every game here.")),
    ] = None,
    ray: Annotated[bool, typer.Option(help=app.t("Play on a Ray cluster (extra `ray`)."))] = False,
    as_json: Annotated[bool, typer.Option("--json", help=app.t("Print JSON."))] = False,
    lang: app.Language = app.LANG,
) -> None:
    """Hold a tournament: seats rotate and every deal is played from every seat."""
    found = galda.game(game)
    names, option_words = app.split_words(bots + context.args)
    for name in names:
        check_bot(name, game=found)
    options = app.read_game_options(found, option_words)
    get_ready(lang, game)
    if opening is None:
        chance = found.new(seed=1, **options) != found.new(seed=2, **options)
        opening = 0 if chance else 4
    terms = Terms(game, options, _labels(names), move_seconds, opening)
    wanted = pairings(len(names), int(options["players"]), games)
    tournament = Tournament(terms, wanted, results, records)
    with app.console.status(say(lang, "Getting the bots ready…")):
        warm_up(found.new(seed=0, **options))
    played = _play(tournament, _workers(workers, ray=ray), lang, quiet=as_json)
    table = standings(terms.entrants, played)
    if as_json:
        told = {
            "terms": asdict(terms),
            "games": len(played),
            "standings": list(map(asdict, table)),
        }
        print(json.dumps(told, indent=2))
    else:
        _print_standings(table, int(options["players"]), lang)
        for n, forfeit in [(p.number, p.forfeit) for p in played if p.forfeit][:10]:
            fault = say(lang, "Game {n}: {reason}", n=n, reason=forfeit.tell(lang))
            app.errors.print(f"[yellow]{escape(fault)}[/]")


def _labels(names: list[str]) -> tuple[str, ...]:
    """The entrants' names; a bot that enters twice gets a number behind its name."""
    return tuple(
        f"{name}#{names[:k].count(name) + 1}" if names.count(name) > 1 else name
        for k, name in enumerate(names)
    )


def _workers(count: int | None, *, ray: bool) -> Workers:
    if ray:
        from galda.core.cluster import on_ray  # noqa: PLC0415  (Ray is an extra)

        return on_ray
    return processes(count or count_cores())


def _play(tournament: Tournament, workers: Workers, lang: str, *, quiet: bool) -> list[MatchResult]:
    columns = (
        TextColumn(say(lang, "Playing")),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=app.errors, transient=True, disable=quiet) as progress:
        task = progress.add_task("", total=len(tournament.pairings))
        return tournament.play(workers, lambda _: progress.advance(task))


def _print_standings(table: list[Standing], players: int, lang: str) -> None:
    shown = Table(say(lang, "bot"), box=None)
    heads = [
        say(lang, "games"), say(lang, "rating"), percent(lang, 0.95), say(lang, "beats"),
        percent(lang, 0.95), say(lang, "score"), say(lang, "forfeits"),
    ]  # fmt: skip
    if players > 2:
        heads[5:5] = [say(lang, "place"), percent(lang, 0.95)]
    for head in heads:
        shown.add_column(head, justify="right")
    for s in table:
        cells = [
            str(s.games),
            number(lang, s.rating, 0),
            " … ".join(number(lang, end, 0) for end in s.rating_interval),
            percent(lang, s.beaten, 1),
            "–".join(percent(lang, end, 1) for end in s.beaten_interval),
        ]
        if players > 2:
            cells.append(number(lang, s.mean_place, 2))
            cells.append("–".join(number(lang, end, 2) for end in s.place_interval))
        cells += [number(lang, s.mean_score, 1), str(s.forfeits)]
        shown.add_row(f"[bold]{escape(s.name)}[/]", *cells)
    app.console.print(shown)
