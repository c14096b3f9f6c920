"""People at tables: invitations, lists, talk, rematches, limits and putting away."""

from __future__ import annotations

from datetime import timedelta

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

from galda.table import (
    BadRequest,
    Chat,
    Claim,
    NotYourSeat,
    Person,
    Resign,
    SealTurn,
    SeatPlan,
    TableClosed,
    TablePlan,
    TooMuch,
    tell_log,
)


@asynchronous
async def test_a_friend_takes_a_seat_by_its_link(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "friend"), ANN)
        key = table.seats[1].key
        assert table.seats[1].is_free
        assert await tables.join(table.id, key, BOB) == 1
        assert await tables.join(table.id, key, BOB) == 1
        table = await tables.get(table.id)
        assert (table.seats[1].name, table.seats[1].person_id) == ("Bob", BOB.id)
        assert [entry.kind for entry in table.entries] == ["join"]
        with pytest.raises(NotYourSeat, match="seat is taken"):
            await tables.join(table.id, key, CID)
        for wrong in ("", "guess", "ключ", "\ud800", table.spectator_key):
            with pytest.raises(NotYourSeat, match="opens no seat"):
                await tables.join(table.id, wrong, CID)


@asynchronous
async def test_ids_and_keys_cannot_be_guessed(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "friend", "friend", "friend"), ANN)
        secrets = [table.id, table.spectator_key, *(s.key for s in table.seats[1:])]
        assert len(set(secrets)) == 5
        assert all(len(secret) >= 22 for secret in secrets)
        assert table.seats[0].key == ""


@asynchronous
async def test_my_tables_are_listed_running_ones_first(database_url: str) -> None:
    clock = HandClock()
    async with await quiet(database_url, clock=clock) as tables:
        over = await tables.create(plan("me", "local"), ANN)
        clock.turn(1)
        mine = await tables.create(plan("me", "friend"), ANN)
        clock.turn(1)
        theirs = await tables.create(plan("friend", "me"), ANN)
        await tables.create(plan("me", "local"), DEE)
        clock.turn(1)
        await tables.do(Claim(over, ANN.id, 0), Resign(move_id()))
        await tables.join(mine.id, mine.seats[1].key, BOB)
        listed = await tables.tables_of(ANN.id)
        assert [summary.id for summary in listed] == [mine.id, theirs.id, over.id]
        assert [summary.my_turn for summary in listed] == [True, False, False]
        assert [summary.finished for summary in listed] == [False, False, True]
        assert listed[0].names == ("Ann", "Bob")
        assert listed[0].game == "quixo"
        assert listed[0].last_time == clock.now
        assert [summary.id for summary in await tables.tables_of(BOB.id)] == [mine.id]


