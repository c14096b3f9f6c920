"""Pieces keep their names from board to board, so that pages can move them along their real way."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

import galda
from galda import Position
from galda.core.play.terms import SHAPES, Shape
from galda.core.show.outline import Box, find_boxes
from support import random_game

MOST = 60


def pieces(position: Position, prefixes: tuple[str, ...], shape: Shape) -> dict[str, Box]:
    """Where the pieces of some kinds lie."""
    boxes = find_boxes(re.sub(r" data-touch='[^']*'", "", position.svg(shape=shape)))
    return {name: box for name, box in boxes.items() if name.startswith(prefixes)}


def moved(before: dict[str, Box], after: dict[str, Box]) -> set[str]:
    """The pieces that lie elsewhere."""
    return {
        name
        for name in before.keys() & after.keys()
        if max(abs(a - b) for a, b in zip(before[name].middle, after[name].middle, strict=True)) > 1
    }


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("players", [2, 4])
def test_a_pushed_row_moves_together(players: int, shape: Shape) -> None:
    for before, after in list(pairwise(random_game("quixo", {"players": players}, 3)))[:MOST]:
        boards = [pieces(position, ("cube-",), shape) for position in (before, after)]
        assert boards[0].keys() == boards[1].keys()
        assert len(boards[0]) == 25
        gone = moved(*boards)
        path = before.game.notation.touches(before, after.action or 0)
        if len(path) > 1:
            columns = {"abcde".index(path[0][0]), "abcde".index(path[1][0])}
            rows = {int(path[0][1]), int(path[1][1])}
            assert len(gone) == max(max(columns) - min(columns), max(rows) - min(rows)) + 1


@pytest.mark.parametrize("shape", SHAPES)
def test_a_ball_is_the_same_wherever_it_lies(shape: Shape) -> None:
    for before, after in list(pairwise(random_game("pylos", {}, 4)))[:MOST]:
        boards = [pieces(position, ("light-", "dark-"), shape) for position in (before, after)]
        assert boards[0].keys() == boards[1].keys()
        assert len(boards[0]) == 30
        assert len(moved(*boards)) == (after.action != galda.game("pylos").rules.action_count - 1)


@pytest.mark.parametrize("players", [2, 5])
def test_a_card_goes_from_the_row_to_its_tower_and_on_to_the_pile(players: int) -> None:
    kinds = ("candy", "horror", "tree", "scrap", "sand")
    for before, after in list(pairwise(random_game("towers", {"players": players}, 5)))[:MOST]:
        if not after.in_turn:
            continue  # between rounds, cards leave for the deck and come from it
        was, now = (pieces(position, kinds, "wide") for position in (before, after))
        if before.in_turn:
            assert was.keys() == now.keys()
            written = before.write(after.action or 0)
            if written not in ("keep",):
                assert len(moved(was, now)) >= 1, written
