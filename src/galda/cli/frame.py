"""The command line's frame in the user's language: headings, notes, mistakes in what was typed."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from galda.core.show.language import say

UsageError: type[Exception] = typer.BadParameter.__bases__[0]
"""Any mistake in how a command was written."""


def usage_words(error: Any, lang: str) -> str:
    """What is wrong with a command line, and where to look."""
    command = error.ctx.command_path if error.ctx else "galda"
    if name := getattr(error, "option_name", ""):
        return say(lang, "no option {name}; see {command} --help", name=name, command=command)
    param = getattr(error, "param", None)
    if param is None:
        return say(lang, "this cannot be understood; see {command} --help", command=command)
    name = param.opts[0] if param.opts[0].startswith("-") else param.name.upper()
    if type(error).__name__ == "MissingParameter":
        return say(lang, "{name} is missing; see {command} --help", name=name, command=command)
    return say(
        lang,
        "{name} does not accept this value; see {command} --help",
        name=name,
        command=command,
    )


def file_words(error: OSError, lang: str) -> str:
    """What is wrong with a file."""
    file = str(error.filename)
    match error:
        case FileNotFoundError():
            return say(lang, "No such file or directory: {file}", file=file)
        case IsADirectoryError():
            return say(lang, "This is a directory, not a file: {file}", file=file)
        case PermissionError():
            return say(lang, "This file may not be opened: {file}", file=file)
    return say(lang, "This file cannot be used ({reason}): {file}", file=file,
               reason=error.strerror)  # fmt: skip


class _Framed:
    """What groups and commands have in common: their help is framed in the user's words."""

    lang = "en"

    def get_usage(self, ctx: Any) -> str:
        """The usage line."""
        usage: str = super().get_usage(ctx)  # type: ignore[misc]
        return usage.replace("Usage:", say(self.lang, "Usage:"), 1)

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, those that Typer adds by itself with a help text that we can say."""
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        texts = added_texts(self.lang)
        for param in params:
            if getattr(param, "help", None) in texts:
                param.help = texts[param.help]
        return params

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help page."""
        dress_help(self.lang)
        super().format_help(ctx, formatter)  # type: ignore[misc]


def added_texts(lang: str) -> dict[str, str]:
    """The help texts of options that every command gets from Typer."""
    return {
        "Show this message and exit.": say(lang, "Show this message and exit."),
        "Install completion for the current shell.": say(
            lang, "Install completion for the current shell."
        ),
        "Show completion for the current shell, to copy it or customize the installation.": say(
            lang, "Show completion for the current shell, to copy it or customize the installation."
        ),
    }


def dress_help(lang: str) -> None:
    """Give Typer's help pages headings and notes in a language."""
    from typer import rich_utils  # noqa: PLC0415  (slow to import, and only help needs it)

    rich_utils.ARGUMENTS_PANEL_TITLE = say(lang, "Arguments")
    rich_utils.OPTIONS_PANEL_TITLE = say(lang, "Options")
    rich_utils.COMMANDS_PANEL_TITLE = say(lang, "Commands")
    rich_utils.DEFAULT_STRING = say(lang, "[default: {value}]", value="{}")
    rich_utils.REQUIRED_LONG_STRING = say(lang, "[required]")


class FramedGroup(_Framed, TyperGroup):
    """`galda` itself."""


class FramedCommand(_Framed, TyperCommand):
    """One of its commands."""
