"""An Alhambra judged slowly and obviously: sides that match, a walk through it, holes, its wall."""

from __future__ import annotations

Cell = tuple[int, int]
City = dict[Cell, int]  # tile numbers; the fountain is FOUNTAIN

FOUNTAIN = -1
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
ACROSS = {"N": "S", "E": "W", "S": "N", "W": "E"}


class Box:
    """Prices, kinds and walls, read from the game's written table."""

    def __init__(self, table: dict[str, str]) -> None:
        self.kind: list[str] = []
        self.price: list[int] = []
        self.walls: list[str] = []
        for kind, line in table.items():
            for word in line.split():
                self.kind.append(kind)
                self.price.append(int("".join(c for c in word if c.isdigit())))
                self.walls.append("".join(c for c in word if c.isalpha()))
        self.kinds = list(table)

    def wall(self, tile: int, side: str) -> bool:
        return tile != FOUNTAIN and side in self.walls[tile]


def beside(cell: Cell, side: str) -> Cell:
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]


def sides_match(box: Box, city: City) -> bool:
    """Wall to wall, open to open (A20)."""
    return all(
        box.wall(tile, side) == box.wall(city[beside(cell, side)], ACROSS[side])
        for cell, tile in city.items()
        for side in STEPS
        if beside(cell, side) in city
    )


def walkable(box: Box, city: City) -> set[Cell]:
    """The cells one can reach on foot from the fountain."""
    reached, frontier = {(0, 0)}, [(0, 0)]
    while frontier:
        cell = frontier.pop()
        for side in STEPS:
            other = beside(cell, side)
            if other in city and other not in reached and not box.wall(city[cell], side):
                reached.add(other)
                frontier.append(other)
    return reached


def has_hole(city: City) -> bool:
    """Whether some empty cell cannot be reached from outside through sides (A22)."""
    xs, ys = [x for x, _ in city], [y for _, y in city]
    area = {
        (x, y)
        for x in range(min(xs) - 1, max(xs) + 2)
        for y in range(min(ys) - 1, max(ys) + 2)
        if (x, y) not in city
    }
    start = (min(xs) - 1, min(ys) - 1)
    reached, frontier = {start}, [start]
    while frontier:
        cell = frontier.pop()
        for side in STEPS:
            other = beside(cell, side)
            if other in area and other not in reached:
                reached.add(other)
                frontier.append(other)
    return reached != area


def sound(box: Box, city: City) -> bool:
    """Whether all building rules hold for a whole Alhambra."""
    return (
        city.get((0, 0)) == FOUNTAIN
        and sides_match(box, city)
        and walkable(box, city) == set(city)
        and not has_hole(city)
    )


def border(city: City) -> set[Cell]:
    return {beside(cell, side) for cell in city for side in STEPS} - set(city)


def building_cells(box: Box, city: City, tile: int) -> list[Cell]:
    return [cell for cell in sorted(border(city)) if sound(box, {**city, cell: tile})]


def wall_length(box: Box, city: City) -> int:
    """The longest continuous outer wall: segments are edges that share a corner point (A27)."""
    ends = {"N": ((0, 1), (1, 1)), "E": ((1, 1), (1, 0)), "S": ((0, 0), (1, 0)),
            "W": ((0, 0), (0, 1))}  # fmt: skip
    segments = [
        frozenset((cell[0] + dx, cell[1] + dy) for dx, dy in ends[side])
        for cell, tile in city.items()
        for side in STEPS
        if box.wall(tile, side) and beside(cell, side) not in city
    ]
    longest, unseen = 0, set(range(len(segments)))
    while unseen:
        group, frontier = 0, [unseen.pop()]
        while frontier:
            segment = segments[frontier.pop()]
            group += 1
            joined = [k for k in unseen if segments[k] & segment]
            unseen -= set(joined)
            frontier += joined
        longest = max(longest, group)
    return longest
