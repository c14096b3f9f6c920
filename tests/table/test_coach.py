"""The coach: who may ask it, and that it never knows more than the one who asks."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from table_support import ANN, BOB, asynchronous, move_id, plan, play, quiet, seated

from galda.bots import coach
from galda.bots.review import Effort
from galda.table import Asker, BadRequest, Claim, NotHere, Resign, TableClosed, TablePlan
from galda.table.thinking.coach import check_may_ask, known
from support import ALL_STARTS
from twins import played, twin

ASKER = Asker(ANN.id)
SMALL = Effort(nodes=300, steps=300)


@pytest.mark.parametrize(
    ("seats", "chosen", "allowed"),
    [
        (("me", "bot:novice"), None, True),
        (("me", "local"), None, True),
        (("me", "friend"), None, False),
        (("me", "bot:novice", "friend", "local"), None, False),
        (("me", "friend"), True, True),
        (("me", "bot:novice"), False, False),
    ],
)
def test_the_coach_keeps_silent_among_friends_unless_the_table_allows_it(
    seats: tuple[str, ...], chosen: bool | None, allowed: bool
) -> None:
    assert plan(*seats, coach=chosen).allows_coach == allowed


def test_a_plan_from_before_there_was_a_coach_is_read() -> None:
    assert TablePlan("quixo").allows_coach


@asynchronous
async def test_a_table_that_forbids_it_refuses_whatever_is_asked(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await seated(tables, plan("me", "friend"), BOB)
        for ask in (
            tables.coach.good_turn(table, ASKER, 0, ()),
            tables.coach.chances(table, ASKER, 0),
            tables.coach.threat(table, ASKER, 0),
        ):
            with pytest.raises(NotHere, match="the coach is off"):
                await ask


@asynchronous
async def test_the_coach_answers_the_seat_to_act_until_the_game_is_over(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("me", "local", options={"size": 3}), ANN)
        with pytest.raises(BadRequest, match="turn"):
            await tables.coach.good_turn(table, ASKER, 1, ())
        position, advice = await tables.coach.good_turn(table, ASKER, 0, ())
        assert advice.turn[0] in table.position.legal_actions
        assert position.viewer == 0
        again = await tables.coach.good_turn(table, ASKER, 0, ())
        assert again[1] is advice, "asked twice, thought once"
        table = await play(tables, table, 2)
        table = await tables.do(Claim(table, ANN.id, 0), Resign(move_id()))
        with pytest.raises(TableClosed):
            await tables.coach.chances(table, ASKER, 0)


@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_what_is_hidden_from_the_seat_never_reaches_the_coach(
    name: str, options: dict[str, Any]
) -> None:
    table = played(name, options, seed=len(name) + sum(map(len, map(str, options.values()))))
    for seat in range(len(table.seats)):
        sent = [pickle.dumps(known(table, seat)), pickle.dumps(known(twin(table, seat, 7), seat))]
        assert sent[0] == sent[1]
        assert known(table, seat)[0].seed is None


@pytest.mark.parametrize("name", ["towers", "alhambra"])
def test_answers_are_the_same_when_only_hidden_things_differ(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coach, "COACH", SMALL)
    monkeypatch.setattr(coach, "GLANCE", SMALL)
    table = played(name, {"players": 3}, seed=11)
    seat = table.to_act
    assert seat is not None
    answers = []
    for one in (table, twin(table, seat, 7)):
        check_may_ask(one)
        position, seed = known(one, seat)
        answers.append(
            (
                coach.good_turn(position, seed),
                coach.chances(position, seat, seed),
                coach.threat(position, seat, seed),
            )
        )
    assert answers[0] == answers[1]
