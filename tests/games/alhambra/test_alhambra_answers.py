"""What an Alhambra player is told who does what the rules forbid, word for word."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from alhambra_bridge import arrange, words_of
from alhambra_scenes import bringing, choosing, paying, placing

from galda import Position, UnreadableMove
from galda.games.alhambra.rules.tiles import BY_NAME
from galda.games.alhambra.text.names import tile_words
from support import random_game, rule


def told(position: Position, attempt: int | str | tuple[str, ...]) -> str:
    """The rule and the sentence that answer an attempt."""
    return str(position.why_not(attempt))


def bought() -> Position:
    """A tile is bought exactly: the turn goes on."""
    return paying().play_all(["pay-green5", "pay-green3"])


def bought_higher() -> Position:
    """A tile of a higher square is bought exactly; the lower one could be bought exactly too."""
    return arrange(
        hands={0: "green9 green5 green3 blue9"}, market="tower7 pavilion8 tower9a -",
        row="blue1 - green4 orange9",
    ).play_all(["buy3", "pay-blue9"])  # fmt: skip


def paying_over() -> Position:
    """The lower square's tile is to be overpaid."""
    return bought_higher().play("buy2")


def paying_on() -> Position:
    """A first card is paid, lower than the highest."""
    return arrange(
        hands={0: "green5 green3 green9"}, market="tower7 pavilion8 tower9a tower9b"
    ).play_all(["buy2", "pay-green5"])


def bringing_late() -> Position:
    """A tile of the reserve is chosen after a purchase."""
    return bought().play("bring-garden11")


def bringing_walls() -> Position:
    """The tile brought has walls where the one in the middle has neighbours."""
    return arrange(
        cities={0: {(1, 0): "chambers10", (2, 0): "seraglio9"}}, reserves={0: "tower9a"}
    ).play("bring-tower9a")


def surrounded() -> Position:
    """A tile with neighbours on all four sides."""
    cross = {(1, 0): "pavilion8", (2, 0): "seraglio9", (1, 1): "arcades9", (1, -1): "arcades10"}
    return arrange(cities={0: cross})


def put_aside() -> Position:
    """The first of two bought tiles is put aside, the second waits."""
    return placing().play("store-pavilion8")


def built_out_of_order() -> Position:
    """The tile of the higher square is built first, though it makes no difference."""
    return arrange(
        hands={0: "green8 blue8"}, market="tower7 pavilion8 chambers8 tower9b",
        cities={0: {(1, 0): "chambers10"}},
    ).play_all(
        ["buy2", "pay-green8", "buy3", "pay-blue8", "end", "chambers8@-1,0"]
    )  # fmt: skip


def two_players() -> Position:
    """One of two players has a tile to place."""
    return arrange(
        players=2, hands={0: "green9"}, market="tower7 pavilion8 tower9a tower9b",
        row="blue1 blue1 green4 orange9", reserves={0: "garden11"},
        cities={0: {(1, 0): "seraglio9"}},
    ).play_all(["buy2", "pay-green9"])  # fmt: skip


def two_players_with_two() -> Position:
    """One of two players has two tiles to place."""
    return arrange(
        players=2, hands={0: "green8 blue9"}, market="tower7 pavilion8 tower9a tower9b",
        row="blue1 blue1 green4 orange9", cities={0: {(1, 0): "seraglio9"}},
    ).play_all(["buy2", "pay-green8", "buy3", "pay-blue9", "end"])  # fmt: skip


def won() -> Position:
    """The bag is empty and the game ends; the third player has won a tile."""
    return arrange(
        row="blue1 blue9 green9 green9", bag="", market="tower7 - tower8 tower9a",
        hands={0: "yellow5 blue3", 1: "yellow5", 2: "orange1"}, reserves={2: "pavilion8"},
        cities={2: {(1, 0): "seraglio9"}},
    ).play("take-blue1")  # fmt: skip


def won_of_two() -> Position:
    """The same with two players, where there is a neutral one."""
    return arrange(
        players=2, row="blue1 blue9 green9 green9", bag="", market="tower7 - tower8 tower9a",
        hands={0: "blue3", 1: "orange1"},
    ).play("take-blue1")  # fmt: skip


