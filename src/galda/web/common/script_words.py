"""The words that the scripts of pages need, in the reader's language."""

from __future__ import annotations

from galda.core.show.language import say


def table_words(lang: str) -> dict[str, str]:
    """The words for the script of a table, by name; it fills in what stands in braces."""
    return {
        "lost": say(lang, "Connection lost. Reconnecting…"),
        "back": say(lang, "Connected again."),
        "sending": say(lang, "Sending…"),
        "again": say(lang, "Connection lost. Trying again…"),
        "closed": say(lang, "You no longer have access to this table."),
        "failed": say(lang, "The server did not answer. Nothing was played."),
        "sure": say(lang, "Really resign?"),
        "you": say(lang, "you"),
        "free": say(lang, "free seat"),
        "partner": say(lang, "to partner"),
        "yes": say(lang, "Agree"),
        "no": say(lang, "Decline"),
        "asked": say(lang, "Waiting for the answer."),
        "copied": say(lang, "Copied."),
        "points": say(lang, "points", context="what the number is"),
        "won": say(lang, "won"),
        "touched": say(lang, "{name} chosen. Press Escape to undo.", name="{name}"),
        "late": say(lang, "The board has changed. Try that again."),
        "moment": say(lang, "After turn {turn}:", turn="{turn}"),
        "thinking": say(lang, "The coach is thinking…"),
    }


def replay_words(lang: str) -> dict[str, str]:
    """The words that the script of the page of a game needs."""
    return {
        "you": say(lang, "you"),
        "free": say(lang, "free seat"),
        "won": say(lang, "won"),
        "points": say(lang, "points", context="what the number is"),
        "play": say(lang, "Autoplay"),
        "pause": say(lang, "Pause"),
        "copied": say(lang, "Copied."),
        "failed": say(lang, "The server did not answer. Try again."),
        "turn": say(lang, "Turn {ply} of {last}", ply="{ply}", last="{last}"),
        "progress": say(
            lang, "{done} of {total} positions reviewed", done="{done}", total="{total}"
        ),
        "none": say(lang, "No mistakes worth a remark."),
        "verified": say(lang, "verified"),
        "differs": say(lang, "not verified"),
        "verified_words": say(
            lang, "The seed fits the SHA-256 that this browser was shown during the game."
        ),
        "unknown_words": say(
            lang,
            "The seed fits its SHA-256. This browser was not at the table, so it cannot tell "
            "whether the same one was shown there.",
        ),
        "differs_words": say(
            lang, "The seed does not fit the SHA-256 that was shown during the game."
        ),
    }


def learning_words(lang: str) -> dict[str, str]:
    """The words for learning from mistakes."""
    return {
        "failed": say(lang, "The server did not answer. Try again."),
        "thinking": say(lang, "The coach is thinking…"),
        "learn": say(lang, "Learn from the mistakes of {player} ({n})", player="{player}", n="{n}"),
        "learn_own": say(lang, "Learn from your mistakes ({n})", n="{n}"),
        "place": say(lang, "Mistake {k} of {n}", k="{k}", n="{n}"),
        "show": say(lang, "Show it on the board"),
        "done": say(lang, "That was the last one. Well done!"),
        "whole": say(lang, "That cannot be touched now."),
        "today": say(lang, "Mistakes to look at again today: {n}.", n="{n}"),
        "later": say(
            lang,
            "Nothing to look at again today. The next mistake comes back on {date}.",
            date="{date}",
        ),
        "nothing": say(
            lang,
            "No mistakes are waiting. Have a game of yours reviewed: your mistakes come back here "
            "after some days.",
        ),
    }
