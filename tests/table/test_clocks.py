"""Clocks by themselves: what each seat has left, to the second."""

from __future__ import annotations

import pytest

from galda.table.log.clocks import Clocks
from galda.table.setup.plan import Clock

NOBODY: frozenset[int] = frozenset()


def wound(
    per_move: int | None = None,
    per_game: int | None = None,
    increment: int = 0,
    untimed: frozenset[int] = NOBODY,
) -> Clocks:
    """The clocks of three seats, running since second 1000."""
    clock = Clock(per_move=per_move, per_game=per_game, increment=increment)
    return Clocks.wound(clock, 3, untimed).start(1000.0)


def left(clocks: Clocks, now: float, thinking: int) -> list[float | None]:
    """What each seat has left while one of them thinks."""
    return [clocks.left(seat, now, thinking=seat == thinking) for seat in range(3)]


def test_before_everybody_is_seated_no_time_runs() -> None:
    waiting = Clocks.wound(Clock(per_game=60), 3, NOBODY)
    assert waiting.since is None
    assert waiting.banks == (60.0, 60.0, 60.0)
    assert waiting.spend(1, 5000.0, played=True) == waiting
    assert left(waiting, 5000.0, 1) == [60.0, 60.0, 60.0]
    assert waiting.deadline(1) is None


def test_only_who_thinks_spends_time() -> None:
    clocks = wound(per_game=60)
    assert left(clocks, 1010.0, 1) == [60.0, 50.0, 60.0]
    spent = clocks.spend(1, 1010.0, played=True)
    assert spent.banks == (60.0, 50.0, 60.0)
    assert spent.since == 1010.0
    assert left(spent, 1025.0, 2) == [60.0, 50.0, 45.0]


def test_a_played_turn_earns_the_increment_and_a_turn_taken_back_does_not() -> None:
    clocks = wound(per_game=60, increment=5)
    assert clocks.spend(0, 1010.0, played=True).banks == (55.0, 60.0, 60.0)
    assert clocks.spend(0, 1010.0, played=False).banks == (50.0, 60.0, 60.0)
    assert clocks.spend(2, 1010.0, played=True).banks == (60.0, 60.0, 55.0)


def test_time_per_move_begins_anew_with_every_move() -> None:
    clocks = wound(per_move=30)
    assert left(clocks, 1010.0, 0) == [20.0, 30.0, 30.0]
    assert left(clocks.spend(0, 1010.0, played=True), 1015.0, 1) == [30.0, 25.0, 30.0]
    assert left(clocks, 1040.0, 0) == [-10.0, 30.0, 30.0]


def test_of_time_per_move_and_per_game_what_runs_out_first_counts() -> None:
    clocks = wound(per_move=30, per_game=40)
    assert left(clocks, 1010.0, 0) == [20.0, 30.0, 30.0]
    assert clocks.deadline(0) == 1030.0
    later = clocks.spend(0, 1025.0, played=True).spend(1, 1026.0, played=True)
    assert later.banks == (15.0, 39.0, 40.0)
    assert left(later, 1030.0, 0) == [11.0, 30.0, 30.0]
    assert later.deadline(0) == 1041.0
    assert later.deadline(1) == 1056.0


def test_without_limits_everybody_has_all_the_time() -> None:
    clocks = wound()
    assert clocks.banks == (0.0, 0.0, 0.0)
    assert left(clocks, 9999.0, 0) == [None, None, None]
    assert clocks.deadline(0) is None


def test_bots_spend_no_time_and_earn_none() -> None:
    clocks = wound(per_move=30, per_game=60, increment=5, untimed=frozenset({1}))
    assert left(clocks, 1010.0, 1) == [30.0, None, 30.0]
    assert clocks.deadline(1) is None
    after = clocks.spend(1, 1010.0, played=True)
    assert after.banks == (60.0, 60.0, 60.0)
    assert after.deadline(2) == 1040.0


@pytest.mark.parametrize(("per_game", "seconds"), [(20, 20.0), (45, 45.0)])
def test_a_deadline_is_the_moment_at_which_nothing_is_left(per_game: int, seconds: float) -> None:
    clocks = wound(per_game=per_game)
    assert clocks.deadline(2) == 1000.0 + seconds
    assert clocks.left(2, 1000.0 + seconds, thinking=True) == 0
