"""The whole command line: all commands put together, and how mistakes are told."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer
from rich.markup import escape

import galda
from galda.cli.app import LANG, Language, app, console, errors, t
from galda.cli.frame import UsageError, file_words, usage_words
from galda.core.errors import GaldaError
from galda.core.jit.kernel_error import KernelError
from galda.core.kernels.kernel import say_nothing_when_compiling
from galda.core.quick import quick_imports
from galda.core.show.language import tell

COMMANDS = {
    "analyse": ("analyse",),
    "arena": ("arena",),
    "backup": ("backup", "restore"),
    "check": ("check",),
    "doctor": ("doctor",),
    "exam": ("exam", "dataset"),
    "learn": ("learn",),
    "new_game": ("new-game",),
    "play": ("play",),
    "prove": ("prove",),
    "puzzle": ("puzzle",),
    "records": ("replay", "show"),
    "serve": ("serve",),
    "solve": ("solve",),
    "study": ("games", "rules", "perft", "warm"),
    "think": ("think",),
}
"""Module -> its commands: it adds them to the application when it is loaded."""


def load_commands(words: Sequence[str]) -> None:
    """Load the command that a command line asks for; all of them where that is not clear."""
    asked = next((word for word in words if not word.startswith("-")), "serve")
    found = [module for module, commands in COMMANDS.items() if asked in commands]
    if not found or "--help" in words[: words.index(asked) if asked in words else None]:
        found = list(COMMANDS)
    with quick_imports():
        for module in found:
            import_module(f"galda.cli.{module}")


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
        context.invoke(import_module("galda.cli.serve").serve, lang=lang)


def main() -> None:
    """Run the command line; a mistake in what was asked is told in one line, never a traceback."""
    load_commands(sys.argv[1:])
    say_nothing_when_compiling()
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
    except KernelError as error:  # of another package's game: for its author, in English
        errors.print(f"[bold red]galda:[/] {escape(str(error))}", soft_wrap=True)
        sys.exit(2)
    except OSError as error:
        errors.print(f"[bold red]galda:[/] {escape(file_words(error, LANG))}", soft_wrap=True)
        sys.exit(2)
