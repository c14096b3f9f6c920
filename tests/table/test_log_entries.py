"""The kinds of log entries: what is stored replays as it always did, and a retry is harmless."""

from __future__ import annotations

from typing import Any

import pytest
from table_support import ANN, BOB, asynchronous, move_id, plan, play, quiet, seated

from galda.table import (
    AcceptDraw,
    AllowTakeBack,
    AskTakeBack,
    BadRequest,
    Chat,
    Claim,
    DeclineDraw,
    Entry,
    OfferDraw,
    RefuseTakeBack,
    Resign,
    Result,
    SealTurn,
    Seat,
    SeatPlan,
    Stale,
    Table,
    TablePlan,
    TooMuch,
    tell_log,
)
from galda.table.errors import AlreadyDone
from galda.table.log import checks
from galda.table.log.entries import KINDS, Archive, chat
from galda.table.log.history import after, after_all
from twins import played, some_turn

STORED: list[tuple[int, str, dict[str, Any]]] = [
    (1, "join", {"person": "bob", "name": "Bob"}),
    (0, "turn", {"actions": [0]}),
    (0, "ask_take_back", {}),
    (1, "refuse_take_back", {}),
    (1, "turn", {"actions": [8]}),
    (1, "ask_take_back", {}),
    (0, "allow_take_back", {}),
    (1, "offer_draw", {}),
    (0, "decline_draw", {}),
    (0, "chat", {"text": "hello", "to": "all"}),
    (1, "turn", {"actions": [8]}),
    (0, "offer_draw", {}),
    (1, "accept_draw", {}),
    (1, "rematch", {"table": "the-next"}),
    (-1, "archive", {}),
]
"""A log as databases have held it from the beginning: kinds and payloads byte for byte."""


def fresh_table() -> Table:
    seats = (Seat(0, "me", "Ann", "ann", "", ""), Seat(1, "friend", "", None, "", "key"))
    wanted = TablePlan("quixo", {"players": 2}, (SeatPlan("me"), SeatPlan("friend")))
    return Table("id", wanted, seats, "watch", 0.0, 1)


def stored(*rows: tuple[int, str, dict[str, Any]]) -> list[Entry]:
    return [
        Entry(n, seat, kind, payload, float(n), str(n))
        for n, (seat, kind, payload) in enumerate(rows, start=1)
    ]


def test_a_log_of_every_kind_replays_as_it_always_did() -> None:
    table = after_all(fresh_table(), stored(*STORED))
    assert table.seats[1] == Seat(1, "friend", "Bob", "bob", "", "key")
    assert table.position.actions == [0, 8]
    assert [turn.sequence for turn in table.turns] == [2, 11]
    assert table.undone == {5}
    assert table.game_sequence == 13
    assert table.result == Result((0, 1), "draw")
    assert table.offers == ()
    assert [message.text for message in table.chat_for()] == ["hello"]
    assert (table.rematch, table.archived, table.to_act) == ("the-next", True, None)
    told = [(line.sequence, line.undone) for line in tell_log(table)]
    sequences = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 13, 14, 15]
    assert told == [(n, n == 5) for n in sequences], "all but the chat, and the result"


@pytest.mark.parametrize(("kind", "reason"), [("resign", "resigned"), ("timeout", "timeout")])
def test_whoever_resigns_or_runs_out_of_time_has_lost(kind: str, reason: Any) -> None:
    table = after_all(fresh_table(), stored(*STORED[:2], (1, kind, {})))
    assert table.result == Result((0,), reason, 1)


def test_every_kind_that_is_stored_is_known_by_its_name() -> None:
    assert set(KINDS) == {kind for _, kind, _ in STORED} | {"resign", "timeout"}
    assert all(kind.name == name for name, kind in KINDS.items())


def test_an_entry_that_does_not_follow_is_not_replayed() -> None:
    with pytest.raises(ValueError, match="does not follow"):
        after(fresh_table(), Entry(2, 0, "turn", {"actions": [0]}, 1.0, "x"))


