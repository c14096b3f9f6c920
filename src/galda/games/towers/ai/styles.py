"""The characters that bots of 5 Towers can have."""

from galda.core.message import later
from galda.core.play.styles import Style

STYLES = (
    Style(
        "builder",
        later("Builder"),
        later("Wants one tower that rises above all others."),
        {"tallest": 3.0},
    ),
    Style(
        "collector",
        later("Collector"),
        later("Collects all suits: none of its five towers is to stay low."),
        {"lowest": 5.0},
    ),
    Style(
        "gambler",
        later("Gambler"),
        later("Bids high and demolishes to make room for what it takes."),
        {"cards taken": 1.0, "demolitions": 1.0},
    ),
)
