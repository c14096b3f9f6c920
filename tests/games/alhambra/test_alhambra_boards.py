"""The Alhambra board for tall and wide rooms: the same on both, legible, touchable, still."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from alhambra_tables import NAMES, TURN, grown, step_of_a_turn

import galda
from galda import Position
from galda.core.play.terms import SPECTATOR, Shape
from galda.core.show.outline import Box, find_boxes, find_targets, view_box
from galda.core.show.seats import seat_colour
from galda.games.alhambra.text.names import alhambra_of, tiles_in
from galda.games.alhambra.text.places import place_words
from galda.testing.playing import sample
from support import read_out

SHAPES: tuple[Shape, ...] = ("tall", "wide")
SCALED = re.compile(r"scale\(([\d.]+)\)")
PHONE = 362
"""How wide a board is on a telephone of 390 pixels, with what the page needs beside it."""
FINGER, POINTER, LEGIBLE = 44, 24, 11
"""In pixels: what a finger can touch, what a pointer can, and the smallest letters."""
MOST_BYTES = 80_000
PARTS = (
    "money", "market", "hand", "own", "neutral", "scoring", *(f"seat{n}" for n in range(1, 7)),
)  # fmt: skip
HOLDERS = {"reserve", "neutral"}
"""Places to touch that other things lie on."""

both_shapes = pytest.mark.parametrize("shape", SHAPES)
every_step = pytest.mark.parametrize("step", TURN)


def named(svg: str, attribute: str) -> list[str]:
    return re.findall(f"{attribute}='([^']+)'", svg)


def letters(svg: str) -> list[tuple[float, str]]:
    """Every text on a drawing with the size of its letters, in the drawing's measure."""
    found: list[tuple[float, str]] = []

    def visit(node: ElementTree.Element, scale: float) -> None:
        for factor in SCALED.findall(node.get("transform", "")):
            scale *= float(factor)
        if node.tag.endswith(("text", "tspan")) and node.get("font-size"):
            found.append((float(node.get("font-size", "")) * scale, "".join(node.itertext())))
        for child in node:
            visit(child, scale)

    visit(ElementTree.fromstring(svg), 1)
    return found


def smallest(svg: str, width: float, height: float) -> tuple[float, str]:
    """The smallest letters in pixels when a drawing is fitted into a room."""
    board = view_box(svg)
    size, text = min(letters(svg))
    return size * min(width / board.width, height / board.height), text


def overlap(one: Box, other: Box) -> bool:
    shared = one.within(other)
    return shared.width > 1 and shared.height > 1


# The same on both


@every_step
def test_both_shapes_have_the_same_touches_and_pieces(step: str) -> None:
    position = step_of_a_turn(step)
    tall, wide = (position.svg(position.to_act, shape=shape) for shape in SHAPES)
    for attribute in ("data-touch", "data-piece", "data-part"):
        assert sorted(named(tall, attribute)) == sorted(named(wide, attribute))
    assert {touch for path in position.paths for touch in path} <= set(named(wide, "data-touch"))


@pytest.mark.parametrize("players", [2, 3, 6])
def test_both_shapes_have_the_same_touches_and_pieces_in_whole_games(players: int) -> None:
    for position in sample("alhambra", {"players": players}, 5, 12):
        for viewer in (SPECTATOR, position.to_act):
            tall, wide = (position.svg(viewer, shape=shape) for shape in SHAPES)
            for attribute in ("data-touch", "data-piece"):
                assert sorted(named(tall, attribute)) == sorted(named(wide, attribute))
            assert max(len(tall), len(wide)) < MOST_BYTES


# Legible


@pytest.mark.parametrize("seed", range(6))
def test_three_players_with_fifteen_tiles_can_be_read_on_a_laptop(seed: int) -> None:
    svg = grown(3, 15, seed).svg(0, shape="wide")
    assert smallest(svg, 900, 640) >= (LEGIBLE, "")


@pytest.mark.parametrize("seed", range(6))
def test_six_players_can_be_read_on_a_large_screen(seed: int) -> None:
    svg = grown(6, 7, seed).svg(0, shape="wide")
    assert smallest(svg, 1480, 900) >= (LEGIBLE, "")


