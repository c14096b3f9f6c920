"""Quixo's positions as text: what they mean, and what cannot be."""

from __future__ import annotations

import pytest

import galda
from galda import BadPosition
from support import rule

EMPTY = "...../...../...../...../....."


def refused(text: str) -> str:
    """The rule by which a text cannot be a position, and fails if it can."""
    with pytest.raises(BadPosition) as error:
        galda.position(text)
    assert error.value.rule
    return error.value.rule


def test_rows_stand_as_on_the_board_and_players_by_their_numbers() -> None:
    position = galda.position("quixo x.o../...../..x../...../o.... 1 quiet=4")
    view = position.view()
    shown = {cell: face for cell, face in view["cubes"].items() if face != "blank"}
    assert shown == {"a5": "cross", "c5": "circle", "c3": "cross", "a1": "circle"}
    assert view["turns_without_blank"] == 4
    assert position.to_act == 0
    assert not position.is_over


def test_in_the_team_game_a_cube_is_the_player_its_dot_points_at() -> None:
    position = galda.position("quixo players=4 size=3 1.4/.../3.. 2")
    assert position.view()["dots"] == {"a3": 1, "c3": 4, "a1": 3}
    assert position.view()["cubes"]["a1"] == "cross"


@rule("Q8", "Q9")
def test_who_has_won_follows_from_the_board_and_whose_turn_it_is() -> None:
    crosses = "quixo size=3 xxx/oo./... 2"
    assert galda.position(crosses).winners == (0,)
    both = "quixo size=3 xxx/ooo/... {}"
    assert galda.position(both.format(1)).winners == (0,)  # circle has made the crosses' line too
    assert galda.position(both.format(2)).winners == (1,)


@rule("Q10")
def test_a_draw_follows_from_the_counts() -> None:
    assert galda.position("quixo x.o../...../...../...../..... 1 quiet=100").winners == (0, 1)
    team = "quixo players=4 12.../...../...../...../..... 1 quiet=100"
    assert len(galda.position(team).winners) == 4


@rule("Q15")
def test_a_pass_is_believed_where_there_was_no_cube_to_take() -> None:
    stuck = "quixo players=4 size=3 312/2.3/132 1 quiet=1 passes=1"
    assert not galda.position(stuck).is_over
    assert refused(stuck.replace("2.3", "4.3")) == "Q15"


@pytest.mark.parametrize(
    ("text", "id_"),
    [
        ("quixo .../.../... 1", "Q1"),
        ("quixo size=3 ..../.../... 1", "Q1"),
        (f"quixo {EMPTY} 2", "Q2"),
        (f"quixo first=2 {EMPTY} 1", "Q2"),
        ("quixo size=3 o../.../... 1", "Q2"),
        ("quixo size=3 xx./.../... 2", "Q3"),
        ("quixo size=3 x../.../... 1", "Q3"),
        ("quixo size=3 x../.../... 2 quiet=1", "Q10"),
        ("quixo size=3 xo./.../... 1 quiet=1 passes=1", "Q11"),
        ("quixo players=4 size=3 xo./.../... 1", "Q13"),
        ("quixo size=3 12./.../... 1", "Q14"),
        ("quixo players=4 size=3 12./.../... 3 passes=1", "Q18"),
    ],
)
@rule("Q1", "Q2", "Q3")
def test_what_cannot_be_is_refused_with_the_rule(text: str, id_: str) -> None:
    assert refused(text) == id_


@pytest.mark.parametrize(
    "text",
    [
        "quixo", f"quixo {EMPTY}", f"quixo {EMPTY} 3", f"quixo {EMPTY} x", f"quixo {EMPTY} 1 odd=3",
        f"quixo {EMPTY} 1 1", "quixo size=3 y../.../... 2", f"quixo {EMPTY} 1 quiet=101",
        f"quixo {EMPTY} 1 quiet=0 quiet=0", f"quixo {EMPTY} 1 quiet=-1",
    ],
)  # fmt: skip
def test_what_cannot_be_read_names_no_rule(text: str) -> None:
    with pytest.raises(BadPosition) as error:
        galda.position(text)
    assert error.value.rule == ""
