"""`galda prove`: a player that never loses, found and checked."""

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
        typer.Option(metavar="FILE", help=t("The proof to write, or to check.")),
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

    The proof is found by the solved game. With --check it is checked without it: by the rules,
    the choice of moves and the patches alone.
    An interrupted run goes on where it was when it is started again.
    """
    found = galda.game(game)
    options = read_game_options(found, context.args)
    columns = (
        TextColumn(say(lang, "Checking") if check else say(lang, "Proving")), BarColumn(),
        TaskProgressColumn(), TextColumn("{task.description}"),
    )  # fmt: skip
    began = perf_counter()
    try:
        with Progress(*columns, console=console, transient=True) as progress:
            task = progress.add_task("", total=1.0)
            tell: Told = lambda done, part: progress.update(  # noqa: E731
                task, completed=part, description=done
            )
            if check:
                proof, checked = proving.check(
                    found, options, device=device, threads=threads, file=file, folder=folder,
                    tell=tell,
                )  # fmt: skip
            else:
                proved = proving.prove(
                    found, options, device=device, threads=threads, output=file, tell=tell
                )
                proof = proved.proof
    except KeyboardInterrupt:
        console.print(say(lang, "Interrupted. The same command goes on from here."))
        raise typer.Exit(130) from None
    lines = layer_lines(proof, lang) if layers else []
    if check:
        lines += checked_lines(proof, checked, perf_counter() - began, lang)
    else:
        lines += proved_lines(found.title, proved, lang)
    for line in lines:
        console.print(line, soft_wrap=True)
    if check and not proving.holds(proof, checked):
        raise typer.Exit(1)
