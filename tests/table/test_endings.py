"""How games end and go back: resigning, draws, taking back, clocks, and the record after all."""

from __future__ import annotations

import pytest
from table_support import (
    ANN,
    BOB,
    CID,
    DEE,
    HandClock,
    asynchronous,
    move_id,
    plan,
    play,
    quiet,
    seated,
    some_turn,
)

import galda
from galda.core.play.paper import read_record, write_record
from galda.table import (
    AcceptDraw,
    AllowTakeBack,
    AskTakeBack,
    BadRequest,
    Chat,
    Claim,
    Clock,
    DeclineDraw,
    NotYourSeat,
    OfferDraw,
    Person,
    RefuseTakeBack,
    Resign,
    Result,
    SealTurn,
    SeatPlan,
    TableClosed,
    TablePlan,
    can_offer_draw,
    tell_log,
)


@asynchronous
async def test_who_resigns_has_lost_and_nothing_more_is_played(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await seated(tables, plan("me", "friend"), BOB)
        table = await play(tables, table)
        table = await tables.do(Claim(table, ANN.id, 0), Resign(move_id()))
        assert table.result == Result((1,), "resigned", 0)
        assert table.to_act is None
        with pytest.raises(TableClosed):
            await tables.do(
                Claim(table, BOB.id, 1),
                SealTurn(move_id(), table.sequence, tuple(some_turn(table.position))),
            )
        with pytest.raises(TableClosed):
            await tables.do(Claim(table, BOB.id, 1), Resign(move_id()))
        await tables.do(Claim(table, BOB.id, 1), Chat(move_id(), "Thank you!"))


@asynchronous
async def test_a_resigning_player_takes_the_partner_along(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "local", "local", "local"), ANN)
        table = await tables.do(Claim(table, ANN.id, 3), Resign(move_id()))
        assert table.result == Result((0, 2), "resigned", 3)


@asynchronous
async def test_among_several_the_best_placed_of_the_others_wins(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "local", "local", game="towers"), ANN)
        assert len(table.sides) == 3
        table = await tables.do(Claim(table, ANN.id, 0), Resign(move_id()))
        assert table.result == Result((1, 2), "resigned", 0)