Attempt = str | tuple[str, ...]
ANSWERS: list[tuple[Callable[[], Position], Attempt, str]] = [
    (
        choosing, "take-green4+orange9",
        "A13: together these cards are worth 13; take one card, or several worth at most 5.",
    ),
    (
        choosing, ("money1", "money2", "money3"),
        "A13: together these cards are worth 6; take one card, or several worth at most 5.",
    ),
    (choosing, ("money3", "money1"), "A13: touch each card once, from left to right."),
    (choosing, ("money1", "money1"), "A13: touch each card once, from left to right."),
    (choosing, ("money2",), "A13: of equal cards take the leftmost first."),
    (choosing, ("take",), "A13: touch the cards to take, then take them."),
    (choosing, ("money1", "hand-green5"), "A13: taking money, touch only cards of the money row."),
    (
        choosing, ("money1", "tile-garden11"),
        "A13: taking money, touch only cards of the money row.",
    ),
    (choosing, "take-yellow9", "A13: there is no yellow 9 to take in the money row."),
    (choosing, "take-orange8", "A13: there is no orange 8 to take in the money row."),
    (choosing, "buy1", "A14: tower 7 costs 7 in yellow money and you have 0."),
    (choosing, "buy4", "A14: tower 9b costs 9 in orange money and you have 0."),
    (choosing, ("market1",), "A14: tower 7 costs 7 in yellow money and you have 0."),
    (choosing, "garden11@0,1", "A19: only tiles bought in this turn are placed so, when it ends."),
    (choosing, ("tile-garden11", "cell9,9"), "A23: bring garden 11 first, then say where it goes."),
    (choosing, "store-tower7", "A19: only tiles bought in this turn are placed so, when it ends."),
    (
        choosing, ("cell1,1",),
        "A23: to redesign, first touch a tile of your reserve or your Alhambra.",
    ),
    (
        choosing, "give-garden11",
        "A38: only a tile bought in this turn can be given away, not the reserve.",
    ),
    (choosing, "give-tower7", "A19: only tiles bought in this turn are placed so, when it ends."),
    (
        choosing, "lift-chambers10",
        "A23: without chambers 10 part of your Alhambra could not be reached on foot.",
    ),
    (choosing, "lift-tower13", "A23: tower 13 is neither in your Alhambra nor in your reserve."),
    (
        choosing, ("tile-seraglio9", "cell0,1"),
        "A23: a built tile can only be put into the reserve or swapped for one of it.",
    ),
    (
        choosing, "lift-fountain",
        "A3: the fountain stays where it is: never removed, never swapped.",
    ),
    (
        choosing, ("tile-garden11", "fountain"),
        "A3: the fountain stays where it is: never removed, never swapped.",
    ),
    (choosing, ("pay",), "A14: choose a tile on the market before you pay."),
    (choosing, ("hand-green5",), "A14: choose a tile on the market before you pay."),
    (choosing, ("swap",), "A23: first choose the tile of your reserve to bring."),
    (choosing, ("at",), "A23: first choose the tile of your reserve to bring."),
    (choosing, "end", "A11: do something first: take money, buy a tile or redesign your Alhambra."),
    (choosing, "pass", "A11: you may pass only when you can neither take, nor buy, nor redesign."),
    (bought, "buy2", "A15: you have bought that tile; the market is refilled after the turn."),
    (bought, "buy1", "A14: tower 7 costs 7 in yellow money and you have 0."),
    (bought, "pass", "A16: you have bought a tile; end the turn instead of passing."),
    (
        bought, ("tile-pavilion8",),
        "A18: pavilion 8 was bought in this turn; no redesign may use it.",
    ),
    (bought, "store-pavilion8", "A18: bought tiles wait until the turn ends; end your turn first."),
    (
        bought, ("store", "tile-garden11"),
        "A19: only tiles bought in this turn are placed so, when it ends.",
    ),
    (bought_higher, "buy4", "A14: there is no tile on that square."),
    (bought_higher, ("money2",), "A13: there is no card in that place of the money row."),
    (
        paying, "pay-green3",
        "A14: your lower cards could not make up what is due: 8 in green money.",
    ),
    (paying, "pay-green7", "A14: you have no green 7 to pay with."),
    (paying, "pay-blue9", "A14: pavilion 8 is sold for green money only."),
    (paying, "end", "A14: you are paying for pavilion 8; still to pay: 8 in green money."),
    (
        paying, ("hand-green5", "hand-green3"),
        "A14: you are paying for pavilion 8; still to pay: 8 in green money.",
    ),
    (paying, ("money1",), "A14: you are paying for pavilion 8; still to pay: 8 in green money."),
    (
        paying_over, "pay-green5",
        "A15: that would lead to the exact price; an exact purchase comes before those of "
        "higher squares.",
    ),
    (
        paying_over, "pay-green3",
        "A14: your lower cards could not make up what is due: 8 in green money.",
    ),
    (
        paying_on, "pay-green9",
        "A17: pay from the highest card down, so that you use no more cards than "
            "needed: now 5 at most.",
    ),
    (paying_on, "end", "A14: you are paying for pavilion 8; still to pay: 3 in green money."),
    (bringing, "at0,0", "A3: the fountain is there, and stays."),
    (bringing, "at1,0", "A21: there is a tile on that cell; build on a free one."),
    (bringing, "at3,1", "A21: a corner is not enough: a whole side must touch."),
    (bringing, "at1,5", "A21: the tile must touch your Alhambra along a side."),
    (
        bringing, "swap-arcades10",
        "A23: say where garden 11 goes: to a free cell or in a built tile's place.",
    ),
    (
        bringing, ("tile-chambers10", "cell1,1"),
        "A23: say where garden 11 goes: to a free cell or in a built tile's place.",
    ),
    (bringing, "end", "A23: say where garden 11 goes: to a free cell or in a built tile's place."),
    (bringing, ("fountain",), "A3: the fountain stays where it is: never removed, never swapped."),
    (
        bringing_late, "swap-pavilion8",
        "A18: pavilion 8 was bought in this turn; no redesign may use it.",
    ),
    (
        bringing_late, ("tile-tower13",),
        "A23: say where garden 11 goes: to a free cell or in a built tile's place.",
    ),
    (
        bringing_walls, "swap-chambers10",
        "A23: tower 9a and chambers 10 differ in a wall where the place has a neighbour.",
    ),
    (
        surrounded, "lift-pavilion8",
        "A23: pavilion 8 has neighbours on all four sides: a hole would remain.",
    ),
    (placing, "take-green4", "A19: the turn ends: place pavilion 8, tower 9a now."),
    (
        placing, "store-tower9a",
        "A19: tiles are put aside in the order of their squares: now pavilion 8.",
    ),
    (placing, "give-pavilion8", "A38: there is a neutral player only in a game of two."),
    (
        placing, "store-garden11",
        "A23: redesigning is over for this turn; place pavilion 8, tower 9a now.",
    ),
    (
        placing, "lift-seraglio9",
        "A23: redesigning is over for this turn; place pavilion 8, tower 9a now.",
    ),
    (placing, "pavilion8@5,5", "A21: the tile must touch your Alhambra along a side."),
    (placing, "tower9a@0,1", "A20: a wall would meet an open side; sides that touch match."),
    (
        placing, ("tile-pavilion8", "money1"),
        "A19: say where pavilion 8 goes: to a cell or to the reserve.",
    ),
    (placing, ("fountain",), "A3: the fountain stays where it is: never removed, never swapped."),
    (placing, ("tile-tower13",), "A19: the turn ends: place pavilion 8, tower 9a now."),
    (
        put_aside, "tower9a@0,1",
        "A19: build first, put aside then: a tile has been put aside already.",
    ),
    (put_aside, "store-pavilion8", "A23: redesigning is over for this turn; place tower 9a now."),
    (
        two_players, "give-garden11",
        "A38: only tiles bought in this turn can be given away: pavilion 8.",
    ),
    (
        two_players, "store-garden11",
        "A23: redesigning is over for this turn; place pavilion 8 now.",
    ),
    (two_players, "end", "A19: the turn ends: place pavilion 8 now."),
    (
        two_players_with_two, ("neutral",),
        "A38: only tiles bought in this turn can be given away: pavilion 8, tower 9a.",
    ),
    (
        two_players, ("tile-pavilion8",),
        "A19: say where pavilion 8 goes: to a cell or to the reserve.",
    ),
    (two_players, ("cell0,2",), "A21: the tile must touch your Alhambra along a side."),
    (
        two_players, ("fountain",),
        "A3: the fountain stays where it is: never removed, never swapped.",
    ),
    (won, "give-tower9a", "A38: there is a neutral player only in a game of two."),
    (won, "store-pavilion8", "A33: no redesign now: place only the tiles won: tower 9a."),
    (won, "lift-seraglio9", "A33: no redesign now: place only the tiles won: tower 9a."),
    (won, "end", "A33: place the tiles won at the end: tower 9a."),
    (won, ("neutral",), "A38: there is a neutral player only in a game of two."),
    (won, ("tile-tower13",), "A33: place the tiles won at the end: tower 9a."),
    (won_of_two, "give-tower9a", "A38: tiles won at the end cannot be given to Dirk."),
    (won_of_two, ("neutral",), "A38: tiles won at the end cannot be given to Dirk."),
]  # fmt: skip


