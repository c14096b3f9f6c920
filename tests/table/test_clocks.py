"""Clocks to the second: what each seat has left, with one limit, with two, after a take-back."""

from __future__ import annotations

from table_support import ANN, BOB, HandClock, asynchronous, move_id, plan, play, quiet, seated

from galda.table import AskTakeBack, Clock, Holder, Result
from galda.table.log.clocks import Clocks

NOBODY_UNTIMED: frozenset[int] = frozenset()


def test_of_two_limits_the_one_that_runs_out_first_counts() -> None:
    clocks = Clocks.wound(Clock(per_move=30, per_game=40), 2, NOBODY_UNTIMED).start(100.0)
    assert clocks.left(0, 110.0, thinking=True) == 20, "the turn's"
    assert clocks.deadline(0) == 130
    clocks = clocks.spend(0, 125.0, played=True)
    assert clocks.left(0, 125.0, thinking=False) == 15, "the game's"
    assert clocks.left(1, 130.0, thinking=True) == 25
    clocks = clocks.spend(1, 130.0, played=True)
    assert clocks.deadline(0) == 145
    assert clocks.left(0, 150.0, thinking=True) == -5


def test_a_played_turn_earns_the_increment_and_nothing_else_does() -> None:
    clocks = Clocks.wound(Clock(per_game=60, increment=5), 2, frozenset({1})).start(0.0)
    assert clocks.spend(0, 10.0, played=True).banks == (55, 60)
    assert clocks.spend(0, 10.0, played=False).banks == (50, 60)
    assert clocks.spend(1, 10.0, played=True).banks == (60, 60), "bots have no clock"


def test_before_everybody_is_seated_no_time_is_spent() -> None:
    clocks = Clocks.wound(Clock(per_move=30), 2, NOBODY_UNTIMED)
    assert clocks.deadline(0) is None
    assert clocks.spend(0, 50.0, played=True) == clocks
    assert clocks.left(0, 50.0, thinking=True) == 30


@asynchronous
async def test_a_take_back_earns_no_increment(database_url: str) -> None:
    clock = HandClock()
    timing = Clock(per_game=100, increment=5)
    async with await quiet(database_url, clock=clock) as tables:
        table = await tables.create(plan("me", "local", clock=timing), ANN)
        clock.turn(10)
        table = await play(tables, table)
        assert table.clocks(clock.now) == (95, 100)
        clock.turn(20)
        table = await tables.do(Holder(table.id, ANN.id, 0), AskTakeBack(move_id()))
        assert table.clocks(clock.now) == (95, 80)


@asynchronous
async def test_with_time_for_each_turn_and_for_the_game_both_are_kept(database_url: str) -> None:
    clock = HandClock()
    timing = Clock(per_move=30, per_game=40)
    async with await quiet(database_url, clock=clock) as tables:
        table = await seated(tables, plan("me", "friend", clock=timing), BOB)
        clock.turn(25)
        table = await play(tables, table)
        assert table.clocks(clock.now) == (15, 30)
        clock.turn(5)
        table = await play(tables, table)
        clock.turn(14)
        await tables.sweep_once()
        assert (await tables.get(table.id)).result is None
        clock.turn(1)
        await tables.sweep_once()
        assert (await tables.get(table.id)).result == Result((1,), "timeout", 0)
