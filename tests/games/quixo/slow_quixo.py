"""Quixo once more, slow and obvious: a dictionary of cubes, nothing shared with the kernels."""

from __future__ import annotations

from dataclasses import dataclass, field

Cell = tuple[int, int]
"""(column, row), counted from the lower left."""


@dataclass
class Cube:
    symbol: str = " "
    dot: int | None = None


@dataclass
class SlowQuixo:
    size: int
    players: int
    to_act: int
    cubes: dict[Cell, Cube] = field(default_factory=dict)
    quiet: int = 0
    passes: int = 0
    result: str = ""

    def __post_init__(self) -> None:
        everywhere = [(x, y) for x in range(self.size) for y in range(self.size)]
        self.cubes = {cell: Cube() for cell in everywhere}

    @property
    def symbol(self) -> str:
        return "XO"[self.to_act % 2]

    def may_take(self, cell: Cell) -> bool:
        edge = (0, self.size - 1)
        cube = self.cubes[cell]
        if cell[0] not in edge and cell[1] not in edge:
            return False
        if cube.symbol == " ":
            return True
        if cube.symbol != self.symbol:
            return False
        return self.players == 2 or cube.dot == self.to_act

    def ends(self, cell: Cell) -> list[Cell]:
        x, y = cell
        far = self.size - 1
        return [end for end in ((0, y), (far, y), (x, 0), (x, far)) if end != cell]

    def moves(self) -> list[str]:
        """All legal moves in notation."""
        if self.result:
            return []
        dots = [""]
        if self.players == 4:
            dots = [f".{self.to_act % 2 + 1}", f".{self.to_act % 2 + 3}"]
        found = [
            f"{name(cell)}-{name(end)}{dot}"
            for cell in self.cubes
            if self.may_take(cell)
            for end in self.ends(cell)
            for dot in dots
        ]
        return found or ["pass"]

    def play(self, move: str) -> None:
        mine = self.symbol
        theirs = "XO"[1 - self.to_act % 2]
        blank_taken = False
        if move == "pass":
            self.passes += 1
        else:
            self.passes = 0
            squares, _, dot = move.partition(".")
            (x, y), (to_x, to_y) = (cell(n) for n in squares.split("-"))
            taken = self.cubes[x, y]
            blank_taken = taken.symbol == " "
            while (x, y) != (to_x, to_y):
                ahead = (x + (to_x > x) - (to_x < x), y + (to_y > y) - (to_y < y))
                self.cubes[x, y] = self.cubes[ahead]
                x, y = ahead
            self.cubes[x, y] = Cube(mine, int(dot) - 1 if dot else None)
        self.quiet = 0 if blank_taken else self.quiet + 1
        if self.has_line(theirs):
            self.result = theirs
        elif self.has_line(mine):
            self.result = mine
        elif self.passes == 4 or self.quiet == 100:
            self.result = "draw"
        self.to_act = (self.to_act + 1) % self.players

    def has_line(self, symbol: str) -> bool:
        n = range(self.size)
        lines = [[(x, y) for x in n] for y in n] + [[(x, y) for y in n] for x in n]
        lines += [[(k, k) for k in n], [(k, self.size - 1 - k) for k in n]]
        return any(all(self.cubes[c].symbol == symbol for c in line) for line in lines)


def name(cell: Cell) -> str:
    return "abcde"[cell[0]] + str(cell[1] + 1)


def cell(name: str) -> Cell:
    return "abcde".index(name[0]), int(name[1]) - 1
