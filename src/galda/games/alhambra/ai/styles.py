"""The characters that bots of Alhambra can have."""

from galda.core.message import later
from galda.core.play.styles import Style

STYLES = (
    Style(
        "builder",
        later("Builder"),
        later("Wants a long outer wall, whatever stands inside it."),
        {"wall": 3.0},
    ),
    Style(
        "collector",
        later("Collector"),
        later("Wants as many buildings of one kind as it can get."),
        {"largest set": 8.0},
    ),
    Style(
        "gambler",
        later("Gambler"),
        later("Stakes its money on gardens and towers, the dearest buildings."),
        {"dear buildings": 4.0},
    ),
)
