"""Perfect play from a solution: ranking of moves, ends of games, the middle of a turn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import galda
from galda import Position
from galda.core.play.values import Exact, Outcome, Suggestion
from galda.solve import work
from galda.solve.oracle import certain_moves, certainty, exact_moves, exact_value
from galda.solve.tablebase import Tablebase
from support import random_game

QUIXO, PYLOS = galda.game("quixo"), galda.game("pylos")
START = QUIXO.new(size=3)
WON, DRAWN, LOST = Outcome.WON, Outcome.DRAWN, Outcome.LOST


class Told:
    """A solution that was told what to say about a position between turns."""

    def __init__(self, say: Callable[[Position], Exact]) -> None:
        self.say = say

    def exact(self, position: Position) -> Exact:
        assert not position.in_turn, "a tablebase keeps positions between turns only"
        return self.say(position)


@pytest.fixture
def no_tablebases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GALDA_DATA", str(tmp_path))


@pytest.mark.usefixtures("no_tablebases")
def test_without_a_tablebase_nothing_is_certain() -> None:
    assert certainty(START) is None
    assert certain_moves(START) is None


def test_moves_are_ranked_soonest_win_first_latest_loss_last() -> None:
    said = {
        START.play("a1-a3"): Exact(LOST, 4),
        START.play("b1-b3"): Exact(LOST, 2),
        START.play("c1-c3"): Exact(WON, 9),
        START.play("c1-a1"): Exact(WON, 3),
    }
    moves = exact_moves(START, Told(lambda position: said.get(position, Exact(DRAWN))))
    assert len(moves) == len(START.legal_actions)
    ranks = list(dict.fromkeys(move.value for move in moves))
    assert ranks == [Exact(WON, 3), Exact(WON, 5), Exact(DRAWN), Exact(LOST, 10), Exact(LOST, 4)]
    assert START.write(moves[0].action) == "b1-b3"


def test_a_win_at_once_goes_before_wins_that_nobody_has_counted() -> None:
    position, winning = about_to_win()
    moves = exact_moves(position, Told(lambda after: Exact(LOST)))
    assert {move.action for move in moves[: len(winning)]} == winning
    assert all(move.value == Exact(WON, 1) for move in moves[: len(winning)])
    assert any(move.value == Exact(WON) for move in moves[len(winning) :])


def about_to_win() -> tuple[Position, set[int]]:
    for seed in range(100):
        for position in random_game("quixo", {"size": 3}, seed):
            seat, legal = position.to_act, position.legal_actions
            winning = {action for action in legal if seat in position.play(action).winners}
            if winning and len(winning) < len(legal):
                return position, winning
    raise AssertionError("no such position")


def test_a_move_that_ends_the_game_needs_no_solution() -> None:
    position, _ = about_to_win()
    moves = exact_moves(position, Told(lambda after: Exact(DRAWN, 7)))
    ending = [move for move in moves if position.play(move.action).is_over]
    assert ending
    for move in ending:
        won = position.to_act in position.play(move.action).winners
        assert move.value == Exact(WON if won else LOST, 1)
    assert any(move.value == Exact(DRAWN, 8) for move in moves)


def removing() -> Position:
    """Pylos, in the middle of a turn: a square was made, and one or two balls must be removed."""
    for seed in range(200):
        for position in random_game("pylos", {}, seed):
            if position.in_turn and not position.is_over and len(ends_of(position)) > 3:
                return position
    raise AssertionError("no such position")


def ends_of(position: Position) -> list[Position]:
    """All positions in which the turn can end."""
    if not position.in_turn:
        return [position]
    return [end for action in position.legal_actions for end in ends_of(position.play(action))]


def test_in_the_middle_of_a_turn_the_best_way_to_finish_it_counts() -> None:
    position = removing()
    ends = ends_of(position)
    assert all(not end.is_over and end.to_act != position.to_act for end in ends)
    for best in (ends[0], ends[-1]):
        solution = Told(lambda end, best=best: Exact(LOST, 6) if end == best else Exact(WON, 3))  # type: ignore[misc]
        # The turn under way is one more.
        assert exact_value(position, solution) == Exact(WON, 7)
        moves = {move.action: move.value for move in exact_moves(position, solution)}
        for action, value in moves.items():
            leads_there = best in ends_of(position.play(action))
            assert value == (Exact(WON, 7) if leads_there else Exact(LOST, 4))
        first = exact_moves(position, solution)[0]
        assert isinstance(first, Suggestion)
        assert best in ends_of(position.play(first.action))


def test_a_lost_turn_is_finished_so_that_it_lasts() -> None:
    position = removing()
    longest = ends_of(position)[-1]
    solution = Told(lambda end: Exact(WON, 9 if end == longest else 3))
    assert exact_value(position, solution) == Exact(LOST, 10)
    assert longest in ends_of(position.play(exact_moves(position, solution)[0].action))


def test_a_tablebase_is_such_a_solution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GALDA_DATA", str(tmp_path))
    file = work.solve(QUIXO, {"size": 3}).file
    assert file
    tablebase = Tablebase(file, QUIXO)
    for position in list(random_game("quixo", {"size": 3}, 4))[:-1]:
        assert certainty(position) == exact_value(position, tablebase) == tablebase.exact(position)
        assert certain_moves(position) == exact_moves(position, tablebase)
    assert certainty(QUIXO.new(size=4)) is None
