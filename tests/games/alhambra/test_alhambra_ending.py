"""The rules of Alhambra one by one, from scoring to the end and the game of two."""

from __future__ import annotations

import pytest
from alhambra_bridge import (
    arrange,
    card_of,
    tile_set,
    words_of,
)

import galda
from galda import IllegalMove, Position
from galda.core.show.labels import read_value, value_label
from galda.games.alhambra.rules import record, scoring, wall
from galda.games.alhambra.rules.tiles import BY_NAME, KINDS, POINTS, TILES
from support import random_game, rule

PLAYERS = (2, 3, 4, 5, 6)


def new(players: int = 3, seed: int = 1, **options: str) -> Position:
    return galda.game("alhambra").new(players=players, seed=seed, **options)


def numbers(names: str) -> set[int]:
    return {BY_NAME[name].number for name in names.split()}


def with_scoring_card(deck: str, **more: str) -> Position:
    return arrange(
        row="blue1 blue9 green9 green9",
        deck=deck,
        cities={0: {(1, 0): "tower12", (0, 1): "garden10b"}, 1: {(0, 1): "tower11c"}},
        **more,  # type: ignore[arg-type]
    )


@rule("A24")
def test_a_scoring_card_is_set_aside_and_scored_before_the_next_turn() -> None:
    position = with_scoring_card("A blue2 blue3").play("take-blue1")
    assert card_of(int(position.state.row[0])) == (2, 2)
    assert position.scores == (3 + 5 + 1, 3, 0)  # the tower is shared: 6 / 2
    assert position.state.scored == 1
    assert [sheet.totals for sheet in position.sheets()] == [(9, 3, 0)]


@rule("A25")
def test_the_table_of_points() -> None:
    table = {"pavilion": (1, 8, 1, 16, 8, 1), "seraglio": (2, 9, 2, 17, 9, 2),
             "arcades": (3, 10, 3, 18, 10, 3), "chambers": (4, 11, 4, 19, 11, 4),
             "garden": (5, 12, 5, 20, 12, 5), "tower": (6, 13, 6, 21, 13, 6)}  # fmt: skip
    for k, kind in enumerate(KINDS):
        a, b, end = (POINTS[scored, k] for scored in range(3))
        assert (a[0], *b[:2], *end[:3]) == table[kind]
        assert a[1:].sum() == b[2:].sum() == end[3:].sum() == 0


def score_of(counts: list[int], scored: int, kind: str, players: int | None = None) -> list[int]:
    """What each gets for a kind when they have so many tiles of it."""
    tiles = [tile for tile in TILES if tile.kind == kind]
    states = new(players or len(counts)).states.copy()
    state = states[0]
    state.given = 0
    for column, count in enumerate(counts):
        chosen = sum(1 << tiles.pop().number for _ in range(count))
        if column < state.players:
            state.city[column] = chosen
        else:
            state.given = chosen
    k = KINDS.index(kind)
    return [int(scoring.points_for(state, scored, c, k)) for c in range(len(counts))]


@rule("A25", "A26")
@pytest.mark.parametrize(
    ("counts", "scored", "kind", "points"),
    [
        ([3, 2, 1], 0, "chambers", [4, 0, 0]),
        ([3, 2, 1], 1, "tower", [13, 6, 0]),
        ([3, 2, 1], 2, "pavilion", [16, 8, 1]),
        ([4, 4, 0], 1, "tower", [9, 9, 0]),
        ([2, 2, 0], 0, "tower", [3, 3, 0]),
        ([2, 2, 2], 0, "tower", [2, 2, 2]),
        ([2, 2, 2], 1, "tower", [6, 6, 6]),
        ([2, 2, 2], 2, "tower", [13, 13, 13]),
        ([4, 2, 2], 1, "tower", [13, 3, 3]),
        ([4, 2, 2, 2], 1, "tower", [13, 2, 2, 2]),
        ([4, 2, 2], 2, "tower", [21, 9, 9]),
        ([4, 2, 2, 2], 2, "tower", [21, 6, 6, 6]),
        ([2, 2, 1], 2, "tower", [17, 17, 6]),
        ([3, 2, 1, 1], 2, "tower", [21, 13, 3, 3]),
        ([3, 2, 1, 1, 1], 2, "tower", [21, 13, 2, 2, 2]),
        ([2, 2, 2, 1], 2, "tower", [13, 13, 13, 0]),
        ([2, 2, 1, 1], 2, "tower", [17, 17, 3, 3]),
        ([1, 0, 0], 2, "garden", [20, 0, 0]),
        ([0, 0, 0], 2, "garden", [0, 0, 0]),
    ],
)
def test_places_ties_and_rounding(
    counts: list[int], scored: int, kind: str, points: list[int]
) -> None:
    assert score_of(counts, scored, kind) == points


