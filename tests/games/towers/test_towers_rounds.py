"""A round of 5 Towers from the first card turned up to the last point: T1, T2 and T8 to T25."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from towers_model import KINDS, all_cards, card, table

import galda
from galda import BadOption, Position
from galda.core.kernels import contract
from galda.games.towers.rules import record
from support import random_game, rule

every_table = pytest.mark.parametrize("players", [2, 3, 4, 5])


def new(players: int = 2, first: int = 1, seed: int = 1) -> Position:
    return galda.game("towers").new(players=players, first=first, seed=seed)


def words(position: Position) -> list[str]:
    return [position.write(action) for action in position.legal_actions]


@rule("T1", "T2")
@every_table
def test_the_table_has_the_cards_of_its_number_of_players(players: int) -> None:
    seen = new(players).view()
    there = Counter(map(card, seen["deck"] + seen["row"]))
    assert there == Counter(all_cards(players))
    assert there.total() == (80 if players < 4 else 110)
    assert {kind for kind, _ in there} == set(KINDS)
    assert all(there[kind, value] == 1 for kind in KINDS for value in (8, 9))
    assert max(there.values()) == (1 if players < 4 else 2)


@rule("T8")
def test_the_first_player_can_be_chosen_and_is_the_first_seat_otherwise() -> None:
    assert new().to_act == 0
    for first in (1, 2, 3):
        assert new(3, first).to_act == first - 1
    with pytest.raises(BadOption, match="it can be 1, 2, 3"):
        new(3, 4)


@rule("T8")
def test_every_card_is_as_likely_as_any_other_to_be_turned_up() -> None:
    seeds = 3000
    turned = Counter(word for seed in range(seeds) for word in new(seed=seed).view()["row"])
    assert len(turned) == 80
    expected = seeds / 16
    squares = sum((times - expected) ** 2 / expected for times in turned.values())
    assert squares < 130  # 79 degrees of freedom: passed by all but 3 in 10 000 fair decks


@rule("T9")
@every_table
def test_a_round_begins_with_five_cards_in_the_row(players: int) -> None:
    for position in random_game("towers", {"players": players}, 41):
        if position.state.shuffles == 1 and position.state.phase == record.AUCTION:
            assert len(position.view()["row"]) == 5


@rule("T10")
def test_the_first_player_calls_from_nothing_to_five_and_cannot_pass() -> None:
    opens = table("candy1 horror1 tree1 scrap1 sand1")
    assert words(opens) == ["call0", "call1", "call2", "call3", "call4", "call5"]
    assert refused(opens, "pass") == "T10"
    assert refused(opens, "call6") == "T10"


@rule("T11")
def test_the_others_call_more_or_pass_clockwise_and_only_once() -> None:
    opens = table("candy1 horror1 tree1 scrap1 sand1", players=3, first=2)
    second = opens.play("call2")
    assert (opens.to_act, second.to_act) == (1, 2)
    assert words(second) == ["call3", "call4", "call5", "pass"]
    assert [refused(second, f"call{n}") for n in range(3)] == ["T11"] * 3
    third = second.play("pass")
    assert third.to_act == 0
    builds = third.play("call4")
    assert builds.to_act == 0
    assert builds.view()["calls"] == [4, 2, "pass"]
    assert refused(builds, "call5") == "T11"


@rule("T12")
def test_the_highest_call_ends_the_auction_at_once() -> None:
    builds = table("candy1 horror1 tree1 scrap1 sand1", players=5).play("call5")
    assert builds.to_act == 0
    assert builds.state.phase == record.LAYING
    assert refused(builds, "call5") == "T12"
    short = table("candy1 sand1", players=3, deck="", second_pass=True)
    assert words(short) == ["call0", "call1", "call2"]
    assert refused(short, "call3") == "T12"
    assert short.play("call2").state.phase == record.LAYING


@rule("T13")
def test_the_highest_caller_takes_exactly_as_many_cards_as_called() -> None:
    builds = table("candy1 horror1 tree1 scrap1 sand1", players=3).play_all(
        ["call1", "call2", "pass"]
    )
    assert builds.to_act == 1
    after = builds.play("candy1")
    assert after.to_act == 1
    assert refused(after, "pass") == "T13"
    assert refused(after, "candy2") == "T13"
    ended = after.play("sand1")
    assert ended.state.rounds == 2
    assert refused(ended, "tree1") == "T13"
    assert ended.view()["discards"] == ["horror1", "tree1", "scrap1"]


@rule("T14")
def test_one_top_may_be_demolished_before_laying_needed_or_not() -> None:
    builds = table("candy1 horror1 tree1 scrap1 sand1", "candy9 candy4 sand3 tree2 tree0").play_all(
        ["call2", "pass"]
    )
    assert words(builds) == ["demolish-candy", "demolish-sand", "keep"]
    assert refused(builds, "demolish-scrap") == "T14"
    assert refused(builds, "demolish-tree") == "T14"
    assert refused(builds, "candy1") == "T14"
    after = builds.play("demolish-sand")  # the only card of its tower
    assert after.view()["demolished"] == [["sand3"], []]
    assert after.view()["towers"][0] == {"candy": [9, 4], "tree": [2, 0]}
    assert refused(after, "demolish-candy") == "T14"
    assert refused(after, "keep") == "T14"
    assert refused(after.play("candy1"), "demolish-candy") == "T14"
    kept = builds.play("keep")
    assert refused(kept, "demolish-candy") == "T14"
    opens = table("candy1 horror1 tree1 scrap1 sand1", "candy9")
    assert refused(opens, "demolish-candy") == "T14"
    assert refused(opens, "keep") == "T14"


@rule("T14")
def test_a_demolished_card_never_comes_back() -> None:
    gone: set[str] = set()
    for position in random_game("towers", {"players": 3}, 43):
        seen = position.view()
        now = {word for pile in seen["demolished"] for word in pile}
        assert gone <= now
        assert not now & {*seen["deck"], *seen["row"], *seen["discards"]}
        gone = now
    assert gone


@rule("T15")
def test_cards_are_laid_kind_after_kind_and_within_a_kind_in_any_order() -> None:
    builds = table("candy8 candy9 candy12 sand1 tree4", "candy3").play_all(
        ["call4", "pass", "keep"]
    )
    assert words(builds) == ["candy9"]
    assert refused(builds, "tree4") == "T15"
    assert refused(builds.play_all(["candy9", "candy8", "tree4"]), "candy12") == "T15"
    ended = builds.play_all(["candy9", "candy8", "candy12", "sand1"])
    assert ended.view()["towers"][0] == {"candy": [3, 9, 8, 12], "sand": [1]}
    freely = table("candy1 candy8 candy9 sand1 tree4").play_all(["call3", "pass"])
    ends = {
        tuple(freely.play_all(order).view()["towers"][0]["candy"])
        for order in (
            ["candy8", "candy9", "candy1"],
            ["candy9", "candy8", "candy1"],
            ["candy9", "candy1", "sand1"],
            ["candy1", "candy9", "candy8"],
        )
    }
    assert ends == {(8, 9, 1), (9, 8, 1), (9, 1), (1, 9, 8)}


@rule("T16")
def test_only_what_can_be_built_is_called_demolished_kept_and_laid() -> None:
    opens = table("candy7 candy6 candy5 candy4 tree9", "candy10 candy3 tree4 tree0 sand2")
    assert words(opens) == ["call0", "call1", "call2", "call3", "call4"]
    assert refused(opens, "call5") == "T16"
    builds = opens.play_all(["call4", "pass"])
    assert words(builds) == ["demolish-candy"]
    assert refused(builds, "keep") == "T16"
    assert refused(builds, "demolish-sand") == "T16"
    lays = builds.play("demolish-candy")
    assert words(lays) == ["candy7"]
    assert refused(lays, "candy5") == "T16"
    nothing = table("tree1 tree2 tree3 tree4 tree5", "tree0")
    assert words(nothing) == ["call0"]
    assert refused(nothing, "call1") == "T16"
    # The 9 on the 3 is what carries the 7 here: it may not be demolished.
    carried = table("candy7 sand9 tree1 tree2 tree3", "candy3 candy9 sand0 tree0").play_all(
        ["call1", "pass"]
    )
    assert words(carried) == ["candy7"]
    assert refused(carried, "demolish-candy") == "T16"


@rule("T17")
@every_table
def test_the_next_round_begins_left_of_the_builder(players: int) -> None:
    for builder in range(players):
        position = table("candy1 horror1 tree1 scrap1 sand1", players=players)
        calls = ["call0"] + ["pass"] * (players - 1)
        calls[builder] = "call1"
        ended = position.play_all([*calls, "tree1"])
        assert ended.to_act == (builder + 1) % players
        assert ended.view()["first"] == ended.to_act + 1
        assert ended.view()["discards"] == ["candy1", "horror1", "scrap1", "sand1"]
        assert ended.view()["calls"] == [None] * players


@rule("T18")
@every_table
def test_when_nobody_wants_a_card_the_same_player_is_first_again(players: int) -> None:
    opens = table("candy1 horror1 tree1 scrap1 sand1", "candy5", players=players, first=2)
    ended = opens.play_all(["call0"] + ["pass"] * (players - 1))
    assert ended.to_act == 1
    assert ended.state.rounds == 2
    assert len(ended.view()["discards"]) == 5
    assert ended.view()["towers"][0] == {"candy": [5]}


@rule("T19")
@every_table
def test_the_first_pass_comes_out_even_and_then_the_discards_are_the_deck(players: int) -> None:
    passes = 0
    for after in random_game("towers", {"players": players}, 47):
        before = after.before
        if before is None or before.state.shuffles == after.state.shuffles:
            continue
        passes += 1
        assert not before.view()["deck"]
        assert before.state.turned == 5
        assert after.state.rounds == (17 if players < 4 else 23)
        assert not after.view()["discards"]
        left_over = set(before.view()["row"]) & {*after.view()["deck"], *after.view()["row"]}
        laid = 1 if before.state.phase == record.LAYING else 0
        assert len(left_over) >= len(set(before.view()["row"])) - laid
        assert Counter(before.view()["discards"]) <= Counter(
            after.view()["deck"] + after.view()["row"]
        )
    assert passes == 1


@rule("T19")
def test_without_discards_the_game_ends_when_the_deck_has_run_out() -> None:
    last = table("candy1 horror1 tree1 scrap1 sand1", deck="", discards=False)
    ended = last.play_all(["call5", "candy1", "horror1", "tree1", "scrap1", "sand1"])
    assert ended.is_over
    assert refused(ended, "call0") == "T19"
    goes_on = last.play_all(["call4", "pass", "candy1", "horror1", "tree1", "scrap1"])
    assert goes_on.view()["row"] == ["sand1"]


@rule("T20")
def test_the_game_ends_after_the_round_in_which_the_deck_runs_out_the_second_time() -> None:
    position = table("candy1 horror1 tree1 scrap1 sand1", deck="candy2 sand2", second_pass=True)
    short = position.play_all(["call0", "pass"])
    assert short.view()["row"] == ["candy2", "sand2"]
    assert not short.is_over
    ended = short.play_all(["call1", "pass", "candy2"])
    assert ended.is_over
    assert ended.legal_actions == ()
    assert {refused(ended, move) for move in ("call0", "pass", "keep", "candy1")} == {"T20"}
    assert short.play_all(["call0", "pass"]).is_over


@rule("T21")
def test_a_card_scores_one_and_in_a_crowned_tower_two() -> None:
    position = table("sand1", "candy5 candy4 tree3 tree0", "scrap7 scrap6 scrap0")
    assert position.scores == (2 + 4 + 2, 6 + 3)


@rule("T22")
def test_the_tallest_tower_scores_one_more_for_each_card() -> None:
    assert table("sand1", "candy5 candy4 candy3 tree3 tree0").scores == (3 + 4 + 3, 0)


@rule("T23")
def test_demolished_cards_cost_one_two_three_and_so_on() -> None:
    piles = ("candy1", "tree1 tree2 tree3 tree4")
    assert table("sand1", "sand2", demolished=piles).scores == (2 - 1, -10)


@rule("T24")
def test_the_most_points_win_and_those_who_tie_share_the_victory() -> None:
    towers = ("candy5 tree4", "candy8 tree2", "scrap2 scrap0")
    last = table("sand1", *towers, players=3, deck="", second_pass=True)
    one = last.play_all(["call1", "keep", "sand1"])
    assert one.scores == (4, 3, 6)
    assert one.winners == (2,)
    shared = table("sand1", *towers[:2], players=3, deck="", second_pass=True)
    assert shared.play_all(["call0", "pass", "pass"]).winners == (0, 1)


@rule("T25")
@every_table
def test_only_what_comes_next_is_hidden(players: int) -> None:
    for position in list(random_game("towers", {"players": players}, 53))[::20]:
        hidden = {
            name
            for name in record.State.names or ()
            if position.seen_by(0).states[name].tobytes() != position.states[name].tobytes()
        }
        assert hidden == {"seed"}


@rule("T25")
def test_after_a_redraw_nothing_depends_on_the_true_seed_any_more() -> None:
    ways = {}
    for true_seed, new_seed in ((1, 9), (2, 9), (2, 10)):
        states = table("candy1 horror1 tree1 scrap1 sand1").states.copy()
        states[0].seed = true_seed
        contract.determinize(states[0], 0, np.uint64(new_seed))
        position = Position(galda.game("towers"), {"players": 2, "first": 1}, None, states)
        while not position.is_over:
            position = position.play(position.legal_actions[0])
        ways[true_seed, new_seed] = [p.states.tobytes() for p in position.history()]
    assert ways[1, 9] == ways[2, 9]
    assert ways[2, 9] != ways[2, 10]


def refused(position: Position, move: str) -> str | None:
    refusal = position.why_not(move)
    return refusal.rule if refusal else None
