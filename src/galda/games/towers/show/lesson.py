"""The lessons of 5 Towers; the first one is here: six rounds of one game."""

from __future__ import annotations

from galda.core.show.figure import Setup
from galda.core.show.language import say
from galda.core.show.lesson import Lesson, Step
from galda.games.towers.show import playing_well
from galda.games.towers.show.figures import ROUND_5


def lessons(lang: str) -> tuple[Lesson, ...]:
    """The lessons, the first one first."""
    first = (*_first_rounds(lang), *_exceptions(lang), *_demolishing(lang))
    return (
        Lesson("first", say(lang, "First lesson"), first),
        Lesson("playing-well", say(lang, "Playing well"), playing_well.steps(lang)),
    )


def _first_rounds(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(
                lang,
                "Five cards lie in the row. Everyone bids how many of them they would take; the "
                "highest bidder takes exactly that many and builds towers with them.",
            ),
            (say(lang, "You are player 1 and open the auction: bid 2."),),
            setup=Setup(),
            turns=("call2",),
            rule="T10",
            praise=say(lang, "Now the other player has one chance: bid more, or pass."),
        ),
        Step(
            say(
                lang,
                "The cards are yours. You have a tower for each suit, and its values go down on "
                "the way up, so start with the high card.",
            ),
            (
                say(lang, "Take the scrap 12: touch it in the row."),
                say(lang, "Now the scrap 4, which goes on top of it."),
            ),
            reply="pass",
            turns=("scrap12 scrap4",),
            rule="T4",
            praise=say(lang, "Your first tower. The rest of the row is discarded."),
        ),
        Step(
            say(
                lang,
                "A new row, and player 2 opened this time. You have one chance to bid, then the "
                "auction is over.",
            ),
            (say(lang, "Try to bid 1 as well."),),
            reply="call1",
            attempt=("call1",),
            rule="T11",
            praise=say(lang, "You must bid more than the others, or pass."),
        ),
        Step(
            say(
                lang,
                "Candy 9, 3 and 0 would make a whole tower. A 0 crowns it: each of its cards then "
                "counts double, but nothing can be added.",
            ),
            (
                say(lang, "Bid 3."),
                say(lang, "You may demolish a card now, but need not: touch “Don’t demolish”."),
                say(lang, "Place the candy 9 first."),
                say(lang, "Then the candy 3."),
                say(lang, "And crown the tower with the candy 0."),
            ),
            turns=("call3 keep candy9 candy3 candy0",),
            rule="T7",
            praise=say(lang, "Three cards in one building, worth two points each!"),
        ),
    )


def _exceptions(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(
                lang,
                "Your scrap tower ends in a 4, yet the scrap 9 fits: a 9 may be placed on any "
                "value but 0. And on an 8 you may place anything.",
            ),
            (
                say(lang, "Bid 1."),
                say(lang, "Demolish nothing: touch “Don’t demolish”."),
                say(lang, "Place the scrap 9 on the 4."),
            ),
            reply="call0",
            turns=("call1 keep scrap9",),
            rule="T6",
            praise=say(lang, "The tower goes on from 9: there is room again for smaller cards."),
        ),
        Step(
            say(
                lang,
                "Whatever you bid you must be able to build. Candy is crowned, so the candy "
                "cards of this row are of no use to you.",
            ),
            (say(lang, "Try to bid 4."),),
            reply="call0",
            attempt=("call4",),
            rule="T16",
            praise=say(lang, "Three is the most: horror 8, tree 7 and scrap 3."),
        ),
        Step(
            say(lang, "Two will do. An 8 is a fine card to begin a tower with."),
            (
                say(lang, "Bid 2."),
                say(lang, "Demolish nothing."),
                say(lang, "Start a horror tower with the 8."),
                say(lang, "And place the scrap 3."),
            ),
            turns=("call2 keep horror8 scrap3",),
            rule="T5",
            praise=say(lang, "On that 8 every horror card fits, even the highest."),
        ),
    )


def _demolishing(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(
                lang,
                "Two rounds later. You have bid 1 and demolished nothing. Your scrap tower now "
                "ends in a 3.",
            ),
            (say(lang, "Try to place the scrap 7."),),
            setup=Setup(f"{ROUND_5} call0 call1 keep"),
            attempt=("scrap7",),
            rule="T4",
            praise=say(
                lang, "Too high. But there is a way, if you think of it before placing cards."
            ),
        ),
        Step(
            say(
                lang,
                "The same moment again, before your bid. Before placing cards you may demolish "
                "one top card: the first costs you 1 point, the second 2, and so on.",
            ),
            (
                say(lang, "Bid 1."),
                say(lang, "Demolish the top of the scrap tower: touch the 3."),
                say(lang, "Now the scrap 7 fits on the 9."),
            ),
            setup=Setup(f"{ROUND_5} call0"),
            turns=("call1 demolish-scrap scrap7",),
            rule="T14",
            praise=say(lang, "A point lost, but from 7 the tower can still grow."),
        ),
        Step(
            say(
                lang,
                "You have 16 points: 10 cards, candy twice (+3), the main tower with the star "
                "once more (+4), less 1 for the demolition. When the deck has run out twice, the "
                "most points wins. An easy bot is ready for you.",
            ),
            look=("player1",),
            rule="T21",
        ),
    )
