"""`galda prove`: a player that never loses: what is proved of it, and checking that."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

import galda
from galda.cli.app import LANG, GameName, Language, command, console, read_game_options, t
from galda.core.kernels.cuda import DEVICES
from galda.core.play.prover import Told
from galda.core.show.language import say
from galda.solve import proving
from galda.solve.prove import checked_lines, layer_lines, proved_lines


@command(takes_game_options=True)
def prove(
    context: typer.Context,
    game: GameName,
    check: Annotated[
        bool, typer.Option("--check", help=t("Check a proof, knowing nothing but the rules."))
    ] = False,
    device: Annotated[str, typer.Option(help=", ".join(DEVICES))] = "cpu",
    threads: Annotated[
        int | None, typer.Option(min=1, help=t("Threads on the processor; default: one a core."))
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=t("The proof; by default the one that players use.")),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            file_okay=False,
            exists=True,
            help=t("Check with files in this folder instead of memory."),
        ),
    ] = None,
    layers: Annotated[bool, typer.Option(help=t("Print the counts of every layer."))] = False,
    lang: Language = LANG,
) -> None:
    """Prove that a player never loses: look at every position that it can ever meet.

    Without --check it is told what the proof claims. With --check it is checked: by the rules, the
    choice of moves and the patches alone.
    """
    found = galda.game(game)
    options = read_game_options(found, context.args)
    if not check:
        proof, kept = proving.find_proof(found, options, file)
        _print(layer_lines(proof, lang) if layers else [])
        _print(proved_lines(found.title, proof, kept, lang))
        return
    columns = (
        TextColumn(say(lang, "Checking")), BarColumn(), TaskProgressColumn(),
        TextColumn("{task.description}"),
    )  # fmt: skip
    began = perf_counter()
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=1.0)
        tell: Told = lambda done, part: progress.update(  # noqa: E731
            task, completed=part, description=done
        )
        proof, checked = proving.check(
            found, options, device=device, threads=threads, file=file, folder=folder, tell=tell
        )
    _print(layer_lines(proof, lang) if layers else [])
    _print(checked_lines(proof, checked, perf_counter() - began, lang))
    if not proving.holds(proof, checked):
        raise typer.Exit(1)


def _print(lines: list[str]) -> None:
    for line in lines:
        console.print(line, soft_wrap=True)
