"""The whole command line: all commands put together, and how mistakes are told."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.markup import escape

import galda
from galda.cli import arena, bench, play, prove, records, serve, solve, study, think
from galda.cli.app import LANG, Language, app, console, errors, t
from galda.cli.frame import UsageError, file_words, usage_words
from galda.core.errors import GaldaError
from galda.core.show.language import tell

COMMANDS = (arena, bench, play, prove, records, serve, solve, study, think)
"""Where the commands are: each module adds its own to the application when it is loaded."""

START_HELP = t(
    "Galda: play, study and check board games by their rulebooks.\n\n"
    "Without a command it starts the table on this computer and opens the browser."
)


@app.callback(invoke_without_command=True, help=START_HELP)
def start(
    context: typer.Context,
    lang: Language = LANG,
    version: Annotated[
        bool, typer.Option("--version", help=t("Print the version and stop."))
    ] = False,
) -> None:
    """Do what every command begins with."""
    if version:
        console.print(f"galda {galda.__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        context.invoke(serve.serve, lang=lang)


def main() -> None:
    """Run the command line; a mistake in what was asked is told in one line, never a traceback."""
    try:
        sys.exit(app(standalone_mode=False))
    except UsageError as error:
        errors.print(f"[bold red]galda:[/] {escape(usage_words(error, LANG))}", soft_wrap=True)
        sys.exit(2)
    except typer.Abort:
        sys.exit(1)
    except GaldaError as error:
        errors.print(f"[bold red]galda:[/] {escape(tell(LANG, error))}", soft_wrap=True)
        sys.exit(2)
    except OSError as error:
        errors.print(f"[bold red]galda:[/] {escape(file_words(error, LANG))}", soft_wrap=True)
        sys.exit(2)
