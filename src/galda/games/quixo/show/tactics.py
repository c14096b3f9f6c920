"""The second lesson of Quixo: attack, defence, and two threats at once.

What it claims is checked by search: every move that is as good as those wanted is among them.
"""

from __future__ import annotations

from galda.core.show.figure import Setup
from galda.core.show.language import say
from galda.core.show.lesson import Step

BLOCKED = Setup("a4-e4 e5-a5 a2-e2 d1-e1 b5-e5 a1-e1 e3-e5 c1-a1")
"""Cross has four in column e; a circle stands on the fifth place, and can be pushed out."""
TWO_FOURS = Setup(
    "e1-a1 c1-c5 e1-e5 c1-c5 d5-a5 d1-d5 a2-e2 d1-e1 e2-e5 b1-a1 a4-e4 e1-e5 a5-e5 a4-a5 e2-e5 "
    "e1-e5"
)
"""Both have four in a line, and the same cube wins or loses."""
GAP = Setup(
    "e2-e1 e3-e5 e4-e1 c5-e5 e1-a1 e1-a1 e1-e5 a2-e2 a3-e3 b5-a5 c1-c5 a2-a1 e5-e1 c1-c5 a4-a5 "
    "b5-a5"
)
"""Circle has four in column a, and the gap is blank."""
TWO_COLUMNS = Setup(
    "b1-b5 e1-a1 b1-b5 b1-e1 b1-b5 b1-b5 b1-b5 a2-a5 a3-e3 a4-a1 e2-e1 c1-e1 a3-e3 c5-e5 a4-a1 "
    "a4-e4"
)
"""Circle has four in two columns."""
CORNER = Setup(
    "c5-a5 a1-e1 a4-e4 d1-a1 b5-a5 d5-d1 e2-e1 c5-c1 c5-e5 a2-e2 a2-e2 a2-e2 a2-e2 c5-e5"
)
"""A row and a column of crosses want the same corner."""
ANOTHER_CORNER = Setup(
    "e1-e5 c5-e5 c5-e5 e3-e5 a5-a1 e2-e5 a2-a5 e5-e1 d1-d5 a4-a5 b5-a5 c1-e1 b1-b5 a3-a5"
)


def steps(lang: str) -> tuple[Step, ...]:
    """The steps."""
    return (*_winning(lang), *_defending(lang), *_attacking(lang))


def _winning(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(
                lang,
                "You have four crosses in column e, and a circle stands on the fifth place. But a "
                "circle is no wall: a push can shove it aside.",
            ),
            (
                say(lang, "Win at once: which cube do you take?"),
                say(lang, "And where does it go in, so that the circle on e1 moves away?"),
            ),
            setup=BLOCKED,
            turns=("b1-e1", "c1-e1"),
            rule="Q8",
            praise=say(lang, "Row 1 slid to the left and took the circle along."),
            find=True,
        ),
        Step(
            say(
                lang,
                "Both of you have four: you in column e, Circle in row 5. Think twice: one push of "
                "the blank cube b5 wins for you, another makes Circle's line.",
            ),
            (
                say(lang, "Take the cube that wins."),
                say(lang, "Choose its end well: which line moves, and what comes into row 5?"),
            ),
            setup=TWO_FOURS,
            turns=("b5-e5",),
            rule="Q9",
            praise=say(lang, "Pushed in at b1, it would have lifted the circle on b4 into row 5."),
            find=True,
        ),
    )


def _defending(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(
                lang,
                "Circle threatens to close the gap in column a. Look for such threats before every "
                "push. A cross in that column stops it, if Circle cannot push it out at once.",
            ),
            (
                say(lang, "Stop Circle: which of your crosses do you take?"),
                say(lang, "Push it in at the other end of its row, in column a."),
            ),
            setup=GAP,
            turns=("e4-a4", "e2-a2"),
            rule="Q6",
            praise=say(lang, "That holds: no push of Circle makes a line now."),
            find=True,
        ),
        Step(
            say(
                lang,
                "Now there are two threats: four circles in column a and four in column e. One "
                "push must stop both, and there is just one that does.",
            ),
            (
                say(lang, "Which row can bring a cross into both columns?"),
                say(lang, "Push it in at the other end."),
            ),
            setup=TWO_COLUMNS,
            turns=("e3-a3",),
            rule="Q6",
            praise=say(lang, "A cross in column a, and the one from d3 slid into column e."),
            find=True,
        ),
    )


def _attacking(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(
                lang,
                "Circle can stop one threat, but hardly two. Row 5 and column e both have three "
                "crosses, and both would like another one on e5.",
            ),
            (
                say(lang, "Make two threats with one push: which cube of column e do you take?"),
                say(lang, "Push it in at e5."),
            ),
            setup=CORNER,
            turns=("e3-e5",),
            rule="Q6",
            praise=say(lang, "Four in row 5, four in column e. Whatever Circle does, you win."),
            find=True,
        ),
        Step(
            say(lang, "Circle has spoilt row 5. The other threat is still there."),
            (
                say(lang, "Win in column e: which cube do you take?"),
                say(lang, "And where does it go in?"),
            ),
            reply="a1-a5",
            turns=("a4-e4",),
            rule="Q8",
            praise=say(lang, "Five in column e. Two threats at once: that is how games are won."),
            find=True,
        ),
        Step(
            say(
                lang,
                "Once more, without a hint. You have three crosses in row 5 and three in column a. "
                "Only one push makes two threats.",
            ),
            (
                say(lang, "Which cube do you take?"),
                say(lang, "And where does it go in, so that both lines have four crosses?"),
            ),
            setup=ANOTHER_CORNER,
            turns=("a2-a5",),
            rule="Q6",
            praise=say(lang, "Circle cannot stop both. You win on your next turn."),
            find=True,
        ),
        Step(
            say(
                lang,
                "Before every push: can I win? What does Circle threaten? Does my push complete a "
                "line of circles? Then look for a push that makes two threats at once.",
            ),
        ),
    )
