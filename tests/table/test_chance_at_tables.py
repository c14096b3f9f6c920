"""A table deals by a seed of 256 bits: bound before the game, told after it, and never between."""

from __future__ import annotations

import hashlib

import pytest
import sqlalchemy as sa
from table_support import ANN, BOB, asynchronous, move_id, plan, play, quiet, seated

import galda
from galda.core.play.long_seed import LONG_SEED
from galda.core.play.paper import read_record, write_record
from galda.table import Claim, Resign, tell_log
from galda.table.storage.schema import TABLES
from galda.web.tables.views import Boards, Eyes, Look, build_view

GAMES = ["alhambra", "towers"]


def shown(table: object) -> str:
    """All that viewers get of a table."""
    boards = Boards()
    views = [
        build_view(Look(table, (), Eyes(viewer), "en"), boards)  # type: ignore[arg-type]
        for viewer in range(-1, 2)
    ]
    return repr(views) + repr(table)


@pytest.mark.parametrize("game", GAMES)
@asynchronous
async def test_the_seed_is_bound_before_the_game_and_told_after_it(
    database_url: str, game: str
) -> None:
    async with await quiet(database_url) as tables:
        table = await seated(tables, plan("me", "friend", game=game), BOB)
        seed = str(table.seed)
        assert LONG_SEED.fullmatch(seed)
        assert table.commitment == hashlib.sha256(seed.encode()).hexdigest()
        table = await play(tables, table, 6)
        said = shown(table)
        assert table.commitment in said
        assert seed not in said
        assert not table.revealed_seed
        lines = [line.text for viewer in (-1, 0, 1) for line in tell_log(table, "en", viewer)]
        assert seed not in repr(lines)
        table = await tables.do(Claim(table, ANN.id, 0), Resign(move_id()))
        assert table.revealed_seed == seed
        assert seed in shown(table)
        record = read_record(write_record(table.record()), galda.game)
        assert record.position == table.position, "the record tells enough to play it again"
        assert record.position.seed == seed


@pytest.mark.parametrize("game", GAMES)
@asynchronous
async def test_another_process_reads_the_same_game(database_url: str, game: str) -> None:
    async with await quiet(database_url) as tables:
        table = await play(tables, await seated(tables, plan("me", "friend", game=game), BOB), 10)
    async with await quiet(database_url) as again:
        read = await again.get(table.id)
        assert read.position == table.position
        assert read.seed == table.seed
        assert (await play(again, read)).sequence == table.sequence + 1


@asynchronous
async def test_a_rematch_has_a_seed_of_its_own(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await seated(tables, plan("me", "friend", game="towers"), BOB)
        await tables.do(Claim(table, ANN.id, 0), Resign(move_id()))
        again = await tables.rematch(Claim(table, ANN.id, 0), move_id())
        assert LONG_SEED.fullmatch(str(again.seed))
        assert again.seed != table.seed
        assert again.commitment != table.commitment


@asynchronous
async def test_tables_that_were_there_before_go_on_by_their_short_seeds(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await play(
            tables, await tables.create(plan("me", "local", game="alhambra"), ANN), 1
        )

        def as_it_was(connection: sa.Connection) -> bool:
            old = TABLES.update().where(TABLES.c.id == table.id)
            connection.execute(old.values(long_seed=None, seed=2**53 - 1))
            connection.execute(sa.text("DELETE FROM entries"))
            return True

        await tables._store.write(as_it_was)
    async with await quiet(database_url) as again:
        old = await again.get(table.id)
        assert old.seed == 2**53 - 1
        assert not old.commitment
        assert old.position == galda.game("alhambra").new(seed=2**53 - 1, players=2)
        assert (await play(again, old, 3)).sequence == 3


@pytest.mark.parametrize("game", GAMES)
@asynchronous
async def test_a_table_from_a_position_deals_by_its_own_seed(database_url: str, game: str) -> None:
    text = galda.game(game).new(seed=5, players=2).text
    async with await quiet(database_url) as tables:
        table = await tables.create(plan("local", "local", game=game, position=text), ANN)
        other = await tables.create(plan("local", "local", game=game, position=text), ANN)
        assert LONG_SEED.fullmatch(str(table.position.seed))
        ends = [await play(tables, each, 8) for each in (table, other)]
        assert ends[0].position.seen_by(-1) != ends[1].position.seen_by(-1)
        assert f"seed: {table.seed}" in write_record(ends[0].on_paper())
        read = read_record(write_record(ends[0].on_paper()), galda.game)
        assert read.position == ends[0].position


@asynchronous
async def test_games_without_chance_bind_nothing(database_url: str) -> None:
    async with await quiet(database_url) as tables:
        table = await seated(tables, plan("me", "friend"), BOB)
        assert not table.commitment
