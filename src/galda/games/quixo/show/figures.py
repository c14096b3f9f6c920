"""Figures to the rules of Quixo."""

from __future__ import annotations

from galda.core.show.figure import Figure, Setup
from galda.core.show.language import say

FOUR_PLAYERS = {"players": 4}
OPENING = Setup("a1-a5 e1-e5")
WON = Setup("a2-a1 c1-a1 d1-a1 a5-e5 e4-e1 d5-a5 d1-e1 e2-e5 b5-b1")
WALL_OF_CIRCLES = "e2-e5 a3-e3 b5-a5 e2-e1 c1-c5 e2-e5 b5-e5 e3-e1 e5-e1 c1-e1"
"""Circle has four in column e; Cross can push them apart, or finish them by mistake."""
TEAMS = Setup("a1-a5.1 e1-e5.2 c1-c5.3 a2-e2.4", options=FOUR_PLAYERS)
TEAM_WON = Setup(
    "a1-a5.1 e1-e5.2 b1-b5.3 e4-e1.4 c1-c5.1 e5-e1.2 d1-d5.3 a2-a1.4 e4-e5.1",
    options=FOUR_PLAYERS,
)
MUST_PASS = Setup(
    "b1-c1.3 b3-b1.4 a1-a3.3 b3-a3.2 a1-c1.3 c2-c3.2 c2-a2.3 c2-c1.4",
    options={"players": 4, "size": 3},
)


def figures(lang: str) -> tuple[Figure, ...]:
    """The figures, in the order of the rules."""
    return (
        Figure("Q1", say(lang, "The start: 25 blank cubes. Columns are a to e, rows 1 to 5.")),
        Figure(
            "Q4",
            say(
                lang,
                "Cross may take a blank cube of the border or its own cross on a5; never the "
                "circle on e5, and no cube from inside.",
            ),
            OPENING,
            good=("a5", "b1", "e2"),
            bad=("e5", "c3"),
        ),
        Figure(
            "Q5",
            say(lang, "The blank cube from a1 has come back as a cross, at a5."),
            Setup("a1-a5"),
        ),
        Figure(
            "Q6",
            say(lang, "The cube on b1 can be pushed in from a1, from b5 or from e1."),
            good=("b1",),
            arrows=(("a1", "b1"), ("b5", "b1"), ("e1", "b1")),
        ),
        Figure(
            "Q7",
            say(lang, "From the corner a1 there are two ways; the third would be where it was."),
            good=("a5", "e1"),
            bad=("a1",),
        ),
        Figure(
            "Q8",
            say(
                lang,
                "Cross took a blank cube from b5 and pushed it in at b1: the circle there moved "
                "up, and row 1 is complete.",
            ),
            WON,
        ),
        Figure(
            "Q9",
            say(
                lang,
                "Cross pushed in at a5. That moved the circle on d5 to e5: Circle has column e "
                "and wins.",
            ),
            Setup(f"{WALL_OF_CIRCLES} e5-a5"),
        ),
        Figure(
            "Q12",
            say(lang, "Partners sit opposite each other: 1 and 3 play crosses, 2 and 4 circles."),
            Setup(options=FOUR_PLAYERS),
        ),
        Figure(
            "Q13",
            say(
                lang,
                "Cross 1 is to move. The dot on a5 points at Cross 1, the dot on c5 at the "
                "partner: only the first may be taken.",
            ),
            TEAMS,
            good=("a5",),
            bad=("c5",),
        ),
        Figure(
            "Q14",
            say(lang, "After the push Cross 1 chooses which way the dot faces."),
            TEAMS,
            good=("dot1", "dot3"),
        ),
        Figure(
            "Q15",
            say(
                lang,
                "On this small board no cube of the border is blank, and no cross there has its "
                "dot towards Cross 1, who must pass.",
            ),
            MUST_PASS,
            good=("pass",),
        ),
        Figure(
            "Q17",
            say(lang, "Row 5 is all crosses: the team wins, though its dots point both ways."),
            TEAM_WON,
        ),
    )