def test_replaying_leaves_the_table_before_as_it_was() -> None:
    table = fresh_table()
    board = table.seen_by(0)
    after_all(table, stored(*STORED))
    assert (table.entries, table.moves, table.played, table.turns) == ((), {}, {}, ())
    assert table.seen_by(0) is board


def test_of_several_others_the_best_placed_wins_when_one_resigns() -> None:
    unequal = 0
    for seed in range(12):
        table = played("towers", {"players": 3}, seed)
        _, second, third = table.position.scores
        if table.result or second == third:
            continue
        unequal += 1
        end = after(table, Entry(table.sequence + 1, 0, "resign", {}, 99.0, "x"))
        assert end.result == Result((1 if second > third else 2,), "resigned", 0)
    assert unequal > 1


def test_any_turn_drops_the_question_of_taking_back() -> None:
    rounds = [STORED[0], STORED[1], (1, "turn", {"actions": [8]}), (0, "ask_take_back", {})]
    asked = after_all(fresh_table(), stored(*rounds))
    assert [(offer.kind, offer.waiting) for offer in asked.offers] == [("take_back", (1,))]
    turn = some_turn(asked.position)
    assert after(asked, Entry(5, 0, "turn", {"actions": turn}, 5.0, "5")).offers == ()


def test_an_empty_seat_need_not_be_asked_to_take_back() -> None:
    table = after_all(fresh_table(), stored(STORED[1], (0, "ask_take_back", {})))
    assert (table.turns, table.offers) == ((), ())
    assert table.undone == {1}


def test_a_message_is_no_longer_than_allowed_and_a_table_holds_only_so_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = after_all(fresh_table(), stored(*STORED[:10]))
    assert Chat("x", "x" * 500).payload(table, 0) == {"text": "x" * 500, "to": "all"}
    with pytest.raises(TooMuch, match="501 characters"):
        Chat("x", "x" * 501).payload(table, 0)
    monkeypatch.setattr(chat, "MOST_MESSAGES", 2)
    assert Chat("x", " hi ").payload(table, 0) == {"text": "hi", "to": "all"}
    monkeypatch.setattr(chat, "MOST_MESSAGES", 1)
    with pytest.raises(TooMuch, match="at most 1 messages"):
        Chat("x", "hi").payload(table, 0)


def test_a_log_ends_somewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    table = after_all(fresh_table(), stored(*STORED[:2]))
    monkeypatch.setattr(checks, "MOST_ENTRIES", 3)
    assert Resign("x").payload(table, 0) == {}
    monkeypatch.setattr(checks, "MOST_ENTRIES", 2)
    with pytest.raises(TooMuch, match="ends at 2 entries"):
        Resign("x").payload(table, 0)


def test_a_turn_has_only_so_many_actions() -> None:
    table = after_all(fresh_table(), stored(STORED[0]))
    with pytest.raises(BadRequest, match="one turn at a time"):
        SealTurn("x", 1, (0,) * 200).payload(table, 0)
    with pytest.raises(TooMuch, match="201 actions"):
        SealTurn("x", 1, (0,) * 201).payload(table, 0)


def test_a_table_is_put_away_when_nothing_has_happened_since() -> None:
    table = after_all(fresh_table(), stored(*STORED[:2]))
    assert Archive("x", since=2.5).payload(table, -1) == {}
    for too_early in (2.0, 1.0):
        with pytest.raises(AlreadyDone):
            Archive("x", since=too_early).payload(table, -1)


def test_of_several_seats_on_one_device_the_one_that_was_asked_answers() -> None:
    table = after_all(fresh_table(), stored(*STORED[:2], (0, "offer_draw", {})))
    assert AcceptDraw("x").asked_of(table, (0, 1)) == 1
    assert DeclineDraw("x").asked_of(table, (0,)) is None
    assert AllowTakeBack("x").asked_of(table, (0, 1)) is None
    assert Resign("x").asked_of(table, (0, 1)) is None


