"""Where tiles fit, what may be lifted and how long walls are: against flood fill on a grid."""

from __future__ import annotations

import random

import numpy as np
import pytest
from alhambra_bridge import BOX_OF_TILES, arrange, city_of, words_of
from alhambra_cities import has_hole, sound, wall_length
from alhambra_flood import first_difference

import galda
from galda.games.alhambra.rules import city, record, wall
from galda.games.alhambra.rules.tiles import BY_NAME, FOUNTAIN, STEP_X, STEP_Y, TILES
from support import rule


def compare(seed: int, alhambras: int, most: int) -> None:
    print(f"seed {seed}")
    states = np.zeros(1, record.State)
    states[0].players = 2
    assert first_difference(states, seed, alhambras, most) >= alhambras
    if most > 20:
        assert int(states[0].city[0]).bit_count() >= 3  # they do grow


@rule("A20", "A21", "A27")
@pytest.mark.parametrize("most", [10, 25])
def test_fast_building_lifting_and_walls_agree_with_flood_fill(most: int) -> None:
    compare(most, 60_000, most)


@pytest.mark.slow
def test_fast_and_slow_agree_on_large_alhambras_too() -> None:
    compare(154, 300_000, 54)


@rule("A22")
def test_a_run_of_filled_neighbours_broken_twice_is_a_hole() -> None:
    """The cheap test is right for every Alhambra of nine cells round a new one without holes."""
    around = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
    rng = random.Random(3)
    for _ in range(2_000):
        cells = {(0, 5): FOUNTAIN}
        while len(cells) < rng.randint(4, 26):
            x, y = rng.choice(list(cells))
            step = rng.randrange(4)
            cell = x + STEP_X[step], y + STEP_Y[step]
            if cell != (0, 0) and not has_hole({**cells, cell: FOUNTAIN}):
                cells[cell] = FOUNTAIN
        ring = sum(1 << k for k, cell in enumerate(around) if cell in cells)
        touches = any(around[k] in cells for k in (0, 2, 4, 6))
        if touches:
            assert bool(city.ONE_RUN[ring]) == (not has_hole({**cells, (0, 0): FOUNTAIN}))


@rule("A27")
def test_a_closed_ring_of_four_three_walled_tiles_scores_twelve() -> None:
    ring = {(0, 1): "pavilion2", (1, 0): "arcades4", (0, -1): "seraglio3", (-1, 0): "chambers5"}
    position = arrange(cities={0: ring})
    assert wall.longest_wall(position.state, 0) == 12
    assert wall_length(BOX_OF_TILES, city_of(position.state, 0)) == 12


@rule("A27")
def test_the_longest_wall_counts_and_neither_shorter_ones_nor_walls_between_tiles() -> None:
    layout = {
        (0, 1): "tower9b", (1, 1): "tower8", (-1, 0): "garden8b", (1, 0): "arcades4",
        (0, -1): "pavilion3",
    }  # fmt: skip
    position = arrange(cities={0: layout})
    built = city_of(position.state, 0)
    walls = sum(BY_NAME[name].walls.bit_count() for name in layout.values())
    assert walls == 12  # eight in the longest, two in a shorter one, two between two tiles
    assert wall.longest_wall(position.state, 0) == 8
    assert wall_length(BOX_OF_TILES, built) == 8


@rule("A27")
def test_walls_join_round_convex_and_concave_corners() -> None:
    corner = arrange(cities={0: {(1, 0): "seraglio4"}})  # north and east
    assert wall.longest_wall(corner.state, 0) == 2
    # An inner corner: the east wall of the upper tile meets the north wall of the right one.
    inner = arrange(cities={0: {(0, 1): "pavilion7", (1, 0): "pavilion6"}})
    assert wall.longest_wall(inner.state, 0) == 2
    apart = arrange(cities={0: {(0, 1): "pavilion6", (1, 0): "pavilion4"}})
    assert wall.longest_wall(apart.state, 0) == 2


@rule("A40")
@pytest.mark.parametrize("length", [20, 53])
def test_tiles_in_one_straight_row_work_however_long(length: int) -> None:
    """The record and the codes do not mind 53 tiles in a row, whatever their walls."""
    states = galda.game("alhambra").new(players=2, seed=1).states.copy()
    state = states[0]
    for n in range(length):
        city.put(state, 0, TILES[n].number, n + 1, 0)
    for n in range(length):
        city.note_changes(state, np.int64(0), np.int64(n + 1), np.int64(0))
    assert city_of(state, 0).keys() == {(x, 0) for x in range(length + 1)}
    far = int(city.cell_x(state, 4 * (length - 1) + 1))
    assert far == length + 1
    assert 0 < wall.longest_wall(state, 0) <= 3 * length


@rule("A40")
def test_a_straight_alhambra_of_open_tiles_can_be_played_tile_by_tile() -> None:
    """Eighteen tiles are open to the east and west; two more can close the row's ends."""
    through = [tile.name for tile in TILES if tile.walls & 0b1010 == 0]
    layout = {(x + 1, 0): name for x, name in enumerate(through)} | {(-1, 0): "seraglio7"}
    last = "pavilion7"
    position = arrange(cities={0: layout}, reserves={0: last})
    position = position.play(f"bring-{last}").play("at19,0")
    built = city_of(position.state, 0)
    assert built.keys() == {(x, 0) for x in range(-1, 20)}
    assert sound(BOX_OF_TILES, built)


@rule("A21")
def test_what_only_touches_at_a_corner_cannot_be_built() -> None:
    position = arrange(reserves={0: "pavilion8"}).play("bring-pavilion8")
    assert words_of(position) == {"at1,0", "at-1,0", "at0,1", "at0,-1"}
    assert position.why_not("at1,1").rule == "A21"  # type: ignore[union-attr]


@rule("A22")
def test_closing_a_ring_round_an_empty_cell_is_refused() -> None:
    open_tiles = ["pavilion8", "seraglio9", "arcades9", "arcades10", "chambers10", "garden10c"]
    cells = [(1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2)]
    position = arrange(
        cities={0: dict(zip(cells, open_tiles, strict=True))}, reserves={0: "garden11"}
    ).play("bring-garden11")
    refusal = position.why_not("at0,1")
    assert refusal is not None
    assert refusal.rule == "A22"
    assert "at1,1" in words_of(position)
