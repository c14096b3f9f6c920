"""Figures to the rules of Pylos."""

from __future__ import annotations

from galda.core.show.figure import Figure, Setup
from galda.core.show.language import say

EXPERT = {"variant": "expert"}
SQUARE = "a1 b1 a2 b2"
"""Four balls of both colours make a square."""
BEFORE_RAISE = "d4 a1 b1 a2 c4 b2"
CARRYING = Setup("b1 c1 b2 c2 2b1 d4 a1 d3 a2")
"""Light has completed the square a1, b1, a2, b2; two of its balls carry the one on 2b1."""
BEFORE_TOP = (
    "d1 b3 a3 c3 a1 a4 b2 a2 c2 c1 a1>2a2 d3 b4 2a3 c4 b1 2b2 2b3 2b1 d2 a1 2c1 2c2 d4 3a2 2a1 "
    "3b1 2c3 3b2 3a1"
)
EMPTY_RESERVE = (
    "c4 d4 c3 d3 2c3 b3 a3 d1 c2 b1 a4 a1 b2 c1 b4 2b2 2a3 a1>2b1 a1 d2 a1>2c1 a1 2b3 2c2 "
    "2b3>3b1 2b3 2a3>3b2 a2 a3>2a1 a3 a4>2a2 3a1 a4"
)
RAISED_INTO_SQUARE = (
    "c3 d1 c4 d4 d2 c2 a2 b2 a4 b3 a4>2b2 b4 a2>2b3 b1 a1 d3 d2>2c3 d2 a1>2c2"
)  # fmt: skip


def figures(lang: str) -> tuple[Figure, ...]:
    """The figures, in the order of the rules."""
    return (*_playing(lang), *_removing(lang), *_variants(lang))


def _playing(lang: str) -> tuple[Figure, ...]:
    return (
        Figure("P1", say(lang, "The start: 16 hollows, and 15 balls beside the board for each.")),
        Figure(
            "P2",
            say(lang, "Light has put the last ball on the top, and wins."),
            Setup(f"{BEFORE_TOP} top"),
        ),
        Figure(
            "P3",
            say(
                lang,
                "It is Dark's turn, but its reserve is empty: Light has won before the pyramid was "
                "finished.",
            ),
            Setup(EMPTY_RESERVE),
        ),
        Figure(
            "P4",
            say(
                lang,
                "Light may fill any free hollow, such as c1, or build on the square of four: 2a1.",
            ),
            Setup(SQUARE),
            good=("c1", "2a1"),
        ),
        Figure(
            "P5",
            say(lang, "Light raises its ball from d4 to 2a1 instead of using one of the reserve."),
            Setup(BEFORE_RAISE),
            good=("d4",),
            arrows=(("d4", "2a1"),),
        ),
        Figure(
            "P6",
            say(
                lang,
                "The light balls on a1 and a2 carry the one on 2a1: they must stay where they are.",
            ),
            Setup(f"{SQUARE} 2a1 d4"),
            bad=("a1", "a2"),
        ),
        Figure(
            "P6",
            say(
                lang,
                "The ball on b1 is part of the square below 2a1, so it cannot be raised onto it.",
            ),
            Setup(BEFORE_RAISE),
            bad=("b1",),
        ),
    )


def _removing(lang: str) -> tuple[Figure, ...]:
    return (
        Figure(
            "P7",
            say(
                lang,
                "With b2 Light has made a square of four light balls and now takes one or two "
                "balls back.",
            ),
            Setup("a1 c3 b1 d4 a2 d1 b2"),
            good=("a1", "b1", "a2", "b2"),
        ),
        Figure(
            "P8",
            say(
                lang,
                "The balls on b1 and b2 carry the one on 2b1. Take 2b1 off first, and either of "
                "them may follow.",
            ),
            CARRYING,
            good=("2b1", "a1", "a2"),
            bad=("b1", "b2"),
        ),
        Figure(
            "P9",
            say(lang, "b2 completes two squares at once. Still, two balls are the most."),
            Setup("a1 d4 b1 d3 c1 d1 a2 c4 c2 d2 b2"),
            good=("b2",),
        ),
        Figure(
            "P10",
            say(
                lang,
                "Raised to 2c2, the ball completes a light square on level 2: one ball saved, and "
                "up to two more come back.",
            ),
            Setup(RAISED_INTO_SQUARE),
            good=("2b2", "2b3", "2c3", "2c2"),
        ),
    )


def _variants(lang: str) -> tuple[Figure, ...]:
    return (
        Figure(
            "P13",
            say(lang, "In the expert game four in a row on level 1 earn the removal, too."),
            Setup("a1 a4 b1 b4 c1 c4 d1", options=EXPERT),
            good=("a1", "b1", "c1", "d1"),
        ),
        Figure(
            "P14",
            say(lang, "Experts may also keep their balls on the board: touch Stop."),
            Setup("a1 a4 b1 b4 c1 c4 d1", options=EXPERT),
            good=("stop",),
        ),
    )
