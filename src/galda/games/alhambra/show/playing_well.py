"""The second lesson of Alhambra: what to take, what to buy, where to build, when to redesign.

What it claims is checked by trying out everything: what could be paid exactly, and what the next
scoring would bring if it came now.
"""

from __future__ import annotations

from galda.core.show.figure import Setup
from galda.core.show.language import say
from galda.core.show.lesson import Step

THREE_TO_CHOOSE = Setup(seed=305)
"""Three tiles can be bought, one of them for the exact price."""
A_SMALL_CARD = Setup(seed=21)
"""No price can be paid exactly, but with a certain card one could be."""
TWO_PURCHASES = "buy1 pay-yellow9 buy3 pay-blue8"
TWO_EXACT = Setup(seed=33)
TWO_TO_BUILD = Setup(f"{TWO_PURCHASES} take-blue4", seed=33)
GARDENS = Setup(
    "take-green2+blue2 take-green4 take-orange2+green3 take-yellow7 take-orange8 buy4 pay-orange9 "
    "pay-orange2 garden10c@-1,0 take-blue4 buy2 pay-green7 end garden7@-1,0 take-blue8 take-green8",
    seed=2018,
)
"""Players 1 and 2 have a garden each; another one is on the market."""
TOWER_IN_RESERVE = Setup(
    "take-orange8 take-yellow9 take-orange6 take-orange7 take-yellow4 take-blue3 take-blue6 "
    "take-orange3 take-orange1 buy3 pay-blue7 pay-blue6 chambers9b@0,-1 take-green4 buy3 pay-blue8 "
    "store-pavilion2 take-orange9 take-orange9 take-blue8 buy4 pay-orange9 store-tower8 "
    "take-yellow3 take-blue2",
    seed=250,
)
"""What is on the market could only be overpaid, and a tower waits in the reserve."""
GARDEN_IN_RESERVE = Setup(
    "take-yellow2+orange2 take-green6 take-green5 take-yellow6 take-green3 take-green8 buy1 "
    "pay-yellow6 pay-yellow6 arcades8b@0,1 buy2 pay-green6 pay-green3 store-garden8c take-orange9 "
    "take-green9",
    seed=275,
)
"""One tile can be paid for exactly, and a garden waits in the reserve."""


def steps(lang: str) -> tuple[Step, ...]:
    """The steps."""
    return (*_money(lang), *_buying(lang), *_redesigning(lang))


def _money(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(
                lang,
                "Three tiles are within your reach: pavilion 2 for the yellow 5, chambers 7 for "
                "the green 7, pavilion 5 for the blue 8. Change is never given.",
            ),
            (
                say(lang, "Which one do you buy?"),
                say(lang, "Pay for it with a card of your hand."),
            ),
            setup=THREE_TO_CHOOSE,
            turns=("buy2 pay-green7",),
            rule="A15",
            praise=say(lang, "Nothing wasted, and you may act again: two turns in one."),
            find=True,
        ),
        Step(
            say(
                lang,
                "Take money with a purchase in mind. You have yellow 7, green 9 and blue 7; no "
                "price on the market is exactly one of these. One card of the row changes that.",
            ),
            (say(lang, "Which card lets you pay exactly on your next turn?"),),
            setup=A_SMALL_CARD,
            turns=("take-yellow1",),
            rule="A13",
            praise=say(lang, "7 + 1 is the price of pavilion 8. Small cards are good for that."),
            find=True,
        ),
        Step(
            say(
                lang,
                "Every exact payment lets you act again, another purchase included. Look at your "
                "hand and at the market: two tiles can be yours in this turn.",
            ),
            (
                say(lang, "Buy the first of them, the one further left."),
                say(lang, "Pay exactly."),
                say(lang, "And the second one."),
                say(lang, "Pay exactly again."),
            ),
            setup=TWO_EXACT,
            turns=(TWO_PURCHASES,),
            rule="A15",
            praise=say(lang, "A tower and a garden, and you may still act once more."),
            find=True,
        ),
    )


def _buying(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(
                lang,
                "You have taken the blue 4 as well, and now you build. Every segment of your "
                "longest outer wall is a point in each scoring, so join walls to one long wall.",
            ),
            (
                say(lang, "Touch the tile to build first."),
                say(lang, "Touch a place for it."),
                say(lang, "Build the other one so that the two walls become one."),
            ),
            setup=TWO_TO_BUILD,
            turns=("tower9b@0,1 garden8c@1,1", "garden8c@0,1 tower9b@-1,1"),
            rule="A27",
            praise=say(lang, "One outer wall of four segments: no other way gives more."),
            find=True,
        ),
        Step(
            say(
                lang,
                "Only who has the most of a type scores at first, and if two tie, they share. You "
                "and player 2 have one garden each. Which tile would bring you the most now?",
            ),
            (
                say(lang, "Buy the tile that gives you the lead."),
                say(lang, "Pay so that you may act again."),
            ),
            setup=GARDENS,
            turns=("buy4 pay-orange8",),
            rule="A26",
            praise=say(lang, "Two gardens: all the points for gardens are yours alone."),
            find=True,
        ),
    )


def _redesigning(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(
                lang,
                "Redesigning costs a turn, so do it when nothing better can be had. Here you could "
                "only overpay, and tower 8 waits in your reserve, where it scores nothing.",
            ),
            (
                say(lang, "Touch the tile of your reserve."),
                say(lang, "Where does it bring the most? Think of the wall."),
            ),
            setup=TOWER_IN_RESERVE,
            turns=("bring-tower8 at1,-1",),
            rule="A23",
            praise=say(lang, "A tower more, and an outer wall of four instead of one."),
            find=True,
        ),
        Step(
            say(
                lang,
                "Best of all: redesign after an exact payment, when it costs no turn. Garden 8 "
                "waits in your reserve, and one tile of the market can be paid for exactly.",
            ),
            (
                say(lang, "Buy it."),
                say(lang, "Pay exactly."),
                say(lang, "Now touch the garden of your reserve."),
                say(lang, "Build it east of the fountain, with its walls outside."),
                say(lang, "And the arcades: where do they make its wall longer?"),
            ),
            setup=GARDEN_IN_RESERVE,
            turns=("buy4 pay-orange7 bring-garden8c at1,0 arcades7@1,-1",),
            rule="A15",
            praise=say(lang, "Two tiles built in one turn, and a wall of four: 10 points."),
            find=True,
        ),
        Step(
            say(
                lang,
                "Pay exactly, take cards that make exact prices, have the most of a few types, and "
                "join your walls. Later scorings give more, also for second place, so look ahead "
                "in this table.",
            ),
            look=("scoring",),
            rule="A25",
        ),
    )
