"""What is kept is given out for exactly the same eyes, and not once the table has gone on."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from site_support import Site

from galda.table import Table
from galda.web.common.view_cache import ViewCache
from galda.web.tables import views
from galda.web.tables.views import Boards, Eyes, Look, build_view
from support import ALL_STARTS
from twins import played


class Value:
    """Something that things are made of."""


def test_things_are_made_once_for_a_key_and_a_value() -> None:
    kept: ViewCache[Value, object] = ViewCache(most=9)
    value, other = Value(), Value()
    made = kept.get(value, "ann", object)
    assert kept.get(value, "ann", object) is made
    assert kept.get(value, "bob", object) is not made
    assert kept.find(value, "ann") is made
    assert kept.find(other, "ann") is None
    assert kept.get(other, "ann", object) is not made


def test_what_was_asked_for_least_recently_goes_first() -> None:
    kept: ViewCache[Value, str] = ViewCache(most=2)
    value = Value()
    for key in ("ann", "bob", "ann", "cid"):
        kept.get(value, key, str)
    assert [kept.find(value, key) for key in ("ann", "bob", "cid")] == ["", None, ""]


@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_a_kept_view_is_the_one_that_would_be_made_for_these_eyes(
    name: str, options: dict[str, Any]
) -> None:
    table, shared = played(name, options, seed=5), Boards()
    looks: list[tuple[tuple[int, ...], Eyes]] = [((), Eyes(-1))]
    looks += [((s.index,), Eyes(s.index)) for s in table.seats]
    looks.append((tuple(range(len(table.seats))), Eyes(-1, curtain=0)))
    for _ in range(2):
        for held, eyes in looks:
            for lang in ("en", "lv"):
                seen = build_view(Look(table, held, eyes, lang), shared)
                assert seen == build_view(Look(table, held, eyes, lang), Boards())


def test_a_view_is_never_given_out_for_another_table_of_the_same_name_and_length() -> None:
    boards, table = Boards(), played("alhambra", {"players": 3}, seed=1)
    other = copy.copy(table)
    other.position, other.views = table.turns[0].before, {}
    assert (other.id, other.sequence) == (table.id, table.sequence)
    first = build_view(Look(table, (1,), Eyes(1), "en"), boards)
    boards._drawn.clear()
    seen = build_view(Look(other, (1,), Eyes(1), "en"), boards)
    assert seen == build_view(Look(other, (1,), Eyes(1), "en"), Boards())
    assert seen["svg"] != first["svg"]


def test_a_kept_view_has_the_clocks_of_now(monkeypatch: pytest.MonkeyPatch) -> None:
    table, boards = played("quixo", {}, seed=1), Boards()
    left = iter([(7.0, 6.0), (5.0, 4.0)])
    monkeypatch.setattr(Table, "clocks", lambda *_: next(left))
    view = build_view(Look(table, (0,), Eyes(0), "en"), boards)
    assert [player["clock"] for player in view["players"]] == [7.0, 6.0]
    again = build_view(Look(table, (0,), Eyes(0), "en"), boards)
    assert [player["clock"] for player in again["players"]] == [5.0, 4.0]


def test_a_page_shows_the_last_lines_of_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played("alhambra", {"players": 2}, seed=1)
    whole = build_view(Look(table, (0,), Eyes(0), "en"), Boards())["log"]
    assert len(whole) > 3
    monkeypatch.setattr(views, "LOG_TAIL", 3)
    table.line_cache.clear()
    assert build_view(Look(table, (0,), Eyes(0), "en"), Boards())["log"] == whole[-3:]
    assert [len(told) for told in table.line_cache.values()] == [3], "only those are put into words"


def test_bots_alone_get_no_table(site: Site) -> None:
    bots = [{"kind": "bot", "level": "random"}] * 2
    answer = site.client.post("/api/v1/tables", json={"game": "quixo", "seats": bots})
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("bots do not play alone here")