@rule("A28")
def test_both_scoring_cards_in_one_filling_are_scored_in_order() -> None:
    position = with_scoring_card("B A blue2 blue3").play("take-blue1")
    assert position.state.scored == 3
    assert [sheet.title[-3:] for sheet in position.sheets()] == ["(A)", "(B)"]
    assert position.scores == (3 + 5 + 1 + 9 + 12 + 1, 3 + 9, 0)


@rule("A28")
def test_a_round_whose_card_never_came_is_never_scored() -> None:
    position = arrange(
        row="blue1 blue9 green9 green9", deck="blue2 A B", bag="",
        hands=dict.fromkeys(range(3), ""),
        market="- tower7 tower8 tower9a", cities={0: {(1, 0): "tower12"}},
    ).play("take-blue9")  # fmt: skip
    while not position.is_over:
        position = position.play(position.legal_actions[-1])
    assert position.state.scored == 4
    assert [sheet.title for sheet in position.sheets()] == ["Final scoring"]
    assert position.scores == (21, 0, 0)


@rule("A30")
def test_the_discards_become_the_new_deck_in_the_middle_of_a_filling() -> None:
    position = arrange(
        row="blue1 blue2 green2 green9", deck="yellow1", discards="orange5 orange6"
    ).play("take-blue1+blue2+green2")
    row = [card_of(int(card)) for card in position.state.row]
    assert row[0] == (0, 1)
    assert set(row[1:3]) == {(3, 5), (3, 6)}
    assert position.state.deck_left == 0
    assert not any(position.state.discards)


@rule("A30")
def test_without_discards_the_row_stays_short() -> None:
    position = arrange(row="blue1 blue2 green2 green9", deck="yellow1").play("take-blue1+blue2")
    assert [int(card) for card in position.state.row[:2]] == [0, -1]
    assert position.to_act == 1


@rule("A31")
def test_a_bag_emptied_exactly_does_not_end_the_game() -> None:
    layout = {"hands": {0: "green8 green9"}, "market": "tower7 tower8 tower9a tower9b"}
    exact = arrange(bag="tower13", **layout).play_all(["buy2", "pay-green9", "store-tower8"])  # type: ignore[arg-type]
    assert exact.state.bag_left == 0
    assert exact.state.phase == record.CHOOSE
    assert exact.to_act == 1
    short = arrange(bag="", **layout).play_all(["buy2", "pay-green9", "store-tower8"])  # type: ignore[arg-type]
    assert short.state.phase == record.LAST_TILES or short.is_over


def at_the_end(**layout: object) -> Position:
    """The bag is empty and one square too: taking money ends the game."""
    given: dict[str, object] = {
        "row": "blue1 blue9 green9 green9", "bag": "", "market": "tower7 - tower8 tower9a",
        "hands": {0: "yellow5 blue3", 1: "yellow5", 2: "orange1"},
    }  # fmt: skip
    return arrange(**(given | layout)).play(record.TAKE)  # type: ignore[arg-type]


@rule("A32")
def test_market_tiles_go_to_the_richest_in_their_currency_and_stay_in_a_tie() -> None:
    position = at_the_end()
    # Yellow is tied at 5; blue goes to player 1 (3 + 1), orange to player 3.
    assert [int(t) for t in position.state.market] == [BY_NAME["tower7"].number, -1, -1, -1]
    assert [int(seat) for seat in position.state.winner] == [-1, -1, 0, 2]
    assert position.to_act == 2
    assert any(w.startswith("tower9a@") for w in words_of(position))


