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
from galda.core.play.prover import Checked, Proof, Told
from galda.core.show.language import number, say
from galda.solve import proving


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
    if layers:
        print_layers(proof, lang)
    if check:
        print_checked(proof, checked, perf_counter() - began, lang)
        if not proving.holds(proof, checked):
            raise typer.Exit(1)
    else:
        print_claim(found.title, proof, lang)
        console.print(say(lang, "Kept in {file}", file=proved.file), soft_wrap=True)


def print_layers(proof: Proof, lang: str) -> None:
    """The layers of a proof, line by line."""
    heads = say(lang, "layer"), say(lang, "positions"), say(lang, "patches")
    console.print("{:>10} {:>18} {:>18}".format(*heads))
    for layer in proof.layers:
        told = number(lang, layer.positions), number(lang, layer.patches)
        console.print("{:>10} {:>18} {:>18}".format(layer.name, *told))


def print_claim(title: str, proof: Proof, lang: str) -> None:
    """What a proof says."""
    claim = (
        say(lang, "{game}: a player who begins and plays by this proof always wins.", game=title)
        if proof.wins
        else say(lang, "{game}: a player who plays by this proof never loses.", game=title)
    )
    console.print(claim, soft_wrap=True)
    console.print(
        say(
            lang,
            "It can meet {positions} positions; in {patches} of them a patch changes its choice.",
            positions=number(lang, proof.positions),
            patches=number(lang, len(proof.numbers)),
        ),
        soft_wrap=True,
    )


def print_checked(proof: Proof, checked: Checked, seconds: float, lang: str) -> None:
    """What a check found."""
    lines = [
        say(
            lang,
            "Walked {positions} positions in {seconds} s; checksum {checksum}.",
            positions=number(lang, checked.positions),
            seconds=number(lang, seconds, 1),
            checksum=f"{checked.checksum:016x}",
        )
    ]
    if checked.lost:
        lines.append(
            say(lang, "The player loses from {count} positions.", count=number(lang, checked.lost))
        )
    if checked.stuck:
        lines.append(
            say(lang, "The player has no move in {count} positions.",
                count=number(lang, checked.stuck))
        )  # fmt: skip
    if proof.wins and not checked.wins:
        lines.append(say(lang, "The player does not always win: play can go on for ever."))
    if (checked.positions, checked.checksum) != (proof.positions, proof.checksum):
        lines.append(say(lang, "These are not the positions that the proof was made for."))
    if proving.holds(proof, checked):
        lines.append(say(lang, "The proof holds."))
    else:
        lines.append(say(lang, "The proof does not hold."))
    for line in lines:
        console.print(line, soft_wrap=True)
