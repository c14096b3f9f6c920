"""The shipped puzzles: as many as promised, no two alike, and each of them right.

They were found by the exact solutions or by large searches; here other ways have to agree:
trying everything where the end is near, looking ahead, a tablebase where the user has one.
"""

from __future__ import annotations

import gzip
import json
import random
import zipfile
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import galda
from galda.bots.alphabeta import AlphaBeta
from galda.bots.mcts import Mcts
from galda.core.play.position import Position
from galda.core.play.solver import solver_of
from galda.core.play.values import Exact, Outcome
from galda.puzzles.puzzle import LEVELS, Puzzle, Refutation, choices, whole_turns
from galda.puzzles.shelf import (
    FILE,
    find_puzzle,
    games_with_puzzles,
    puzzles_of,
    read_puzzles,
    write_puzzles,
)
from galda.puzzles.words import solution, task, verdict
from galda.solve.book import FILE as BOOK
from galda.solve.oracle import exact_value
from galda.solve.user_tablebases import tablebase_for

SOLVED = [game.name for game in games_with_puzzles() if solver_of(game) is not None]
SEARCHED = [game.name for game in games_with_puzzles() if solver_of(game) is None]
SEED = 17
SAMPLE = 12
SHORTEST = 40
"""As many of the shortest ones are tried out in every way."""
NEAR = 7
"""Turns within which looking ahead sees an end."""
DEEPER = 3
LARGE = 6_000
"""Games sampled by a search that has to agree."""


def sample(name: str, count: int = SAMPLE) -> list[Puzzle]:
    print("seed", SEED)
    return random.Random(SEED).sample(puzzles_of(galda.game(name)), count)


def test_there_are_as_many_as_promised_in_five_difficulties_and_few_bytes() -> None:
    assert {game.name for game in games_with_puzzles()} == set(galda.game_names())
    folders = [galda.game(name).folder for name in galda.game_names()]
    files = [folder / FILE for folder in folders]
    books = [folder / BOOK for folder in folders if (folder / BOOK).exists()]
    openings = sum(
        part.compress_size
        for book in books
        for part in zipfile.ZipFile(book).infolist()
        if part.filename.endswith((".steps.npy", ".codes.npy"))
    )
    assert openings > 10_000
    assert sum(file.stat().st_size for file in files) + openings <= 1_000_000
    for name in galda.game_names():
        puzzles = puzzles_of(galda.game(name))
        assert len(puzzles) >= (2000 if name in SOLVED else 300)
        assert {puzzle.level for puzzle in puzzles} == set(LEVELS)
        assert [puzzle.number for puzzle in puzzles] == list(range(1, len(puzzles) + 1))


@pytest.mark.parametrize("name", SOLVED)
def test_no_two_are_alike_by_symmetry(name: str) -> None:
    solver = solver_of(galda.game(name))
    assert solver is not None
    seen = {
        (tuple(puzzle.options.values()), solver.alike(puzzle.options, puzzle.start.state))
        for puzzle in puzzles_of(galda.game(name))
    }
    assert len(seen) == len(puzzles_of(galda.game(name)))


@pytest.mark.parametrize("name", SEARCHED)
def test_no_two_searched_ones_are_the_same_position(name: str) -> None:
    puzzles = puzzles_of(galda.game(name))
    assert len({(puzzle.seed, puzzle.actions) for puzzle in puzzles}) == len(puzzles)


def check_line(puzzle: Puzzle) -> None:
    """Every choice is answered, the line can be played, and it ends as it is told."""
    start = position = puzzle.start
    assert not start.in_turn
    assert not start.is_over
    for asked, question in enumerate(puzzle.questions):
        assert position.to_act == puzzle.solver
        every = list(choices(position, whole=puzzle.proved))
        assert every.count(question.right) == 1
        assert len(question.wrong) == len(every) - 1 >= 1
        assert puzzle.judge(asked, question.right) is True
        others = [choice for choice in every if choice != question.right]
        for other, refutation in zip(others, question.wrong, strict=True):
            assert puzzle.judge(asked, other) == refutation
            assert refutation.worth < puzzle.worth
            end = position.play_all((*other, *refutation.reply))
            assert refutation.reply or end.is_over or not puzzle.proved
            if end.is_over and puzzle.proved and puzzle.worth == 50:
                assert puzzle.solver not in end.winners
        position = position.play_all((*question.right, *question.reply))
    assert puzzle.level in LEVELS
    if puzzle.proved:
        assert len(puzzle.actions) + (puzzle.turns or 40) < 100, "no draw for want of progress"
        assert puzzle.worth in (50, 100)
        assert not puzzle.questions[-1].reply
        assert all(question.reply for question in puzzle.questions[:-1])
    if puzzle.turns is not None and puzzle.turns == 2 * len(puzzle.questions) - 1:
        assert position.is_over
        assert puzzle.solver in position.winners
    assert solution(puzzle)


