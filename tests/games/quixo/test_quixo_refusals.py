"""What a Quixo player is told: each refusal and each move, word for word."""

from __future__ import annotations

import pytest
from diagrams import QUIXO, diagram, show

import galda
from galda import Position, UnreadableMove
from galda.games.quixo.rules import rules
from galda.games.quixo.text.words import cell_name, face
from support import rule

CORNERS = "O...X ..... ..... ..... X...O"
TEAMS = diagram("O.... ..... ..... ..... XX...", dots="b1")
STUCK = diagram("XOXOX O...O X...X O...O XOXOX", dots="a1 c1 e1 a3 e3 a5 c5 e5", passes=3)
BEYOND = 43
"""The code of the last push of the full board."""


def told(position: Position, attempt: int | str | tuple[str, ...]) -> str:
    """The rule and the sentence that answer an attempt."""
    return str(position.why_not(attempt))


@pytest.mark.parametrize(
    ("position", "attempt", "answer"),
    [
        (QUIXO.new(), "pass", "Q3: you may not pass; take a cube from the border."),
        (QUIXO.new(), "c3-c5", "Q4: c3 is inside; only cubes on the border can be taken."),
        (
            diagram(CORNERS), "a5-a1",
            "Q4: this cube shows your opponent's circle; take a blank one or a cross.",
        ),
        (
            diagram(CORNERS, to_act=1), "a1-a5",
            "Q4: this cube shows your opponent's cross; take a blank one or a circle.",
        ),
        (QUIXO.new(), "b1-c1", "Q6: a cube from b1 enters at an end of its row or column: "
                               "a1, e1, b5."),
        (QUIXO.new(size=3), "a1-b3", "Q6: a cube from a1 enters at an end of its row or column: "
                                     "c1, a3."),
        (QUIXO.new(), "a3-a3", "Q7: the cube may not go back to where it came from."),
        (QUIXO.new(size=3), BEYOND, "Q7: this board has only 20 pushes."),
        (QUIXO.new(size=4), BEYOND, "Q7: this board has only 32 pushes."),
        (QUIXO.new(size=3), "d1-a1", "Q1: d1 is not on this board; it ends at c3."),
        (QUIXO.new(size=4), "a1-a5", "Q1: a5 is not on this board; it ends at d4."),
        (QUIXO.new(), "a1-e1.1", "Q14: dots matter only in the game of two teams."),
        (TEAMS, "pass", "Q15: you may not pass while the border has a cube that you can take."),
        (
            TEAMS, "b1-b5.1",
            "Q13: this cube's dot points at your partner; take a blank one or one of yours.",
        ),
        (
            TEAMS, "a1-e1",
            "Q14: the dot points at you or at your partner: choose one of you two.",
        ),
        (
            diagram("O.... ..... ..... ..... XX...", dots="b1", to_act=2), "b1-e1.2",
            "Q14: the dot points at you or at your partner: choose one of you two.",
        ),
        (
            diagram("O.... ..... ..... ..... XX...", dots="b1", to_act=3), "c1-e1.1",
            "Q14: the dot points at you or at your partner: choose one of you two.",
        ),
        (
            diagram("..... ..... ..... X.... .XXXX").play("a2-a1"), "b5-b1",
            "Q8: the game is over: Cross has won.",
        ),
        (
            diagram("..... ..... ..... O.... .OOOO", to_act=1).play("a2-a1"), "b5-b1",
            "Q8: the game is over: Circle has won.",
        ),
        (
            diagram("..... ..... ..... O.... .OOOO", to_act=3, dots="a2").play("a2-a1.2"),
            "b5-b1.1",
            "Q8: the game is over: Circle 2 has won.",
        ),
        (diagram("X.... ..... ..... ..... .....", quiet=99).play("a5-a1"), "b1-b5",
         "Q10: the game is over: it is a draw."),
        (STUCK.play("pass"), "pass", "Q18: the game is over: it is a draw."),
    ],
)  # fmt: skip
def test_a_refusal_names_its_rule_and_says_what_would_be_right(
    position: Position, attempt: int | str | tuple[str, ...], answer: str
) -> None:
    assert told(position, attempt) == answer


