"""Bots with a character, by name: `expert-builder` is the level `expert` in the style `builder`."""

from __future__ import annotations

from collections.abc import Collection

from galda.core.errors import GaldaError
from galda.core.play.game import Game
from galda.core.play.styles import PLAIN, Style, Tastes
from galda.games import game, game_names

BETWEEN = "-"
"""What stands between a level and a style."""
STYLED = f"LEVEL{BETWEEN}STYLE"
"""How the name of a bot with a style is made."""


def split_style(name: str, levels: Collection[str]) -> tuple[str, str]:
    """A bot's name without its style, and the style; none where no level stands before it.

    >>> from galda.bots.styles import split_style
    >>> split_style("master-builder:500", {"master"}), split_style("never-loses", {"master"})
    (('master:500', 'builder'), ('never-loses', ''))
    """
    styled, colon, budget = name.partition(":")
    level, between, style = styled.partition(BETWEEN)
    return (f"{level}{colon}{budget}", style) if between and level in levels else (name, "")


def with_style(level: str, style: str) -> str:
    """The name of a level's bot in a style; no style: the level itself."""
    return f"{level}{BETWEEN}{style}" if style else level


def find_style(played: Game, name: str) -> Style:
    """A style of a game, or a refusal that says which ones there are."""
    for style in played.bots.styles:
        if style.name == name:
            return style
    if not played.bots.styles:
        raise GaldaError(
            "bots of {game} have no styles: choose a level without {style!r}",
            game=played.title, style=name,
        )  # fmt: skip
    raise GaldaError(
        "bots of {game} have no style {style!r}; choose from {known}",
        game=played.title, style=name, known=", ".join(style.name for style in played.bots.styles),
    )  # fmt: skip


def tastes_of(played: Game, style: str) -> Tastes:
    """What the game's traits are worth to a bot of this style; none where it has no style."""
    return find_style(played, style).weights(played.bots.trait_names) if style else PLAIN


def all_styles() -> frozenset[str]:
    """The names of the styles of all games."""
    return frozenset(style.name for name in game_names() for style in game(name).bots.styles)


def check_style(played: Game | None, style: str) -> None:
    """Complain, naming the styles there are, unless bots of the game, or of any, have this one."""
    if played is not None:
        find_style(played, style)
    elif style not in all_styles():
        raise GaldaError(
            "no game has bots in the style {style!r}; choose from {known}",
            style=style, known=", ".join(sorted(all_styles())),
        )  # fmt: skip
