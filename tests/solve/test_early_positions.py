"""The book: how early positions end is known without the solution, of all and rightly."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

import galda
from galda import Position
from galda.bots.alphabeta import AlphaBeta
from galda.bots.book_bot import BookBot
from galda.core.play.values import Exact, Outcome
from galda.exams.exam import all_exams
from galda.solve.book import (
    FILE,
    chapter_for,
    chapters_of,
    early_end,
    early_moves,
    worth_trying,
)

SEED = 5
WON, DRAW, LOST = Exact(Outcome.WON), Exact(Outcome.DRAWN), Exact(Outcome.LOST)
BLIND = BookBot(AlphaBeta(depth=1, table_bits=8, seed=1))
"""A search that sees next to nothing."""


def shipped() -> list[str]:
    return [name for name in galda.game_names() if (galda.game(name).folder / FILE).exists()]


def test_images_of_a_position_end_alike() -> None:
    print("seed", SEED)
    chance = random.Random(SEED)
    position = galda.game("quixo").new(size=4)
    for _ in range(4):
        position = position.play(chance.choice(position.legal_actions))
    chapter = chapter_for(position)
    assert chapter is not None
    states = position.states.copy()
    turned = np.zeros_like(states["cubes"])
    for cell in range(25):  # columns become rows
        row, column = divmod(cell, 5)
        turned |= ((states["cubes"] >> cell) & 1) << (5 * column + row)
    states["cubes"] = turned
    image = Position(position.game, position.options, 0, states)
    assert image.key != position.key
    assert chapter.outcome(image) == chapter.outcome(position) is not None


@pytest.mark.parametrize("name", shipped())
def test_what_is_shipped_was_made_with_the_network_there_is(name: str) -> None:
    with np.load(galda.game(name).folder / FILE) as kept:
        about = json.loads(str(kept["about"]))
    found = [chapter.early is not None for chapter in chapters_of(galda.game(name))]
    assert found == [each["early"] is not None for each in about], "lab.early.make makes it anew"
    assert any(found)


@pytest.mark.parametrize("name", shipped())
def test_what_was_made_with_another_network_is_left_out(name: str, tmp_path: Path) -> None:
    game = galda.game(name)
    with np.load(game.folder / FILE) as kept:
        arrays = dict(kept)
    about = json.loads(str(arrays["about"]))
    about[-1]["early"]["network"] = "another"
    arrays["about"] = np.array(json.dumps(about))
    np.savez(tmp_path / FILE, **arrays)
    *others, last = chapters_of(game, tmp_path / FILE)
    assert last.early is None
    assert any(chapter.early is not None for chapter in others)
    assert last.outcome(game.new(seed=0, **last.options)) is None


@pytest.mark.parametrize("name", shipped())
def test_what_is_shipped_agrees_with_the_exams(name: str) -> None:
    known = 0
    for exam in all_exams(galda.game(name)):
        for position, codes in zip(exam.positions[:80], exam.values[:80], strict=True):
            for value, code in zip(early_moves(position).values(), codes, strict=True):
                if value is not None:
                    known += 1
                    assert value.outcome == (code > 0) - (code < 0), position.text
    assert known > 500


def test_early_turns_keep_the_value_however_little_is_searched() -> None:
    looked_at = 0
    for exam in all_exams(galda.game("quixo")):
        for position, codes in zip(exam.positions[:100], exam.values[:100], strict=True):
            if exam.options["size"] == 4 and None not in early_moves(position).values():
                chosen = codes[position.legal_actions.index(BLIND.choose(position))]
                assert np.sign(chosen) == max(np.sign(codes)), position.text
                looked_at += 1
    assert looked_at > 50


def test_advice_on_early_positions_is_exact_and_the_right_move_comes_first() -> None:
    (exam, _) = (each for each in all_exams(galda.game("quixo")) if each.options["size"] == 4)
    for position, codes in list(zip(exam.positions, exam.values, strict=True))[:40]:
        if None in early_moves(position).values():
            continue
        moves = BLIND.suggest(position)
        assert all(isinstance(move.value, Exact) for move in moves)
        chosen = codes[position.legal_actions.index(moves[0].action)]
        assert np.sign(chosen) == max(np.sign(codes))


@pytest.mark.parametrize(
    ("known", "wanted"),
    [
        ({1: WON, 2: LOST, 3: None}, [1]),
        ({1: DRAW, 2: LOST, 3: None}, [1, 3]),
        ({1: LOST, 2: LOST, 3: None}, [3]),
        ({1: LOST, 2: DRAW, 3: LOST}, [2]),
        ({1: None, 2: None}, [1, 2]),
        ({1: LOST, 2: LOST}, [1, 2]),
    ],
)
def test_what_is_not_known_is_tried_unless_a_win_is(
    known: dict[int, Exact | None], wanted: list[int]
) -> None:
    assert worth_trying(known) == wanted


@pytest.mark.parametrize(
    ("known", "end", "wanted"),
    [
        ({1: DRAW, 2: LOST, 3: None}, Outcome.WON, [3]),
        ({1: DRAW, 2: LOST, 3: None}, Outcome.DRAWN, [1]),
        ({1: LOST, 2: None, 3: None}, Outcome.DRAWN, [2, 3]),
        ({1: LOST, 2: None, 3: None}, Outcome.LOST, [1, 2, 3]),
        ({1: WON, 2: WON, 3: None}, Outcome.WON, [1, 2]),
        ({1: None, 2: None}, Outcome.DRAWN, [1, 2]),
    ],
)
def test_how_the_position_itself_ends_tells_what_falls_short_of_it(
    known: dict[int, Exact | None], end: Outcome, wanted: list[int]
) -> None:
    assert worth_trying(known, end) == wanted


def test_a_position_says_how_it_ends_between_turns_alone() -> None:
    start = galda.game("pylos").new(variant="expert")
    assert early_end(start) == Outcome.LOST
    removing = galda.game("pylos").position(
        "pylos variant=expert DDLD/LDD./LLLD/DLD.|LD./LD./... 2 removed=2b1"
    )
    assert removing.in_turn and early_end(removing) is None
    assert early_end(galda.game("alhambra").new()) is None


def test_what_falls_short_of_the_position_itself_is_not_played() -> None:
    position = galda.game("pylos").position(
        "pylos variant=expert .D.L/DDDL/DL.L/LLLD|.../L../... 2", seed=0
    )
    known, end = early_moves(position), early_end(position)
    assert None in known.values()
    assert len(worth_trying(known)) == 3
    (right,) = worth_trying(known, end)
    assert BLIND.choose(position) == right
