"""What bots are called in the languages of those who play with them."""

from __future__ import annotations

from collections.abc import Collection
from zlib import crc32

from galda.bots.styles import with_style
from galda.core.message import Message
from galda.core.play.game import Game
from galda.core.show.language import say, tell

NAMES = (
    "Ada", "Alma", "Anton", "Bruno", "Dora", "Edda", "Elsa", "Emil", "Freyr", "Greta", "Hugo",
    "Ida", "Jonas", "Katla", "Laima", "Lukas", "Marta", "Nora", "Oskar", "Rasa", "Saga", "Tomas",
    "Una", "Viktor",
)  # fmt: skip
"""First names that are at home in all four languages or in one of them, and short in all."""


def level_name(level: str, lang: str, game: Game) -> str:
    """What a level is called, with its style if it has one; a guest's bot by its own name."""
    names = _level_names(lang)
    for style in game.bots.styles:
        plain = level.removesuffix(with_style("", style.name))
        if plain != level and plain in names:
            return f"{names[plain]} · {say(lang, style.title)}"
    return names.get(level, level)


def _level_names(lang: str) -> dict[str, str]:
    return {
        "random": say(lang, "Random"),
        "greedy": say(lang, "Greedy"),
        "novice": say(lang, "Novice"),
        "casual": say(lang, "Casual"),
        "skilled": say(lang, "Skilled"),
        "expert": say(lang, "Expert"),
        "master": say(lang, "Master"),
        "classic": say(lang, "Classic"),
        "never-loses": say(lang, "Never loses"),
        "oracle": say(lang, "Oracle"),
    }


def choose_name(table_id: str, seat: int, taken: Collection[str]) -> str:
    """A name for the bot on a seat, always the same at a table, and none that is taken there."""
    at = crc32(table_id.encode()) + seat
    free = [name for name in NAMES if name not in taken] or [f"Bot {seat + 1}"]
    return free[at % len(free)]


def with_level(name: str, level: str, lang: str, game: Game) -> str:
    """A bot's name and how well it plays, where there is room for both."""
    told = Message("{name} ({level})", name=name, level=level_name(level, lang, game))
    return tell(lang, told)
