"""What the log says between turns: rounds that end, and what is scored."""

from __future__ import annotations

from table_support import asynchronous, plan, play, quiet, seated

from galda.table import tell_log


@asynchronous
async def test_every_scoring_of_alhambra_stands_in_the_log_with_its_sheet(
    database_url: str,
) -> None:
    async with await quiet(database_url) as tables:
        table = await seated(tables, plan("me", "local", "local", game="alhambra"))
        while table.result is None:
            table = await play(tables, table)
        told = [line for line in tell_log(table) if line.sheet is not None]
        assert [line.sheet for line in told] == [0, 1, 2]
        titles = [line.milestone.split(":")[0] for line in told]
        assert titles == ["First scoring (A)", "Second scoring (B)", "Final scoring"]


@asynchronous
async def test_every_round_of_5_towers_stands_in_the_log(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await seated(tables, plan("me", "local", "local", game="towers"))
        while table.result is None:
            table = await play(tables, table)
        rounds = [line.milestone for line in tell_log(table) if line.milestone]
        assert len(rounds) == int(table.position.state.rounds)
        assert [told.split(":")[0] for told in rounds[:2]] == ["Round 1", "Round 2"]
        in_latvian = [line.milestone for line in tell_log(table, "lv") if line.milestone]
        assert in_latvian[0].startswith("1. raunds: ")
