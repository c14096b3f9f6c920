"""Pylos, rule by rule: the variants, and how games end without a winner (P12–P17)."""

from __future__ import annotations

import pytest
from pyramids import FIFTEEN_LIGHT, PYLOS, THREE_OF_FOUR, play, pyramid, words

import galda
from galda import Position
from galda.games.pylos.rules import rules
from support import ALL_STARTS, random_game, refused, rule

PYLOS_STARTS = [start for start in ALL_STARTS if start.values[0] == "pylos"]
VARIANTS = ("standard", "beginners", "expert")
every_variant = pytest.mark.parametrize("variant", VARIANTS)


def reserves(position: Position) -> tuple[int, int]:
    return int(position.state.reserve[0]), int(position.state.reserve[1])


@rule("P12")
def test_beginners_remove_nothing() -> None:
    position = pyramid(THREE_OF_FOUR, variant="beginners").play("b1")
    assert position.to_act == 1
    assert refused(position, "-d2") == "P12"
    assert refused(position, "stop") == "P12"


def earns(level_1: str, level_2: str, move: str, variant: str = "expert") -> bool:
    return pyramid(level_1, level_2, variant=variant).play(move).in_turn


@rule("P13")
def test_four_in_a_row_on_level_1_earn_the_removal_for_experts_only() -> None:
    for rows, move in (
        (".... .... .... LL.L", "c1"),
        (".... LLL. .... ....", "d3"),
        (".L.. .L.. .... .L..", "b2"),
        ("...L .... ...L ...L", "d3"),
    ):
        assert earns(rows, "", move)
        assert not earns(rows, "", move, "standard")
        assert not earns(rows, "", move, "beginners")
        assert not earns(rows.replace("L", "D", 1), "", move)


@rule("P13")
def test_three_in_a_row_on_level_1_earn_nothing() -> None:
    assert not earns(".... .... .... LL..", "", "c1")
    assert not earns(".... .... LLL. ....", "", "d1")


MIXED = "DLDL LDLD DLDL LDLD"


@rule("P13")
def test_three_in_a_row_on_level_2_earn_the_removal() -> None:
    assert earns(MIXED, "... ... LL.", "2c1")
    assert earns(MIXED, "... L.L ...", "2b2")
    assert earns(MIXED, ".L. ... .L.", "2b2")
    assert not earns(MIXED, "... ... LL.", "2c1", "standard")
    assert not earns(MIXED, "... ... LD.", "2c1")


@rule("P13")
def test_diagonals_and_rows_of_two_on_level_3_earn_nothing() -> None:
    assert not earns("...L .L.. ..D. L...", "", "c3")
    assert not earns("...L ..L. .L.. ....", "", "a1")
    assert not earns(MIXED, "..L .L. ...", "2a1")
    third = pyramid("LDDD LDLD DDDL LDLD", "DLD LDL DLD", ".. L.", variant="expert")
    assert not third.play("3b1").in_turn
    assert not third.play("3a2").in_turn


@rule("P13")
def test_experts_too_remove_only_after_completing_something_and_at_most_two() -> None:
    position = pyramid(".... L... L... .LLL", variant="expert")
    assert refused(position, "-b1") == "P13"
    assert refused(position, "stop") == "P13"
    after = play(position, "a1 -a1 -b1")
    assert after.to_act == 1
    assert refused(after, "-c1") == "P9"


@rule("P14")
def test_experts_may_remove_none_one_or_two() -> None:
    for rows in (".... .... LL.. L...", ".... .... .... L.LL"):
        position = pyramid(rows, variant="expert").play("b1")
        assert "stop" in words(position)
        assert reserves(position.play("stop")) == reserves(position)
        assert position.play("stop").to_act == 1
        assert reserves(play(position, "-a1 stop"))[0] == reserves(position)[0] + 1
        assert reserves(play(position, "-a1 -b1"))[0] == reserves(position)[0] + 2


@rule("P14")
def test_experts_squares_count_on_level_3() -> None:
    third = pyramid("DDDD LDLD DDDL LDLD", "DLD LDL DLD", "LL L.", variant="expert")
    assert third.play("3b1").in_turn


@rule("P15")
def test_a_time_limit_is_no_option_of_the_rules_themselves() -> None:
    """Clocks belong to the table: the rules know the variants and nothing of time."""
    assert [option.name for option in PYLOS.options] == ["players", "variant"]
    with pytest.raises(galda.BadOption, match="standard, beginners, expert"):
        PYLOS.new(variant="blitz")


@rule("P16")
def test_a_hundred_turns_without_a_new_high_are_a_draw() -> None:
    position = play(PYLOS.new(), "a1 c3 b1 d3 a2 c4")
    for turn in range(100):
        assert not position.is_over
        assert int(position.state.quiet) == turn
        # Each completes the square and takes the same ball back: six balls at every turn's end.
        position = play(position, "d4 -d4" if turn % 2 else "b2 -b2")
    assert position.is_over
    assert position.scores == (0, 0)
    assert position.winners == (0, 1)
    assert refused(position, "b2") == "P16"


@rule("P16")
def test_a_new_high_starts_the_count_again() -> None:
    position = pyramid(".... .... .... LD..", quiet=99, most=2)
    assert int(position.play("c1").state.quiet) == 0
    assert not position.play("c1").is_over
    assert pyramid(".... .... .... LD..", quiet=99, most=3).play("c1").is_over


@rule("P16")
def test_losing_by_an_empty_reserve_comes_before_the_draw() -> None:
    position = pyramid(*FIFTEEN_LIGHT, to_act=1, quiet=99, most=30)
    assert position.play("2b1").winners == (1,)


@rule("P17")
@pytest.mark.parametrize(("name", "options"), PYLOS_STARTS)
def test_with_a_ball_in_reserve_there_is_always_a_placing(
    name: str, options: dict[str, str]
) -> None:
    for seed in range(5):
        for position in random_game(name, options, seed):
            if not position.is_over and not position.in_turn:
                assert position.state.reserve[position.to_act] > 0
                assert position.legal_actions[0] < rules.REMOVE