@pytest.mark.parametrize(("players", "tiles"), [(2, 15), (3, 13), (6, 7)])
def test_everything_can_be_read_on_a_telephone(players: int, tiles: int) -> None:
    svg = grown(players, tiles, 3).svg(0, shape="tall")
    assert smallest(svg, PHONE, 10_000) >= (LEGIBLE, "")


@every_step
def test_every_step_of_a_turn_can_be_read(step: str) -> None:
    position = step_of_a_turn(step)
    assert smallest(position.svg(0, shape="wide"), 900, 640) >= (LEGIBLE, "")
    assert smallest(position.svg(0, shape="tall"), PHONE, 10_000) >= (LEGIBLE, "")


@pytest.mark.parametrize("lang", ["lv", "lt", "is"])
def test_longer_words_can_be_read_too(lang: str) -> None:
    position = grown(3, 15, 1)
    assert smallest(position.svg(0, lang, "wide"), 900, 640) >= (LEGIBLE, "")
    assert smallest(position.svg(0, lang, "tall"), PHONE, 10_000) >= (LEGIBLE, "")


@both_shapes
def test_names_are_never_cut(shape: Shape) -> None:
    names = ("Ann", "A name of forty letters, as long as it may be"[:40], "W" * 40)
    position = galda.game("alhambra").new(seed=4).named(names)
    svg = position.svg(0, shape=shape)
    written = "".join(text for _, text in letters(svg)).replace(" ", "")
    assert "…" not in written
    assert all(name.replace(" ", "") in written for name in names)
    assert "Player" not in svg


# Touched


@every_step
def test_what_a_finger_touches_is_large_enough(step: str) -> None:
    position = step_of_a_turn(step)
    svg = position.svg(position.to_act, shape="tall")
    scale = PHONE / view_box(svg).width
    boxes = find_boxes(svg)
    for touch in named(svg, "data-touch"):
        box = boxes[touch]
        assert min(box.width, box.height) * scale >= FINGER, touch


@every_step
def test_what_is_touched_on_a_desk_is_large_enough(step: str) -> None:
    check_targets(step_of_a_turn(step), 900, 640)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_touched_on_a_desk_is_large_enough_with_six_players(seed: int) -> None:
    check_targets(grown(6, 7, seed), 900, 580)


def check_targets(position: Position, width: float, height: float) -> None:
    """Whatever can be touched on a wide board in a room is large enough for a pointer."""
    svg = position.svg(position.to_act, shape="wide")
    board, targets = view_box(svg), find_targets(svg)
    scale = min(width / board.width, height / board.height)
    for touch in named(svg, "data-touch"):
        assert min(targets[touch].width, targets[touch].height) * scale >= POINTER, touch


@pytest.mark.parametrize("seed", range(6))
def test_cells_of_a_grown_alhambra_are_large_enough_for_a_finger(seed: int) -> None:
    svg = grown(3, 15, seed).svg(0, shape="tall")
    fountain = find_boxes(svg)["fountain"]
    assert 1.02 * fountain.width * PHONE / view_box(svg).width >= FINGER


@both_shapes
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("players", "tiles"), [(2, 14), (3, 15), (4, 9), (5, 8), (6, 7)])
def test_nothing_overlaps(players: int, tiles: int, seed: int, shape: Shape) -> None:
    position = grown(players, tiles, seed)
    check_room(position, position.to_act, shape)


@both_shapes
@every_step
def test_nothing_overlaps_at_any_step(step: str, shape: Shape) -> None:
    position = step_of_a_turn(step)
    for viewer in (SPECTATOR, 0, 1):
        check_room(position, viewer, shape)


def check_room(position: Position, viewer: int, shape: Shape) -> None:
    """Everything lies on the board, and nothing on anything else but tiles in a reserve."""
    svg = position.svg(viewer, shape=shape)
    boxes, board = find_boxes(svg), view_box(svg)
    things = {name: boxes[name] for name in {*named(svg, "data-touch"), *named(svg, "data-piece")}}
    for name, box in boxes.items():
        assert box.within(board) == box, name
    for (one, box), (other, another) in combinations(sorted(things.items()), 2):
        if not {one, other} & HOLDERS and not same_tile(svg, one, other):
            assert not overlap(box, another), (one, other)
    parts = {part: boxes[part] for part in PARTS
             if part in boxes}  # fmt: skip
    for (one, box), (other, another) in combinations(parts.items(), 2):
        assert not overlap(box, another), (one, other)


