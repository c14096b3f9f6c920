"""At a table everything is told with the players' own names, and with nothing else beside them."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest
from table_support import ANN, BOB, asynchronous, move_id, plan, play, quiet, seated

import galda
from galda.bots.names import NAMES, choose_name
from galda.core.message import Message
from galda.core.show.language import tell
from galda.core.show.marks import seat_mark
from galda.table import Claim, Resign, Seat, SeatPlan, Table, TablePlan, tell_log
from galda.table.log.entry import Entry
from galda.table.log.history import after
from galda.table.log.words import result_sentence
from galda.table.replay.replay import replay_of
from galda.table.setup.naming import name_bots, names_of
from support import ALL_STARTS
from twins import some_turn

PEOPLE = ("Quentin", "Rosalind", "Siegfried", "Theodora", "Ulysses", "Wilhelmina")
LONGEST_GAME = 3_000


def seat(index: int, name: str, level: str = "") -> Seat:
    """Somebody's seat, or a bot's."""
    return Seat(index, "bot" if level else "local", name, None if level else "ann", level, "")


def finished(name: str, options: dict[str, Any], seed: int) -> Table:
    """A table of people with names where a game has been played by chance, to its end."""
    chance = random.Random(seed)
    players = int(galda.game(name).read_options(options)["players"])
    planned = TablePlan(name, options, (SeatPlan("local"),) * players)
    seats = tuple(seat(k, PEOPLE[k]) for k in range(players))
    table = Table("id", planned, seats, "key", 0.0, seed)
    for number in range(1, LONGEST_GAME):
        if table.to_act is None:
            break
        turn = {"actions": some_turn(table.position, chance)}
        table = after(table, Entry(number, table.to_act, "turn", turn, number, str(number)))
    return table


@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_names_stand_in_the_place_of_seats(name: str, options: dict[str, Any]) -> None:
    print("seed 4")
    table = finished(name, options, 4)
    assert table.result is not None
    plain = table.position.named(())
    own = [tell("en", table.game.words.seat_name(plain, k)) for k in range(len(table.seats))]
    seat_names = re.compile("|".join(rf"\b{re.escape(word)}\b" for word in own))
    told = [line.text for line in tell_log(table, "en", 0)]
    told.append(result_sentence(table, table.result, "en"))
    told += [sheet.as_text() for sheet in table.seen_by(0).sheets("en")]
    middle = table.turns[len(table.turns) // 2].before
    for position in (table.position, middle):
        told += [position.svg(0, "en", "tall"), position.svg(0, "en", "wide")]
    refusal = table.position.why_not(next(iter(table.turns[-1].before.paths)))
    told.append(str(refusal))
    replay = replay_of(table)
    told += [replay.board(replay.last, 0, "en"), *replay.story("en", 0)]
    for words in told:
        assert not seat_names.search(words), words
    assert any(PEOPLE[0] in words for words in told)


def test_a_bot_has_a_name_that_nobody_else_has() -> None:
    seats = tuple(seat(k, "Ada" if k == 0 else "", "" if k == 0 else "novice") for k in range(6))
    for number in range(50):
        named = name_bots(seats, f"table {number}")
        assert named == name_bots(seats, f"table {number}"), "the same at every look"
        assert len({one.name for one in named}) == 6
        assert all(one.name in NAMES for one in named)
    assert len({name_bots(seats, f"table {number}")[3].name for number in range(50)}) > 5
    assert choose_name("x", 2, NAMES) not in NAMES


def test_a_name_given_to_a_bot_is_kept() -> None:
    assert name_bots((seat(0, "Deep Thought", "master"),), "x")[0].name == "Deep Thought"


def test_where_nobody_has_a_name_seats_are_called_as_the_game_calls_them() -> None:
    assert names_of((seat(0, ""), seat(1, ""))) == ()


def test_whoever_has_no_name_among_others_is_a_guest() -> None:
    nameless = Message("Guest {number}", number=2)
    assert names_of((seat(0, "Ann"), seat(1, ""))) == ("Ann", nameless)


def test_two_of_the_same_name_are_told_apart() -> None:
    assert names_of((seat(0, "Ann"), seat(1, "Ann"))) == ("Ann", "Ann 2")


@asynchronous
async def test_lines_and_boards_follow_whoever_sits_down(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("friend", "me", "local", "local", game="towers"), ANN)
        key = table.seats[0].key
        assert [line.text for line in tell_log(table, "en", 1)] == []
        assert table.name(0) == "Guest 1"
        assert "Guest 1" in table.seen_by(1).svg(1)
        await tables.join(table.id, key, BOB)
        table = await play(tables, await tables.get(table.id), 2)
        assert "Guest 1" not in table.seen_by(1).svg(1)
        assert tell_log(table, "en", 1)[1].text.startswith("Bob bids ")


def test_turns_played_before_somebody_sat_down_are_told_with_their_name() -> None:
    game = TablePlan("quixo", {}, (SeatPlan("me"), SeatPlan("friend")))
    seats = (seat(0, "Ann"), replace(seat(1, ""), kind="friend", person_id=None, key="k"))
    table = Table("id", game, seats, "key", 0.0, 1)
    turn = {"actions": some_turn(table.position)}
    table = after(table, Entry(1, 0, "turn", turn, 1.0, "1"))
    assert tell_log(table, "en")[0].text.startswith("Ann takes")
    before = table.seen_by(0)
    table = after(table, Entry(2, 1, "join", {"person": "bob", "name": "Bob"}, 2.0, "2"))
    assert before.names[1] == Message("Guest {number}", number=2)
    assert table.seen_by(0).names == table.known_to(1).names == ("Ann", "Bob")
    assert [p.names for p in table.position.history()] == [("Ann", "Bob")] * 2
    taken_back = table.as_named(table.turns[0].before)
    assert taken_back.names == ("Ann", "Bob")


@asynchronous
async def test_a_bot_keeps_its_name_in_the_rematch_and_on_paper(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "bot:novice"), ANN)
        name = table.name(1)
        assert name in NAMES
        assert table.full_name(1) == f"{name} (Novice)"
        assert (await tables.get(table.id)).on_paper().names == ("Ann", f"{name} (Novice)")
        await tables.do(Claim(table, ANN.id, 0), Resign(move_id()))
        again = await tables.rematch(Claim(table, ANN.id, 0), move_id())
        assert [again.name(0), again.name(1)] == [name, "Ann"]


@asynchronous
async def test_the_turns_since_ones_own_are_known(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        wanted = plan("me", "local", "local", game="towers")
        table = await play(tables, await seated(tables, wanted), 3)
        seats = [turn.seat for turn in table.turns]
        for viewer in range(-1, 3):
            since = table.turns_since(viewer)
            assert viewer not in [turn.seat for turn in since]
            assert since == table.turns[len(table.turns) - len(since) :]
            if viewer in seats:
                assert table.turns[-len(since) - 1].seat == viewer


@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_every_seat_has_a_mark_of_its_own(name: str, options: dict[str, Any]) -> None:
    position = galda.game(name).new(seed=1, **options)
    marks = [seat_mark(position, k) for k in range(position.players)]
    assert len(set(marks)) == position.players
    assert all(mark.startswith("<svg ") and "id=" not in mark for mark in marks)