@asynchronous
async def test_partners_talk_in_private(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await seated(tables, plan("me", "friend", "friend", "friend"), BOB, CID, DEE)
        assert table.allies(0) == (2,)
        await tables.do(Claim(table, ANN.id, 0), Chat(move_id(), "Hello"))
        await tables.do(Claim(table, ANN.id, 0), Chat(move_id(), "psst", to="partner"))
        table = await tables.do(Claim(table, CID.id, 2), Chat(move_id(), "what?", to="partner"))
        for seat in (0, 2):
            assert [m.text for m in table.chat_for(seat)] == ["Hello", "psst", "what?"]
        for seat in (1, 3, -1):
            assert [m.text for m in table.chat_for(seat)] == ["Hello"]
        for viewer in (-1, 1):
            assert not any("psst" in line.text for line in tell_log(table, "en", viewer))


@asynchronous
async def test_talk_that_is_refused(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        pair = await seated(tables, plan("me", "friend"), BOB)
        team = plan("me", "friend", "friend", "friend", partners_talk=False)
        teams = await seated(tables, team, BOB, CID, DEE)
        with pytest.raises(BadRequest, match="no partner"):
            await tables.do(Claim(pair, ANN.id, 0), Chat(move_id(), "psst", to="partner"))
        with pytest.raises(BadRequest, match="do not chat"):
            await tables.do(Claim(teams, ANN.id, 0), Chat(move_id(), "psst", to="partner"))
        with pytest.raises(BadRequest):
            await tables.do(Claim(pair, ANN.id, 0), Chat(move_id(), "hm", to="bob"))
        with pytest.raises(BadRequest):
            await tables.do(Claim(pair, ANN.id, 0), Chat(move_id(), " "))
        with pytest.raises(BadRequest):
            await tables.do(Claim(pair, ANN.id, 0), Chat(move_id(), "\x07"))
        with pytest.raises(TooMuch):
            await tables.do(Claim(pair, ANN.id, 0), Chat(move_id(), "x" * 501))
        with pytest.raises(NotYourSeat):
            await tables.do(Claim(pair, CID.id, 0), Chat(move_id(), "hi"))
        assert (await tables.get(pair.id)).chat_for(0) == []


@asynchronous
async def test_nobody_opens_tables_or_talks_without_end(database_url: str) -> None:
    clock = HandClock()
    limits = {"tables_per_hour": 2, "messages_per_minute": 3}
    async with await quiet(database_url, clock=clock, **limits) as tables:
        table = await tables.create(plan("me", "local"), ANN)
        await tables.create(plan("me", "local"), ANN)
        with pytest.raises(TooMuch, match="new tables"):
            await tables.create(plan("me", "local"), ANN)
        await tables.create(plan("me", "local"), BOB)
        for _ in range(3):
            await tables.do(Claim(table, ANN.id, 0), Chat(move_id(), "hi"))
        with pytest.raises(TooMuch, match="messages"):
            await tables.do(Claim(table, ANN.id, 0), Chat(move_id(), "hi"))
        clock.turn(61)
        await tables.do(Claim(table, ANN.id, 0), Chat(move_id(), "hi"))
        clock.turn(3600)
        await tables.create(plan("me", "local"), ANN)


@asynchronous
async def test_names_are_short_and_on_one_line(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        with pytest.raises(TooMuch):
            await tables.create(plan("me", "local"), Person("x", "x" * 41))
        with pytest.raises(BadRequest):
            await tables.create(plan("me", "local"), Person("x", "A\x07nn"))
        table = await tables.create(plan("me", "friend"), ANN)
        with pytest.raises(TooMuch):
            await tables.join(table.id, table.seats[1].key, Person("x", "x" * 41))
        named = TablePlan("quixo", {}, (SeatPlan("me", " Anna\n"), SeatPlan("local", "👩\u200d💻")))
        table = await tables.create(named, ANN)
        assert [seat.name for seat in table.seats] == ["Anna", "👩\u200d💻"]


@asynchronous
async def test_a_rematch_moves_everyone_one_seat_on_and_is_one_for_all(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await seated(tables, plan("me", "friend", "bot:random", "local"), BOB)
        with pytest.raises(BadRequest, match="after the game"):
            await tables.rematch(Claim(table, ANN.id, 0), move_id())
        await tables.do(Claim(table, ANN.id, 0), Resign(move_id()))
        new = await tables.rematch(Claim(table, ANN.id, 0), move_id())
        same = await tables.rematch(Claim(table, BOB.id, 1), move_id())
        assert new.id == same.id
        assert [s.person_id for s in new.seats] == [BOB.id, None, ANN.id, ANN.id]
        assert [s.kind for s in new.seats] == ["friend", "bot", "local", "me"]
        assert [s.index for s in new.seats] == [0, 1, 2, 3]
        assert [s.kind for s in new.plan.seats] == ["friend", "bot", "local", "me"]
        assert new.seats[0].key not in ("", table.seats[1].key)
        with pytest.raises(NotYourSeat, match="seat is taken"):
            await tables.join(new.id, new.seats[0].key, CID)
        table = await tables.get(table.id)
        assert table.rematch == new.id
        assert new.position.seed != table.position.seed
        await tables.do(
            Claim(new, BOB.id, 0), SealTurn(move_id(), 0, tuple(some_turn(new.position)))
        )
        with pytest.raises(NotYourSeat):
            await tables.rematch(Claim(table, CID.id, 0), move_id())


@asynchronous
async def test_idle_tables_are_put_away(database_url: str) -> None:
    clock = HandClock()
    async with await quiet(database_url, clock=clock) as tables:
        old = await tables.create(plan("me", "friend"), ANN)
        clock.turn(3600)
        young = await tables.create(plan("me", "local"), ANN)
        assert await tables.archive_idle(timedelta(minutes=30)) == 1
        assert await tables.archive_idle(timedelta(minutes=30)) == 0
        old = await tables.get(old.id)
        assert old.archived
        assert old.to_act is None
        with pytest.raises(TableClosed, match="been closed"):
            await tables.do(
                Claim(old, ANN.id, 0),
                SealTurn(move_id(), old.sequence, tuple(some_turn(old.position))),
            )
        with pytest.raises(TableClosed):
            await tables.do(Claim(old, ANN.id, 0), Chat(move_id(), "hello?"))
        with pytest.raises(TableClosed):
            await tables.join(old.id, old.seats[1].key, BOB)
        assert [summary.id for summary in await tables.tables_of(ANN.id)] == [young.id]
        await play(tables, young)
