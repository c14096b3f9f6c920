"""Pylos, rule by rule: placing, raising and taking back (P1–P11)."""

from __future__ import annotations

import pytest
from pyramids import FIFTEEN_LIGHT, PYLOS, THREE_OF_FOUR, balls, play, pyramid, words

from galda import Position
from galda.games.pylos.rules import rules
from support import ALL_STARTS, random_game, refused, rule

PYLOS_STARTS = [start for start in ALL_STARTS if start.values[0] == "pylos"]
VARIANTS = ("standard", "beginners", "expert")
every_variant = pytest.mark.parametrize("variant", VARIANTS)


def reserves(position: Position) -> tuple[int, int]:
    return int(position.state.reserve[0]), int(position.state.reserve[1])


@rule("P1")
@every_variant
def test_the_board_starts_empty_with_15_balls_each_and_light_begins(variant: str) -> None:
    position = PYLOS.new(variant=variant)
    assert balls(position) == {}
    assert reserves(position) == (15, 15)
    assert position.to_act == 0
    assert str(position.game.words.seat_name(position, 0)) == "Light"
    assert words(position) == [column + row for row in "1234" for column in "abcd"]
    assert rules.SPOTS == 16 + 9 + 4 + 1


@rule("P2")
@every_variant
def test_a_ball_on_the_top_wins_at_once(variant: str) -> None:
    light_to_finish = pyramid(
        "LDLD DLDL LDLD DLDL", "DLD LDL DLD", "LD DL", variant=variant, to_act=0
    )
    assert reserves(light_to_finish) == (1, 0)
    won = light_to_finish.play("top")
    assert won.is_over
    assert won.winners == (0,)
    assert won.scores == (1, -1)
    assert refused(won, "top") == "P2"
    assert refused(won, "stop") == "P2"


@rule("P3")
def test_an_empty_reserve_loses_although_a_raise_would_be_possible() -> None:
    position = pyramid(*FIFTEEN_LIGHT, to_act=1)
    assert reserves(position) == (0, 11)
    lost = position.play("2b1")
    assert lost.is_over
    assert lost.winners == (1,)
    with_reserve = pyramid(*FIFTEEN_LIGHT, to_act=0, reserve=(1, 11))  # type: ignore[arg-type]
    assert "d4>2b2" in words(with_reserve)
    assert refused(lost, "d4>2b2") == "P3"


@rule("P3")
def test_the_reserve_counts_only_when_it_is_your_turn() -> None:
    before = pyramid("LLLL LLLD LDLL LLDD", "L.. ... L..", to_act=0)
    assert reserves(before) == (1, 11)
    after = before.play("2c1")
    assert reserves(after) == (0, 11)
    assert not after.is_over


@rule("P4")
def test_a_ball_goes_into_a_free_hollow_or_onto_a_square_of_any_colours() -> None:
    position = pyramid(".... .... LD.. DL..")
    assert words(position)[-1] == "2a1"
    assert balls(position.play("2a1"))["2a1"] == "light"
    assert balls(position.play("c1"))["c1"] == "light"
    assert reserves(position.play("2a1")) == (12, 13)
    assert refused(position, "a1") == "P4"
    assert refused(position, "b1") == "P4"
    assert refused(position, "2b1") == "P4"
    assert refused(position, "top") == "P4"
    assert refused(position, "c1>2a1") == "P4"
    assert refused(position, "a2>2b1") == "P4"
    assert refused(position, "b2>2b1") == "P4"
    assert refused(pyramid("...L .... LD.. DL..", "... ... D.."), "d4>2a1") == "P4"
    touched = position.why_not(("a1",))
    assert touched is not None
    assert touched.rule == "P4"


@rule("P4")
def test_a_square_of_a_higher_level_carries_a_ball_too() -> None:
    position = pyramid("DLDL LDLD DLDL LDLD", "... LD. DL.")
    assert "3a1" in words(position)
    assert "3b1" not in words(position)
    assert refused(position, "3b1") == "P4"
    assert balls(position.play("3a1"))["3a1"] == "light"


@rule("P5")
def test_a_raise_goes_up_one_level_or_more_and_saves_a_ball() -> None:
    position = pyramid("DLDL LDLD DLDL LDLD", "... LD. DL.")
    raised = position.play("d4>2a3")
    assert reserves(raised) == reserves(position)
    assert balls(raised)["2a3"] == "light"
    assert "d4" not in balls(raised)
    two_levels = position.play("d4>3a1")
    assert balls(two_levels)["3a1"] == "light"
    assert refused(position, "d4>d3") == "P5"
    assert refused(position, "2b1>2c1") == "P5"
    assert refused(position, "2a2>2a2") == "P5"
    assert refused(position, "2a2>a1") == "P5"


@rule("P5")
def test_a_ball_with_no_square_above_is_refused_as_soon_as_it_is_touched() -> None:
    position = pyramid(".... .... DL.. LL..")
    alone = position.why_not(("b1",))
    assert alone is not None
    assert alone.rule == "P5"
    outside = pyramid(".... .... DL.. LL.L")
    assert outside.why_not(("d1",)) is None
    assert refused(outside, "d1") == "P4"


@rule("P6")
def test_a_ball_that_carries_another_is_not_raised() -> None:
    position = pyramid(".... .... LDLD DLDL", "... ... D..")
    assert refused(position, "b1>2c1") == "P6"
    touched = position.why_not(("b1",))
    assert touched is not None
    assert touched.rule == "P6"
    assert balls(position.play("d1>2b1"))["2b1"] == "light"