@asynchronous
async def test_another_seat_cannot_reuse_a_move_id(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await seated(tables, plan("me", "friend"), BOB)
        ann, bob = Claim(table, ANN.id, 0), Claim(table, BOB.id, 1)
        await tables.do(ann, Chat("once", "hello"))
        with pytest.raises(BadRequest, match="used for something else"):
            await tables.do(bob, Chat("once", "hello"))
        with pytest.raises(BadRequest, match="used for something else"):
            await tables.do(ann, Resign("once"))
        table = await tables.get(table.id)
        assert [(entry.seat, entry.kind) for entry in table.entries] == [(1, "join"), (0, "chat")]


@asynchronous
async def test_an_answer_counts_once_whichever_it_was(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await play(tables, await seated(tables, plan("me", "friend"), BOB))
        ann, bob = Claim(table, ANN.id, 0), Claim(table, BOB.id, 1)
        await tables.do(ann, OfferDraw(move_id()))
        first = await tables.do(bob, DeclineDraw("answer"))
        assert (await tables.do(bob, AcceptDraw("answer"))).entries == first.entries
        await tables.do(ann, AskTakeBack(move_id()))
        first = await tables.do(bob, RefuseTakeBack("another"))
        assert (await tables.do(bob, AllowTakeBack("another"))).entries == first.entries
        assert (first.result, first.position) == (None, table.position)


@asynchronous
async def test_a_whole_turn_of_one_action_is_sealed_at_once_if_wanted(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "local"), ANN)
        ann = Claim(table, ANN.id, 0)
        turn = some_turn(table.position)
        tried = await tables.draft(ann, 0, turn)
        assert tried.draft
        assert not tried.sealed
        sealed = await tables.draft(ann, 0, turn, seal_as="once")
        assert (sealed.sealed, sealed.draft) == (True, None)
        entry = sealed.table.entries[-1]
        assert (entry.kind, entry.payload, entry.move_id) == ("turn", {"actions": turn}, "once")
        with pytest.raises(Stale):
            await tables.draft(ann, 0, turn, seal_as="twice")
        with pytest.raises(BadRequest, match="move id"):
            await tables.draft(Claim(table, ANN.id, 1), 1, [8], seal_as="bot:1")


@asynchronous
async def test_a_turn_of_several_actions_is_never_sealed_at_once(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "local", game="towers"), ANN)
        while len(turn := some_turn(table.position)) == 1:
            table = await play(tables, table)
        assert table.to_act is not None
        holder = Claim(table, ANN.id, table.to_act)
        for most in range(1, len(turn) + 1):
            tried = await tables.draft(holder, table.game_sequence, turn[:most], seal_as="x")
            assert tried.draft
            assert tried.draft.complete == (most == len(turn))
        assert (await tables.get(table.id)).sequence == table.sequence


@asynchronous
async def test_a_turn_may_be_written_in_notation(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "local"), ANN)
        action = table.position.find("a1-a5")
        turn = SealTurn(move_id(), 0, ("a1-a5",))
        table = await tables.do(Claim(table, ANN.id, 0), turn)
        assert table.entries[-1].payload == {"actions": [action]}


@pytest.mark.parametrize(
    ("asked", "answers"),
    [("offer_draw", (AcceptDraw, DeclineDraw)), ("ask_take_back", (AllowTakeBack, RefuseTakeBack))],
)
def test_an_answer_comes_from_a_seat_that_was_asked_and_stores_nothing_more(
    asked: str, answers: tuple[type[AcceptDraw | AllowTakeBack | DeclineDraw | RefuseTakeBack], ...]
) -> None:
    table = after_all(fresh_table(), stored(*STORED[:2], (0, asked, {})))
    for answer in answers:
        assert answer("m").asked_of(table, (0, 1)) == 1
        assert answer("m").asked_of(table, (0,)) is None
        assert answer("m").payload(table, 1) == {}
        with pytest.raises(BadRequest):
            answer("m").payload(table, 0)
