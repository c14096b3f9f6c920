"""What bots are called in the languages of those who play with them."""

from __future__ import annotations

from galda.core.show.language import say


def level_name(level: str, lang: str) -> str:
    """What a level is called; a guest's bot by its own name."""
    return {
        "random": say(lang, "Random"),
        "greedy": say(lang, "Greedy"),
        "novice": say(lang, "Novice"),
        "casual": say(lang, "Casual"),
        "skilled": say(lang, "Skilled"),
        "expert": say(lang, "Expert"),
        "master": say(lang, "Master"),
        "never-loses": say(lang, "Never loses"),
        "oracle": say(lang, "Oracle"),
    }.get(level, level)


def bot_name(level: str, lang: str, number: int | None = None) -> str:
    """What a bot of a level is called at a table, with its seat's number where there are more."""
    name = {
        "random": say(lang, "Random bot"),
        "greedy": say(lang, "Greedy bot"),
        "novice": say(lang, "Novice bot"),
        "casual": say(lang, "Casual bot"),
        "skilled": say(lang, "Skilled bot"),
        "expert": say(lang, "Expert bot"),
        "master": say(lang, "Master bot"),
        "never-loses": say(lang, "Bot that never loses"),
        "oracle": say(lang, "Oracle bot"),
    }.get(level) or say(lang, "Bot: {level}", level=level)
    return name if number is None else f"{name} {number}"
