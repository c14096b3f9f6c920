"""`galda new-game`: a package with a small game of a hidden card, to be made into another one."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Annotated

import typer

import galda
from galda.cli.app import LANG, Language, command, console, t
from galda.core.errors import GaldaError
from galda.core.show.language import say

NAME = re.compile(r"[a-z][a-z0-9_]*")
PLACES = {
    "README.md": "README.md",
    "pyproject.toml": "pyproject.toml",
    "test_rules.py": "tests/test_{name}.py",
    "__init__.py": "{name}/__init__.py",
    "rules.py": "{name}/rules.py",
    "evaluation.py": "{name}/evaluation.py",
    "observation.py": "{name}/observation.py",
    "words.py": "{name}/words.py",
    "board.py": "{name}/board.py",
    "en.md": "{name}/text/help/en.md",
    "figures.toml": "{name}/teach/figures.toml",
}
"""File of the template -> where it is written in the new folder."""


@command()
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help=t("Lower-case letters and digits."))],
    lang: Language = LANG,
) -> None:
    """Write a package with a small game that plays and passes all tests, to begin with."""
    if not NAME.fullmatch(name):
        raise GaldaError("{name!r} is no name for a package: use lower-case letters", name=name)
    if name in galda.game_names():
        raise GaldaError("there is a game {name!r} already", name=name)
    folder = Path(f"galda-{name}")
    if folder.exists():
        raise GaldaError("{file} is there already", file=folder)
    for file in write(name, folder):
        console.print(str(file), markup=False)
    console.print(
        say(
            lang, "Now: pip install -e {folder}, then galda play {name} and galda check {name}.",
            folder=folder, name=name,
        ),
        soft_wrap=True,
    )  # fmt: skip


def write(name: str, folder: Path) -> list[Path]:
    """Write the template's files, under the name of the new game."""
    values = {"name": name, "Title": name.replace("_", " ").title(), "R": name[0].upper()}
    written = []
    for source, place in PLACES.items():
        text = files(__package__).joinpath("template", f"{source}.txt").read_text("utf-8")
        file = folder / place.format(name=name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(Template(text).substitute(values), "utf-8")
        written.append(file)
    return written
