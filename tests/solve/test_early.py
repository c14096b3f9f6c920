"""How early positions end is known without the solution: all of them, and rightly."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from math import comb
from pathlib import Path

import numpy as np
import pytest

import galda
from galda import Position
from galda.bots.alphabeta import AlphaBeta
from galda.bots.book_bot import BookBot
from galda.core.kernels import contract
from galda.core.kernels.static_function import sieved
from galda.core.play.solver import EarlySolver, solver_of
from galda.core.play.values import Exact, Outcome
from galda.exams.exam import all_exams
from galda.games.pylos.solve import many
from galda.games.pylos.solve.kernels.indexing import TURNED
from galda.solve.early import FILE, early_end, early_moves, early_of, worth_trying
from galda.solve.early_making import make_early, sieve_for, write_early
from galda.solve.in_memory import InMemory, hold
from galda.solve.kernels.early import AS_GUESSED, DRAWN, TURNED_ROUND, pass_all

SEED = 5
WON, DRAW, LOST = Exact(Outcome.WON), Exact(Outcome.DRAWN), Exact(Outcome.LOST)
BLIND = BookBot(AlphaBeta(depth=1, table_bits=8, seed=1))
"""A search that sees next to nothing."""


@pytest.fixture(scope="module")
def solved() -> InMemory:
    return hold(galda.game("quixo"), {"size": 3})


def solver(name: str) -> EarlySolver:
    found = solver_of(galda.game(name))
    assert isinstance(found, EarlySolver)
    return found


def shipped() -> list[str]:
    return [name for name in galda.game_names() if (galda.game(name).folder / FILE).exists()]


def test_every_early_position_ends_as_the_solution_says(solved: InMemory, tmp_path: Path) -> None:
    file = tmp_path / FILE
    made = make_early(solved, 7)
    write_early(file, [made])
    (early,) = early_of(solved.game, file)
    quixo = solver("quixo")
    start, asked = galda.game("quixo").new(size=3), 0
    for layer in range(9):
        for state in quixo.laid(start.options, quixo.whole_layer(start.options, layer)):
            states = np.array([state])
            position = Position(start.game, start.options, 0, states)
            found = early.outcome(position, solved.solver)
            if layer <= 7:
                assert found == solved.exact(position).outcome
                asked += found != np.sign(contract.evaluate(state))
            else:
                assert found is None
    assert asked > 10, "the network misjudges some of them"


def test_images_of_a_position_end_alike() -> None:
    print("seed", SEED)
    chance = random.Random(SEED)
    position = galda.game("quixo").new(size=4)
    for _ in range(4):
        position = position.play(chance.choice(position.legal_actions))
    (early,) = (each for each in early_of(position.game) if each.options == {"size": 4})
    states = position.states.copy()
    turned = np.zeros_like(states["cubes"])
    for cell in range(25):  # columns become rows
        row, column = divmod(cell, 5)
        turned |= ((states["cubes"] >> cell) & 1) << (5 * column + row)
    states["cubes"] = turned
    image = Position(position.game, position.options, 0, states)
    assert image.key != position.key
    quixo = solver_of(position.game)
    assert quixo is not None
    assert early.outcome(image, quixo) == early.outcome(position, quixo) is not None


@pytest.mark.parametrize("name", shipped())
def test_what_is_shipped_was_made_with_the_network_there_is(name: str) -> None:
    with np.load(galda.game(name).folder / FILE) as kept:
        about = json.loads(str(kept["about"]))
    assert len(early_of(galda.game(name))) == len(about), "scripts/early_make.py makes it anew"


def test_what_was_made_with_another_network_is_left_out(solved: InMemory, tmp_path: Path) -> None:
    file = tmp_path / FILE
    write_early(file, [replace(make_early(solved, 2), network="another")])
    assert early_of(solved.game, file) == ()


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


def test_a_sieve_says_what_it_was_made_to_say() -> None:
    print("seed", SEED)
    chance = np.random.default_rng(SEED)
    numbers = np.unique(chance.integers(0, 1 << 59, 5000))
    said = chance.choice([AS_GUESSED, TURNED_ROUND, DRAWN], len(numbers), p=[0.8, 0.15, 0.05])
    fields, bits = sieve_for(numbers, said, 0)
    table, words = np.array(fields), np.append(bits, np.uint32(0))
    assert [sieved(number, table, 0, words) for number in numbers] == said.tolist()
    passing = np.zeros(len(numbers), np.bool_)
    pass_all(numbers, table, words, passing)
    assert passing[said != AS_GUESSED].all() and not passing.all()


@pytest.mark.parametrize("layer", [0, 5])
def test_a_layer_of_pylos_holds_every_position_once(layer: int) -> None:
    pylos = solver("pylos")
    options = galda.game("pylos").new().options
    numbers = pylos.whole_layer(options, layer)
    states = pylos.laid(options, numbers)
    assert len(np.unique(numbers)) == len(numbers)
    assert [pylos.alike(options, state) for state in states] == numbers.tolist()
    assert {pylos.layer_of(state) for state in states} == {layer}
    images = {
        image for state in states for image in images_of(*map(int, state["balls"]))
    }  # fmt: skip
    expected = 0
    for ahead, extra in {-3: 3, -2: 1, -1: 0, 0: 0, 1: 0, 2: 3}.items():
        balls = layer - extra
        if balls >= abs(ahead) and (balls + ahead) % 2 == 0:
            expected += len(many.shapes_of(balls)) * comb(balls, (balls + ahead) // 2)
    assert len(images) == expected


def images_of(mine: int, theirs: int) -> set[tuple[int, int]]:
    return {(turned(mine, places), turned(theirs, places)) for places in TURNED.tolist()}


def turned(balls: int, places: list[int]) -> int:
    return sum(1 << to for spot, to in enumerate(places) if balls >> spot & 1)