@rule("A32")
def test_a_tile_stays_when_nobody_has_money_of_its_currency() -> None:
    position = at_the_end(hands={0: "", 1: "", 2: ""}, row="green1 green9 green9 green8",
                          market="tower7 - tower8 tower9a")  # fmt: skip
    while not position.is_over:
        position = position.play(position.legal_actions[0])
    assert {int(t) for t in position.state.market} == {-1, *numbers("tower7 tower8 tower9a")}


@rule("A33")
def test_tiles_won_are_built_or_stored_without_any_redesign() -> None:
    position = at_the_end(reserves={2: "pavilion8"}, cities={2: {(1, 0): "seraglio9"}})
    assert position.to_act == 2
    assert all("tower9a" in w for w in words_of(position))
    assert position.why_not("bring-pavilion8").rule == "A33"  # type: ignore[union-attr]
    assert position.why_not("lift-seraglio9").rule == "A33"  # type: ignore[union-attr]
    stored = position.play("store-tower9a")
    assert tile_set(stored.state.reserve[2]) == numbers("pavilion8 tower9a")
    assert stored.to_act == 0


@rule("A34")
def test_most_points_win_equals_share_and_nothing_follows_the_end() -> None:
    position = at_the_end(hands=dict.fromkeys(range(3), ""), row="green1 green9 green9 green8",
                          cities={0: {(1, 0): "tower12"}, 1: {(1, 0): "tower11c"}})  # fmt: skip
    while not position.is_over:
        position = position.play(position.legal_actions[-1])
    assert position.scores == (17, 17, 0)
    assert position.winners == (0, 1)
    with pytest.raises(IllegalMove) as refused:
        position.play("take-green9")
    assert refused.value.rule == "A34"


@rule("A36")
def test_the_neutral_player_draws_six_then_six_then_a_third() -> None:
    assert len(tile_set(new(2).state.given)) == 6
    assert len(tile_set(new(3).state.given)) == 0
    table = {"players": 2, "row": "blue1 blue9 green9 green9"}
    first = arrange(deck="A blue2", **table)  # type: ignore[arg-type]
    after = first.play("take-blue1")
    assert len(tile_set(after.state.given)) == 12
    assert after.state.bag_left == first.state.bag_left - 6
    names = "tower7 tower8 tower9a tower9b tower9c"
    second = arrange(deck="B blue2", bag=names, neutral="", **table).play("take-blue1")  # type: ignore[arg-type]
    assert tile_set(second.state.given) == numbers("tower7")
    few = arrange(deck="A blue2", bag=names, neutral="", **table).play("take-blue1")  # type: ignore[arg-type]
    assert tile_set(few.state.given) == numbers(names)
    assert few.state.bag_left == 0
    assert few.state.phase == record.CHOOSE  # the market was full


@rule("A36")
def test_the_neutral_player_is_scored_before_he_draws_again() -> None:
    position = arrange(
        players=2, row="blue1 blue9 green9 green9", deck="A B blue2", neutral="tower7",
        bag="tower8 tower9a tower9b tower9c tower10 tower11a tower11b garden11 garden12 garden9",
    ).play("take-blue1")  # fmt: skip
    a, b = position.sheets()
    assert a.totals[2] == 6
    assert b.lines[5].notes[2].startswith("7 tiles")
    # Six drawn after A; a third of the four left after B.
    assert len(tile_set(position.state.given)) == 1 + 6 + 1


@rule("A37")
def test_the_neutral_player_counts_in_ties_but_has_no_wall_and_cannot_win() -> None:
    assert score_of([2, 2, 2], 2, "tower", players=2) == [13, 13, 13]
    assert score_of([1, 0, 3], 2, "tower", players=2) == [13, 0, 21]
    position = arrange(
        players=2, row="blue1 blue9 green9 green9", deck="A blue2", neutral="tower7 tower8",
        cities={0: {(1, 0): "pavilion7"}},
    ).play("take-blue1")  # fmt: skip
    assert position.scores == (1 + 1, 0)
    assert int(position.state.points[2]) == 6
    assert position.sheets()[0].players == ("Player 1", "Player 2", "Dirk")
    assert position.sheets()[0].lines[-1].points == (1, 0, 0)
    over = list(random_game("alhambra", {"players": 2}, 12))[-1]
    assert len(over.scores) == 2
    assert set(over.winners) <= {0, 1}


