"""Shipped puzzles checked by a solution in memory, and turns counted where it counts none."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import galda
from galda.core.play.options import Value
from galda.core.play.position import Position
from galda.core.play.values import Outcome
from galda.puzzles.puzzle import Puzzle, Question, Refutation, whole_turns
from lab import solution_in_memory
from lab.puzzles import check as checking
from lab.puzzles import exact as mining
from lab.puzzles.kernels.quixo_depths import Counter
from lab.solution_in_memory import At, value_of

QUIXO = galda.game("quixo")
SEED = 5
PLENTY = 10**7


def options(size: int) -> dict[str, Value]:
    return QUIXO.read_options({"size": size})


@pytest.fixture(scope="module", autouse=True)
def solved() -> None:
    """The small board, solved."""
    At.start = QUIXO.new(seed=0, **options(3))
    At.held = solution_in_memory.solve("quixo", options(3), "cpu", 0.0)
    At.work = None


def mined() -> Puzzle:
    """A puzzle of the small board whose line has two questions."""
    for number, record in enumerate(mining.play_games("quixo", options(3), 0, 60)):
        for each in mining.find_candidates((number, record)):
            entry = mining.make_line(((each, []), record))
            if len(entry["line"]) > 1 and entry["worth"] == 100:
                questions = tuple(
                    Question(right, reply, tuple(Refutation(*one) for one in wrong))
                    for right, reply, wrong in entry["line"]
                )
                return Puzzle(
                    QUIXO, 1, options(3), 0, tuple(entry["actions"]), 100, True, 1, None, questions
                )
    raise AssertionError("no such puzzle on the small board")


def test_a_right_puzzle_has_no_faults_and_a_wrong_one_says_which() -> None:
    puzzle = mined()
    checked = checking.check_puzzle(puzzle)
    assert checked.faults == ()
    assert checked.turns == sum(len(each.wrong) + 1 for each in puzzle.questions)
    assert "worth 100, not 50" in checking.check_puzzle(replace(puzzle, worth=50)).faults[0]
    first, *rest = puzzle.questions
    (lie, *others) = first.wrong
    liar = replace(first, wrong=(replace(lie, worth=50 - lie.worth), *others))
    faults = checking.check_puzzle(replace(puzzle, questions=(liar, *rest))).faults
    assert len(faults) == 1
    assert faults[0].startswith("question 1")


def decided(position: Position) -> bool:
    return not position.is_over and At.held.exact(position).outcome != Outcome.DRAWN


def test_counted_turns_follow_from_those_one_turn_later() -> None:
    """Whoever wins takes the shortest way, whoever loses the longest: that defines the number."""
    print("seed", SEED)
    chance, counter = random.Random(SEED), Counter(At.held.options, At.held.arrays)

    def turns(at: Position) -> int:
        found, _ = counter.turns(at, PLENTY)
        assert found is not None
        return found

    seen = set()
    for _ in range(12):
        position = At.start
        while not position.is_over:
            if decided(position):
                won = At.held.exact(position).outcome == Outcome.WON
                ways = [
                    0 if end.is_over else turns(end)
                    for _, end in whole_turns(position)
                    if value_of(end, position.to_act).outcome == (1 if won else -1)
                ]
                assert turns(position) == 1 + (min(ways) if won else max(ways))
                seen.add(turns(position))
            position = position.play(chance.choice(position.legal_actions))
    assert {1, 2, 3, 4, 5} <= seen


def test_who_may_look_at_few_positions_counts_nothing_wrong() -> None:
    counter = Counter(At.held.options, At.held.arrays)
    full, _ = counter.turns(At.start, PLENTY)
    assert full is not None
    fresh = Counter(At.held.options, At.held.arrays)
    none, not_within = fresh.turns(At.start, 200)
    assert none is None
    assert not_within < full
