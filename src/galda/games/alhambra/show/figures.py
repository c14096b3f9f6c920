"""Figures to the rules of Alhambra: most of them are moments of one game."""

from __future__ import annotations

from galda.core.show.figure import Figure, Setup
from galda.core.show.language import say

SEED = 182
# Turn by turn: what the first player does, then the two others.
OPENING = "take-green4+blue1"
MEANWHILE = "take-orange6 take-yellow9"
EXACT = f"{OPENING} {MEANWHILE} buy2 pay-green4 pay-green3"
BOUGHT = f"{EXACT} take-orange6"
BUILT = f"{BOUGHT} arcades7@1,0 take-green9 take-yellow5"
OVERPAID = f"{BUILT} buy4 pay-orange7"
STORED = f"{OVERPAID} store-arcades6a take-orange9 take-orange5"

HOLE = Setup(
    "buy1 pay-yellow9 arcades8a@0,1 take-green9 take-orange8 take-orange8 take-green7 take-blue8 "
    "buy4 pay-orange8 pay-orange1 take-orange5 arcades9@0,2 take-yellow5 take-green4+orange1 "
    "take-green8 take-green7 take-blue3+green2 buy2 pay-green8 arcades4@1,0 take-blue6 "
    "take-orange7 take-blue7 take-orange7 take-blue6 buy3 pay-blue7 pay-blue5 take-green5 "
    "garden12@1,2 take-green9 take-blue9 take-green8 take-yellow4+green1 take-orange9 buy2 "
    "pay-green8 take-green8 garden8c@2,2 take-blue7 take-yellow6 buy2 pay-green8 take-blue6",
    seed=709,
)
WALL = Setup(
    "buy3 pay-blue8 pavilion5@0,1 take-yellow8 take-green7 buy1 pay-yellow4 buy2 pay-green8 "
    "take-yellow7 arcades4@1,1 chambers8@-1,0",
    seed=276,
)
TWO = {"players": 2}


def moment(moves: str = "") -> Setup:
    """A moment of the game that most figures are from."""
    return Setup(moves, seed=SEED)


def figures(lang: str) -> tuple[Figure, ...]:
    """The figures, in the order of the rules."""
    return (*_table(lang), *_turns(lang), *_building(lang), *_scoring(lang), *_neutral(lang))


def _table(lang: str) -> tuple[Figure, ...]:
    return (
        Figure(
            "A1",
            say(
                lang,
                "Four tiles with their prices. The brown battlements are walls: garden 9 has one, "
                "arcades 7 two.",
            ),
            moment(),
            parts=("market1", "market4"),
            viewer=0,
        ),
        Figure(
            "A3",
            say(lang, "Every Alhambra begins with its fountain."),
            moment(),
            parts=("fountain",),
            viewer=0,
        ),
        Figure(
            "A4",
            say(lang, "The market: garden 9 is sold for yellow money, arcades 7 for green."),
            moment(),
            parts=("market",),
            viewer=0,
        ),
        Figure(
            "A5",
            say(lang, "A tile put aside waits in the reserve."),
            moment(STORED),
            parts=("reserve",),
            viewer=0,
        ),
        Figure(
            "A7",
            say(lang, "A first hand: 2 + 3 + 1 + 7 + 8 is 21, and 20 or more is enough."),
            moment(),
            parts=("hand",),
            viewer=0,
        ),
        Figure(
            "A9",
            say(lang, "The money row with its four cards, and how much is left to be drawn."),
            moment(),
            parts=("money",),
            viewer=0,
        ),
    )