@asynchronous
async def test_a_draw_needs_the_other_side(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await seated(tables, plan("me", "friend"), BOB)
        with pytest.raises(BadRequest, match="no request for you"):
            await tables.do(Claim(table, BOB.id, 1), AcceptDraw(move_id()))
        table = await tables.do(Claim(table, ANN.id, 0), OfferDraw(move_id()))
        assert [(offer.kind, offer.seat, offer.waiting) for offer in table.offers] == [
            ("draw", 0, (1,))
        ]
        with pytest.raises(BadRequest, match="no request for you"):
            await tables.do(Claim(table, ANN.id, 0), AcceptDraw(move_id()))
        table = await tables.do(Claim(table, BOB.id, 1), DeclineDraw(move_id()))
        assert table.offers == ()
        with pytest.raises(BadRequest, match="already"):
            await tables.do(Claim(table, ANN.id, 0), OfferDraw(move_id()))
        table = await play(tables, table)
        await tables.do(Claim(table, ANN.id, 0), OfferDraw(move_id()))
        table = await tables.do(Claim(table, BOB.id, 1), AcceptDraw(move_id()))
        assert table.result == Result((0, 1), "draw")
        assert tell_log(table)[-1].text == "The game is over: it is a draw."


@asynchronous
async def test_playing_on_declines_a_draw(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await seated(tables, plan("me", "friend"), BOB)
        await tables.do(Claim(table, ANN.id, 0), OfferDraw(move_id()))
        table = await play(tables, await tables.get(table.id))
        assert table.offer("draw"), "one's own move leaves one's offer standing"
        table = await play(tables, table)
        assert table.offers == ()


@asynchronous
async def test_there_is_no_draw_with_bots_nor_among_three(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        bots = await tables.create(plan("me", "bot:random"), ANN)
        three = await tables.create(plan("me", "local", "local", game="towers"), ANN)
        teams = await tables.create(plan("me", "local", "bot:random", "local"), ANN)
        assert [can_offer_draw(table, 0) for table in (bots, three, teams)] == [False, False, True]
        for table, reason in ((bots, "a bot never agrees"), (three, "only where two sides")):
            with pytest.raises(BadRequest, match=reason):
                await tables.do(Claim(table, ANN.id, 0), OfferDraw(move_id()))
        await tables.do(Claim(teams, ANN.id, 0), OfferDraw(move_id()))
        await tables.do(Claim(teams, ANN.id, 1), AcceptDraw(move_id()))
        teams = await tables.do(Claim(teams, ANN.id, 3), AcceptDraw(move_id()))
        assert teams.result == Result((0, 1, 2, 3), "draw")


@asynchronous
async def test_taking_back_needs_everyone_and_goes_back_to_before_ones_turn(
    database_url: str,
) -> None:
    async with await quiet(database_url) as tables:
        table = await seated(tables, plan("me", "friend", "friend", "friend"), BOB, CID, DEE)
        start = table.position
        with pytest.raises(BadRequest, match="no turn to undo"):
            await tables.do(Claim(table, ANN.id, 0), AskTakeBack(move_id()))
        table = await play(tables, table, 2)
        two_later = table.position
        table = await tables.do(Claim(table, ANN.id, 0), AskTakeBack(move_id()))
        await tables.do(Claim(table, BOB.id, 1), AllowTakeBack(move_id()))
        table = await tables.do(Claim(table, CID.id, 2), AllowTakeBack(move_id()))
        assert table.position == two_later
        assert table.offers[0].waiting == (3,)
        table = await tables.do(Claim(table, DEE.id, 3), AllowTakeBack(move_id()))
        assert table.position == start
        assert table.to_act == 0
        assert [line.undone for line in tell_log(table)[3:5]] == [True, True]
        table = await play(tables, table, 1)
        assert (await _reopened(database_url, table.id)) == table.position


async def _reopened(database_url: str, table_id: str) -> galda.Position:
    async with await quiet(database_url) as tables:
        return (await tables.get(table_id)).position


@asynchronous
async def test_taking_back_can_be_refused_and_lapses_when_play_goes_on(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await play(tables, await seated(tables, plan("me", "friend"), BOB))
        played = table.position
        await tables.do(Claim(table, ANN.id, 0), AskTakeBack(move_id()))
        with pytest.raises(BadRequest, match="already"):
            await tables.do(Claim(table, ANN.id, 0), AskTakeBack(move_id()))
        with pytest.raises(NotYourSeat):
            await tables.do(Claim(table, ANN.id, 1), AllowTakeBack(move_id()))
        table = await tables.do(Claim(table, BOB.id, 1), RefuseTakeBack(move_id()))
        assert (table.position, table.offers) == (played, ())
        table = await play(tables, table)
        await tables.do(Claim(table, BOB.id, 1), AskTakeBack(move_id()))
        table = await play(tables, await tables.get(table.id))
        assert table.offers == ()
        with pytest.raises(BadRequest, match="has moved on"):
            await tables.do(Claim(table, ANN.id, 0), AllowTakeBack(move_id()))


@asynchronous
async def test_bots_and_people_on_the_same_device_let_one_take_back_at_once(
    database_url: str,
) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "bot:random", "local", "bot:random"), ANN)
        start = table.position
        table = await play(tables, table)
        table = await tables.do(Claim(table, ANN.id, 0), AskTakeBack(move_id()))
        assert table.position == start
        assert table.offers == ()


@asynchronous
async def test_against_a_bot_one_may_take_back_twice_running(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "bot:random"), ANN)
        start = table.position
        for _ in range(2):
            table = await play(tables, table)
            table = await tables._seal_for_bot(1, table, some_turn(table.position))
        two_rounds, ann = table.position, Claim(table, ANN.id, 0)
        table = await tables.do(ann, AskTakeBack(move_id()))
        assert table.position == two_rounds.take_back(2)
        table = await tables.do(ann, AskTakeBack(move_id()))
        assert table.position == start
        with pytest.raises(BadRequest, match="no turn to undo"):
            await tables.do(ann, AskTakeBack(move_id()))


@asynchronous
async def test_a_table_may_forbid_taking_back(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "local", take_backs=False), ANN)
        await play(tables, table)
        with pytest.raises(BadRequest, match="undo is off"):
            await tables.do(Claim(table, ANN.id, 0), AskTakeBack(move_id()))


@asynchronous
async def test_a_turn_after_its_time_closes_the_table(database_url: str) -> None:
    clock = HandClock()
    async with await quiet(database_url, clock=clock) as tables:
        table = await seated(tables, plan("me", "friend", clock=Clock(per_move=30)), BOB)
        clock.turn(29)
        table = await play(tables, table)
        assert table.clocks(clock.now) == (30, 30)
        clock.turn(10)
        assert table.clocks(clock.now) == (30, 20)
        clock.turn(20)
        with pytest.raises(TableClosed):
            await tables.do(
                Claim(table, BOB.id, 1),
                SealTurn(move_id(), table.sequence, tuple(some_turn(table.position))),
            )
        table = await tables.get(table.id)
        assert table.result == Result((0,), "timeout", 1)
        assert [entry.kind for entry in table.entries] == ["join", "turn", "timeout"]


