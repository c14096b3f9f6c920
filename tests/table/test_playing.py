"""Playing at a table: sealing turns, drafts, and everything that is refused."""

from __future__ import annotations

import pytest
from table_support import (
    ANN,
    BOB,
    CID,
    asynchronous,
    move_id,
    plan,
    play,
    quiet,
    seated,
    some_turn,
)

import galda
import galda.table
from galda import BadOption, GaldaError, IllegalMove, UnknownGame, UnreadableMove
from galda.core.play.paper import write_record
from galda.table import (
    BadRequest,
    Chat,
    Claim,
    NoSuchTable,
    NotYourSeat,
    Resign,
    SealTurn,
    Stale,
    Tables,
    TooMuch,
)


@asynchronous
async def test_a_sealed_turn_is_in_the_log_of_whoever_opens_the_database(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "local"), ANN)
        table = await play(tables, table, 3)
    async with await quiet(database_url) as tables:
        again = await tables.get(table.id)
        assert again.entries == table.entries
        assert again.position == table.position
        assert [entry.sequence for entry in again.entries] == [1, 2, 3]
        assert again.plan == table.plan
        assert again.seats == table.seats


@asynchronous
async def test_the_same_move_twice_is_played_once(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "local"), ANN)
        turn = some_turn(table.position)
        first = await tables.do(Claim(table, ANN.id, 0), SealTurn("once", 0, tuple(turn)))
        second = await tables.do(Claim(table, ANN.id, 0), SealTurn("once", 0, tuple(turn)))
        assert first.entries == second.entries
        assert len(second.entries) == 1


@asynchronous
async def test_a_move_id_cannot_be_used_for_something_else(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "local"), ANN)
        await tables.do(
            Claim(table, ANN.id, 0), SealTurn("once", 0, tuple(some_turn(table.position)))
        )
        with pytest.raises(BadRequest, match="used for something else"):
            await tables.do(Claim(table, ANN.id, 0), Resign("once"))
        with pytest.raises(BadRequest, match="move id"):
            await tables.do(Claim(table, ANN.id, 0), Resign("bot:0"))
        assert (await tables.get(table.id)).result is None


@asynchronous
async def test_an_illegal_turn_names_its_rule_and_stores_nothing(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "local"), ANN)
        table = await play(tables, table)
        taken = some_turn(galda.game("quixo").new())
        with pytest.raises(IllegalMove) as refused:
            await tables.do(Claim(table, ANN.id, 1), SealTurn(move_id(), 1, (88,)))
        assert refused.value.rule == "Q3"
        with pytest.raises(UnreadableMove):
            await tables.do(Claim(table, ANN.id, 1), SealTurn(move_id(), 1, (10_000,)))
        with pytest.raises(BadRequest, match="one turn at a time"):
            await tables.do(Claim(table, ANN.id, 1), SealTurn(move_id(), 1, (*taken, *taken)))
        with pytest.raises(BadRequest, match="not finished"):
            await tables.do(Claim(table, ANN.id, 1), SealTurn(move_id(), 1, ()))
        with pytest.raises(TooMuch):
            await tables.do(Claim(table, ANN.id, 1), SealTurn(move_id(), 1, (0,) * 201))
        assert (await tables.get(table.id)).sequence == 1


@asynchronous
async def test_half_a_turn_cannot_be_sealed(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "local", game="towers"), ANN)
        while len(turn := some_turn(table.position)) == 1:
            table = await play(tables, table)
        assert table.to_act is not None
        with pytest.raises(BadRequest, match="not finished"):
            await tables.do(
                Claim(table, ANN.id, table.to_act),
                SealTurn(move_id(), table.sequence, tuple(turn[:-1])),
            )


@asynchronous
async def test_a_turn_chosen_before_the_game_moved_on_is_stale(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "local"), ANN)
        turn = some_turn(table.position)
        await play(tables, table)
        with pytest.raises(Stale) as refused:
            await tables.do(Claim(table, ANN.id, 0), SealTurn(move_id(), 0, tuple(turn)))
        assert refused.value.sequence == 1
        with pytest.raises(Stale):
            await tables.do(Claim(table, ANN.id, 1), SealTurn(move_id(), 99, tuple(turn)))


