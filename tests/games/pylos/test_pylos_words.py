"""Pylos in words and pictures: notation, sentences, refusals, the drawn board."""

from __future__ import annotations

import pickle
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from pyramids import PYLOS, balls, play, pyramid, words

from galda import Position, UnreadableMove
from galda.games.pylos.rules import rules
from support import ALL_STARTS, random_game, refused

PYLOS_STARTS = [start for start in ALL_STARTS if start.values[0] == "pylos"]
MIXED = "DLDL LDLD DLDL LDLD"


def test_spots_have_several_names() -> None:
    start = PYLOS.new()
    assert start.find("1b2") == start.find("b2") == start.find(" B2 ") == 5
    last = pyramid(MIXED, "DLD LDL DLD", "LD DL")
    assert last.find("4a1") == last.find("top") == rules.TOP
    raised = pyramid(MIXED, "... LL. L..")
    assert raised.find("d4>2b1") == raised.find("1d4 > 2b1")


@pytest.mark.parametrize(
    "text", ["e1", "2d1", "2a4", "3c1", "4b2", "a1>", "a1>a5", "--a1", "a1-b1"]
)
def test_spots_that_no_pyramid_has_are_not_read(text: str) -> None:
    with pytest.raises(UnreadableMove, match="a1>2b2"):
        PYLOS.new().play(text)


def test_a_turn_reads_as_its_actions() -> None:
    position = play(pyramid(MIXED, "... LL. L.."), "d4>2b1 -d2 -2b1")
    written = [p.write(q.action) for p, q in _steps(position)]
    assert written == ["d4>2b1", "-d2", "-2b1"]
    said = [p.sentence(q.action) for p, q in _steps(position)]
    assert said == [
        "Light raises the ball on d4 to 2b1.",
        "Light takes back the ball on d2.",
        "Light takes back the ball on 2b1.",
    ]
    expert = pyramid(".... .... .... LL.L", variant="expert").play("c1")
    assert expert.sentence(rules.STOP) == "Light removes no ball."
    assert expert.play("-a1").sentence(rules.STOP) == "Light removes no other ball."
    assert PYLOS.new().sentence(0) == "Light places a ball on a1."
    assert pyramid(to_act=1).sentence(rules.TOP) == "Dark puts a ball on the top of the pyramid."


def _steps(position: Position) -> list[tuple[Position, Any]]:
    past = position.history()
    return list(pairwise(past))


def test_refusals_say_what_would_be_right() -> None:
    position = pyramid(".... .... LD.. DL..", "... ... L..")
    sentences = {
        "b1>2b2": "the ball on b1 carries the one on 2a1; choose one that carries nothing.",
        "2b1": "2b1 is not supported yet: there is no ball on c1, c2.",
        "a1": "your opponent's ball lies on a1; place one of yours on a free spot.",
        "b1": "your ball lies on b1 already; place one on a free spot, "
        "or say where to raise this one.",
        "a1>2a1": "the ball on a1 is your opponent's; raise one of your own.",
        "c1>2a1": "there is no ball on c1 to raise.",
        "2a1>a1": "a1 is no higher than 2a1; a raised ball goes up a level.",
        "-a1": "you remove balls only after completing a square of your colour; "
        "place a ball or raise one.",
    }
    for move, sentence in sentences.items():
        refusal = position.why_not(move)
        assert refusal is not None
        assert refusal.sentence == sentence


def test_the_order_of_removals_is_explained() -> None:
    position = pyramid(".... .... LL.. L...").play("b1")
    refusal = position.play("-b1").why_not("-a1")
    assert refusal is not None
    assert "take a1 first, then b1" in refusal.sentence
    late = position.play("-b2").why_not("-a1")
    assert late == pyramid(".... .... LL.. L...").play("b1").play("-b2").why_not("-a1")
    assert late is not None
    assert "take a1 first, then b2" in late.sentence


def test_the_next_player_is_not_told_of_a_third_ball() -> None:
    position = play(pyramid(".... D... LL.. L..."), "b1 -a1 -b1")
    assert refused(position, "-a3") == "P7"
    assert refused(position, "-a2") == "P9"


def test_more_touches_than_a_move_has_are_refused() -> None:
    refusal = PYLOS.new().why_not(("a1", "2a1", "3a1"))
    assert refusal is not None
    assert refusal.rule == "P4"


@pytest.mark.parametrize(("name", "options"), PYLOS_STARTS)
def test_nobody_is_ever_asked_only_whether_to_stop(name: str, options: dict[str, Any]) -> None:
    for seed in range(5):
        for position in random_game(name, options, seed):
            assert words(position) != ["stop"]


def test_the_board_offers_only_spots_that_can_receive_a_ball() -> None:
    svg = ElementTree.fromstring(pyramid(".... .... LD.. DL..").svg())
    touchable = {e.get("data-touch") for e in svg.iter() if e.get("data-touch")}
    assert {"2a1", "c1", "a1"} <= touchable
    assert not {"2b1", "3a1", "top", "stop"} & touchable


def test_the_board_shows_every_ball_on_it_or_in_reserve() -> None:
    for position in random_game("pylos", {"variant": "expert"}, 11):
        svg = ElementTree.fromstring(position.svg())
        assert len([e for e in svg.iter() if e.get("data-piece")]) == 30


def test_a_raised_ball_stays_the_same_piece() -> None:
    def piece(position: Position, spot: str) -> str | None:
        svg = ElementTree.fromstring(position.svg())
        return next(e.get("data-piece") for e in svg.iter() if e.get("data-touch") == spot)

    position = play(PYLOS.new(), "d4 a1 b2 a2 c4 b1")
    assert piece(position.play("d4>2a1"), "2a1") == piece(position, "d4")


def test_a_view_that_travelled_alone_can_still_be_drawn() -> None:
    position = play(PYLOS.new(), "d4 a1 b2 a2 c4 b1")
    alone = pickle.loads(pickle.dumps(position.seen_by(0)))
    assert balls(alone) == balls(position)
    assert alone.svg(0)


def test_the_terminal_shows_levels_side_by_side() -> None:
    position = pyramid(".... .... LD.. DL..").play("2a1")
    lines = PYLOS.board.print(position, 0, "en").splitlines()
    assert len(lines) == 7
    assert lines[3].count("●") == 1
    assert lines[3].count("○") == 2
    assert "Light: 12 in reserve" in lines[5]