def same_tile(svg: str, one: str, other: str) -> bool:
    """A tile of the market is touched as its square and slides as itself."""
    return any(
        f"data-piece='{piece}' data-touch='{touch}'" in svg
        for piece, touch in ((one, other), (other, one))
    )


def untouched(svg: str) -> set[str]:
    """The pieces through which one touches what they lie on."""
    through = (node for node in ElementTree.fromstring(svg).iter()
               if node.get("pointer-events") == "none")  # fmt: skip
    return {piece for node in through for part in node.iter() if (piece := part.get("data-piece"))}


@both_shapes
def test_a_place_is_touched_wherever_tiles_lie_on_it(shape: Shape) -> None:
    choosing, placing = (step_of_a_turn(step) for step in ("choose", "place"))
    reserve = {f"tile-{tile.name}" for tile in tiles_in(placing.state.reserve[0])}
    assert reserve
    assert reserve <= untouched(placing.svg(0, shape=shape))
    assert not reserve & untouched(choosing.svg(0, shape=shape))
    assert not reserve & set(named(placing.svg(0, shape=shape), "data-touch"))
    two = galda.game("alhambra").new(players=2, seed=4)
    given = {f"tile-{tile.name}" for tile in tiles_in(two.state.given)}
    assert given
    assert given <= untouched(two.svg(two.to_act, shape=shape))


# Still


def test_no_cell_moves_while_tiles_are_placed() -> None:
    for shape in SHAPES:
        before, after = (
            find_boxes(step_of_a_turn(step).svg(0, shape=shape))
            for step in ("place two", "last of two")
        )
        for name in ("fountain", "tile-chambers10", "tile-seraglio9", "cell-1,0", "cell3,0"):
            assert before[name] == after[name], (shape, name)


def test_no_card_moves_while_a_tile_is_paid() -> None:
    for shape in SHAPES:
        before, after = (
            find_boxes(step_of_a_turn(step).svg(0, shape=shape)) for step in ("choose", "pay")
        )
        for name in ("hand-green3", "hand-blue9", "hand-orange4", "market1", "fountain"):
            assert before[name] == after[name], (shape, name)
        assert "hand-green5" not in after


# Placing, paying, following


@both_shapes
def test_a_tile_to_be_placed_shows_its_ghost_on_every_cell_it_fits(shape: Shape) -> None:
    for step, tile in (("place", "pavilion"), ("bring", "garden")):
        position = step_of_a_turn(step)
        svg = position.svg(0, shape=shape)
        for node in ElementTree.fromstring(svg).iter():
            touch = node.get("data-touch") or ""
            if not touch.startswith("cell"):
                continue
            ghosts = [use.get("href") for use in node.iter() if use.tag.endswith("use")]
            assert (f"#al-tile-{tile}" in ghosts) == ((touch,) in position.paths), touch


def test_ghosts_of_several_tiles_wait_until_one_is_chosen() -> None:
    svg = ElementTree.fromstring(step_of_a_turn("place two").svg(0))
    (tile,) = (node for node in svg.iter() if node.get("data-touch") == "tile-pavilion8")
    (ghosts,) = (node for node in tile if node.get("class") == "on-choice")
    assert ghosts.get("display") == "none"
    position = step_of_a_turn("place two")
    assert len(ghosts) == sum(path[0] == "tile-pavilion8" and path[1].startswith("cell")
                              for path in position.paths)  # fmt: skip


def test_what_can_be_paid_is_told_and_so_are_the_sums() -> None:
    svg = step_of_a_turn("choose").svg(0)
    assert "in hand: 8 in green money" in svg
    assert svg.count(", can be paid exactly'") == 2  # pavilion 8 and tower 9a
    assert "can be paid" not in step_of_a_turn("choose").svg(SPECTATOR)


def heard(svg: str) -> list[str]:
    """What is said of everything on a drawing, in the order of the drawing."""
    return [node.get("aria-label") or "" for node in ElementTree.fromstring(svg).iter()]