@rule("A37")
def test_the_neutral_players_name_can_be_chosen() -> None:
    position = new(2, neutral="Luks")
    assert position.view()["neutral"]["name"] == "Luks"
    assert "Luks" in position.svg(0)


@rule("A36")
def test_the_neutral_player_is_called_as_in_the_rulebook_of_the_language() -> None:
    position = new(2)
    assert [name in position.svg(0, "lv") for name in ("Luks", "Dirk")] == [True, False]
    assert "Dirk" in position.svg(0, "is")
    assert position.view()["neutral"]["name"] == "Dirk"
    chosen = new(2, neutral="Vilnis")
    assert "Vilnis" in chosen.svg(0, "lv")
    option = next(option for option in position.game.options if option.name == "neutral")
    assert value_label(option, option.default, "lv") == "Luks"
    assert read_value(option, "Luks", "lv") == "Dirk"
    assert read_value(option, "Luks", "is") == "Luks"
    assert read_value(option, "Vilnis", "lv") == "Vilnis"


@rule("A38")
def test_a_bought_tile_can_be_given_away_when_two_play() -> None:
    layout = {"hands": {0: "blue9 blue9"}, "market": "tower7 tower8 seraglio9 tower9b",
              "reserves": {0: "pavilion8"}}  # fmt: skip
    two = arrange(players=2, neutral="", **layout)  # type: ignore[arg-type]
    assert two.why_not("give-pavilion8").rule == "A38"  # type: ignore[union-attr]
    two = two.play_all(["buy3", "pay-blue9", "end"])
    assert "give-seraglio9" in words_of(two)
    assert two.why_not("give-pavilion8").rule == "A38"  # type: ignore[union-attr]
    assert tile_set(two.play("give-seraglio9").state.given) == numbers("seraglio9")
    three = arrange(**layout).play_all(["buy3", "pay-blue9", "end"])  # type: ignore[arg-type]
    assert three.why_not("give-seraglio9").rule == "A38"  # type: ignore[union-attr]
    last = at_the_end(players=2, hands={0: "blue1", 1: "yellow9"})
    assert last.state.phase == record.LAST_TILES
    assert last.why_not("give-tower7").rule == "A38"  # type: ignore[union-attr]


@rule("A39")
@pytest.mark.parametrize("players", PLAYERS)
def test_ten_turns_each_of_mere_redesigning_end_the_game(players: int) -> None:
    position = arrange(players=players, cities={0: {(1, 0): "pavilion8"}}, quiet=10 * players - 1)
    lifted = position.play("lift-pavilion8")
    assert lifted.state.phase in (record.LAST_TILES, record.OVER)
    taken = position.play(0)
    assert taken.state.quiet == 0
    assert taken.state.phase == record.CHOOSE
    earlier = arrange(players=players, cities={0: {(1, 0): "pavilion8"}}, quiet=10 * players - 2)
    assert earlier.play("lift-pavilion8").state.phase == record.CHOOSE


@rule("A39")
def test_a_game_of_nothing_but_redesigning_ends_after_ten_turns_each() -> None:
    position = arrange(
        cities={s: {(1, 0): name} for s, name in enumerate(("pavilion8", "seraglio9", "arcades9"))}
    )
    turns = 0
    while position.state.phase < record.LAST_TILES:
        redesigns = [w for w in words_of(position) if w.startswith(("lift", "bring", "at1,0"))]
        position = position.play(min(redesigns))
        turns += not position.in_turn
    assert turns == 30


def test_longest_walls_on_the_board_are_those_of_the_kernel() -> None:
    position = arrange(cities={0: {(1, 0): "arcades4"}})
    assert position.view(0)["players"][0]["wall"] == wall.longest_wall(position.state, 0) == 3