@asynchronous
async def test_talk_does_not_make_a_turn_stale(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await seated(tables, plan("me", "friend"), BOB)
        await tables.do(Claim(table, BOB.id, 1), Chat(move_id(), "Good luck!"))
        table = await tables.do(
            Claim(table, ANN.id, 0),
            SealTurn(move_id(), table.sequence, tuple(some_turn(table.position))),
        )
        assert [entry.kind for entry in table.entries] == ["join", "chat", "turn"]


@asynchronous
async def test_only_the_holder_of_a_seat_acts_for_it_and_only_in_turn(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await seated(tables, plan("me", "friend"), BOB)
        turn = some_turn(table.position)
        for stranger in (BOB, CID):
            with pytest.raises(NotYourSeat):
                await tables.do(Claim(table, stranger.id, 0), SealTurn(move_id(), 1, tuple(turn)))
        with pytest.raises(BadRequest, match="It is Ann's turn"):
            await tables.do(Claim(table, BOB.id, 1), SealTurn(move_id(), 1, tuple(turn)))
        for nowhere in (-1, 2):
            with pytest.raises(BadRequest, match="no seat"):
                await tables.do(Claim(table, ANN.id, nowhere), SealTurn(move_id(), 1, tuple(turn)))
        for wrong in ("nowhere", "", "a\0b", "x" * 1000, "\ud800"):
            with pytest.raises(NoSuchTable):
                await tables.get(wrong)


@asynchronous
async def test_a_draft_is_shown_and_stored_nowhere(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "local"), ANN)
        turn = some_turn(table.position)
        ann = Claim(table, ANN.id, 0)
        tried = await tables.draft(ann, 0, turn)
        assert tried.draft
        assert tried.draft.complete
        assert tried.draft.shown == 1
        assert tried.draft.position == table.position.play_all(turn)
        assert (await tables.draft(ann, 0, [])).draft is None
        with pytest.raises(IllegalMove):
            await tables.draft(ann, 0, [88])
        with pytest.raises(Stale):
            await tables.draft(ann, 1, turn)
        with pytest.raises(NotYourSeat):
            await tables.draft(Claim(table, BOB.id, 0), 0, turn)
        assert (await tables.get(table.id)).entries == ()


@asynchronous
async def test_plans_that_cannot_be_are_refused(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        refused: list[tuple[galda.table.TablePlan, type[GaldaError]]] = [
            (plan("me", "local", game="chess"), UnknownGame),
            (plan("me", "local", options={"size": 9}), BadOption),
            (plan("me", "me"), BadRequest),
            (plan("me", "king"), BadRequest),
            (plan("me", "bot:wizard"), GaldaError),
            (plan("me", "friend:expert"), BadRequest),
            (plan("me", options={"players": 2}), BadRequest),
            (plan("me", "local", seed=-1), BadRequest),
            (plan("me", "local", clock=galda.table.Clock(per_move=0)), BadRequest),
            (plan("me", "local", clock=galda.table.Clock(increment=5)), BadRequest),
        ]
        for wrong, error in refused:
            with pytest.raises(error):
                await tables.create(wrong, ANN)
        assert await tables.tables_of(ANN.id) == []


@asynchronous
async def test_every_game_can_be_played_to_its_end(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        for name in galda.game_names():
            options = galda.game(name).read_options({})
            seats = ["me"] + ["local"] * (int(options["players"]) - 1)
            table = await tables.create(plan(*seats, game=name, options=options), ANN)
            await _play_on(tables, table.id)


async def _play_on(tables: Tables, table_id: str, most: int = 120) -> None:
    table = await tables.get(table_id)
    for _ in range(most):
        if table.result:
            break
        table = await play(tables, table)
    else:
        assert table.to_act is not None
        await tables.do(Claim(table, ANN.id, table.to_act), Resign(move_id()))
    table = await tables.get(table_id)
    assert table.result
    assert write_record(table.record())