def _turns(lang: str) -> tuple[Figure, ...]:
    return (
        Figure(
            "A13",
            say(lang, "Green 4 and blue 1 are 5: both may be taken. With orange 5 it is too much."),
            moment(),
            good=("money1", "money2"),
            bad=("money3",),
            parts=("money",),
            viewer=0,
        ),
        Figure(
            "A14",
            say(lang, "Arcades 7 stands on the green square: it costs 7 in green money."),
            moment(f"{OPENING} {MEANWHILE} buy2"),
            good=("hand-green4", "hand-green3"),
            parts=("hand",),
            viewer=0,
        ),
        Figure(
            "A15",
            say(lang, "Paid exactly: the square stays empty for now, and the player goes on."),
            moment(EXACT),
            good=("market2",),
            parts=("market", "money"),
            viewer=0,
        ),
        Figure(
            "A16",
            say(lang, "After an exact purchase the button ends the turn."),
            moment(EXACT),
            good=("end",),
            parts=("money",),
            viewer=0,
        ),
        Figure(
            "A17",
            say(
                lang,
                "Seraglio 6 is paid with the blue 9, or with 4 and 2. Nobody starts with the 2: "
                "either it would be one card more than needed, or the 4 comes first.",
            ),
            Setup("buy3", seed=48),
            good=("hand-blue4", "hand-blue9"),
            bad=("hand-blue2",),
            parts=("hand",),
            viewer=0,
        ),
        Figure(
            "A18",
            say(lang, "The tile that was bought waits above the Alhambra."),
            moment(EXACT),
            good=("tile-arcades7",),
            parts=("tile-arcades7", "city"),
            viewer=0,
        ),
    )


def _building(lang: str) -> tuple[Figure, ...]:
    return (
        Figure(
            "A20",
            say(
                lang,
                "Arcades 7 has walls in the east and south. Next to the open fountain it fits only "
                "where one of its open sides would touch.",
            ),
            moment(BOUGHT),
            good=("cell1,0", "cell0,-1"),
            bad=("cell0,1", "cell-1,0"),
            parts=("tile-arcades7", "city"),
            viewer=0,
        ),
        Figure(
            "A21",
            say(
                lang,
                "Arcades 6 has its wall in the west: in the east it would stand wall to wall, but "
                "nobody could walk there from the fountain.",
            ),
            moment(OVERPAID),
            good=("cell-1,0", "cell0,-1"),
            bad=("cell2,0",),
            parts=("tile-arcades6a", "city"),
            viewer=0,
        ),
        Figure(
            "A22",
            say(lang, "Here the tile would close off the empty cell beside it: a hole."),
            HOLE,
            bad=("cell2,1",),
            parts=("city",),
            viewer=0,
        ),
        Figure(
            "A23",
            say(lang, "Redesign: arcades 6 comes out of the reserve and can go to two places."),
            moment(f"{STORED} bring-arcades6a"),
            good=("tile-arcades6a", "cell-1,0", "cell0,-1"),
            parts=("city", "reserve"),
            viewer=0,
        ),
    )


def _scoring(lang: str) -> tuple[Figure, ...]:
    return (
        Figure(
            "A25",
            say(
                lang,
                "What each type scores in A, B and at the end, for first, second and third "
                "place; the crown marks who leads now.",
            ),
            WALL,
            parts=("scoring",),
            viewer=0,
        ),
        Figure(
            "A27",
            say(
                lang,
                "The outer wall runs on round the corners: its longest piece has 7 segments here.",
            ),
            WALL,
            parts=("city",),
            viewer=0,
        ),
    )


def _neutral(lang: str) -> tuple[Figure, ...]:
    return (
        Figure(
            "A36",
            say(lang, "The neutral player starts with six tiles from the bag."),
            Setup(seed=1, options=TWO),
            parts=("neutral",),
            viewer=0,
        ),
        Figure(
            "A38",
            say(lang, "A tile just bought may go to the neutral player: touch this board."),
            Setup("buy1 pay-yellow8 end", seed=6, options=TWO),
            good=("neutral",),
            parts=("neutral",),
            viewer=0,
        ),
        Figure(
            "A40",
            say(
                lang,
                "Cells are written by two numbers: how far east of the fountain, then how far "
                "north. This one is 2, 0.",
            ),
            moment(OVERPAID),
            good=("cell2,0",),
            parts=("city",),
            viewer=0,
        ),
    )
