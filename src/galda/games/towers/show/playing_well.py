"""The second lesson of 5 Towers: what to bid, when to crown, when to demolish.

Most steps are last rounds, in which nothing is left to chance: what they claim is checked by trying
out everything. Of the first rounds the tests ask a search.
"""

from __future__ import annotations

from galda.core.show.figure import Setup
from galda.core.show.language import say
from galda.core.show.lesson import Step

HIGH_ROW = Setup(seed=28)
LOW_ROW = Setup(seed=16)
NOBODY_BUILDS = " call0 pass"
CROWN_IN_REACH = Setup(
    "call5 candy10 candy2 tree4 tree0 scrap3 call3 pass candy12 scrap6 sand6 call2 call3 keep "
    "tree10 scrap4 sand2 call0 call2 demolish-tree tree15 sand1 call4 pass keep horror9 horror8 "
    "sand12 sand0 call4 pass keep candy3 horror10 horror7 scrap1" + 21 * NOBODY_BUILDS,
    seed=133,
)
"""The last round: both want the 0 of candy for their candy towers."""
IN_THE_WAY = Setup(
    "call0 call3 horror15 horror1 scrap4 call3 pass horror5 sand10 sand5 call3 call4 "
    "demolish-horror candy9 scrap15 scrap1 sand4 call2 pass demolish-horror horror12 tree6"
    + 25
    * NOBODY_BUILDS,
    seed=31,
)
"""The last round: player 1 must take the whole row, and a candy 9 is in the way."""
ONE_IS_ENOUGH = Setup(
    "call2 pass sand8 sand2 call5 horror1 tree3 sand4 sand1 sand0 call5 keep candy12 horror12 "
    "horror9 horror2 tree9 call0 pass call0 call1 keep scrap12" + 24 * NOBODY_BUILDS + " call0",
    seed=39,
)
"""The last round: two cards could be had, but only with a demolition."""
NINE_AND_EIGHT = Setup(
    "call5 candy3 candy2 horror1 sand8 sand10 call4 pass tree4 tree0 scrap10 sand12 call2 call4 "
    "keep horror4 horror0 scrap7 sand7 call3 pass demolish-sand tree7 tree5 sand0"
    + 24 * NOBODY_BUILDS
    + " call0",
    seed=139,
)
"""The last round: player 1 is four points behind."""


def steps(lang: str) -> tuple[Step, ...]:
    """The steps."""
    return (*_bidding(lang), *_crowning(lang), *_demolishing(lang))


def _bidding(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(
                lang,
                "Bid for cards that leave room above them. On a 15 or a 14 nearly everything still "
                "fits, and on an 8 anything does. This is the first row, and you open.",
            ),
            (say(lang, "What do you bid for such a row?"),),
            setup=HIGH_ROW,
            turns=("call5",),
            rule="T12",
            praise=say(lang, "Five good cards, and nobody can bid more."),
            find=True,
        ),
        Step(
            say(
                lang,
                "Another first row, another game. Here the 0 and the two 2s would start towers "
                "that are full or almost full already. Not every row is worth a bid.",
            ),
            (say(lang, "What do you bid for this one?"),),
            setup=LOW_ROW,
            turns=("call0",),
            rule="T10",
            praise=say(lang, "Better cards will come. Let the other player start with these."),
            find=True,
        ),
    )


def _crowning(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(
                lang,
                "Look at the other towers, too. The last round: you lead by 15 to 13, and the "
                "candy 0 would crown either candy tower. You can build two cards at most, and so "
                "can player 2.",
            ),
            (say(lang, "What must you bid to win?"),),
            setup=CROWN_IN_REACH,
            turns=("call2",),
            rule="T11",
            praise=say(lang, "With less you would be outbid, and player 2 would win with that 0."),
            find=True,
        ),
        Step(
            say(
                lang,
                "A 0 counts for itself and doubles its tower: the taller the tower, the better. "
                "Candy ends in a 2 now. Is there a way to make it taller first?",
            ),
            (
                say(lang, "Demolish nothing: touch “Don’t demolish”."),
                say(lang, "Which candy card goes on a 2?"),
                say(lang, "And now the crown."),
            ),
            reply="pass",
            turns=("keep candy9 candy0",),
            rule="T7",
            praise=say(lang, "Four candy cards, two points each, and your main tower as well."),
            find=True,
        ),
    )


def _demolishing(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(
                lang,
                "You lead by 8 to 5, but player 2 could build the whole last row and overtake you. "
                "You can build it, too, once the candy 9 is out of the way.",
            ),
            (
                say(lang, "Bid for the whole row."),
                say(lang, "Demolish the candy 9. It costs 2 points, as it is your second one."),
                say(lang, "Place the candy cards from the highest down."),
            ),
            setup=IN_THE_WAY,
            turns=("call3 demolish-candy candy15 candy11 candy2",),
            rule="T14",
            praise=say(
                lang, "Still 8 to 5: it gained you nothing, but it kept player 2 from more."
            ),
            find=True,
        ),
        Step(
            say(
                lang,
                "11 to 11, and player 2 has bid 0. You could take both cards, but for the sand 3 "
                "the sand 2 would have to go: a card and a point lost for a card won.",
            ),
            (
                say(lang, "How many cards do you take?"),
                say(lang, "Demolish nothing: touch “Don’t demolish”."),
                say(lang, "Place the card that costs nothing."),
            ),
            setup=ONE_IS_ENOUGH,
            turns=("call1 keep candy4",),
            rule="T23",
            praise=say(
                lang, "12 to 11. A demolition pays only if it lets you place several cards more."
            ),
            find=True,
        ),
        Step(
            say(
                lang,
                "You are 4 points behind in the last round. A 9 fits on anything but a 0, and an 8 "
                "fits on a 9. Count which cards you can build without demolishing.",
            ),
            (
                say(lang, "What do you bid?"),
                say(lang, "Demolish nothing: touch “Don’t demolish”."),
                say(lang, "Build your tree tower on: which card comes first?"),
                say(lang, "And then?"),
                say(lang, "One more, on a free plot."),
            ),
            setup=NINE_AND_EIGHT,
            turns=("call3 keep tree9 tree8 scrap11",),
            rule="T6",
            praise=say(lang, "15 to 14! The 9 and the 8 had kept the tree tower growing."),
            find=True,
        ),
        Step(
            say(
                lang,
                "Early on bid for high cards and 8s, and let low ones go. Crown tall towers, not "
                "small ones. Demolish for several cards, not for one. And watch what the others "
                "need.",
            ),
        ),
    )