@pytest.mark.parametrize(("position", "attempt", "answer"), ANSWERS)
def test_a_refusal_names_its_rule_and_says_what_would_be_right(
    position: Callable[[], Position], attempt: Attempt, answer: str
) -> None:
    assert told(position(), attempt) == answer


@rule("A15")
def test_an_exact_purchase_of_a_lower_square_comes_first_or_is_overpaid() -> None:
    without_the_nine = arrange(
        hands={0: "green5 green3 blue9"}, market="tower7 pavilion8 tower9a -"
    ).play_all(["buy3", "pay-blue9"])
    assert told(without_the_nine, "buy2") == (
        "A15: paid exactly, pavilion 8 must be bought before tiles of higher squares; overpay for "
        "it, or undo."
    )
    assert bought_higher().why_not("buy2") is None
    assert paying_over().why_not("pay-green9") is None


@rule("A14")
def test_the_cheapest_tile_of_the_box_is_a_tile_like_any_other() -> None:
    position = arrange(market="pavilion2 - tower9a tower9b", hands={0: "blue9"})
    assert told(position, "buy1") == "A14: pavilion 2 costs 2 in yellow money and you have 0."
    assert told(position, "buy2") == "A14: there is no tile on that square."


@rule("A13")
def test_the_lowest_card_of_the_first_currency_is_a_card_like_any_other() -> None:
    position = arrange(row="blue1 yellow1 green4 -")
    assert told(position, ("money2", "money1")) == (
        "A13: touch each card once, from left to right."
    )
    assert told(position, ("money4",)) == "A13: there is no card in that place of the money row."
    assert position.why_not(("money2",)) is None


