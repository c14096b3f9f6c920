"""The `galda` command: what its subcommands share, and how mistakes are told."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import Annotated, Any, TypeVar

import typer
from rich.console import Console

import galda
from galda.cli.frame import FramedCommand, FramedGroup
from galda.core.errors import BadOption, GaldaError
from galda.core.play.game import Game
from galda.core.play.options import Value
from galda.core.show import language

F = TypeVar("F", bound=Callable[..., Any])


def asked_language(words: Sequence[str]) -> str:
    """The language that a command line asks for by `--lang`, else this computer's.

    Help texts must be in it before the command line is taken apart.
    """
    for word, after in zip_longest(words, words[1:], fillvalue=""):
        name, _, value = word.partition("=")
        if name == "--lang" and (value or after) in language.LANGUAGES:
            return value or after
    return language.language_of_the_environment()


LANG = asked_language(sys.argv[1:])
"""The language of help texts and the usual one of everything else."""


def t(message: str, /, **values: object) -> str:
    """A message in the language of the help texts."""
    return language.say(LANG, message, **values)


FramedGroup.lang = FramedCommand.lang = LANG
app = typer.Typer(
    cls=FramedGroup,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def paragraphs(docstring: str) -> list[str]:
    """The paragraphs of a docstring, each on one line."""
    return [" ".join(part.split()) for part in inspect.cleandoc(docstring).split("\n\n")]


def command(*, takes_game_options: bool = False) -> Callable[[F], F]:
    """Make a function a command; what it is for is its docstring, said in the user's language."""

    def add(function: F) -> F:
        settings: Mapping[str, Any] = GAME_OPTIONS if takes_game_options else {}
        epilog = GAME_OPTIONS_HELP if takes_game_options else None
        told = "\n\n".join(t(paragraph) for paragraph in paragraphs(function.__doc__ or ""))
        return app.command(
            cls=FramedCommand, help=told, epilog=epilog, context_settings=dict(settings)
        )(function)

    return add


console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)

GAME_OPTIONS = {"allow_extra_args": True, "ignore_unknown_options": True}
"""For commands that take a game's own options, such as `--players 4`, besides theirs."""

GAME_OPTIONS_HELP = t(
    "The game's own options, such as --players 4, go here too: see `galda games`."
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help=", ".join(galda.game_names()))]
Language = Annotated[
    str,
    typer.Option(
        metavar="LANG",
        help=t("Language: en, lv, lt or is."),
        callback=language.check_language,
    ),
]
Seed = Annotated[
    int | None, typer.Option(help=t("Seed for everything random; default: a fresh one."))
]


def read_game_options(game: Game, words: list[str]) -> dict[str, Value]:
    """The game's options from `--name value` and `--name=value` on the command line."""
    given: dict[str, object] = {}
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--"):
            raise GaldaError(
                "unexpected argument {word!r}; options are written --name value", word=word
            )
        if not equals:
            if not waiting:
                raise BadOption("--{option} needs a value", option=name)
            value = waiting.pop(0)
        given[name.replace("-", "_")] = value
    return game.read_options(given)


def split_words(words: list[str]) -> tuple[list[str], list[str]]:
    """Plain words, and the words from the first `--option` on."""
    at = next((k for k, word in enumerate(words) if word.startswith("--")), len(words))
    return words[:at], words[at:]
