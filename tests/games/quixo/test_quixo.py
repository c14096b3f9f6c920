"""Quixo, rule by rule, against a slow model and against published figures.

Talking and time (Q16, Q19) are the table's: tests/web/test_quixo_at_a_table.py.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from diagrams import QUIXO, diagram, show
from slow_quixo import SlowQuixo

import galda
from galda.core.kernels import perft
from galda.games.quixo.rules import rules
from support import ALL_STARTS, random_game, refused, rule

# Turns counted from the start; found by two independent programs.
PERFT = {
    5: (44, 1_836, 76_596, 3_018_100, 118_928_388),
    4: (32, 952, 28_312, 778_744, 21_428_048),
    3: (20, 356, 6_332, 99_648, 1_572_096),
}


@rule("Q1")
def test_the_board_starts_with_25_blank_cubes() -> None:
    assert show(QUIXO.new()) == "..... ..... ..... ..... ....."


@rule("Q2")
def test_crosses_begin_unless_chosen_otherwise() -> None:
    assert QUIXO.new().to_act == 0
    assert show(QUIXO.new().play("a1-e1")) == "..... ..... ..... ..... ....X"
    second = QUIXO.new(first=2)
    assert second.to_act == 1
    assert show(second.play("a1-e1")) == "..... ..... ..... ..... ....O"
    with pytest.raises(galda.BadOption, match="1, 2"):
        QUIXO.new(first=3)


@rule("Q3")
def test_two_players_never_pass() -> None:
    assert refused(QUIXO.new(), "pass") == "Q3"


@rule("Q4")
def test_only_blank_or_own_border_cubes_can_be_taken() -> None:
    position = diagram("X...O ..... ..... ..... O...X")
    assert refused(position, "c3-c5") == "Q4"
    assert refused(position, "e5-a5") == "Q4"
    assert show(position.play("a5-e5")) == "...OX ..... ..... ..... O...X"
    assert show(position.play("c5-c1")) == "X...O ..... ..... ..... O.X.X"


@rule("Q4")
def test_an_inner_cube_is_refused_as_soon_as_it_is_touched() -> None:
    position = QUIXO.new()
    inner = position.why_not(("c3",))
    assert inner is not None
    assert inner.rule == "Q4"
    assert position.why_not(("a3",)) is None


@rule("Q5")
def test_a_cube_goes_back_with_the_mover_s_symbol() -> None:
    assert show(QUIXO.new().play("c1-c5")) == "..X.. ..... ..... ..... ....."
    assert show(diagram("..... O.... ..... ..... .....", to_act=1).play("a4-e4")) == (
        "..... ....O ..... ..... ....."
    )


@rule("Q6")
def test_a_push_moves_only_the_cubes_between_the_gap_and_the_end() -> None:
    position = diagram("..... ..... ..... ..... OXXOX", to_act=0)
    assert show(position.play("b1-e1")) == "..... ..... ..... ..... OXOXX"
    assert show(position.play("b1-a1")) == "..... ..... ..... ..... XOXOX"
    assert show(position.play("b1-b5")) == ".X... ..... ..... ..... O.XOX"


@rule("Q6")
def test_a_cube_enters_only_at_an_end_of_its_own_lines() -> None:
    assert refused(QUIXO.new(), "b1-a5") == "Q6"
    assert refused(QUIXO.new(), "b1-c1") == "Q6"


@rule("Q7")
def test_a_cube_may_not_go_back_where_it_came_from() -> None:
    assert refused(QUIXO.new(), "a3-a3") == "Q7"
    moves = [QUIXO.new().write(action) for action in QUIXO.new().legal_actions]
    assert len(moves) == 44
    assert sum(move.startswith("a1") for move in moves) == 2
    assert sum(move.startswith("a2") for move in moves) == 3


@rule("Q8")
@pytest.mark.parametrize(
    ("before", "move"),
    [
        ("..... ..... ..... X.... .XXXX", "a2-a1"),
        ("X.... X.... X.... X.... .X...", "b1-a1"),
        ("....X ...X. ..X.. .X... .X...", "b1-a1"),
        ("X.... .X... ..X.. ...X. ...X.", "d1-e1"),
    ],
)
def test_five_in_a_row_a_column_or_a_diagonal_win(before: str, move: str) -> None:
    won = diagram(before).play(move)
    assert won.is_over
    assert won.scores == (1, -1)
    assert won.winners == (0,)
    assert won.legal_actions == ()
    assert refused(won, "a1-a5") == "Q8"


@rule("Q9")
def test_making_the_opponent_s_line_loses() -> None:
    lost = diagram("..... O.... .OOOO X.... .....").play("a2-a5")
    assert show(lost) == "X.... ..... OOOOO ..... ....."
    assert lost.scores == (-1, 1)


@rule("Q9")
def test_making_both_lines_at_once_loses() -> None:
    lost = diagram(".XXXX O.... .OOOO X.... .....").play("a2-a5")
    assert show(lost) == "XXXXX ..... OOOOO ..... ....."
    assert lost.scores == (-1, 1)


@rule("Q10")
def test_a_hundred_turns_without_a_blank_cube_are_a_draw() -> None:
    position = diagram("X...O ..... ..... ..... .....", quiet=99)
    drawn = position.play("a5-a1")
    assert drawn.is_over
    assert drawn.scores == (0, 0)
    assert drawn.winners == (0, 1)
    assert refused(drawn, "a1-a5") == "Q10"
    assert not position.play("b1-b5").is_over
    assert position.play("b1-b5").state.quiet == 0


@rule("Q10")
def test_a_line_on_the_hundredth_quiet_turn_still_wins() -> None:
    won = diagram("X.... ..... ..... ..... .XXXX", quiet=99).play("a5-a1")
    assert won.scores == (1, -1)


@rule("Q11")
@pytest.mark.parametrize("size", [3, 4, 5])
def test_with_two_players_somebody_to_move_always_has_a_move(size: int) -> None:
    for seed in range(20):
        for position in random_game("quixo", {"size": size}, seed):
            assert rules.PASS not in position.legal_actions
            assert position.is_over or position.legal_actions
    border = sum(1 << cell for cell in rules.border(size))
    assert rules.has_line(np.int64(border), size - 3)


@rule("Q12")
def test_four_players_act_clockwise_and_opposite_seats_share_a_symbol() -> None:
    position = QUIXO.new(players=4)
    for seat, move in enumerate(("a1-e1.1", "a2-e2.2", "a3-e3.3", "a4-e4.4")):
        assert position.to_act == seat
        position = position.play(move)
    assert position.to_act == 0
    assert show(position) == "..... ....O ....X ....O ....X"


@rule("Q13")
def test_a_team_cube_is_taken_only_by_the_seat_its_dot_points_at() -> None:
    position = diagram("X.... ..... ..... ..... ....X", dots="e1")
    assert refused(position, "e1-a1.1") == "Q13"
    assert position.play("a5-a1.1")
    partner = diagram("X.... ..... ..... ..... ....X", dots="e1", to_act=2)
    assert refused(partner, "a5-a1.1") == "Q13"
    assert partner.play("e1-a1.1")
    assert refused(diagram("O.... ..... ..... ..... .....", dots="none"), "a5-a1.1") == "Q4"


@rule("Q14")
def test_the_dot_is_turned_to_oneself_or_to_the_partner_only() -> None:
    position = QUIXO.new(players=4)
    assert position.play("a1-e1.1").view()["dots"] == {"e1": 1}
    assert position.play("a1-e1.3").view()["dots"] == {"e1": 3}
    assert refused(position, "a1-e1.2") == "Q14"
    assert refused(position, "a1-e1") == "Q14"
    assert refused(QUIXO.new(), "a1-e1.1") == "Q14"


@rule("Q14")
def test_pushing_never_turns_a_dot() -> None:
    position = QUIXO.new(players=4).play_all(["a1-a5.3", "e1-e5.2"])
    assert position.play("c5-e5.1").view()["dots"] == {"a5": 3, "d5": 2, "e5": 1}


@rule("Q15")
def test_a_player_without_a_cube_to_take_must_pass() -> None:
    rows = "XOXOX O...O X...X O...O XOXOX"
    crosses_with_dots_away = "a1 c1 e1 a3 e3 a5 c5 e5"
    stuck = diagram(rows, dots=crosses_with_dots_away)
    assert [stuck.write(action) for action in stuck.legal_actions] == ["pass"]
    assert refused(stuck, "a1-e1.1") == "Q13"
    assert refused(stuck, "b1-b5.1") == "Q4"
    assert stuck.play("pass").to_act == 1
    free = diagram(rows, dots=crosses_with_dots_away, to_act=2)
    assert refused(free, "pass") == "Q15"


@rule("Q17")
def test_a_line_counts_for_the_team_whatever_its_dots() -> None:
    won = diagram("..... ..... ..... X.... .XXXX", dots="b1 c1").play("a2-a1.1")
    assert won.scores == (1, -1, 1, -1)
    assert won.winners == (0, 2)
    lost = diagram("..... O.... .OOOO ..... .....", dots="b3").play("a2-a5.1")
    assert lost.scores == (-1, 1, -1, 1)


@rule("Q18")
def test_four_passes_in_a_row_are_a_draw_and_passes_are_quiet_turns() -> None:
    rows = "XOXOX O...O X...X O...O XOXOX"
    away = "a1 c1 e1 a3 e3 a5 c5 e5"
    drawn = diagram(rows, dots=away, passes=3).play("pass")
    assert drawn.scores == (0, 0, 0, 0)
    assert refused(drawn, "pass") == "Q18"
    going = diagram(rows, dots=away, passes=2, quiet=7).play("pass")
    assert not going.is_over
    assert going.state.quiet == 8
    assert diagram(rows, dots=away, quiet=99).play("pass").is_over
    assert (
        diagram("X.... ..... ..... ..... .....", dots="none", passes=3).play("b1-b5.1").state.passes
        == 0
    )


@pytest.mark.parametrize("size", [3, 4])
def test_perft_of_small_boards(size: int) -> None:
    start = QUIXO.new(size=size)
    found = [perft.perft(start.states, depth, QUIXO.rules.most_legal) for depth in range(1, 6)]
    assert tuple(found) == PERFT[size]


def test_perft_to_depth_five() -> None:
    start = QUIXO.new()
    found = [perft.perft(start.states, depth, QUIXO.rules.most_legal) for depth in range(1, 6)]
    assert tuple(found) == PERFT[5]


@pytest.mark.parametrize(("name", "options"), [p for p in ALL_STARTS if p.values[0] == "quixo"])
def test_the_kernels_agree_with_a_slow_model(name: str, options: dict[str, Any]) -> None:
    for seed in range(5):
        print(f"seed {seed}")
        chance = random.Random(seed)
        position = QUIXO.new(**options)
        slow = SlowQuixo(int(options["size"]), int(options["players"]), int(options["first"]) - 1)
        while not position.is_over:
            written = [position.write(action) for action in position.legal_actions]
            assert sorted(written) == sorted(slow.moves())
            move = chance.choice(written)
            position = position.play(move)
            slow.play(move)
            assert position.to_act == slow.to_act
            signs = {"blank": " ", "cross": "X", "circle": "O"}
            for cell, shown in position.view()["cubes"].items():
                x, y = "abcde".index(cell[0]), int(cell[1]) - 1
                assert slow.cubes[x, y].symbol == signs[shown]
                if shown != "blank" and options["players"] == 4:
                    assert slow.cubes[x, y].dot == position.view()["dots"][cell] - 1
        winner = {"X": 1, "O": -1, "draw": 0}[slow.result]
        assert position.scores[0] == winner