@rule("A19")
def test_of_orders_that_end_the_same_only_the_first_is_allowed() -> None:
    refusal = built_out_of_order().why_not("pavilion8@1,1")
    assert str(refusal) == (
        "A19: the same can be built with pavilion 8 before chambers 8; undo and build pavilion 8 "
        "first."
    )


@rule("A19")
def test_what_is_said_about_the_order_can_be_done() -> None:
    """In all turns with several tiles: where the order is refused, the one named is accepted."""
    start = arrange(
        hands={0: "yellow7 green8 blue8"}, market="tower7 pavilion8 chambers8 tower9b",
        cities={0: {(1, 0): "chambers10"}},
    ).play_all(
        ["buy1", "pay-yellow7", "buy2", "pay-green8", "buy3", "pay-blue8", "end"]
    )  # fmt: skip
    refused = 0
    for first in words_of(start):
        placed = start.play(first)
        for second in words_of(start):
            tile, _, cell = second.partition("@")
            if not cell or "@" not in first or first.startswith(tile):
                continue
            refusal = placed.why_not(second)
            if refusal is None or "the same can be built" not in refusal.sentence:
                continue
            refused += 1
            named = tile_words(BY_NAME[tile])
            assert refusal.sentence.endswith(f"undo and build {named} first.")
            assert first in words_of(start.play(second))
    assert refused > 10


@rule("A34")
def test_a_game_that_is_over_says_so_whatever_is_tried() -> None:
    *_, ended = random_game("alhambra", {"players": 3}, 4)
    for attempt in ("buy1", "end", "take-blue1", ("money1",), ("fountain",)):
        assert told(ended, attempt) == "A34: the game is over; the end has been scored."


def test_what_is_allowed_is_not_refused() -> None:
    for attempt in (("money1", "money2"), "lift-seraglio9", "bring-garden11", "buy2"):
        assert choosing().why_not(attempt) is None
    assert paying().why_not("pay-green5") is None
    assert bought().why_not("end") is None
    assert bringing().why_not("swap-chambers10") is None
    assert bringing_walls().why_not("swap-seraglio9") is None
    assert placing().why_not("pavilion8@0,1") is None
    assert two_players().why_not("give-pavilion8") is None
    assert two_players_with_two().why_not("give-pavilion8") is None


def test_a_tile_that_waits_alone_is_placed_by_touching_its_place() -> None:
    position = two_players()
    assert {("neutral",), ("reserve",), ("cell2,0",)} <= position.paths.keys()
    assert all(len(path) == 1 for path in position.paths)
    assert position.find("pavilion8@2,0") == position.paths["cell2,0",]
    assert position.find("give-pavilion8") == position.paths["neutral",]
    assert ("tile-pavilion8", "neutral") in two_players_with_two().paths


@pytest.mark.parametrize(
    "touches", [("nonsense",), ("money5",), ("money1", "nonsense"), ("tile-",), ("takes",)]
)
def test_touches_that_name_nothing_on_the_board_are_not_refused_by_a_rule(
    touches: tuple[str, ...],
) -> None:
    with pytest.raises(UnreadableMove):
        choosing().why_not(touches)
