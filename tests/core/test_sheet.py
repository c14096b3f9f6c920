"""Score sheets as HTML: real tables, and narrow ones where many play."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from galda.core.show.seats import NEUTRAL, seat_colour
from galda.core.show.sheet import Line, Sheet


def sheet(players: int, **more: tuple[int, ...]) -> Sheet:
    names = tuple(f"A long name <{n}>" for n in range(players))
    towers = Line("towers", (6,) * players, ("2 tiles, 1st",) * players, ("×2",) * players)
    return Sheet("First scoring", names, (towers, Line("wall", (3,) * players)), "total", **more)


def rows(html: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(html).iter("tr"))


def test_with_few_players_names_and_notes_are_written_out() -> None:
    html = sheet(3).as_html()
    assert "6 (2 tiles, 1st)" in html
    assert "spoken" not in html
    head, towers, wall, total = rows(html)
    assert [cell.get("scope") for cell in head] == [None, "col", "col", "col"]
    assert "".join(head[1].itertext()) == "A long name <0>"
    assert [row[0].get("scope") for row in (towers, wall, total)] == ["row"] * 3
    assert [cell.text for cell in total[1:]] == ["9", "9", "9"]


def test_with_many_players_signs_are_seen_and_words_are_heard() -> None:
    html = sheet(6).as_html()
    head, towers, wall, _ = rows(html)
    seen = [span for span in towers[1] if span.get("aria-hidden")]
    heard = [span for span in towers[1] if span.get("class") == "spoken"]
    assert ["".join(span.itertext()) for span in seen] == ["6×2"]
    assert [span.text for span in heard] == ["6 (2 tiles, 1st)"]
    assert wall[1].text == "3"
    assert [span.get("class") for span in head[1].iter("span")] == ["spoken"]
    assert head[1].get("title") == "A long name <0>"


def test_columns_go_by_the_colours_of_their_seats() -> None:
    colours = re.compile(r"<circle r='17' fill='(#\w+)'")
    assert colours.findall(sheet(3).as_html()) == [seat_colour(seat) for seat in range(3)]
    neutral = sheet(3, seats=(0, 1, NEUTRAL)).as_html()
    assert colours.findall(neutral)[-1] == seat_colour(NEUTRAL)


def test_points_lost_have_a_minus_sign() -> None:
    lost = Sheet("End", ("A", "B"), (Line("demolition", (-3, 0), ("2 cards", "")),), "total")
    assert lost.cells()[1:] == [
        ("demolition", "\N{MINUS SIGN}3 (2 cards)", "0"),
        ("total", "\N{MINUS SIGN}3", "0"),
    ]
    assert "-3" not in lost.as_text()
    crowded = Sheet("End", ("A",) * 5, (Line("x", (-3,) * 5, (), ("×2",) * 5),), "total")
    for shown in (lost, crowded):
        told = ["".join(row.itertext()) for row in rows(shown.as_html())]
        assert "-3" not in "".join(told)
        assert all("\N{MINUS SIGN}3" in row for row in told[1:])
