"""`galda learn`: a network that learns a game by self-play, and becomes a bot."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.progress import (
    BarColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

import galda
from galda.bots.levels import check_bot
from galda.cli.app import LANG, GameName, Language, command, console, read_game_options, t
from galda.core.errors import GaldaError
from galda.core.kernels.cuda import DEVICES, check_device, need_cuda
from galda.core.play.options import player_counts
from galda.core.show.language import number, percent, say
from galda.envs.opponents import IN_THE_KERNEL

USUAL = {"cpu": {"games": 128}, "cuda": {"games": 16384, "pieces": 32}}
"""What differs by the device, unless it is asked for."""


@command(takes_game_options=True)
def learn(
    context: typer.Context,
    game: GameName,
    folder: Annotated[
        Path,
        typer.Option(metavar="FOLDER", help=t("Run folder; an existing run is resumed.")),
    ] = Path("learnt"),
    players: Annotated[
        str | None,
        typer.Option(metavar="NUMBERS", help=t("Numbers of players, such as 2,3; default: all.")),
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(min=0.0, help=t("Limit this run to this many minutes."))
    ] = None,
    steps: Annotated[
        int | None, typer.Option(min=0, help=t("Total number of actions to train for."))
    ] = None,
    device: Annotated[str, typer.Option(help=", ".join(DEVICES))] = "cpu",
    threads: Annotated[
        int | None, typer.Option(min=1, help=t("CPU threads; default: one per core."))
    ] = None,
    seed: Annotated[int | None, typer.Option(help=t("Seed for everything random."))] = None,
    games: Annotated[
        int | None, typer.Option(min=1, help=t("Games played at once; default: by the device."))
    ] = None,
    hidden: Annotated[
        str | None,
        typer.Option(
            metavar="NUMBERS", help=t("Units in the network's two layers, such as 256,64.")
        ),
    ] = None,
    rate: Annotated[float | None, typer.Option(help=t("Learning rate."))] = None,
    entropy: Annotated[float | None, typer.Option(help=t("Entropy bonus."))] = None,
    magnet: Annotated[
        float | None, typer.Option(help=t("Regularisation towards the averaged policy."))
    ] = None,
    horizon: Annotated[
        int | None, typer.Option(min=1, help=t("Rollout length: actions per game and update."))
    ] = None,
    against: Annotated[
        str,
        typer.Option(metavar="BOTS", help=t("Bots to measure it against, with commas between.")),
    ] = ",".join(IN_THE_KERNEL),
    measured: Annotated[int, typer.Option(min=1, help=t("Games per evaluation and bot."))] = 200,
    points: Annotated[
        int, typer.Option(min=1, help=t("Number of evaluations during training."))
    ] = 20,
    export: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=t("Also write the network as arrays (.npz).")),
    ] = None,
    lang: Language = LANG,
) -> None:
    """Let a network learn a game by playing against itself (extra `learn`).

    The folder holds the network as a bot (learnt.pt), its curve (curve.svg), and all that the same
    command goes on from when it is started again.
    """
    from galda.learn.run import Wish  # noqa: PLC0415  (PyTorch is an extra)
    from galda.learn.run import learn as run  # noqa: PLC0415

    check_device(device)
    if device == "cuda":
        need_cuda()
    if export is not None and export.suffix != ".npz":
        raise GaldaError("the file's name must end in .npz, not {suffix!r}", suffix=export.suffix)
    opponents = tuple(against.split(","))
    found = galda.game(game)
    for name in opponents:
        check_bot(name, game=found)
    options: dict[str, Any] = dict(read_game_options(found, context.args))
    del options["players"]
    asked: dict[str, Any] = {
        "players": None if players is None else _numbers("players", players),
        "hidden": None if hidden is None else _numbers("hidden", hidden),
        "seed": seed, "games": games, "rate": rate, "entropy": entropy, "magnet": magnet,
        "horizon": horizon,
    }  # fmt: skip
    settings = _settings(folder, found.name, options, device, asked)
    if steps is None and minutes is None:
        minutes = 20.0
    wish = Wish(steps, minutes, points, opponents, measured, export, device, threads)
    columns = (
        TextColumn(say(lang, "Learning")), BarColumn(), TaskProgressColumn(), TimeElapsedColumn(),
        TimeRemainingColumn(), TextColumn("{task.description}"),
    )  # fmt: skip
    try:
        with Progress(*columns, console=console, transient=True) as progress:
            task = progress.add_task("", total=1.0)

            def tell(far: float, learner: Any, point: dict[str, Any] | None) -> None:
                words = say(lang, "actions: {n}", n=number(lang, learner.steps, 0))
                progress.update(task, completed=far, description=words)
                if point is not None:
                    progress.console.print(escape(_measurement(point, opponents, lang)))

            run(settings, folder, wish, tell)
    except KeyboardInterrupt:
        console.print(say(lang, "Interrupted. The same command goes on from here."))
        raise typer.Exit(130) from None
    told = say(lang, "The network is a bot now: {file}", file=folder / "learnt.pt")
    console.print(escape(told), soft_wrap=True)


def _settings(
    folder: Path, game: str, options: dict[str, Any], device: str, asked: dict[str, Any]
) -> Any:
    """What is to be learnt: as the folder's run has it, or new; what was asked for must fit it."""
    from galda.learn.folder import read  # noqa: PLC0415  (PyTorch is an extra)
    from galda.learn.settings import Settings  # noqa: PLC0415

    given = {name: value for name, value in asked.items() if value is not None}
    kept = read(folder)
    if kept is None:
        every = player_counts(galda.game(game).options)
        made: dict[str, Any] = {"players": every, **USUAL[device], **given}
        settings = Settings(game=game, options=options, **made)
        settings.check(galda.game(game))
        return settings
    wanted = {"game": game, "options": options, **given}
    for name, value in wanted.items():
        if (known := getattr(kept.settings, name)) != value:
            raise GaldaError(
                "the run in {file} has {option} {known}, not {given}; give another folder",
                file=folder, option=name, known=known, given=value,
            )  # fmt: skip
    return kept.settings


def _numbers(option: str, text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise GaldaError(
            "--{option} takes numbers with commas between, such as 2,3, not {text!r}",
            option=option, text=text,
        ) from None  # fmt: skip


def _measurement(point: dict[str, Any], opponents: tuple[str, ...], lang: str) -> str:
    shares = ", ".join(f"{name} {percent(lang, point['against'][name], 1)}" for name in opponents)
    return say(
        lang, "{seconds} s, actions: {n}; share of points against {shares}",
        seconds=number(lang, point["seconds"], 0), n=number(lang, point["moves"], 0), shares=shares,
    )  # fmt: skip
