"""Boxes in a drawing, figures made with them, and what they say when something is not there."""

from __future__ import annotations

import pytest

import galda
from galda.core.show.figure import Figure
from galda.core.show.outline import Box, around, find_boxes, view_box
from galda.core.show.svg import element, picture, text, unseen
from galda.core.show.teach import Setup
from letterings import find_letterings


def boxes(*drawn: str) -> dict[str, Box]:
    return find_boxes(picture(100, 80, "a drawing", *drawn))


def test_shapes_have_the_boxes_they_are_drawn_with() -> None:
    found = boxes(
        element("rect", x=3, y=4, width=10, height=20, data_touch="rectangle"),
        element("circle", cx=50, cy=40, r=5, data_touch="circle"),
        element("ellipse", cx=50, cy=40, rx=8, ry=2, data_touch="ellipse"),
        element("path", d="M10 10 h5 v-3 L30 40 l2 2 Z", data_touch="path"),
        element("path", d="M0 0C0 9 9 9 9 0A4 4 0 0 1 20 1", data_touch="curve"),
    )
    assert found["rectangle"] == Box(3, 4, 13, 24)
    assert found["circle"] == Box(45, 35, 55, 45)
    assert found["ellipse"] == Box(42, 38, 58, 42)
    assert found["path"] == Box(10, 7, 32, 42)
    assert found["curve"] == Box(0, 0, 20, 9)


def test_moving_scaling_and_turning_move_the_box() -> None:
    square = element("rect", width=10, height=10)
    found = boxes(
        element("g", square, data_touch="moved", transform="translate(5 6)"),
        element("g", square, data_piece="scaled", transform="translate(5 6) scale(2)"),
        element("g", element("g", square, transform="scale(.5)", data_part="inner"),
                transform="translate(10)", data_touch="outer"),
        element("g", square, data_touch="turned", transform="rotate(90 10 10)"),
    )  # fmt: skip
    assert found["moved"] == Box(5, 6, 15, 16)
    assert found["scaled"] == Box(5, 6, 25, 26)
    assert found["inner"] == found["outer"] == Box(10, 0, 15, 5)
    turned = found["turned"]
    assert (round(turned.left), round(turned.top)) == (10, 0)
    assert (round(turned.right), round(turned.bottom)) == (20, 10)


def test_what_is_defined_once_counts_where_it_is_used() -> None:
    ball = element("defs", element("circle", r=4, id="ball"))
    used = element("g", element("use", href="#ball"), transform="translate(20 20)", data_piece="b")
    assert boxes(ball, used) == {"b": Box(16, 16, 24, 24)}


def test_words_are_as_wide_as_their_letters_about() -> None:
    found = boxes(text("hello", x=50, y=40, font_size=10, text_anchor="middle", data_touch="word"))
    assert found["word"].middle[0] == 50
    assert 20 < found["word"].width < 35


def test_words_that_are_only_heard_are_as_wide_as_what_is_seen_and_are_no_lettering() -> None:
    drawn = element("g", unseen("a long story", 3, 9, 20, 10), data_touch="cell")
    assert boxes(drawn)["cell"].width == 20
    assert find_letterings(picture(100, 100, "all", drawn)) == []


@pytest.mark.parametrize("name", galda.game_names())
def test_everything_on_a_board_lies_on_the_board(name: str) -> None:
    position = galda.game(name).new(seed=3)
    for _ in range(12):
        svg = position.svg(position.to_act)
        everywhere = view_box(svg).grown(1)
        for id_, box in find_boxes(svg).items():
            assert box.width > 5, id_
            assert box.height > 5, id_
            assert around([box, everywhere]) == everywhere, id_
        position = position.play(position.legal_actions[-1])


def test_a_figure_can_show_a_part_of_the_board() -> None:
    game = galda.game("quixo")
    whole = view_box(Figure("Q1", "all").draw(game, "en"))
    part = view_box(Figure("Q1", "a corner", parts=("a1", "b2")).draw(game, "en"))
    assert part.width < whole.width / 2
    assert around([part, whole]) == whole


def test_a_figure_that_marks_what_is_not_there_says_what_is() -> None:
    with pytest.raises(KeyError, match="the figure of Q4 has no 'z9' on its board; it has a1, a2"):
        Figure("Q4", "", bad=("z9",)).draw(galda.game("quixo"), "en")


def test_a_figure_of_impossible_moves_is_refused_by_the_rules() -> None:
    with pytest.raises(galda.IllegalMove, match="Q7"):
        Figure("Q7", "", Setup("a1-a1")).draw(galda.game("quixo"), "en")