@both_shapes
def test_names_say_currency_cell_walls_and_owner(shape: Shape) -> None:
    position = step_of_a_turn("choose")
    said = [label for label in heard(position.svg(0, shape=shape)) if label]
    assert [label.partition(":")[0] for label in said if label.startswith("for ")] == [
        f"for {currency} money" for currency in ("yellow", "green", "blue", "orange")
    ]
    for seat in range(position.players):
        tiles = alhambra_of(position, seat)
        for cell, tile in tiles.items():
            number = tile.name.removeprefix(tile.kind)
            where = f", {place_words(cell)}"
            whose = f"{NAMES[seat]}, Alhambra: "
            (label,) = (one for one in said if one.startswith(whose) and where in one)
            assert f": {tile.kind} {number}, " in label
            assert ("no walls" in label) == (tile.walls == 0)
        assert sum(one == f"{NAMES[seat]}, Alhambra: fountain" for one in said) == 1
        for tile in tiles_in(position.state.reserve[seat]):
            assert any(one.startswith(f"{NAMES[seat]}, reserve: {tile.kind} ") for one in said)


@both_shapes
def test_a_free_cell_that_shows_the_tile_to_be_built_names_it(shape: Shape) -> None:
    position = step_of_a_turn("place")
    cells = {touch for (touch,) in position.paths if touch.startswith("cell")}
    nodes = ElementTree.fromstring(position.svg(0, shape=shape)).iter()
    said = {touch: n.get("aria-label") or "" for n in nodes if (touch := n.get("data-touch"))}
    for touch, label in said.items():
        if touch.startswith("cell"):
            assert label.startswith("free: ")
            assert label.endswith("; pavilion 8 fits") == (touch in cells), touch
    assert cells


@both_shapes
def test_an_alhambra_is_read_row_by_row(shape: Shape) -> None:
    svg = step_of_a_turn("place").svg(0, shape=shape)
    boxes = find_boxes(svg)
    cells = [touch for touch in named(svg, "data-touch")
             if touch == "fountain" or touch.startswith("cell")]  # fmt: skip
    places = [(round(boxes[touch].middle[1]), boxes[touch].middle[0]) for touch in cells]
    assert len(places) > 4
    assert places == sorted(places)


@both_shapes
def test_the_majorities_are_a_table(shape: Shape) -> None:
    svg = ElementTree.fromstring(grown(3, 9, 2).svg(0, shape=shape))
    (table,) = (node for node in svg.iter() if node.get("role") == "table")
    rows = [node for node in table if node.get("role") == "row"]
    cells = [[cell for cell in row if cell.get("role")] for row in rows]
    assert len(rows) == 7
    assert len({len(row) for row in cells}) == 1, "every row has as many cells"
    head = ["".join(cell.itertext()) for cell in cells[0] if cell.get("role") == "columnheader"]
    assert head[-3:] == list(NAMES[:3])
    assert all(
        row[0].get("role") == "rowheader" and "".join(row[0].itertext()) for row in cells[1:]
    )
    counts = [read_out(cell) for row in cells[1:] for cell in row[-3:]]
    assert all(count[0].isdigit() for count in counts)
    assert any(count.endswith(", the most") for count in counts)


@both_shapes
def test_the_last_turn_of_everybody_is_marked(shape: Shape) -> None:
    position = step_of_a_turn("place").play_all(["pavilion8@0,1", "take-orange9"])
    svg = position.svg(2, shape=shape)
    assert f"stroke='{seat_colour(0)}' stroke-width" in svg
    assert (
        "Last turn: Ann buys pavilion 8 for 8 in green money. "
        "Built: pavilion 8, 1 cell north of the fountain."
    ) in svg
    assert f"Last turn: {NAMES[1]} takes money: orange 9." in svg


def test_whoever_watches_sees_the_alhambra_of_whoever_has_just_moved() -> None:
    start = step_of_a_turn("choose")
    moved = start.play("take-orange9")
    for position in (start, moved):
        boxes = find_boxes(position.svg(SPECTATOR, shape="wide"))
        inside = boxes["tile-chambers10"].within(boxes["city"])
        assert inside == boxes["tile-chambers10"]
    after = moved.play("take-green4")
    boxes = find_boxes(after.svg(SPECTATOR, shape="wide"))
    assert boxes["tile-chambers10"].within(boxes["others"]) == boxes["tile-chambers10"]


def test_a_view_without_its_past_can_be_drawn() -> None:
    position = step_of_a_turn("last of two").seen_by(0)
    alone = Position(
        position.game, position.options, None, position.states, None, position.action, 0
    )
    for shape in SHAPES:
        assert named(alone.svg(0, shape=shape), "data-touch")
