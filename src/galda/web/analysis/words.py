"""The words that the script of an analysis needs, in the reader's language."""

from __future__ import annotations

from galda.core.show.language import say


def analysis_words(lang: str) -> dict[str, str]:
    """By name; the script fills in what stands in braces."""
    return {
        "failed": say(lang, "The server did not answer. Please try that again."),
        "start": say(lang, "Start"),
        "copied": say(lang, "Copied."),
        "thinking": say(lang, "The engine is thinking…"),
        "over": say(lang, "The game is over."),
        "exact": say(lang, "proven"),
        "won": say(lang, "won"),
        "points": say(lang, "points", context="what the number is"),
        "you": say(lang, "you"),
        "free": say(lang, "free seat"),
        "fine": say(lang, "This position can be played."),
        "sure": say(lang, "Really delete?"),
        "none": say(lang, "Nothing here yet."),
        "which": say(lang, "choose a place"),
        "nothing": say(lang, "Nothing can be put here now."),
        "draft": say(lang, "The turn is not finished yet."),
        "redrawn": say(lang, "What {player} cannot know was drawn anew.", player="{player}"),
        "broken": say(lang, "This link cannot be read; it may be incomplete."),
    }
