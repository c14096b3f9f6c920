"""Pylos solved: numbering, and every kind of turn against the rules themselves."""

from __future__ import annotations

import random
from math import comb
from typing import Any

import numpy as np
import pytest

import galda
from galda import Position
from galda.core.play.solver import Counts
from galda.games.pylos.rules import rules
from galda.games.pylos.solve import solver
from galda.games.pylos.solve.kernels import indexing, retrograde, singly, steps
from galda.games.pylos.solve.kernels.singly import SwiftMoves
from galda.games.pylos.solve.solver import FEW_LEFT, NOTHING_SETTLED, SOLVER, PylosRun
from galda.solve.devices import Cpu

VARIANTS = ["beginners", "standard", "expert"]


def number_of(mine: int, theirs: int) -> int:
    homes = indexing.homes()
    return int(indexing.place_of(mine, theirs, homes.shapes, homes.home, homes.balls, homes.base))


def position_with(variant: str, mine: int, theirs: int) -> Position:
    """Light to move, with these balls on the board."""
    game = galda.game("pylos")
    states = np.zeros(1, rules.State)
    states[0].balls[0], states[0].balls[1] = mine, theirs
    states[0].reserve[0] = rules.BALLS_EACH - mine.bit_count()
    states[0].reserve[1] = rules.BALLS_EACH - theirs.bit_count()
    states[0].variant = rules.VARIANTS.index(variant)
    return Position(game, {"players": 2, "variant": variant}, None, states)


def ends_of_turn(position: Position, removed: int = 0) -> list[tuple[Position, int]]:
    """Every position a turn can lead to, with the number of balls removed in it; -1: placing."""
    found = []
    for action in position.legal_actions:
        after = position.play(action)
        gone = removed + (rules.REMOVE <= action < rules.RAISE)
        if after.in_turn:
            found += ends_of_turn(after, gone)
        else:
            stopped = action == rules.STOP or gone > 0
            found.append((after, gone if stopped else -1))
    return found


def test_all_shapes_and_positions_are_numbered() -> None:
    homes = indexing.homes()
    assert len(homes.shapes) == 141_119, "the published 141 120 shapes but the finished pyramid"
    assert homes.orbit.sum() == 141_119
    balls = np.bitwise_count(homes.balls)
    positions = comb(30, 15) + sum(
        int(orbit) * comb(int(n), k)
        for orbit, n in zip(homes.orbit, balls, strict=True)
        for k in range(max(0, int(n) - 15), min(15, int(n)) + 1)
    )
    assert positions == 12_507_810_089


def test_symmetric_positions_share_a_number_and_others_do_not() -> None:
    chance = random.Random(5)
    seen: dict[int, set[tuple[int, ...]]] = {}
    for _ in range(3000):
        shape = int(chance.choice(indexing.homes().shapes[:4000]))
        mine = shape & chance.getrandbits(30)
        images = {
            tuple(int(n) for n in indexing.turn_all(np.array([mine, shape & ~mine]), symmetry))
            for symmetry in range(indexing.SYMMETRIES)
        }
        numbers = {number_of(*image) for image in images}
        stabiliser = len(images) < indexing.SYMMETRIES
        assert len(numbers) == 1 or stabiliser or shape_is_symmetric(shape)
        for number in numbers:
            known = seen.setdefault(number, images)
            assert known & images


def shape_is_symmetric(shape: int) -> bool:
    one = np.array([shape])
    return any(int(indexing.turn_all(one, s)[0]) == shape for s in range(1, indexing.SYMMETRIES))


def make_symmetric(marks: Any, number: int, base: int) -> None:
    """Give positions of a home that are one another's image the same mark."""
    balls = int(indexing.homes().balls[number])
    spots = [spot for spot in range(rules.SPOTS) if balls >> spot & 1]
    masks = np.arange(1 << len(spots))
    here = marks[base : base + len(masks)]
    lowest = here.copy()
    for symmetry in range(1, indexing.SYMMETRIES):
        to = [int(indexing.TURNED[symmetry, spot]) for spot in spots]
        if sorted(to) == spots:
            image = sum((masks >> k & 1) << spots.index(spot) for k, spot in enumerate(to))
            lowest = np.minimum(lowest, here[image])
    here[:] = lowest


