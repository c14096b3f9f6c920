"""The lessons of Pylos; the first one is here."""

from __future__ import annotations

from itertools import combinations

from galda.core.show.figure import Setup
from galda.core.show.language import say
from galda.core.show.lesson import Lesson, Step
from galda.games.pylos.show import tactics
from galda.games.pylos.show.figures import BEFORE_RAISE, BEFORE_TOP, CARRYING, SQUARE

HOLLOWS = tuple(column + row for column in "bcad" for row in "2314")
TWO_BALLS = tuple(f"b2 -{x} -{y}" for x, y in combinations(("a1", "b1", "a2", "b2"), 2))


def lessons(lang: str) -> tuple[Lesson, ...]:
    """The lessons, the first one first."""
    first = (*_stacking(lang), *_saving(lang), *_winning(lang))
    return (
        Lesson("first", say(lang, "First lesson"), first),
        Lesson("tactics", say(lang, "Tactics"), tactics.steps(lang)),
    )


def _stacking(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(
                lang,
                "You play the light balls. Together you build a pyramid, and whoever puts the last "
                "ball on its top wins. You have 15 balls: spend them slowly.",
            ),
            (say(lang, "Place your first ball: touch any hollow."),),
            setup=Setup(),
            turns=HOLLOWS,
            rule="P4",
            praise=say(lang, "Your reserve, the row of balls below, has one ball less now."),
        ),
        Step(
            say(
                lang,
                "Four balls in a square carry another one, whatever their colours. The dashed ring "
                "shows where it would lie.",
            ),
            (say(lang, "Build upwards: touch the ring above the four balls, 2a1."),),
            setup=Setup(SQUARE),
            turns=("2a1",),
            rule="P4",
            praise=say(lang, "That is level 2. In the end there are 16 + 9 + 4 + 1 balls."),
        ),
        Step(
            say(lang, "You may also move a ball that lies on the board, but not just any."),
            (say(lang, "Try your ball on a1, below the one you placed."),),
            reply="d4",
            attempt=("a1",),
            rule="P6",
            praise=say(lang, "What carries something must stay. Such balls are drawn darker."),
        ),
    )


def _saving(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(
                lang,
                "A free ball of yours can climb: from its place onto a square at least one level "
                "higher. Your reserve stays as it is, so you have saved a ball.",
            ),
            (
                say(lang, "Touch your ball on d4."),
                say(lang, "Now touch the spot to move it up to: 2a1."),
            ),
            setup=Setup(BEFORE_RAISE),
            turns=("d4>2a1",),
            rule="P5",
            praise=say(lang, "A whole turn, and not a single ball spent."),
        ),
        Step(
            say(
                lang,
                "The best way to save: make a square of four balls of your own colour. Then you "
                "take one or two of your balls back into the reserve.",
            ),
            (
                say(lang, "Complete your square: place a ball on b2."),
                say(lang, "Well done! Now take a ball back: touch a1, or another of the four."),
                say(lang, "And a second one: touch b1, or another that lights up."),
            ),
            setup=Setup("a1 c3 b1 d4 a2 d1"),
            turns=TWO_BALLS,
            rule="P7",
            praise=say(lang, "One ball placed, two taken back. Watch that Dark does not do it!"),
        ),
        Step(
            say(
                lang,
                "You have just completed a square again. Here two of its balls carry your ball on "
                "2b1.",
            ),
            (say(lang, "Try to take back one that carries: touch b1."),),
            setup=CARRYING,
            attempt=("b1",),
            rule="P8",
            praise=say(lang, "But once 2b1 is taken back, b1 is free and may be the second ball."),
        ),
        Step(
            say(lang, "So the order matters. Clear the way from above."),
            (
                say(lang, "First take back the ball on top: touch 2b1."),
                say(lang, "Now b1 carries nothing any more: take it back, too."),
            ),
            turns=("-2b1 -b1",),
            rule="P8",
            praise=say(lang, "Two balls back, both from places that Dark would have liked."),
        ),
    )


def _winning(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(
                lang,
                "The pyramid is almost finished and one place is left. You have one ball, Dark has "
                "none: that is what all the saving was for.",
            ),
            (say(lang, "Win the game."),),
            setup=Setup(BEFORE_TOP),
            turns=("top",),
            rule="P2",
            praise=say(lang, "Yours is the top: you win!"),
            find=True,
        ),
        Step(
            say(
                lang,
                "Place, climb, make squares and take balls back. If it is your turn and your "
                "reserve is empty, you lose, so count the balls. An easy bot is ready for you.",
            ),
            rule="P3",
        ),
    )
