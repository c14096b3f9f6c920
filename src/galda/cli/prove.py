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
from galda.core.play.prover import Checked, Proof, Told
from galda.core.show.language import number, say
from galda.solve import proving


@command(takes_game_options=True)
def prove(
    context: typer.Context,
    game: GameName,
    check: Annotated[
        bool, typer.Option("--check", help=t("Verify the proof by the rules alone."))
    ] = False,
    device: Annotated[str, typer.Option(help=", ".join(DEVICES))] = "cpu",
    threads: Annotated[
        int | None, typer.Option(min=1, help=t("CPU threads; default: one per core."))
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
            help=t("Use files in this folder instead of memory."),
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


def layer_lines(proof: Proof, lang: str) -> list[str]:
    """The layers of a proof, line by line."""
    heads = say(lang, "layer"), say(lang, "positions"), say(lang, "patches")
    lines = ["{:>10} {:>18} {:>18}".format(*heads)]
    for layer in proof.layers:
        told = number(lang, layer.positions), number(lang, layer.patches)
        lines.append("{:>10} {:>18} {:>18}".format(layer.name, *told))
    return lines


def proved_lines(title: str, proof: Proof, file: Path, lang: str) -> list[str]:
    """What a proof claims."""
    if not proof.wins:
        claim = say(lang, "{game}: a player who plays by this proof never loses.", game=title)
    elif proving.is_second(galda.game(proof.game), proof):
        claim = say(
            lang, "{game}: a player who comes second and plays by this proof always wins.",
            game=title,
        )  # fmt: skip
    else:
        claim = say(
            lang, "{game}: a player who begins and plays by this proof always wins.", game=title
        )
    return [
        claim,
        say(
            lang,
            "It can meet {positions} positions; in {patches} of them a patch changes its choice.",
            positions=number(lang, proof.positions),
            patches=number(lang, proof.patches),
        ),
        say(lang, "Kept in {file}", file=file),
    ]


def checked_lines(proof: Proof, checked: Checked, seconds: float, lang: str) -> list[str]:
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
        count = number(lang, checked.lost)
        lines.append(say(lang, "The player loses from {count} positions.", count=count))
    if checked.stuck:
        count = number(lang, checked.stuck)
        lines.append(say(lang, "The player has no move in {count} positions.", count=count))
    if proof.wins and not checked.wins:
        lines.append(say(lang, "The player does not always win: play can go on for ever."))
    if (checked.positions, checked.checksum) != (proof.positions, proof.checksum):
        lines.append(say(lang, "These are not the positions that the proof was made for."))
    if proving.holds(proof, checked):
        lines.append(say(lang, "The proof holds."))
    else:
        lines.append(say(lang, "The proof does not hold."))
    return lines
