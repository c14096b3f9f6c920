"""Nobody sees what comes by undoing while a friend's seat is free."""

from __future__ import annotations

import pytest
from table_support import ANN, BOB, asynchronous, move_id, plan, play, quiet

from galda.core.play.past import Moment
from galda.table import AskTakeBack, Claim, Table, Tables, tell_log
from galda.table.errors import BadRequest, TooMuch
from galda.table.log.entries import take_back
from galda.web.tables.views import Boards, Eyes, Look, build_view


async def opened_and_played(tables: Tables, game: str, *others: str) -> Table:
    """A table at which the opener has played; where another begins, it is opened again."""
    while True:
        table = await tables.create(plan("me", "friend", *others, game=game), ANN)
        if table.to_act == 0:
            return await play(tables, table)


def can_undo(table: Table) -> bool:
    return build_view(Look(table, (0,), Eyes(0), "en"), Boards())["can"]["take_back"]


@pytest.mark.parametrize("game", ["alhambra", "towers"])
@asynchronous
async def test_nothing_is_undone_before_the_friend_has_come(database_url: str, game: str) -> None:
    async with await quiet(database_url) as tables:
        table = await opened_and_played(tables, game)
        assert not can_undo(table)
        with pytest.raises(BadRequest, match="before everyone has joined"):
            await tables.do(Claim(table, ANN.id, 0), AskTakeBack(move_id()))
        assert (await tables.get(table.id)).position == table.position


@asynchronous
async def test_one_friend_who_allows_it_does_not_stand_for_another(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await opened_and_played(tables, "alhambra", "friend")
        await tables.join(table.id, table.seats[1].key, BOB)
        with pytest.raises(BadRequest, match="before everyone has joined"):
            await tables.do(Claim(table, ANN.id, 0), AskTakeBack(move_id()))


@asynchronous
async def test_at_a_full_table_the_others_are_asked(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await opened_and_played(tables, "alhambra")
        await tables.join(table.id, table.seats[1].key, BOB)
        asked = await tables.do(Claim(table, ANN.id, 0), AskTakeBack(move_id()))
        assert asked.position.states.tobytes() == table.position.states.tobytes()
        offer = asked.offer("take_back")
        assert offer is not None
        assert offer.waiting == (1,)


@asynchronous
async def test_where_nothing_is_random_an_empty_seat_minds_nothing(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await opened_and_played(tables, "quixo")
        assert can_undo(table)
        back = await tables.do(Claim(table, ANN.id, 0), AskTakeBack(move_id()))
        assert not back.turns


@asynchronous
async def test_what_was_undone_is_kept_as_actions_and_only_so_often(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(take_back, "MOST_UNDONE", 3)
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "local"), ANN)
        for _ in range(3):
            table = await play(tables, table)
            seat = table.turns[-1].seat
            table = await tables.do(Claim(table, ANN.id, seat), AskTakeBack(move_id()))
        kept = [table.played[number] for number in sorted(table.undone)]
        assert [isinstance(turn.begin, Moment) for turn in kept] == [True, True, False]
        assert [line.undone for line in tell_log(table) if line.undone] == [True] * 3
        table = await play(tables, table)
        with pytest.raises(TooMuch, match="at most 3 turns can be undone"):
            await tables.do(Claim(table, ANN.id, 0), AskTakeBack(move_id()))