@rule("P6")
def test_a_raise_onto_a_square_containing_the_raised_ball_is_refused() -> None:
    position = pyramid(".... .... LDL. DLD.")
    assert refused(position, "b1>2a1") == "P6"
    assert refused(position, "b1>2b1") == "P6"
    assert refused(position, "a2>2a1") == "P6"
    assert balls(position.play("a2>2b1"))["2b1"] == "light"


@rule("P7")
@every_variant
def test_completing_a_square_of_your_colour_takes_balls_back(variant: str) -> None:
    position = pyramid(THREE_OF_FOUR, variant=variant).play("b1")
    if variant == "beginners":
        assert position.to_act == 1
        return
    assert position.to_act == 0
    assert position.in_turn
    assert reserves(position) == (11, 12)
    one = play(position, "-a1 stop")
    assert reserves(one) == (12, 12)
    assert one.to_act == 1
    assert "a1" not in balls(one)
    two = play(position, "-a1 -b2")
    assert reserves(two) == (13, 12)
    assert two.to_act == 1


@rule("P7")
def test_at_least_one_ball_must_be_taken_in_the_standard_game() -> None:
    position = pyramid(THREE_OF_FOUR).play("b1")
    assert words(position) == ["-a1", "-b1", "-a2", "-b2"]
    assert refused(position, "stop") == "P7"
    assert refused(position, "c1") == "P7"
    assert refused(position, "a1") == "P7"
    assert refused(position, "a1>2b2") == "P7"
    assert "stop" in words(position.play("-a1"))
    assert refused(position.play("-a1"), "c1") == "P4"


@rule("P7")
def test_only_your_own_balls_are_taken_and_only_after_a_square() -> None:
    position = pyramid(THREE_OF_FOUR)
    assert refused(position, "-a1") == "P7"
    assert refused(position, "stop") == "P7"
    removing = position.play("b1")
    assert refused(removing, "-d2") == "P7"
    assert refused(removing, "-c1") == "P7"
    mixed = pyramid(".... .... LL.. D...").play("b1")
    assert mixed.to_act == 1


@rule("P7")
def test_a_square_on_a_higher_level_counts() -> None:
    second = pyramid("DLDL LDLD DLDL LDLD", "... LL. L..").play("2b1")
    assert second.in_turn
    assert words(second) == ["-d2", "-b4", "-d4", "-2a1", "-2b1", "-2a2", "-2b2"]
    third = pyramid("DDDD LDLD DDDL LDLD", "DLD LDL DLD", "LL L.").play("3b1")
    assert third.in_turn
    assert words(third) == ["-3a1", "-3b1", "-3a2", "-3b2"]


@rule("P7")
def test_an_old_square_earns_nothing_again() -> None:
    assert pyramid(".... .... LL.. LL..").play("d4").to_act == 1


@rule("P8")
def test_the_ball_just_played_can_be_removed() -> None:
    position = play(pyramid(THREE_OF_FOUR), "b1 -b1 stop")
    assert balls(position) == balls(pyramid(THREE_OF_FOUR))
    assert reserves(position) == (12, 12)


@rule("P8")
def test_a_ball_that_carries_another_is_not_removed() -> None:
    position = pyramid(".... .... LLDD LL.D", "... ... L..", phase=rules.REMOVING)
    assert words(position) == ["-2a1"]
    assert refused(position, "-a1") == "P8"


@rule("P8")
def test_the_first_removal_may_free_the_second() -> None:
    position = pyramid("..LL ..L. LD.. LL..", "... ... L..").play("d3")
    assert "-a1" not in words(position)
    second = position.play("-2a1")
    assert {"-a1", "-b1", "-a2"} <= set(words(second))
    assert "-c3" not in words(second)  # free from the start: it would come before 2a1
    assert balls(second.play("-a1")) == {
        name: ball for name, ball in balls(position).items() if name not in ("2a1", "a1")
    }


@rule("P8")
def test_two_free_balls_are_removed_in_one_order_only() -> None:
    position = pyramid(THREE_OF_FOUR).play("b1")
    first = position.play("-b1")
    assert words(first) == ["-a2", "-b2", "stop"]
    assert refused(first, "-a1") == "P8"
    ended = position.play("-b2")  # nothing may follow the last one, so the turn is over
    assert ended.to_act == 1
    assert refused(ended, "-a1") == "P8"


@rule("P9")
def test_two_squares_at_once_still_take_at_most_two_balls() -> None:
    position = pyramid(".... LL.. L.L. .LL.", to_act=0)
    both = position.play("b2")
    after = play(both, "-b1 -c1")
    assert after.to_act == 1
    assert not after.in_turn
    assert refused(after, "-a3") == "P9"


@rule("P10")
def test_a_raise_that_completes_a_square_earns_the_removal() -> None:
    position = pyramid("DLDL LDLD DLDL LDLD", "... LL. L..").play("d4>2b1")
    assert position.in_turn
    assert reserves(position) == (15 - 11, 15 - 8)
    done = play(position, "-d2 -2b1")
    assert reserves(done) == (15 - 9, 15 - 8)


@rule("P10")
def test_a_raised_ball_that_leaves_a_square_earns_nothing() -> None:
    position = pyramid("LL.. LL.. DLD. LDL.")
    assert not position.play("a4>2b1").in_turn


@rule("P11")
@pytest.mark.parametrize(("name", "options"), PYLOS_STARTS)
def test_removing_never_completes_a_square(name: str, options: dict[str, str]) -> None:
    for seed in range(3):
        for position in random_game(name, options, seed):
            before = position.before
            if before and before.in_turn:
                for seat in (0, 1):
                    new = rules.squares(int(position.state.balls[seat]))
                    assert new & ~rules.squares(int(before.state.balls[seat])) == 0
