"""The table of cards to come (T25), as those who listen go through it."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import galda
from galda.core.play.terms import SHAPES, Shape
from galda.core.show.language import LANGUAGES, tell
from galda.games.towers.board.unseen import copies
from galda.games.towers.rules.cards import KINDS, VALUES
from galda.games.towers.text.words import kind_name
from support import random_game, read_out

both_shapes = pytest.mark.parametrize("shape", SHAPES)


def rows_of(svg: str) -> list[list[ElementTree.Element]]:
    """The cells of the one table on a board, row by row."""
    (table,) = (n for n in ElementTree.fromstring(svg).iter() if n.get("role") == "table")
    assert table.get("aria-label")
    assert all(row.get("role") == "row" for row in table)
    return [list(row) for row in table]


@both_shapes
@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_has_a_row_for_each_suit_and_a_cell_for_each_value(lang: str, shape: Shape) -> None:
    rows = rows_of(galda.game("towers").new(seed=3).svg(0, lang, shape))
    heads = [tell(lang, kind_name(kind)) for kind in range(len(KINDS))]
    assert [read_out(row[0]) for row in rows] == heads
    for row in rows:
        assert [cell.get("role") for cell in row] == ["rowheader", *["cell"] * VALUES]
        for value, cell in enumerate(row[1:]):
            assert read_out(cell).startswith(str(value))


@both_shapes
@pytest.mark.parametrize("players", [2, 5])
def test_a_cell_tells_where_its_cards_are(players: int, shape: Shape) -> None:
    seed, told = 8, set()
    for position in [*random_game("towers", {"players": players}, seed)][::15]:
        state = position.state
        for kind, row in enumerate(rows_of(position.svg(0, shape=shape))):
            for value, cell in enumerate(row[1:]):
                deck, out = copies(state.deck, kind, value), copies(state.discards, kind, value)
                words = read_out(cell)
                told.add(words.partition(" ")[2])
                pair = f"{value}: {deck} in the deck, {out} discarded"
                single = "in the deck" if deck else "discarded" if out else "on the table"
                assert words in (f"{value} {single}", pair), seed
                assert words == pair or deck + out < 2
    assert {"in the deck", "discarded", "on the table"} <= told
    assert (players > 3) == any("," in words for words in told)
