"""Looking back: replays of tables, records that are brought, reviews made once and kept."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from typing import Any

import pytest
from table_support import ANN, BOB, HandClock, asynchronous, move_id, plan, play, quiet, some_turn

import galda
from galda import SPECTATOR, BadRecord
from galda.bots.review import Effort
from galda.core.play.paper import GameRecord, read_record, write_record
from galda.table import (
    Asker,
    AskTakeBack,
    BadRequest,
    Claim,
    NoSuchTable,
    Replay,
    Resign,
    TooMuch,
    tell_log,
)
from galda.table.errors import TooLong
from galda.table.replay import reviews
from galda.table.replay.replay import replay_of
from support import random_game


def quick_record(seed: int = 3, **options: Any) -> str:
    """A short game by chance, on paper."""
    chance = random.Random(seed)
    position = galda.game("quixo").new(seed=seed, **({"size": 3} | options))
    while not position.is_over:
        position = position.play(chance.choice(position.legal_actions))
    return write_record(GameRecord(position, names=("Ann", "Bob")))


@asynchronous
async def test_a_finished_table_can_be_stepped_through(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "local", options={"size": 3}), ANN)
        table = await play(tables, table, 4)
        table = await tables.do(Claim(table, ANN.id, 0), Resign(move_id()))
        replay = await tables.lookback.replay(table.id)
        assert replay.over
        assert replay.last == 4
        assert replay.position(0) == table.turns[0].before
        assert [replay.position(n) for n in (1, 2, 3, 4)] == [turn.after for turn in table.turns]
        told = [line.text for line in tell_log(table) if line.seat >= 0][:4]
        assert replay.story("en", -1)[1:] == told
        assert "wins" in replay.ending("en")
        with pytest.raises(BadRequest, match="0 to 4"):
            replay.position(5)
        with pytest.raises(NoSuchTable):
            await tables.lookback.replay("no-such-game")


def test_where_sheets_are_added_those_are_the_scorings() -> None:
    *_, end = random_game("alhambra", {"players": 2}, seed=3)
    replay = Replay("id", GameRecord(end))
    assert len(replay.scorings) == len(end.sheets()) == 3
    for count, ply in enumerate(replay.scorings, start=1):
        assert len(replay.position(ply).sheets()) == count
        assert len(replay.position(ply - 1).sheets()) == count - 1


def test_with_one_sheet_at_the_end_scorings_are_where_a_score_changed() -> None:
    chance = random.Random(1)
    position = galda.game("towers").new(players=2, seed=1)
    while not position.is_over:
        position = position.play(chance.choice(position.legal_actions))
    replay = Replay("id", GameRecord(position))
    assert replay.scorings
    for ply in range(1, replay.last + 1):
        changed = replay.position(ply).scores != replay.position(ply - 1).scores
        assert changed == (ply in replay.scorings)


@asynchronous
async def test_turns_taken_back_are_not_part_of_the_story(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await play(tables, await tables.create(plan("me", "local"), ANN), 3)
        table = await tables.do(Claim(table, ANN.id, 0), AskTakeBack(move_id()))
        assert replay_of(table).last == 2


@asynchronous
async def test_a_record_that_is_brought_is_kept(database_url: str) -> None:
    text = quick_record()
    async with await quiet(database_url) as tables:
        brought = await tables.lookback.bring(text, ANN.id)
    async with await quiet(database_url) as tables:
        replay = await tables.lookback.replay(brought.id)
        assert write_record(replay.record) == text
        assert replay.over
        assert [replay.name(seat, "en") for seat in (0, 1)] == ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda text: text.replace("1. ", "1. b2-b3 # ", 1), "Q4"),
        (lambda text: text.replace("size: 3", "size: 9"), "size cannot be '9'"),
        (lambda text: "game: chess\n", "chess"),
        (lambda text: text.replace("result: ", "result: 9"), "the result is"),
        (lambda text: text.replace("seed: 3", "seed: ²"), "whole number"),
        (lambda text: text.replace("seed: 3", f"seed: {'9' * 5000}"), "whole number"),
        (lambda text: text.replace("2. ", "9" * 5000 + ". ", 1), "not a numbered turn"),
    ],
)
def test_a_bad_record_is_refused_with_line_and_reason(spoil: Any, told: str) -> None:
    good = quick_record()
    bad = spoil(good)
    with pytest.raises(BadRecord, match=told) as refused:
        read_record(bad, galda.game)
    lines = zip(good.splitlines(), bad.splitlines(), strict=False)
    assert refused.value.line == next(n for n, (a, b) in enumerate(lines, start=1) if a != b)


@asynchronous
async def test_what_a_database_cannot_keep_is_refused(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        with pytest.raises(BadRequest, match="not a text file"):
            await tables.lookback.bring(quick_record().replace("Ann", "A\0nn"), ANN.id)
        for odd in ("a\0b", "ā", "x" * 41, ""):
            with pytest.raises(NoSuchTable):
                await tables.lookback.replay(odd)


@asynchronous
async def test_records_are_limited_in_size_and_number(database_url: str) -> None:
    text = quick_record()
    clock = HandClock()
    async with await quiet(database_url, clock=clock) as tables:
        with pytest.raises(TooLong, match="characters"):
            await tables.lookback.bring(text + "# " + "x" * 30_000, ANN.id)
        for _ in range(29):
            await tables.lookback.bring(text, ANN.id)
        with pytest.raises(TooMuch, match="wait"):
            await tables.lookback.bring(text, ANN.id)
        clock.turn(3601)
        await tables.lookback.bring(text, ANN.id)


async def reviewed(tables: Any, game_id: str) -> Any:
    """The review of a game once it is finished."""
    while not (kept := await tables.lookback.reviews.see(game_id)).finished:
        await asyncio.sleep(0.02)
    return kept


@pytest.fixture
def small_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews that are done with quickly: what they find does not matter."""
    monkeypatch.setattr(reviews, "effort_for", lambda turns: Effort(nodes=500, steps=500))


