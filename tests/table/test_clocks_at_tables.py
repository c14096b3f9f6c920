"""Clocks at a table: take-backs, and two limits at once."""

from __future__ import annotations

from table_support import ANN, BOB, HandClock, asynchronous, move_id, plan, play, quiet, seated

from galda.table import AskTakeBack, Claim, Clock, Result


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
        table = await tables.do(Claim(table, ANN.id, 0), AskTakeBack(move_id()))
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
