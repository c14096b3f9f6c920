"""Who begins: as planned, whoever opens the table, the next one, or by lot."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from table_support import ANN, asynchronous, plan, quiet

import galda
from galda.table import BadRequest, TablePlan
from galda.table.setup.lots import seat_in_order
from galda.table.setup.plan import Begins, check_plan, plan_from_json, plan_to_json

FOUR = plan("local", "me", "bot:novice", "friend", options={"players": 4})


def kinds(planned: TablePlan) -> list[str]:
    """Who sits where."""
    return [seat.kind for seat in planned.seats]


@pytest.mark.parametrize(
    ("begins", "order"),
    [
        ("seated", ["local", "me", "bot", "friend"]),
        ("me", ["me", "bot", "friend", "local"]),
        ("other", ["bot", "friend", "local", "me"]),
    ],
)
def test_whoever_shall_begin_sits_first(begins: Begins, order: list[str]) -> None:
    assert kinds(seat_in_order(replace(FOUR, begins=begins))) == order


def test_a_lot_brings_everybody_first_and_keeps_their_order() -> None:
    drawn = Counter(kinds(seat_in_order(replace(FOUR, begins="lot")))[0] for _ in range(400))
    assert set(drawn) == set(kinds(FOUR))
    assert min(drawn.values()) > 40
    for _ in range(20):
        order = kinds(seat_in_order(replace(FOUR, begins="lot")))
        partner = order[(order.index("local") + 2) % 4]
        assert partner == "bot", "partners stay partners"


def test_a_plan_with_a_seed_draws_the_same_lot() -> None:
    for seed in range(10):
        seeded = replace(FOUR, begins="lot", seed=seed)
        assert seat_in_order(seeded) == seat_in_order(seeded)
    firsts = {kinds(seat_in_order(replace(FOUR, begins="lot", seed=s)))[0] for s in range(40)}
    assert firsts == set(kinds(FOUR))


def test_what_cannot_begin_is_refused() -> None:
    with pytest.raises(BadRequest, match="seated, me, other, lot"):
        check_plan(replace(FOUR, begins="youngest"))  # type: ignore[arg-type]
    with pytest.raises(BadRequest, match="nobody here is `me`"):
        check_plan(replace(plan("local", "local"), begins="other"))


def test_old_plans_begin_as_seated() -> None:
    stored = plan_to_json(FOUR)
    del stored["begins"]
    assert plan_from_json(stored).begins == "seated"


@asynchronous
async def test_a_table_is_seated_as_the_plan_says(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(replace(plan("me", "bot:novice"), begins="other"), ANN)
        assert [seat.kind for seat in table.seats] == ["bot", "me"]
        assert [seat.index for seat in table.seats] == [0, 1]
        assert kinds((await tables.get(table.id)).plan) == ["bot", "me"]


def test_booklets_that_draw_lots_say_so() -> None:
    assert {name for name in galda.game_names() if galda.game(name).lots} == {"pylos", "quixo"}
