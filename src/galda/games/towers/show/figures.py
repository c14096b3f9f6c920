"""Figures to the rules of 5 Towers: most of them are moments of one game, round by round."""

from __future__ import annotations

from galda.core.show.figure import Figure, Setup
from galda.core.show.language import say

# What the first player does in six rounds of the game with seed 0, and the other's calls.
ROUND_1 = "call2 pass scrap12 scrap4"
ROUND_2 = f"{ROUND_1} call1 call3 keep candy9 candy3 candy0"
ROUND_3 = f"{ROUND_2} call0 call1 keep scrap9"
ROUND_4 = f"{ROUND_3} call0 call2 keep horror8 scrap3"
ROUND_5 = f"{ROUND_4} call0 call2 keep horror15 horror12"
ROUND_6 = f"{ROUND_5} call0 call1 demolish-scrap scrap7"

TO_THE_END = ROUND_6 + " call0 pass" * 24
"""Nobody wants any more cards."""

ALL_KINDS = Setup(seed=161)
MINE = ("player1",)
CALLS = ("call0", "pass")


def figures(lang: str) -> tuple[Figure, ...]:
    """The figures, in the order of the rules."""
    return (*_cards(lang), *_auctions(lang), *_building(lang), *_scoring(lang))


def _cards(lang: str) -> tuple[Figure, ...]:
    return (
        Figure(
            "T1",
            say(lang, "One card of each suit: candy, horror, tree, scrap and sand."),
            ALL_KINDS,
            parts=("candy8", "sand5"),
        ),
        Figure(
            "T2",
            say(
                lang, "All cards of a game of two, by suit and value; five of them lie in the row."
            ),
            ALL_KINDS,
            parts=("deck",),
        ),
        Figure(
            "T3",
            say(lang, "Three towers, each of one suit; two plots are still free."),
            Setup(ROUND_5),
            parts=MINE,
        ),
        Figure(
            "T4",
            say(lang, "A scrap tower: the 4 lies on the 12, for values fall on the way up."),
            Setup(ROUND_1),
            good=("scrap4",),
            parts=MINE,
        ),
        Figure(
            "T5",
            say(lang, "The horror tower began with an 8: even the 15 may be placed on it."),
            Setup(ROUND_5),
            good=("horror8", "horror15"),
            parts=MINE,
        ),
        Figure(
            "T6",
            say(lang, "The scrap 9 lies on a 4: a 9 goes on anything but a 0."),
            Setup(ROUND_3),
            good=("scrap9",),
            parts=MINE,
        ),
        Figure(
            "T7",
            say(lang, "The 0 has crowned the candy tower: nothing more can be placed on it."),
            Setup(ROUND_2),
            good=("candy0",),
            parts=MINE,
        ),
    )


def _auctions(lang: str) -> tuple[Figure, ...]:
    return (
        Figure(
            "T9",
            say(lang, "A round begins: five cards in the row, and nobody has bid yet."),
            Setup(),
            parts=("candy2", "sand11", "pass"),
        ),
        Figure(
            "T10",
            say(lang, "The first player cannot pass, but may bid 0."),
            Setup(),
            good=("call0",),
            bad=("pass",),
            parts=CALLS,
        ),
        Figure(
            "T11",
            say(lang, "The bid is 1: the next player bids more, or passes."),
            Setup(f"{ROUND_1} call1"),
            good=("call2", "call3", "call4", "call5", "pass"),
            bad=("call0", "call1"),
            parts=CALLS,
        ),
    )


def _building(lang: str) -> tuple[Figure, ...]:
    return (
        Figure(
            "T13",
            say(lang, "Having bid 2, player 1 takes any two cards of the row."),
            Setup("call2 pass"),
            parts=("candy2", "sand11", "player1"),
        ),
        Figure(
            "T14",
            say(
                lang,
                "Before placing cards, a top card marked with a cross can be demolished. The "
                "candy tower has a 0 and cannot.",
            ),
            Setup(f"{ROUND_5} call0 call1"),
            good=("scrap3", "horror12"),
            bad=("candy0",),
            parts=MINE,
        ),
        Figure(
            "T15",
            say(lang, "Candy has been placed; now come the suits further to the right."),
            Setup("call3 pass candy2"),
            good=("scrap12", "scrap4", "sand11", "sand4"),
            parts=("candy2", "sand11", "player1"),
        ),
        Figure(
            "T16",
            say(
                lang,
                "Only horror 8, tree 7 and scrap 3 fit here: player 1 can build 3 cards and may "
                "bid no more.",
            ),
            Setup(f"{ROUND_3} call0"),
            good=("call3",),
            bad=("call4", "call5"),
            parts=("candy1", "scrap3", "player1"),
        ),
        Figure(
            "T17",
            say(lang, "Player 1 has built, so player 2 opens the next auction."),
            Setup(ROUND_1),
            parts=("candy0", "sand10", "pass"),
        ),
    )


def _scoring(lang: str) -> tuple[Figure, ...]:
    return (
        Figure(
            "T21",
            say(
                lang,
                "The crowned candy tower scores 3 × 2, the scrap tower 2, and one of them counts "
                "again as the main tower: 11 in all.",
            ),
            Setup(ROUND_2),
            parts=MINE,
        ),
        Figure(
            "T22",
            say(lang, "The star stands under the main tower: four scrap cards, four points more."),
            Setup(ROUND_4),
            parts=MINE,
        ),
        Figure(
            "T23",
            say(lang, "The demolition pile at the top holds one card and costs 1 point."),
            Setup(ROUND_6),
            parts=MINE,
        ),
        Figure(
            "T24",
            say(lang, "The deck has run out twice, and player 1 wins with 16 points."),
            Setup(TO_THE_END),
            parts=("message", "player1"),
        ),
        Figure(
            "T25",
            say(lang, "What is still in the deck is filled; an outline means discarded."),
            Setup(ROUND_6),
            parts=("deck",),
        ),
    )
