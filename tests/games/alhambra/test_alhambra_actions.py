"""The rules of Alhambra one by one: taking money, buying, building and redesigning."""

from __future__ import annotations

from itertools import pairwise

from alhambra_bridge import (
    arrange,
    card_of,
    city_of,
    hand_of,
    new,
    numbers,
    tile_set,
    words_of,
)

from galda.games.alhambra.rules import record
from galda.games.alhambra.rules.tiles import BY_NAME
from support import random_game, rule

PLAYERS = (2, 3, 4, 5, 6)


@rule("A11")
def test_a_player_who_can_do_something_may_not_pass() -> None:
    position = new()
    assert position.why_not("pass").rule == "A11"  # type: ignore[union-attr]
    assert position.why_not("end").rule == "A11"  # type: ignore[union-attr]


@rule("A11")
def test_only_who_can_neither_take_nor_buy_nor_redesign_passes() -> None:
    position = arrange(row="- - - -", hands={0: ""}, deck="")
    assert words_of(position) == {"pass"}
    assert position.play("pass").to_act == 1
    with_tile = arrange(row="- - - -", hands={0: ""}, deck="", cities={0: {(1, 0): "garden11"}})
    assert words_of(with_tile) == {"lift-garden11"}


@rule("A11")
def test_turns_go_clockwise() -> None:
    order = [p.to_act for p in random_game("alhambra", {"players": 4}, 3)
             if not p.in_turn and p.state.phase == record.CHOOSE]  # fmt: skip
    assert all(after == (before + 1) % 4 for before, after in pairwise(order))


@rule("A12", "A29")
def test_row_and_market_are_filled_after_the_turn_lowest_square_first() -> None:
    position = arrange(
        row="blue1 blue2 green9 green9",
        hands={0: "green5 green2 orange8 orange4"},
        market="pavilion2 pavilion7 pavilion3 chambers11",
        deck="yellow1 yellow2 yellow3",
        bag="tower7 tower8 tower10",
    )
    taken = position.play("take-blue1+blue2")
    assert [card_of(int(c)) for c in taken.state.row] == [(0, 1), (0, 2), (1, 9), (1, 9)]
    bought = position.play_all(["buy2", "pay-green5", "pay-green2", "buy4", "pay-orange8"])
    bought = bought.play("pay-orange4")
    assert [int(t) for t in bought.state.market] == [
        BY_NAME["pavilion2"].number, -1, BY_NAME["pavilion3"].number, -1,
    ]  # fmt: skip
    after = bought.play("store-pavilion7").play("store-chambers11")
    assert after.state.market[1] == BY_NAME["tower7"].number
    assert after.state.market[3] == BY_NAME["tower8"].number


@rule("A13")
def test_one_card_or_several_worth_at_most_five() -> None:
    position = arrange(row="blue1 green2 yellow2 orange9")
    takings = {w for w in words_of(position) if w.startswith("take")}
    assert takings == {
        "take-blue1", "take-green2", "take-yellow2", "take-orange9", "take-blue1+green2",
        "take-blue1+yellow2", "take-green2+yellow2", "take-blue1+green2+yellow2",
    }  # fmt: skip
    assert position.why_not("take-blue1+orange9").rule == "A13"  # type: ignore[union-attr]
    assert position.why_not("take-blue3").rule == "A13"  # type: ignore[union-attr]


@rule("A13")
def test_equal_cards_make_no_second_turn() -> None:
    position = arrange(row="blue2 blue2 blue2 blue1")
    takings = sorted(w for w in words_of(position) if w.startswith("take"))
    assert takings == [
        "take-blue1", "take-blue2", "take-blue2+blue1", "take-blue2+blue2",
        "take-blue2+blue2+blue1",
    ]  # fmt: skip


@rule("A14")
def test_a_tile_is_paid_in_its_squares_currency_with_at_least_its_price() -> None:
    position = arrange(
        hands={0: "green6 green3 blue9"}, market="tower7 garden10a tower10 tower12", row="- - - -",
        deck="",
    )  # fmt: skip
    assert not any(w.startswith("buy") for w in words_of(position))
    assert position.why_not("buy2").rule == "A14"  # type: ignore[union-attr]
    position = arrange(hands={0: "green6 green5 blue9"}, market="tower7 garden10a tower9a tower12")
    paying = position.play("buy2")
    assert words_of(paying) == {"pay-green6"}
    assert paying.why_not("pay-blue9").rule == "A14"  # type: ignore[union-attr]
    assert paying.why_not("pay-green5").rule == "A14"  # type: ignore[union-attr]
    paid = paying.play("pay-green6").play("pay-green5")
    assert hand_of(paid.state, 0) == {(2, 9): 1}
    assert int(paid.state.discards[1]) == 1 << 8 | 1 << 10


