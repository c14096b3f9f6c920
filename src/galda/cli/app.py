"""The `galda` command: what its subcommands share, and how mistakes are told."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.console import Console

import galda
from galda.core.errors import BadOption, GaldaError
from galda.core.game import Game
from galda.core.language import check_language
from galda.core.options import Value

app = typer.Typer(
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)

GAME_OPTIONS = {"allow_extra_args": True, "ignore_unknown_options": True}
"""For commands that take a game's own options, such as `--players 4`, besides theirs."""

GAME_OPTIONS_HELP = (
    "The game's own options, such as --players 4, go here too: see [bold]galda games[/]."
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help=", ".join(galda.game_names()))]
Language = Annotated[
    str,
    typer.Option(metavar="LANG", help="Language of sentences and rules.", callback=check_language),
]
Seed = Annotated[int | None, typer.Option(help="Decides all chance; default: a fresh one.")]


def read_game_options(game: Game, words: list[str]) -> dict[str, Value]:
    """The game's options from `--name value` and `--name=value` on the command line."""
    given: dict[str, object] = {}
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--"):
            raise GaldaError(f"unexpected argument {word!r}; options are written --name value")
        if not equals:
            if not waiting:
                raise BadOption(f"--{name} needs a value", name)
            value = waiting.pop(0)
        given[name.replace("-", "_")] = value
    return game.read_options(given)


def split_words(words: list[str]) -> tuple[list[str], list[str]]:
    """Plain words, and the words from the first `--option` on."""
    at = next((k for k, word in enumerate(words) if word.startswith("--")), len(words))
    return words[:at], words[at:]


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    """Galda: play, study and check board games by their rulebooks.

    Without a command it starts the table on this computer and opens the browser.
    """
    if version:
        console.print(f"galda {galda.__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        from galda.cli.serve import serve  # noqa: PLC0415  (it needs this module)

        context.invoke(serve)


def main() -> None:
    """Run the command line; a mistake in what was asked is told in one line, never a traceback."""
    from galda.cli import arena, measure, papers, play, serve, solve, study  # noqa: F401, PLC0415  (they add commands)

    try:
        app()
    except GaldaError as error:
        errors.print(f"[bold red]galda:[/] {error}", soft_wrap=True)
        sys.exit(2)
    except OSError as error:
        errors.print(f"[bold red]galda:[/] {error.strerror}: {error.filename}", soft_wrap=True)
        sys.exit(2)
