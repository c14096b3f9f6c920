"""Commands for looking at the rules: `games`, `rules`, `perft`, `warm`."""

from __future__ import annotations

import time
from typing import Annotated

import numpy as np
import typer
from rich.markup import escape
from rich.progress import Progress, track
from rich.table import Table

import galda
from galda.cli.app import (
    GAME_OPTIONS,
    GAME_OPTIONS_HELP,
    GameName,
    Language,
    app,
    console,
    read_game_options,
)
from galda.core import contract, walk
from galda.core.position import Position


@app.command()
def games() -> None:
    """List the games with their options."""
    table = Table("game", "option", "values (default first)", "meaning", box=None)
    for name in galda.game_names():
        game = galda.game(name)
        for row, option in enumerate(game.options):
            others = [str(value) for value in option.values if value != option.default]
            values = ", ".join([str(option.default), *others])
            table.add_row(
                f"[bold]{name}[/]" if not row else "", f"--{option.name}", values, option.help
            )
    console.print(table)


@app.command()
def rules(game: GameName, lang: Language = "en") -> None:
    """Print the numbered rules of a game."""
    section = ""
    for rule in galda.game(game).rules(lang):
        if rule.section != section:
            section = rule.section
            console.print(f"\n[bold underline]{escape(section)}[/]")
        console.print(f"[bold]{rule.id:>4}[/]  {escape(rule.text)}")


@app.command(context_settings=GAME_OPTIONS, epilog=GAME_OPTIONS_HELP)
def perft(
    context: typer.Context,
    game: GameName,
    depth: Annotated[int, typer.Argument(min=0, help="How many turns deep to count.")],
    divide: Annotated[bool, typer.Option(help="Also print the count of each first move.")] = False,
    quiet: Annotated[bool, typer.Option(help="Print the number alone.")] = False,
) -> None:
    """Count the move tree: all sequences of DEPTH turns from the start."""
    found = galda.game(game)
    start = found.new(seed=0, **read_game_options(found, context.args))
    began = time.perf_counter()
    total = 0 if depth else 1
    with Progress(console=console, transient=True, disable=quiet) as progress:
        moves = start.legal() if depth else ()
        for action in progress.track(moves, description="counting"):
            child = start.play(action)
            count = walk.perft(child.states, depth - (not child.in_turn), found.most_legal)
            total += count
            if divide and not quiet:
                progress.console.print(f"{start.write(action):>12}  {count}")
    if quiet:
        print(total)
        return
    seconds = time.perf_counter() - began
    counted = f"{total:,}".replace(",", " ")
    console.print(f"{found.title}, {depth} turns deep: [bold]{counted}[/]")
    console.print(f"[dim]{seconds:.2f} s[/]")


@app.command()
def warm() -> None:
    """Compile everything now, so that nothing has to wait for it later."""
    for name in track(galda.game_names(), description="compiling", console=console):
        warm_game(galda.game(name).new(seed=0))
    console.print("All games are compiled.")


def warm_game(start: Position) -> None:
    """Run every kernel of a game once."""
    most_legal = start.game.most_legal
    walk.random_games(start.states.copy(), 1, np.uint64(1), most_legal)
    walk.perft(start.states, 1, most_legal)
    states = start.play(start.legal()[0]).states.copy()
    contract.redraw(states[0], 0, np.uint64(1))
    position = Position(start.game, start.options, None, states)
    position.seen_by(0)
    _ = position.key, position.scores, position.in_turn
