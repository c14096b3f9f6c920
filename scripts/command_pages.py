"""The reference of the command line, made from the commands themselves."""

from __future__ import annotations

import typer
from typer.main import get_command

from galda.cli.app import app
from galda.cli.main import load_commands

INTRODUCTION = """\
---
description: "Command line of Galda: play, analyse, solve and host board games."
---
# Command line

`galda COMMAND --help` prints the same in your language. A game's own options, such as
`--players 4`, go with every command that takes a game; `galda games` lists them.
"""


def command_line_page() -> str:
    """Every command with its arguments and options."""
    load_commands(["--help"])
    group = get_command(app)
    assert isinstance(group, typer.core.TyperGroup)
    parts = [INTRODUCTION]
    for name, command in sorted(group.commands.items()):
        if command.hidden:
            continue
        context = typer.Context(command, info_name=name)
        usage = " ".join(["galda", name, *command.collect_usage_pieces(context)])
        parts += [f"## {name}\n", f"```\n{usage}\n```\n", f"{_line(command.help)}\n"]
        rows = [row for parameter in command.params if (row := option(parameter))]
        if rows:
            parts.append("\n".join(["| option | meaning |", "|---|---|", *rows, ""]))
    return "\n".join(parts)


def option(parameter: object) -> str:
    """A row of the table of options; nothing for those that every command has."""
    if not isinstance(parameter, typer.core.TyperOption) or parameter.hidden:
        return ""
    if {"--help", "--lang"} & set(parameter.opts):
        return ""
    names = " / ".join(f"`{name}`" for name in [*parameter.opts, *parameter.secondary_opts])
    return f"| {names} | {_line(parameter.help)} |"


def _line(words: str | None) -> str:
    return " ".join(str(words or "").split()).replace("|", "\\|")