@rule("A15")
def test_eleven_for_a_garden_at_ten_ends_the_turn() -> None:
    position = arrange(
        hands={0: "blue6 blue5 yellow9"}, market="tower7 tower8 garden10a tower12"
    ).play_all(["buy3", "pay-blue6", "pay-blue5"])
    assert position.state.phase == record.PLACING
    assert all(w.endswith("garden10a") or "@" in w for w in words_of(position))


@rule("A15", "A16")
def test_the_exact_price_gives_another_action_or_the_end() -> None:
    position = arrange(
        hands={0: "blue6 blue4 yellow9"}, market="tower7 tower8 garden10a tower12",
        row="orange1 orange7 green7 green8",
    ).play_all(["buy3", "pay-blue6", "pay-blue4"])  # fmt: skip
    assert words_of(position) == {
        "end", "buy1", "take-orange1", "take-orange7", "take-green7", "take-green8",
    }  # fmt: skip
    assert position.state.market[2] == -1
    assert position.play("end").state.phase == record.PLACING
    assert position.why_not("pass").rule == "A16"  # type: ignore[union-attr]


@rule("A15")
def test_four_exact_purchases_and_a_fifth_action() -> None:
    position = arrange(
        hands={0: "yellow7 green8 blue9 orange9"}, market="tower7 tower8 tower9a tower9b",
        row="orange1 orange7 green7 green8",
    ).play_all(
        ["buy1", "pay-yellow7", "buy2", "pay-green8", "buy3", "pay-blue9", "buy4", "pay-orange9"]
    )  # fmt: skip
    assert words_of(position) == {
        "end", "take-orange1", "take-orange7", "take-green7", "take-green8",
    }  # fmt: skip
    position = position.play("take-green8")
    assert position.state.phase == record.PLACING
    assert position.to_act == 0


@rule("A15")
def test_after_an_exact_purchase_a_lower_square_can_be_overpaid_only() -> None:
    position = arrange(
        hands={0: "yellow7 yellow9 blue9"}, market="tower7 tower8 tower9a tower9b"
    ).play_all(["buy3", "pay-blue9"])
    paying = position.play("buy1")
    assert words_of(paying) == {"pay-yellow9"}
    assert paying.why_not("pay-yellow7").rule == "A15"  # type: ignore[union-attr]
    exact_only = arrange(
        hands={0: "yellow7 blue9"}, market="tower7 tower8 tower9a tower9b"
    ).play_all(["buy3", "pay-blue9"])
    assert exact_only.why_not("buy1").rule == "A15"  # type: ignore[union-attr]


@rule("A17")
def test_a_superfluous_card_is_never_paid() -> None:
    position = arrange(
        hands={0: "blue9 blue5 blue2 blue1"}, market="tower7 tower8 pavilion7 tower9b"
    )
    paying = position.play("buy3")
    assert words_of(paying) == {"pay-blue9", "pay-blue5"}
    assert paying.play("pay-blue9").state.phase == record.PLACING
    after_five = paying.play("pay-blue5")
    assert words_of(after_five) == {"pay-blue2", "pay-blue1"} - {"pay-blue1"}
    assert after_five.why_not("pay-blue9").rule == "A17"  # type: ignore[union-attr]


@rule("A18")
def test_a_bought_tile_waits_and_no_redesign_uses_it() -> None:
    position = arrange(
        hands={0: "blue9"}, market="tower7 tower8 seraglio9 tower9b",
        cities={0: {(1, 0): "pavilion8"}}, reserves={0: "arcades9"},
    ).play_all(["buy3", "pay-blue9"])  # fmt: skip
    assert "seraglio9" not in " ".join(words_of(position))
    for attempt in ("seraglio9@0,1", "store-seraglio9", "lift-seraglio9", "bring-seraglio9"):
        assert position.why_not(attempt).rule == "A18"  # type: ignore[union-attr]
    assert position.play("bring-arcades9").why_not("swap-seraglio9").rule == "A18"  # type: ignore[union-attr]


