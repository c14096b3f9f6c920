"""Tables that begin from a position written as text: played, kept, taken up again, on paper."""

from __future__ import annotations

from typing import Any

import pytest
from table_support import ANN, asynchronous, move_id, plan, play, quiet

import galda
from galda.core.play.paper import read_record, write_record
from galda.table import BadRequest, Claim, Resign, Table, TablePlan

MIDDLE = "quixo size=4 x..o/..../.x../o... 1"
ALHAMBRA = (
    "alhambra 1 market=p5/t9a/g8b/s4 row=y3/b4/o9/g1 hand1=y335b9 hand2=?4 hand3=g99b5 cut=94"
)


def from_text(text: str, *seats: str, **rest: Any) -> TablePlan:
    wanted = plan(*seats, game=text.split(maxsplit=1)[0], position=text, **rest)
    wanted.options.clear()
    return wanted


@asynchronous
async def test_a_table_from_a_position_is_the_same_for_whoever_opens_the_database(
    database_url: str,
) -> None:
    async with await quiet(database_url) as tables:
        table = await tables.create(from_text(MIDDLE, "me", "local"), ANN)
        assert table.position.text == MIDDLE
        assert table.plan.options["size"] == 4
        cards = await tables.create(from_text(ALHAMBRA, "me", "local", "local"), ANN)
        begun = cards.position
        table, cards = await play(tables, table, 12), await play(tables, cards, 12)
    async with await quiet(database_url) as tables:
        for one in (table, cards):
            again = await tables.get(one.id)
            assert again.position == one.position
            assert again.position.start == one.position.start
            assert [turn.after for turn in again.turns] == [turn.after for turn in one.turns]
        assert cards.position.start == begun
        await check_paper(await resigned(tables, table))
        await check_paper(await resigned(tables, cards))
        next_one = await tables.rematch(Claim(table, ANN.id, 0), move_id())
        assert next_one.position.text == MIDDLE


async def resigned(tables: galda.table.Tables, table: Table) -> Table:
    return await tables.do(Claim(table, ANN.id, 0), Resign(move_id()))


async def check_paper(table: Table) -> None:
    """The record says where the game began, and reads back as the same game."""
    paper = write_record(table.record())
    assert f"position: {table.position.start.text}" in paper
    assert read_record(paper, galda.game).position == table.position


@asynchronous
async def test_what_nobody_can_know_is_shuffled_anew_at_each_table(database_url: str) -> None:
    text = galda.game("alhambra").new(players=3, seed=4).text
    async with await quiet(database_url) as tables:
        opened = [
            await tables.create(from_text(text, "me", "local", "local"), ANN) for _ in range(2)
        ]
    start = galda.position(text)
    for table in opened:
        assert table.position.state.hand.tolist() == start.state.hand.tolist()
        assert table.position.state.deck.tolist() != start.state.deck.tolist()
    one, other = (table.position.state for table in opened)
    assert one.deck.tolist() != other.deck.tolist()


@asynchronous
async def test_positions_that_nobody_can_play_on_from_are_refused(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        for text, why in (
            ("quixo size=3 xxx/oo./... 2", "over"),
            ("pylos ..../.LL./.LL./.D..|.../.../... 1 removing", "under way"),
        ):
            with pytest.raises(BadRequest, match=why):
                await tables.create(from_text(text, "me", "local"), ANN)
        with pytest.raises(BadRequest, match="whose turn"):
            await tables.create(from_text(MIDDLE, "me", "local", begins="lot"), ANN)
        with pytest.raises(galda.GaldaError, match="size is 5 here, and 4"):
            await tables.create(
                plan("me", "local", position=MIDDLE, options={"size": 5}), ANN
            )  # fmt: skip
        with pytest.raises(galda.BadPosition):
            await tables.create(from_text("quixo nonsense", "me", "local"), ANN)