def start_small(variant: str, most: int, chance: random.Random) -> PylosRun:
    """A run whose marks up to so many balls are anything at all."""
    homes = indexing.homes()

    class Small(Cpu):
        def zeros(self, name: str, size: int, dtype: Any) -> Any:
            return np.lib.stride_tricks.as_strided(np.zeros(1, dtype), (size,), (0,))

    run = PylosRun(variant, Small(1), [0, most, 0, NOTHING_SETTLED])
    kept = np.zeros(homes.size - int(homes.base[homes.homes_of(most)[0]]), np.uint8)
    kept[:] = np.random.default_rng(chance.randrange(99)).integers(0, 255, len(kept))
    for number in range(homes.homes_of(most)[0], len(homes.balls)):
        if homes.orbit[number] < indexing.SYMMETRIES:
            make_symmetric(kept, number, int(homes.base[number]) - homes.size + len(kept))
    run.marks = kept
    run._moves = run._moves._replace(base=homes.base - (homes.size - len(kept)))
    return run


@pytest.mark.parametrize("directly", [False, True])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_mark_follows_from_all_turns_of_the_rules(variant: str, directly: bool) -> None:
    seed = 7  # with many seeds there are more than enough to compare, but not with every one
    print(f"seed {seed}")
    chance = random.Random(seed)
    run, homes = start_small(variant, 12, chance), indexing.homes()
    first = homes.size - len(run.marks)
    if directly:
        run.cursor[3] = FEW_LEFT
    compared = 0
    for n in (4, 7, 9, 11):
        before = run.marks.copy()
        run._earned.clear()
        run._sweep(n)
        for _ in range(60):
            shape = int(homes.balls[chance.choice(homes.homes_of(n))])
            mine = shape & chance.getrandbits(30) & chance.choice([shape, chance.getrandbits(30)])
            position = position_with(variant, mine, shape & ~mine)
            number = number_of(mine, shape & ~mine) - first
            if directly and turns(int(before[number])) <= FEW_LEFT:
                assert run.marks[number] == before[number], "settled"
                continue
            # Balls removed may lead to marks that were looked at before this sweep changed them.
            old, new = [], []
            for after, removed in ends_of_turn(position):
                other = int(after.state.balls[0]), int(after.state.balls[1])
                place = number_of(other[1], other[0]) - first
                stale = removed >= 0 and sum(other).bit_count() == n
                old.append(int((before if stale else run.marks)[place]))
                new.append(int(run.marks[place]))
            if not directly or min(old) == min(new):
                assert run.marks[number] == mark_from(min(old))
                compared += 1
    assert compared > 60


def swift_moves(run: PylosRun, most: int) -> SwiftMoves:
    """The steps as a card has them, for homes with so many balls or fewer."""
    homes = indexing.homes()
    first, listed, images = steps.make_steps(run.code, homes.shapes, homes.home, homes.balls)
    pieces = np.zeros(len(listed) * singly.TABLE, np.uint32)
    begin = int(first[homes.homes_of(most)[0]]) * singly.TABLE
    singly.pieces_span(begin, len(pieces), images, pieces)
    return SwiftMoves(
        run._moves.base, run._moves.in_level, first.astype(np.uint32),
        singly.first_removals(first, listed), singly.fields_of(listed), pieces,
    )  # fmt: skip


@pytest.mark.parametrize("variant", ["standard", "expert"])
def test_threads_of_a_card_find_the_same_marks_one_by_one(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed = 3
    print(f"seed {seed}")
    one, other = (start_small(variant, 12, random.Random(seed)) for _ in range(2))
    other._moves, other._singly, other.low_bits = swift_moves(other, 8), True, 0
    for n, few_left in ((7, FEW_LEFT), (6, NOTHING_SETTLED), (5, FEW_LEFT), (2, NOTHING_SETTLED)):
        monkeypatch.setattr(solver, "FEW_LEFT", few_left)
        changes = one._sweep(n)
        assert changes > 10
        assert other._sweep(n) == changes
        assert np.array_equal(one.marks, other.marks)


def turns(mark: int) -> int:
    return 1000 if mark == 128 else mark if mark < 128 else 255 - mark


def mark_from(best: int) -> int:
    """The mover's mark, given the lowest mark the opponent can be left with."""
    return (254 - best if best < 128 else 256 - best if best > 128 else 128) % 256


def test_reserves_decide_before_anything_else() -> None:
    run = start_small("standard", 12, random.Random(1))
    counts = run.counts()
    of_thirty, of_29 = next(counts)[1], next(counts)[1]
    assert of_thirty + of_29 == Counts(2 * comb(29, 14), 2 * comb(29, 14), 0)
    full = (1 << 29) - 1
    mine = sum(1 << k for k in range(14))
    solver = SOLVER
    state = position_with("standard", mine, full & ~mine).state
    assert solver.read(state, -1).outcome == 1
    state = position_with("standard", full & ~mine, mine).state
    assert solver.read(state, -1).outcome == -1
    assert retrograde.UNKNOWN == 128
