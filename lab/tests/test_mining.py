"""How puzzles are mined, on a board so small that everything about it is known at once."""

from __future__ import annotations

from pathlib import Path

import pytest

import galda
from galda.core.play.options import Value
from galda.core.play.values import Exact, Outcome
from galda.solve.oracle import exact_moves
from galda.solve.tablebase import Tablebase
from galda.solve.work import solve
from lab import solution_in_memory
from lab.puzzles import exact as mining
from lab.solution_in_memory import At, right_turn

OPTIONS: dict[str, Value] = {"players": 2, "size": 3, "first": 1}
GAMES = 60


@pytest.fixture(scope="module")
def records() -> list[list[int]]:
    """Games on the small board, and its solution in memory."""
    At.start = galda.game("quixo").new(seed=0, **OPTIONS)
    At.held = solution_in_memory.solve("quixo", OPTIONS, "cpu", 0.0)
    At.work = None
    return mining.play_games("quixo", OPTIONS, 0, GAMES)


def test_candidates_have_one_right_turn_by_the_tablebase(
    records: list[list[int]], tmp_path: Path
) -> None:
    quixo = galda.game("quixo")
    file = solve(quixo, OPTIONS, output=tmp_path / "small.galda").file
    assert file is not None
    known = Tablebase(file, quixo)
    found = [each for task in enumerate(records) for each in mining.find_candidates(task)]
    assert len(found) > 10
    for each in found:
        position = At.start.replay(records[each.number][: each.played])
        first, second, *_ = exact_moves(position, known)
        assert isinstance(first.value, Exact)
        assert first.value.outcome == each.outcome
        assert second.value.chance < first.value.chance


def test_lines_keep_what_is_promised_and_wrong_turns_are_refuted(
    records: list[list[int]],
) -> None:
    found = [each for task in enumerate(records) for each in mining.find_candidates(task)]
    apart = mining.tell_apart(found)
    assert len({each.alike for each in apart}) == len(apart)
    for each in apart[:12]:
        record = records[each.number]
        entry = mining.make_line(((each, mining.grade((each, record))), record))
        position = At.start.replay(entry["actions"])
        seat = position.to_act
        for right, reply, wrong in entry["line"]:
            best = right_turn(position)
            assert best is not None
            assert best[1] == right
            assert len(wrong) == len(position.legal_actions) - 1
            assert all(worth < entry["worth"] for worth, _ in wrong)
            position = position.play_all(right)
            if not position.is_over and each.outcome == Outcome.WON:
                assert At.held.exact(position).outcome == Outcome.LOST
            position = position.play_all(reply)
        if entry["turns"] == 2 * len(entry["line"]) - 1:
            assert position.winners == (seat,)


def test_the_same_seed_plays_the_same_games() -> None:
    assert mining.play_games("quixo", OPTIONS, 3, 5) == mining.play_games("quixo", OPTIONS, 3, 5)
