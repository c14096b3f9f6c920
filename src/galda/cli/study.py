"""Commands for looking at the rules: `games`, `rules`, `perft`, `warm`."""

from __future__ import annotations

import time
from typing import Annotated

import numpy as np
import typer
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

import galda
from galda.bots.levels import warm_up_all
from galda.bots.styles import with_style
from galda.cli import app
from galda.cli.getting_ready import get_ready, tell_left_out
from galda.core.kernels import contract
from galda.core.kernels import perft as tree
from galda.core.play.position import Position
from galda.core.show.language import number, say, say_count
from galda.core.show.rulebook import aim_of, rules_of


@app.command()
def games(lang: app.Language = app.LANG) -> None:
    """List the games with their options."""
    heads = (
        say(lang, "game"), say(lang, "option"), say(lang, "values (default first)"),
        say(lang, "meaning"),
    )  # fmt: skip
    table = Table(*heads, box=None)
    for name in galda.game_names():
        game = galda.game(name)
        for row, option in enumerate(game.options):
            others = [str(value) for value in option.values if value != option.default]
            values = ", ".join([str(option.default), *others])
            table.add_row(
                f"[bold]{name}[/]" if not row else "",
                f"--{option.name}",
                values,
                say(lang, option.help),
            )
        for style in game.bots.styles:
            bot = f"--bot {with_style('LEVEL', style.name)}"
            table.add_row("", bot, say(lang, style.title), say(lang, style.about))
    app.console.print(table)
    tell_left_out(lang)


@app.command()
def rules(game: app.GameName, lang: app.Language = app.LANG) -> None:
    """Print the numbered rules of a game."""
    section = ""
    if aim := aim_of(galda.game(game), lang):
        app.console.print(escape(aim))
    for rule in rules_of(galda.game(game), lang):
        if rule.section != section:
            section = rule.section
            app.console.print(f"\n[bold underline]{escape(section)}[/]")
        app.console.print(f"[bold]{rule.id:>4}[/]  {escape(rule.text)}")
    page = f"/rules/{game}"
    said = say(lang, "With pictures and to print: galda serve, then the page {page}", page=page)
    app.console.print(f"\n[dim]{escape(said)}[/]")


@app.command(takes_game_options=True)
def perft(
    context: typer.Context,
    game: app.GameName,
    depth: Annotated[int, typer.Argument(min=0, help=app.t("How many turns deep to count."))],
    divide: Annotated[
        bool, typer.Option(help=app.t("Also print the count of each first move."))
    ] = False,
    quiet: Annotated[bool, typer.Option(help=app.t("Print the number alone."))] = False,
    seed: Annotated[int, typer.Option()] = 0,
    lang: app.Language = app.LANG,
) -> None:
    """Count the move tree: all sequences of DEPTH turns from the start."""
    found = galda.game(game)
    start = found.new(seed=seed, **app.read_game_options(found, context.args))
    began = time.perf_counter()
    total = 0 if depth else 1
    with Progress(console=app.console, transient=True, disable=quiet) as progress:
        moves = start.legal_actions if depth else ()
        for action in progress.track(moves, description=say(lang, "Counting")):
            child = start.play(action)
            count = tree.perft(child.states, depth - (not child.in_turn), found.rules.most_legal)
            total += count
            if divide and not quiet:
                progress.console.print(f"{start.write(action):>12}  {count}")
    if quiet:
        print(total)
        return
    seconds = time.perf_counter() - began
    told = say_count(
        lang, "{game}, {n} turn deep: {count}", "{game}, {n} turns deep: {count}", depth,
        game=found.title, count=f"[bold]{number(lang, total)}[/]",
    )  # fmt: skip
    app.console.print(told)
    app.console.print(f"[dim]{number(lang, seconds, 2)} s[/]")


@app.command()
def warm(lang: app.Language = app.LANG) -> None:
    """Compile all games now."""
    names, steps = galda.game_names(), (warm_game, warm_up_all)
    get_ready(lang, *names)
    with Progress(console=app.console, transient=True) as progress:
        task = progress.add_task(say(lang, "Compiling"), total=len(names) * len(steps))
        for name in names:
            start = galda.game(name).new(seed=0)
            for step in steps:
                step(start)
                progress.advance(task)
    app.console.print(say(lang, "All games are compiled."))


def warm_game(start: Position) -> None:
    """Run every kernel of a game once."""
    most_legal = start.game.rules.most_legal
    tree.random_games(start.states.copy(), 1, np.uint64(1), most_legal)
    tree.perft(start.states, 1, most_legal)
    states = start.play(start.legal_actions[0]).states.copy()
    contract.determinize(states[0], 0, np.uint64(1))
    position = Position(start.game, start.options, None, states)
    position.seen_by(0)
    _ = position.key, position.scores, position.in_turn