def test_the_first_touch_is_enough_for_a_refusal_and_a_good_one_gives_none() -> None:
    position = diagram(CORNERS)
    assert told(position, ("c3",)) == told(position, "c3-c5")
    assert told(position, ("a5",)) == told(position, "a5-a1")
    for fine in (("a1",), ("a1", "e1"), "a1-e1"):
        assert position.why_not(fine) is None
    assert TEAMS.why_not(("a1", "e1")) is None


@pytest.mark.parametrize("touches", [("z9",), ("a1", "nowhere"), ("a1", "a6")])
def test_touches_that_name_nothing_on_the_board_are_not_refused_by_a_rule(
    touches: tuple[str, ...],
) -> None:
    with pytest.raises(UnreadableMove):
        QUIXO.new().why_not(touches)


@pytest.mark.parametrize(
    ("position", "move", "sentence"),
    [
        (QUIXO.new(), "a1-e1", "Cross takes the blank cube on a1 and pushes it in at e1."),
        (QUIXO.new(first=2), "a1-e1", "Circle takes the blank cube on a1 and pushes it in at e1."),
        (diagram(CORNERS), "a1-a5", "Cross takes the cube on a1 and pushes it in at a5."),
        (
            diagram(CORNERS, to_act=1), "a5-a1",
            "Circle takes the cube on a5 and pushes it in at a1.",
        ),
        (
            TEAMS, "a1-e1.3",
            "Cross 1 takes the cube on a1 and pushes it in at e1. Its dot points at Cross 3.",
        ),
        (
            diagram("O.... ..... ..... ..... XX...", dots="b1", to_act=3), "c1-e1.4",
            "Circle 4 takes the blank cube on c1 and pushes it in at e1. "
            "Its dot points at Circle 4.",
        ),
        (STUCK, "pass", "Cross 1 has no cube to take and passes."),
    ],
)  # fmt: skip
def test_a_move_is_told_and_written_as_it_is_read(
    position: Position, move: str, sentence: str
) -> None:
    action = position.find(move)
    assert position.sentence(action) == sentence
    assert position.write(action) == move


@pytest.mark.parametrize("text", [" A3-E3 ", "a3e3", "a3 - e3", "a3 e3"])
def test_a_move_may_be_written_loosely(text: str) -> None:
    assert QUIXO.new().play(text) == QUIXO.new().play("a3-e3")


@pytest.mark.parametrize("text", ["a3", "a3-f3", "a3-e6", "a3-e3.5", "a3-e3.", "passs", ""])
def test_what_is_no_move_is_not_read(text: str) -> None:
    assert QUIXO.notation.read(QUIXO.new(), text) is None


@rule("Q13")
def test_the_view_says_at_whom_each_dot_points() -> None:
    position = diagram("O...O ..... ..... ..... XX...", dots="b1 e5")
    assert position.view()["dots"] == {"a1": 1, "b1": 3, "a5": 2, "e5": 4}
    assert "dots" not in diagram(CORNERS).view()


def test_the_view_counts_quiet_turns_and_shows_every_cube() -> None:
    position = diagram("O.X ... X.O", quiet=7)
    assert position.view()["turns_without_blank"] == 7
    assert len(position.view()["cubes"]) == 9
    assert show(position) == "O.X ... X.O"


def test_every_cube_has_the_face_it_was_drawn_with() -> None:
    position = diagram("O.X ... XXO")
    shown = {cell_name(cell): face(position.state, cell) for cell in rules.cells(3)}
    assert shown == position.view()["cubes"]
    assert [shown[name] for name in ("a1", "b1", "c1", "b2")] == [
        "cross", "cross", "circle", "blank",
    ]  # fmt: skip


def test_a_drawn_board_is_of_the_size_it_is_drawn_in() -> None:
    for size in (3, 4, 5):
        drawn = diagram(" ".join(["." * size] * size))
        assert drawn == QUIXO.new(size=size)
        assert drawn.options["size"] == int(drawn.state.rows) == size


def test_partners_win_and_lose_together() -> None:
    team = galda.game("quixo").new(players=4)
    assert [team.allies(seat) for seat in range(4)] == [(2,), (3,), (0,), (1,)]
    assert [QUIXO.new().allies(seat) for seat in range(2)] == [(), ()]
