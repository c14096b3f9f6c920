"""The lessons of Quixo; the first one is here."""

from __future__ import annotations

from galda.core.show.figure import Setup
from galda.core.show.language import say
from galda.core.show.lesson import Lesson, Step
from galda.games.quixo.show import tactics
from galda.games.quixo.show.figures import OPENING, WALL_OF_CIRCLES, WON

ALMOST_WON = Setup(WON.moves.rpartition(" ")[0])


def lessons(lang: str) -> tuple[Lesson, ...]:
    """The lessons, the first one first."""
    first = (*_taking(lang), *_pushing(lang), *_winning(lang))
    return (
        Lesson("first", say(lang, "First lesson"), first),
        Lesson("tactics", say(lang, "Tactics"), tactics.steps(lang)),
    )


def _taking(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(
                lang,
                "You play the crosses and want five of them in a line. On each turn you take one "
                "cube from the border, turn it to your symbol and push it back in.",
            ),
            (
                say(lang, "Take the corner cube: touch a1."),
                say(lang, "Now choose where it goes in: touch a5, the far end of its column."),
            ),
            setup=Setup(),
            turns=("a1-a5",),
            rule="Q6",
            praise=say(lang, "The column moved down into the gap, and your cross stands on a5."),
        ),
        Step(
            say(lang, "Not every cube may be taken. See what happens with one from the middle."),
            (say(lang, "Try to take the cube in the very middle: touch c3."),),
            reply="e1-e5",
            attempt=("c3",),
            rule="Q4",
            praise=say(lang, "Just so: only the 16 cubes on the border are yours to take."),
        ),
        Step(
            say(lang, "Your opponent's cubes are safe from you, even on the border."),
            (say(lang, "Try to take the circle in the corner: touch e5."),),
            attempt=("e5",),
            rule="Q4",
            praise=say(lang, "Blank cubes and your own crosses, nothing else."),
        ),
    )


def _pushing(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(lang, "A cube must move on: it may not go back where it came from."),
            (
                say(lang, "Take the cube c1."),
                say(lang, "Now try to put it straight back: touch c1 once more."),
            ),
            attempt=("c1", "c1"),
            rule="Q7",
            praise=say(
                lang, "In a game, touching it again simply lets you choose another cube instead."
            ),
        ),
        Step(
            say(
                lang,
                "From the middle of a side a cube can enter at three ends: two of its row and one "
                "of its column.",
            ),
            (
                say(lang, "Take the cube c1."),
                say(lang, "Push it in at any of the three ends: a1, e1 or c5."),
            ),
            setup=OPENING,
            turns=("c1-c5", "c1-a1", "c1-e1"),
            rule="Q7",
            praise=say(lang, "Every push moves all the cubes between that end and the gap."),
        ),
        Step(
            say(
                lang,
                "You can take your own crosses, too. Pushing moves whatever stands in the way, "
                "your opponent's cubes as well.",
            ),
            (
                say(lang, "Take your cross on a5."),
                say(lang, "Push it in at the other end of the row: touch e5."),
            ),
            setup=OPENING,
            turns=("a5-e5",),
            rule="Q6",
            praise=say(lang, "The circle had to give way: it is on d5 now."),
        ),
    )


def _winning(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(
                lang,
                "Row 1 has four crosses and one circle. A push from below would lift the circle "
                "out of the row and put your fifth cross in its place.",
            ),
            (
                say(lang, "Win with one push: which cube do you take?"),
                say(lang, "And where does it go in, so that the circle on b1 moves up?"),
            ),
            setup=ALMOST_WON,
            turns=("b5-b1",),
            rule="Q8",
            praise=say(lang, "Five in a row: you win! Columns and long diagonals count as well."),
            find=True,
        ),
        Step(
            say(
                lang,
                "Now Circle is close: e1 to e4 are circles. Push one of their rows in at its right "
                "end, and the circle there moves out of the column.",
            ),
            (
                say(lang, "Take a cube of row 1, 2, 3 or 4."),
                say(lang, "Push it in at the right end of its row, in column e."),
            ),
            setup=Setup(WALL_OF_CIRCLES),
            turns=("a2-e2", "a3-e3", "a4-e4", "a1-e1", "b1-e1", "c1-e1", "d1-e1"),
            rule="Q6",
            praise=say(lang, "Well defended: there is a gap in the column of circles."),
            find=True,
        ),
        Step(
            say(
                lang,
                "One push here would have been a disaster: from e5 to a5. Row 5 would have moved "
                "right and brought the circle from d5 to e5. Whoever makes a line for the "
                "opponent loses.",
            ),
            setup=Setup(WALL_OF_CIRCLES),
            look=("e5", "d5"),
            rule="Q9",
        ),
        Step(
            say(
                lang,
                "That is all of Quixo: take, turn, push, five in a line. The rest is seeing two "
                "pushes ahead. An easy bot is ready for you.",
            ),
            setup=Setup(WON.moves),
        ),
    )