@asynchronous
async def test_a_review_is_made_once_and_kept(database_url: str, small_reviews: None) -> None:
    async with await quiet(database_url) as tables:
        brought = await tables.lookback.bring(quick_record(), ANN.id)
        assert await tables.lookback.reviews.see(brought.id) is None
        begun = await tables.lookback.reviews.ask(brought.id, Asker(ANN.id))
        assert (begun.total, begun.finished) == (brought.last + 1, False)
        assert (await tables.lookback.reviews.ask(brought.id, Asker(ANN.id))).total == begun.total
        assert len(tables.lookback.reviews._bench.unthought) == 1
        kept = await reviewed(tables, brought.id)
        assert len(kept.steps) == brought.last + 1
        end = brought.record.position
        assert kept.steps[-1]["worths"] == [float(s in end.winners) for s in (0, 1)]
    async with await quiet(database_url) as tables:
        again = await tables.lookback.reviews.see(brought.id)
        assert again is not None
        assert again.steps == kept.steps
        assert not tables.lookback.reviews._bench.unthought


@asynchronous
async def test_a_game_under_way_is_not_reviewed(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await play(tables, await tables.create(plan("me", "local"), ANN), 2)
        with pytest.raises(BadRequest, match="once it is over"):
            await tables.lookback.reviews.ask(table.id, Asker(ANN.id))


@asynchronous
async def test_only_so_many_reviews_wait(
    database_url: str, small_reviews: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "SHARES", replace(reviews.SHARES, together=1))
    async with await quiet(database_url) as tables:
        first, second = [await tables.lookback.bring(quick_record(seed), ANN.id) for seed in (3, 4)]
        await tables.lookback.reviews.ask(first.id, Asker(ANN.id))
        with pytest.raises(TooMuch, match="reviewed already"):
            await tables.lookback.reviews.ask(second.id, Asker(ANN.id))
        assert await tables.lookback.reviews.ask(second.id, Asker(BOB.id)), "he waits for nothing"


@asynchronous
async def test_one_person_cannot_fill_the_queue_of_reviews(
    database_url: str, small_reviews: None
) -> None:
    async with await quiet(database_url) as tables:
        games = [(await tables.lookback.bring(quick_record(n), ANN.id)).id for n in range(3, 7)]
        for game in games[:2]:
            await tables.lookback.reviews.ask(game, Asker(ANN.id))
        with pytest.raises(TooMuch, match="at most 2 of your games"):
            await tables.lookback.reviews.ask(games[2], Asker(ANN.id))
        assert await tables.lookback.reviews.see(games[2]) is None, "nothing was begun"
        await tables.lookback.reviews.ask(games[3], Asker(BOB.id))
        for game in games[:2]:
            await reviewed(tables, game)
        assert (await tables.lookback.reviews.ask(games[2], Asker(ANN.id))).game_id == games[2]


@asynchronous
async def test_a_game_under_way_is_the_same_replay_until_it_goes_on(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await play(tables, await tables.create(plan("me", "local"), ANN), 3)
        first = await tables.lookback.replay(table.id)
        assert await tables.lookback.replay(table.id) is first
        assert first.last == 3
        await play(tables, table)
        assert (await tables.lookback.replay(table.id)).last == 4


def test_a_replay_tells_a_viewer_what_they_could_know_then() -> None:
    """Twins that differ in hidden things only look alike at every ply, through each seat's eyes."""
    chance = random.Random(7)
    position = galda.game("alhambra").new(players=3, seed=7)
    states = [position]
    for _ in range(12):
        position = position.play_all(some_turn(position, chance))
        states.append(position)
    replay = Replay("id", GameRecord(position))
    for viewer in range(3):
        for ply in (0, 5, 12):
            twin = states[ply].known_to(viewer, 99)
            seen = twin.seen_by(viewer)
            assert replay.board(ply, viewer, "en") == seen.game.board.draw(
                seen, SPECTATOR, "en", "tall"
            )
            assert replay.scores(ply, viewer) == twin.seen_by(viewer).scores