@rule("A19")
def test_bought_tiles_are_built_in_any_order_each_on_what_then_stands() -> None:
    position = arrange(
        hands={0: "yellow7 green8"}, market="seraglio7 arcades8a tower9a tower9b"
    ).play_all(["buy1", "pay-yellow7", "buy2", "pay-green8", "end"])
    words = words_of(position)
    assert {"seraglio7@-1,0", "arcades8a@1,0", "store-seraglio7"} <= words
    assert "seraglio7@-2,0" not in words
    second = position.play("arcades8a@0,1")
    # Building seraglio 7 at (0, -1) now would be the same as building it first.
    assert second.why_not("seraglio7@0,-1").rule == "A19"  # type: ignore[union-attr]
    assert "seraglio7@0,2" in words_of(second)
    done = second.play("seraglio7@0,2")
    assert city_of(done.state, 0).keys() == {(0, 0), (0, 1), (0, 2)}
    assert done.to_act == 1


@rule("A20")
def test_tiles_are_not_turned_and_walls_meet_walls() -> None:
    bring = arrange(reserves={0: "pavilion6"}).play("bring-pavilion6")  # a wall to the north
    assert words_of(bring) == {"at1,0", "at-1,0", "at0,1"}
    assert bring.why_not("at0,-1").rule == "A20"  # type: ignore[union-attr]


@rule("A21")
def test_a_tower_that_cannot_be_reached_on_foot_is_refused() -> None:
    layout = {(1, 0): "pavilion7"}  # a wall to the east
    position = arrange(cities={0: layout}, reserves={0: "tower10"}).play("bring-tower10")
    assert position.why_not("at2,0").rule == "A21"  # type: ignore[union-attr]
    assert "at1,1" in words_of(position)


@rule("A23")
def test_the_three_ways_to_redesign() -> None:
    position = arrange(cities={0: {(1, 0): "pavilion8"}}, reserves={0: "seraglio9"})
    assert {"bring-seraglio9", "lift-pavilion8"} <= words_of(position)
    built = position.play("bring-seraglio9").play("at2,0")
    assert city_of(built.state, 0).keys() == {(0, 0), (1, 0), (2, 0)}
    lifted = position.play("lift-pavilion8")
    assert tile_set(lifted.state.reserve[0]) == numbers("pavilion8 seraglio9")
    swapped = position.play("bring-seraglio9").play("swap-pavilion8")
    assert city_of(swapped.state, 0)[1, 0] == BY_NAME["seraglio9"].number
    assert tile_set(swapped.state.reserve[0]) == numbers("pavilion8")
    assert {p.to_act for p in (built, lifted, swapped)} == {1}


@rule("A23")
def test_what_others_need_to_be_reached_cannot_be_lifted() -> None:
    position = arrange(cities={0: {(1, 0): "pavilion8", (2, 0): "seraglio9"}})
    assert "lift-seraglio9" in words_of(position)
    assert position.why_not("lift-pavilion8").rule == "A23"  # type: ignore[union-attr]


@rule("A23")
def test_a_tile_with_four_neighbours_cannot_be_lifted() -> None:
    names = ["pavilion8", "seraglio9", "arcades9", "arcades10", "chambers10", "chambers11",
             "garden10c", "garden11"]  # fmt: skip
    cells = [(1, 0), (2, 0), (0, 1), (1, 1), (0, -1), (1, -1), (2, 1), (2, -1)]
    position = arrange(cities={0: dict(zip(cells, names, strict=True))})
    refusal = position.why_not("lift-pavilion8")
    assert refusal is not None
    assert "four sides" in refusal.sentence
    assert "lift-seraglio9" in words_of(position)


@rule("A23")
def test_a_swap_needs_agreement_on_every_side_with_a_neighbour() -> None:
    layout = {(1, 0): "pavilion6", (1, -1): "arcades9"}  # pavilion 6 has a wall to the north
    position = arrange(cities={0: layout}, reserves={0: "garden10b garden9 seraglio8"})
    # Garden 10b: the north too; garden 9: only the east; seraglio 8: the south, where arcades are.
    swaps = {
        name for name in ("garden10b", "garden9", "seraglio8")
        if "swap-pavilion6" in words_of(position.play(f"bring-{name}"))
    }  # fmt: skip
    assert swaps == {"garden10b", "garden9"}
