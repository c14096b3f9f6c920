"""The words that the scripts of pages need, in the reader's language."""

from __future__ import annotations

from galda.core.show.language import say


def table_words(lang: str) -> dict[str, str]:
    """The words for the script of a table, by name; it fills in what stands in braces."""
    return {
        "lost": say(lang, "The connection is gone. Trying again …"),
        "back": say(lang, "Connected again."),
        "closed": say(lang, "This table can no longer be seen from here."),
        "failed": say(lang, "The server did not answer. Nothing was played."),
        "sure": say(lang, "Really resign?"),
        "you": say(lang, "you"),
        "free": say(lang, "seat is free"),
        "partner": say(lang, "to partner"),
        "yes": say(lang, "Agree"),
        "no": say(lang, "Decline"),
        "asked": say(lang, "Waiting for the answer."),
        "copied": say(lang, "Copied."),
        "points": say(lang, "points", context="what the number is"),
        "won": say(lang, "won"),
        "touched": say(
            lang, "{name} chosen. Now touch where it goes on, or press Escape.", name="{name}"
        ),
        "late": say(lang, "The board has changed meanwhile. Touch it once more."),
        "moment": say(lang, "After turn {turn}:", turn="{turn}"),
        "thinking": say(lang, "The coach is thinking …"),
    }


def replay_words(lang: str) -> dict[str, str]:
    """The words that the script of the page of a game needs."""
    return {
        "you": say(lang, "you"),
        "free": say(lang, "seat is free"),
        "won": say(lang, "won"),
        "points": say(lang, "points", context="what the number is"),
        "play": say(lang, "Play by itself"),
        "pause": say(lang, "Pause"),
        "copied": say(lang, "Copied."),
        "failed": say(lang, "The server did not answer. Try again."),
        "turn": say(lang, "Turn {ply} of {last}", ply="{ply}", last="{last}"),
        "progress": say(
            lang, "Looked at {done} of {total} positions", done="{done}", total="{total}"
        ),
        "none": say(lang, "No turn was worth a remark."),
    }
