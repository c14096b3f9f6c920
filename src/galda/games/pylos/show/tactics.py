"""The second lesson of Pylos: saving balls and keeping the other player from it.

What it claims is checked by search: every turn that is as good as those wanted is among them.
"""

from __future__ import annotations

from itertools import combinations

from galda.core.show.figure import Setup
from galda.core.show.language import say
from galda.core.show.lesson import Step

THREE_DARK = Setup("d4 c4 a4 b3 b2 c3")
"""Dark is about to complete a square on b4."""
THREE_LIGHT = Setup("c2 c4 b2 d3 d2 b3")
"""One ball of Light's would be part of two squares."""
STEP_FOR_DARK = Setup("c1 d4 c2 d2 b2 b1")
"""Dark could raise a ball onto the square on which Light has three."""
TWO_STEPS = Setup("d4 d3 d1 c2 b3 b1 a1 c3 d2 c1")
"""There are two squares to climb onto, and one ball of Light's is part of one of them."""
RAISE_INTO_SQUARE = Setup(
    "c4 d4 b2 c2 c3 a4 d1 a2 b4 b3 c4>2b2 d2 d3 a4>2c2 b1 a1 b4>2a1 a3 a4 c1 a4>2a2 a4"
)
THREE_EACH = Setup(
    "c3 b2 d4 c4 d1 a4 c2 d2 d3 a1 d4>2c2 c1 b1 a1>2c1 b3 2b2 a1 a2 a3 2a2 a1>2b1 2a2>3b1 2a2 a1 "
    "2a1 3a1 b4 d4"
)
"""Three balls in each reserve: only a raise wins."""

NO_STEP_LEFT = tuple(
    f"d1 -{x} -{y}"
    for x, y in combinations(("c1", "d1", "b2", "c2", "d2"), 2)
    if (x, y) != ("d1", "d2")
)
"""Two balls back from Light's five, so that no square of four is left for Dark."""
HIGH_SQUARE = tuple(f"d1>2b1 -{x} -{y}" for x, y in combinations(("2a1", "2b1", "2a2", "2b2"), 2))


def steps(lang: str) -> tuple[Step, ...]:
    """The steps."""
    return (*_squares(lang), *_raises(lang), *_counting(lang))


def _squares(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(
                lang,
                "A square gives two balls back: that is the strongest thing in Pylos, for Dark as "
                "well. Before every turn look for three dark balls in a square.",
            ),
            (say(lang, "Keep Dark from completing a square."),),
            setup=THREE_DARK,
            turns=("b4",),
            rule="P7",
            praise=say(lang, "Every other turn would have let Dark take two balls back."),
            find=True,
        ),
        Step(
            say(
                lang,
                "Dark will do the same to you, but can fill only one hollow a turn. So place a "
                "ball that belongs to two squares at once.",
            ),
            (say(lang, "Find the hollow that leaves two squares with one ball missing."),),
            setup=THREE_LIGHT,
            turns=("c1",),
            rule="P7",
            praise=say(lang, "b1 or d1: Dark cannot fill both."),
            find=True,
        ),
        Step(
            say(
                lang,
                "Dark has filled b1. Complete the other square and take two balls back. Which two? "
                "Leave no square of four, of whatever colours, for Dark to climb onto.",
            ),
            (
                say(lang, "Complete your square."),
                say(lang, "Take a ball back, so that no square of four remains."),
                say(lang, "And a second ball."),
            ),
            reply="b1",
            turns=("d1 -c1 -c2", *(turn for turn in NO_STEP_LEFT if turn != "d1 -c1 -c2")),
            rule="P8",
            praise=say(lang, "Two balls back, and Dark has nothing to climb onto."),
            find=True,
        ),
    )


def _raises(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(
                lang,
                "A square of four is a step for both colours. Dark has just filled the fourth "
                "place of this one and would like to raise a ball onto it, and so save one.",
            ),
            (say(lang, "Keep Dark from climbing."),),
            setup=STEP_FOR_DARK,
            turns=("2b1",),
            rule="P5",
            praise=say(lang, "The step is taken. Better not to leave a square of four to Dark."),
            find=True,
        ),
        Step(
            say(
                lang,
                "Now there are two such steps, 2c1 and 2c2. You cannot place balls on both. But "
                "one turn takes one of them, spoils the other and costs you nothing.",
            ),
            (
                say(lang, "Which of your balls do you raise?"),
                say(lang, "And where to?"),
            ),
            setup=TWO_STEPS,
            turns=("d1>2c2",),
            rule="P5",
            praise=say(lang, "Without d1 there is no square below 2c1, and you have saved a ball."),
            find=True,
        ),
        Step(
            say(
                lang,
                "A light ball on 2b1 would complete a square on level 2. It could come from your "
                "reserve, but there is a better way.",
            ),
            (
                say(lang, "Complete the square without spending a ball."),
                say(lang, "And where does it go?"),
                say(lang, "Now take a ball back."),
                say(lang, "And a second ball."),
            ),
            setup=RAISE_INTO_SQUARE,
            turns=HIGH_SQUARE,
            rule="P10",
            praise=say(lang, "From 7 balls to 9 in one turn: nothing saves more."),
            find=True,
        ),
    )


def _counting(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(
                lang,
                "The end is near: three balls in each reserve. Whoever has none left on their turn "
                "loses, so every ball counts. One turn wins here, three others lose.",
            ),
            (
                say(lang, "Find the turn that wins."),
                say(lang, "And where does that ball go?"),
            ),
            setup=THREE_EACH,
            turns=("b4>2c3",),
            rule="P3",
            praise=say(lang, "You still have three balls, and Dark will be the first without any."),
            find=True,
        ),
        Step(
            say(
                lang,
                "Stop dark squares, make two threats with one ball, leave no steps to Dark, raise "
                "whenever you can. The more balls you save, the better your end of the game.",
            ),
        ),
    )