@asynchronous
async def test_time_per_game_is_spent_and_grows_by_the_increment(database_url: str) -> None:
    clock = HandClock()
    timing = Clock(per_game=100, increment=5)
    async with await quiet(database_url, clock=clock) as tables:
        table = await seated(tables, plan("me", "friend", clock=timing), BOB)
        clock.turn(40)
        table = await play(tables, table)
        assert table.clocks(clock.now) == (65, 100)
        clock.turn(7)
        table = await play(tables, table)
        assert table.clocks(clock.now) == (65, 98)
        clock.turn(64)
        assert table.clocks(clock.now) == (1, 98)
        await tables.sweep_once()
        assert (await tables.get(table.id)).result is None
        clock.turn(1)
        await tables.sweep_once()
        table = await tables.get(table.id)
        assert table.result == Result((1,), "timeout", 0)
        assert table.clocks(clock.now + 50) == (65, 98)
        await tables.sweep_once()
        assert (await tables.get(table.id)).sequence == table.sequence


@asynchronous
async def test_clocks_wait_until_everybody_is_seated_and_bots_have_none(database_url: str) -> None:
    clock = HandClock()
    timing = Clock(per_game=60)
    async with await quiet(database_url, clock=clock) as tables:
        table = await tables.create(plan("me", "friend", clock=timing), ANN)
        clock.turn(1000)
        await tables.sweep_once()
        assert (await tables.get(table.id)).clocks(clock.now) == (60, 60)
        await tables.join(table.id, table.seats[1].key, BOB)
        clock.turn(10)
        assert (await tables.get(table.id)).clocks(clock.now) == (50, 60)
        bots = await tables.create(plan("bot:random", "me", clock=timing), ANN)
        clock.turn(100)
        await tables.sweep_once()
        bots = await tables.get(bots.id)
        assert bots.clocks(clock.now) == (None, 60)
        assert bots.result is None


@asynchronous
async def test_time_spent_before_a_take_back_stays_spent(database_url: str) -> None:
    clock = HandClock()
    async with await quiet(database_url, clock=clock) as tables:
        table = await tables.create(plan("me", "local", clock=Clock(per_game=100)), ANN)
        clock.turn(10)
        table = await play(tables, table)
        clock.turn(20)
        table = await tables.do(Claim(table, ANN.id, 0), AskTakeBack(move_id()))
        assert table.to_act == 0
        assert table.clocks(clock.now) == (90, 80)
        clock.turn(5)
        assert table.clocks(clock.now) == (85, 80)


@asynchronous
async def test_the_record_is_there_once_the_game_is_over(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        seats = (SeatPlan("me"), SeatPlan("local", "Bob"))
        table = await tables.create(
            TablePlan("quixo", {"size": 3}, seats), Person("x", "Ann, # the first")
        )
        while not table.result:
            with pytest.raises(BadRequest, match="once the game is over"):
                table.record()
            table = await play(tables, table)
        text = write_record(table.record())
        again = read_record(text, galda.game)
        assert again.position == table.position
        assert again.names == ("Ann the first", "Bob")
        assert write_record(again) == text


@asynchronous
async def test_the_record_of_a_resigned_game_says_so(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await play(tables, await tables.create(plan("me", "local"), ANN))
        table = await tables.do(Claim(table, ANN.id, 0), Resign(move_id()))
        assert "result: Ann resigned" in write_record(table.record())


@asynchronous
async def test_the_log_is_told_in_sentences(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await play(tables, await seated(tables, plan("me", "friend"), BOB))
        await tables.do(Claim(table, ANN.id, 0), AskTakeBack(move_id()))
        await tables.do(Claim(table, BOB.id, 1), RefuseTakeBack(move_id()))
        await tables.do(Claim(table, BOB.id, 1), Resign(move_id()))
        await tables.do(Claim(table, BOB.id, 1), Chat(move_id(), "bye"))
        await tables.rematch(Claim(table, BOB.id, 1), move_id())
        table = await tables.get(table.id)
        assert [line.text for line in tell_log(table, "en", 0)] == [
            "Bob joins.",
            "Ann takes the blank cube on a1 and pushes it in at e1.",
            "Ann asks to undo the last turn.",
            "Bob does not allow it.",
            "Bob resigns.",
            "The game is over: Ann wins.",
            "Bob starts a rematch.",
        ]
