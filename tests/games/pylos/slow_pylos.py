"""Pylos once more, slow and obvious: a dictionary of balls, nothing shared with the kernels."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

Spot = tuple[int, int, int]
"""(level, row, column), level from 1, row and column from 0."""

EVERYWHERE: list[Spot] = [
    (level, row, column)
    for level in (1, 2, 3, 4)
    for row, column in product(range(5 - level), repeat=2)
]
OFFSETS = ((0, 0), (0, 1), (1, 0), (1, 1))


def name(spot: Spot) -> str:
    level, row, column = spot
    if level == 4:
        return "top"
    return ("" if level == 1 else str(level)) + "abcd"[column] + str(row + 1)


SPOT = {name(spot): spot for spot in EVERYWHERE}


def under(spot: Spot) -> list[Spot]:
    """The four spots a ball rests on."""
    level, row, column = spot
    return [] if level == 1 else [(level - 1, row + r, column + c) for r, c in OFFSETS]


def lines(variant: str) -> list[list[Spot]]:
    """All squares and rows that earn a removal when one colour fills them."""
    if variant == "beginners":
        return []
    found = [under(spot) for spot in EVERYWHERE if spot[0] > 1]
    if variant == "expert":
        for level in (1, 2):
            along = range(5 - level)
            found += [[(level, row, k) for k in along] for row in along]
            found += [[(level, k, column) for k in along] for column in along]
    return found


@dataclass
class SlowPylos:
    variant: str
    balls: dict[Spot, int] = field(default_factory=dict)
    reserve: list[int] = field(default_factory=lambda: [15, 15])
    to_act: int = 0
    removing: bool = False
    removed: list[Spot] = field(default_factory=list)
    free_before: list[Spot] = field(default_factory=list)
    highs: list[int] = field(default_factory=lambda: [0])
    result: str = ""

    def carries(self, spot: Spot) -> bool:
        return any(spot in under(upper) for upper in self.balls)

    def receives(self, spot: Spot) -> bool:
        return spot not in self.balls and all(below in self.balls for below in under(spot))

    def free_balls(self) -> list[Spot]:
        """The balls of the player to act that carry nothing."""
        return [
            spot
            for spot in EVERYWHERE
            if self.balls.get(spot) == self.to_act and not self.carries(spot)
        ]

    def raises(self) -> list[tuple[Spot, Spot]]:
        """Take the ball off; it can go to any higher spot that then still receives a ball."""
        found = []
        for start in self.free_balls():
            seat = self.balls.pop(start)
            found += [
                (start, end) for end in EVERYWHERE if end[0] > start[0] and self.receives(end)
            ]
            self.balls[start] = seat
        return found

    def removals(self) -> list[Spot]:
        """A pair of balls that were both free before counts once: the later spot goes second."""
        if not self.removed:
            return self.free_balls()
        return [
            spot
            for spot in self.free_balls()
            if spot not in self.free_before or spot > self.removed[0]
        ]

    def moves(self) -> list[str]:
        """All legal moves in notation."""
        if self.result:
            return []
        if self.removing:
            found = [f"-{name(spot)}" for spot in self.removals()]
            return [*found, "stop"] if self.removed or self.variant == "expert" else found
        places = [name(spot) for spot in EVERYWHERE if self.receives(spot)]
        return places + [f"{name(start)}>{name(end)}" for start, end in self.raises()]

    def play(self, move: str) -> None:
        if move == "stop":
            self.end_turn()
        elif move.startswith("-"):
            spot = SPOT[move[1:]]
            self.free_before = self.free_balls()
            del self.balls[spot]
            self.reserve[self.to_act] += 1
            self.removed.append(spot)
            if len(self.removed) == 2 or not self.removals():
                self.end_turn()
        else:
            self.place_or_raise(*(SPOT[n] for n in move.split(">")))

    def place_or_raise(self, *spots: Spot) -> None:
        if len(spots) == 2:
            del self.balls[spots[0]]
        else:
            self.reserve[self.to_act] -= 1
        self.balls[spots[-1]] = self.to_act
        if spots[-1][0] == 4:
            self.result = "light" if self.to_act == 0 else "dark"
        elif any(
            spots[-1] in line and all(self.balls.get(spot) == self.to_act for spot in line)
            for line in lines(self.variant)
        ):
            self.removing = True
        else:
            self.end_turn()

    def end_turn(self) -> None:
        self.removing = False
        self.removed = []
        self.to_act = 1 - self.to_act
        self.highs.append(max(len(self.balls), self.highs[-1]))
        if self.reserve[self.to_act] == 0:
            self.result = "dark" if self.to_act == 0 else "light"
        elif len(self.highs) > 100 and self.highs[-101] == self.highs[-1]:
            self.result = "draw"
