"""Files of early positions made anew: every position of a layer, and how it ends."""

from __future__ import annotations

from math import comb
from pathlib import Path

import numpy as np
import pytest

import galda
from galda import Position
from galda.core.kernels import contract
from galda.core.kernels.static_function import sieved
from galda.core.play.solver import EarlySolver, solver_of
from galda.games.pylos.solve import many
from galda.games.pylos.solve.kernels.indexing import TURNED
from galda.solve.book import FILE, chapters_of, openings_of
from galda.solve.in_memory import InMemory, hold
from galda.solve.kernels.early import AS_GUESSED, DRAWN, TURNED_ROUND
from lab.book import put_into_book
from lab.early.kernels.guessing import pass_all
from lab.early.listing import WHOLE_LAYERS
from lab.early.making import make_early, sieve_for

SEED = 5


@pytest.fixture(scope="module")
def solved() -> InMemory:
    return hold(galda.game("quixo"), {"size": 3})


def solver(name: str) -> EarlySolver:
    found = solver_of(galda.game(name))
    assert isinstance(found, EarlySolver)
    return found


def test_what_is_shipped_of_a_small_board_is_found_again(solved: InMemory) -> None:
    (kept,) = (each.early for each in chapters_of(solved.game) if each.options["size"] == 3)
    assert kept is not None
    made = make_early(solved, kept.layers)
    assert made.network == kept.network
    assert np.array_equal(made.sieves, kept.sieves) and np.array_equal(made.bits, kept.bits)


def test_every_early_position_ends_as_the_solution_says(solved: InMemory, tmp_path: Path) -> None:
    file = tmp_path / FILE
    made = make_early(solved, 7)
    put_into_book(solved.game, [(solved.options, made)], file)
    (chapter,) = chapters_of(solved.game, file)
    quixo = solver("quixo")
    start, asked = galda.game("quixo").new(size=3), 0
    for layer in range(9):
        for state in quixo.laid(start.options, WHOLE_LAYERS["quixo"](start.options, layer)):
            states = np.array([state])
            position = Position(start.game, start.options, 0, states)
            found = chapter.outcome(position)
            if layer <= 7:
                assert found == solved.exact(position).outcome
                asked += found != np.sign(contract.evaluate(state))
            else:
                assert found is None
    assert asked > 10, "the network misjudges some of them"


def test_a_part_of_a_book_is_written_anew_and_the_others_stay(
    solved: InMemory, tmp_path: Path
) -> None:
    file, game = tmp_path / FILE, solved.game
    file.write_bytes((game.folder / FILE).read_bytes())
    before = chapters_of(game, file)
    put_into_book(game, [(solved.options, make_early(solved, 2))], file)
    after = chapters_of(game, file)
    assert [chapter.options for chapter in after] == [chapter.options for chapter in before]
    for one, other in zip(before, after, strict=True):
        if one.openings is not None:
            assert other.openings is not None
            assert np.array_equal(one.openings.numbers, other.openings.numbers)
            assert np.array_equal(one.openings.codes, other.openings.codes)
        assert one.early is None or other.early is not None
        if one.early is not None and other.early is not None:
            changed = one.options["size"] == 3
            assert (one.early.layers, other.early.layers) == ((4, 2) if changed else (9, 9))
            assert changed != np.array_equal(one.early.bits, other.early.bits)
    assert openings_of(game)


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
    numbers = WHOLE_LAYERS["pylos"](options, layer)
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