@pytest.mark.parametrize("name", SOLVED + SEARCHED)
def test_lines_can_be_played_and_every_choice_is_answered(name: str) -> None:
    for puzzle in sample(name):
        check_line(puzzle)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", SOLVED + SEARCHED)
def test_all_lines_can_be_played_and_every_choice_is_answered(name: str) -> None:
    for puzzle in puzzles_of(galda.game(name)):
        check_line(puzzle)


def wins_within(position: Position, seat: int, turns: int) -> bool:
    """Whether a seat wins within so many turns whatever the other does: everything is tried."""
    if position.is_over:
        return position.winners == (seat,)
    if turns == 0:
        return False
    ends = (end for _, end in whole_turns(position))
    if position.to_act == seat:
        return any(wins_within(end, seat, turns - 1) for end in ends)
    return all(wins_within(end, seat, turns - 1) for end in ends)


def check_by_trying(puzzle: Puzzle) -> None:
    """Only the right turn wins as soon as it is told to, and no turn wins sooner."""
    assert puzzle.turns is not None
    for turn, end in whole_turns(puzzle.start):
        right = turn == puzzle.questions[0].right
        assert wins_within(end, puzzle.solver, puzzle.turns - 1) == right
        if right and puzzle.turns > 2:
            assert not wins_within(end, puzzle.solver, puzzle.turns - 3)


def shortest(name: str) -> list[Puzzle]:
    counted = [puzzle for puzzle in puzzles_of(galda.game(name)) if puzzle.turns is not None]
    return sorted(counted, key=lambda puzzle: (puzzle.turns, puzzle.number))[:SHORTEST]


@pytest.mark.parametrize("name", SOLVED)
def test_the_shortest_are_right_when_everything_is_tried(name: str) -> None:
    for puzzle in shortest(name)[:2]:
        check_by_trying(puzzle)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", SOLVED)
def test_more_short_ones_are_right_when_everything_is_tried(name: str) -> None:
    for puzzle in shortest(name):
        check_by_trying(puzzle)


def seen_ahead(position: Position, turns: int) -> Exact | None:
    """How a position ends for the seat to act, if looking ahead so far sees it."""
    values = [move.value for move in AlphaBeta(turns, table_bits=16).suggest(position)]
    best = max(values)
    return best if isinstance(best, Exact) else None


def check_by_looking_ahead(puzzle: Puzzle) -> bool:
    """No end in sight says otherwise; whether the right turn's win was seen."""
    position = puzzle.start
    for asked, question in enumerate(puzzle.questions):
        others = [c for c in choices(position, whole=True) if c != question.right]
        for other, refutation in zip(others, question.wrong, strict=True):
            end = position.play_all(other)
            value = None if end.is_over else seen_ahead(end, DEEPER)
            if end.is_over:
                assert refutation.worth == 0
                assert puzzle.solver not in end.winners
            elif value is not None and value.outcome == Outcome.LOST:
                raise AssertionError(f"{puzzle.game} {puzzle.number}, {asked}: {other} wins, too")
            elif value is not None and value.outcome == Outcome.WON:
                assert refutation.worth == 0
            answered = end.play_all(refutation.reply)
            if answered.is_over and refutation.reply:
                assert puzzle.solver not in answered.winners
        position = position.play_all((*question.right, *question.reply))
    if puzzle.turns is None or puzzle.turns > NEAR:
        return False
    value = seen_ahead(puzzle.start, puzzle.turns)
    assert value is not None
    assert value.outcome == Outcome.WON
    return True


@pytest.mark.parametrize("name", SOLVED)
def test_looking_ahead_sees_nothing_else(name: str) -> None:
    for puzzle in sample(name, 6):
        check_by_looking_ahead(puzzle)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", SOLVED)
