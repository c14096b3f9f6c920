"""Turns of long ago: kept as their actions alone, and the same to whoever looks back."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from table_support import ANN, asynchronous, plan, quiet, some_turn

import galda
from galda.core.play.past import Moment
from galda.core.play.position import Position
from galda.table import AllowTakeBack, AskTakeBack, Chat, Claim, SealTurn, Table, tell_log
from galda.table.log import long_ago
from galda.table.log.entry import Entry
from galda.table.log.history import after, after_all

SEED = 5
TURNS = 30
FEW = 4
"""Recent turns in these tests, so that short games have a long past."""


@pytest.fixture(autouse=True)
def short_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_ago, "RECENT", FEW)
    monkeypatch.setattr(long_ago, "LONG", 3)


def opened(name: str, options: dict[str, Any]) -> Table:
    seats = tuple(
        galda.table.Seat(k, "local", "", "ann", "", "") for k in range(int(options["players"]))
    )
    planned = tuple(galda.table.SeatPlan("local") for _ in seats)
    return Table("id", galda.table.TablePlan(name, options, planned), seats, "key", 0.0, SEED)


def a_log(table: Table) -> list[Entry]:
    """Turns by chance, with things said in between."""
    print(f"seed {SEED}")
    chance, position, log = random.Random(SEED), table.position, list[Entry]()
    for number in range(1, 2 * TURNS):
        if position.is_over:
            break
        if number % 11 == 10:
            said = {"text": "well", "to": "all"}
            log.append(Entry(number, 0, "chat", said, number, f"m{number}"))
            continue
        actions = some_turn(position, chance)
        turn = {"actions": actions}
        log.append(Entry(number, position.to_act, "turn", turn, number, f"m{number}"))
        position = position.play_all(actions)
    return log


def by_and_by(table: Table, log: Sequence[Entry]) -> Table:
    for entry in log:
        table = after(table, entry)
    return table


def whole(table: Table) -> int:
    return sum(isinstance(turn.begin, Position) for turn in table.turns)


@pytest.mark.parametrize("name", galda.game_names())
def test_a_table_read_at_once_one_that_grew_and_one_that_forgot_nothing_are_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = galda.game(name).read_options({})
    start = opened(name, options)
    log = a_log(start)
    read, grown = after_all(start, log), by_and_by(start, log)
    monkeypatch.setattr(long_ago, "RECENT", 10**6)
    kept = by_and_by(start, log)
    assert whole(kept) == len(kept.turns) > 3 * FEW
    assert whole(grown) <= 2 * FEW and whole(read) <= 2 * FEW
    for table in (read, grown):
        assert table.position == kept.position and table.result == kept.result
        assert table.position.actions == kept.position.actions
        assert (table.timing, table.moves, table.offers) == (kept.timing, kept.moves, kept.offers)
        assert [t.before for t in table.turns] == [t.before for t in kept.turns]
        assert [t.after for t in table.turns] == [t.after for t in kept.turns]
        assert table.played.keys() == kept.played.keys()
        for viewer in range(-1, int(options["players"])):
            assert tell_log(table, "en", viewer) == tell_log(kept, "en", viewer)
        assert table.on_paper().position.history() == kept.position.history()


def test_what_is_forgotten_takes_no_room() -> None:
    table = opened("alhambra", galda.game("alhambra").read_options({}))
    grown = by_and_by(table, a_log(table))
    held, position = 0, grown.position
    while isinstance(position, Position):
        held += 1
        position = position._before  # type: ignore[assignment]
    assert isinstance(position, Moment), "the rest is actions"
    assert held < len(grown.position.actions) / 2


@asynchronous
async def test_turns_can_be_taken_back_where_the_past_is_forgotten(database_url: str) -> None:
    async with await quiet(database_url) as tables, await quiet(database_url) as others:
        table = await tables.create(plan("me", "local", game="alhambra", seed=SEED), ANN)
        chance = random.Random(SEED)
        for number in range(TURNS):
            seat = table.position.to_act
            holder = Claim(table, ANN.id, seat)
            turn = tuple(some_turn(table.known_to(seat), chance))
            table = await tables.do(holder, SealTurn(f"t{number}", table.game_sequence, turn))
            if number % 7 == 6:
                before = table.turns[-1].before
                asking = Claim(table, ANN.id, table.turns[-1].seat)
                table = await tables.do(asking, AskTakeBack(f"a{number}"))
                other = Claim(table, ANN.id, 1 - asking.seat)
                if table.offer("take_back"):
                    table = await tables.do(other, AllowTakeBack(f"b{number}"))
                assert table.position == before
                table = await tables.do(other, Chat(f"c{number}", "all right", "all"))
        read = await others.get(table.id)
        assert len(table.undone) == TURNS // 7
        assert read.position == table.position and read.undone == table.undone
        assert tell_log(read) == tell_log(table)
        assert [t.after for t in read.played.values()] == [t.after for t in table.played.values()]