def test_looking_ahead_sees_nothing_else_in_any(name: str) -> None:
    seen = sum(check_by_looking_ahead(puzzle) for puzzle in puzzles_of(galda.game(name)))
    assert seen >= 40


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", SOLVED)
def test_a_tablebase_says_the_same_where_there_is_one(name: str) -> None:
    checked = 0
    for puzzle in puzzles_of(galda.game(name)):
        solution_there = tablebase_for(puzzle.game, puzzle.options)
        if solution_there is None:
            continue
        checked += 1
        position = puzzle.start
        for question in puzzle.questions:
            wrong = iter(question.wrong)
            for turn, end in whole_turns(position):
                value = exact_value(end, solution_there).turned()
                if end.is_over and end.to_act == puzzle.solver:
                    value = value.turned()
                worth = puzzle.worth if turn == question.right else next(wrong).worth
                assert round(100 * value.chance) == worth
            position = position.play_all((*question.right, *question.reply))
    if not checked:
        pytest.skip(f"nobody has solved {name} here: galda solve {name}")


@pytest.mark.parametrize("name", SEARCHED)
def test_a_search_with_other_seeds_chooses_the_same(name: str) -> None:
    for puzzle in sample(name, 4):
        check_by_search(puzzle)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", SEARCHED)
def test_a_search_with_other_seeds_chooses_the_same_in_all(name: str) -> None:
    for puzzle in puzzles_of(galda.game(name)):
        check_by_search(puzzle)


def check_by_search(puzzle: Puzzle) -> None:
    known = puzzle.start.known_to(puzzle.solver, SEED)
    moves = Mcts(LARGE, seed=SEED, nodes=60_000).suggest(known)
    assert (moves[0].action,) == puzzle.questions[0].right, puzzle.number


@pytest.mark.parametrize("name", SOLVED + SEARCHED)
def test_words_say_what_is_to_be_found_and_what_is_wrong(name: str) -> None:
    puzzle = sample(name, 1)[0]
    assert "find it" in task(puzzle, "en")
    for lang in ("lv", "lt", "is"):
        assert task(puzzle, lang)
    question = puzzle.questions[0]
    others = [c for c in choices(puzzle.start, whole=puzzle.proved) if c != question.right]
    found = puzzle.judge(0, others[0])
    assert isinstance(found, Refutation)
    said = verdict(puzzle, puzzle.start, others[0], found, "en")
    assert said.startswith(("That", "Not the best"))
    right = " ".join(pair[0].write(pair[1].action or 0) for pair in pairwise(
        puzzle.start.play_all(question.right).history()[-len(question.right) - 1 :]
    ))  # fmt: skip
    assert solution(puzzle).startswith(right)
    assert right not in task(puzzle, "en")


def test_what_is_no_choice_is_refused() -> None:
    game = galda.game(SOLVED[0])
    with pytest.raises(galda.GaldaError, match="no puzzle"):
        find_puzzle(game, 10**6)
    puzzle = find_puzzle(game, 1)
    with pytest.raises(galda.GaldaError, match="no choice"):
        puzzle.judge(0, (10**6,))


@pytest.mark.parametrize("name", galda.game_names())
def test_one_puzzle_is_read_without_the_others(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = puzzles_of.__wrapped__(galda.game(name))
    read: list[object] = []
    loads = json.loads

    def loads_noted(text: bytes) -> Any:
        read.append(text)
        return loads(text)

    monkeypatch.setattr(json, "loads", loads_noted)
    last = shelf[-1]
    assert last.number == len(shelf) and last is shelf[len(shelf) - 1]
    assert len(read) == 1
    assert shelf.levels[-1] == last.level and last.number in shelf.numbers(last.level)
    assert shelf.numbers() == list(range(1, len(shelf) + 1))
    assert len(read) == 1, "levels need no puzzle"


@pytest.mark.parametrize("name", galda.game_names())
def test_the_levels_in_front_are_those_of_the_puzzles(name: str) -> None:
    shelf = puzzles_of(galda.game(name))
    assert shelf.levels == tuple(puzzle.level for puzzle in shelf)
    with pytest.raises(IndexError):
        _ = shelf[len(shelf)]


@pytest.mark.parametrize("name", galda.game_names())
def test_a_file_that_is_read_and_written_again_is_the_same(name: str, tmp_path: Path) -> None:
    file = galda.game(name).folder / FILE
    write_puzzles(tmp_path / FILE, read_puzzles(file))
    assert gzip.decompress((tmp_path / FILE).read_bytes()) == gzip.decompress(file.read_bytes())
