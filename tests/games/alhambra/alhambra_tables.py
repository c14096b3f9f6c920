"""Tables of Alhambra to be drawn: grown Alhambras by seed, and every step of a turn."""

from __future__ import annotations

import random

from alhambra_bridge import Layout, arrange

from galda import Position
from galda.games.alhambra.rules.tiles import CURRENCIES, TILES

NAMES = (
    "Ann", "Bartholomew the Younger", "Mia (novice)", "Otto", "Kārlis", "Guðrún Þorsteinsdóttir",
)  # fmt: skip
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
OFFERED = 4


def grown(players: int, tiles: int, seed: int, reserve: int = 1) -> Position:
    """A table at which each player has so many tiles, grown round the fountain by chance.

    Walls are not looked at: the board draws whatever stands. What is left lies in the market.
    """
    print(f"seed {seed}")
    chance = random.Random(seed)
    names = [tile.name for tile in TILES]
    chance.shuffle(names)
    market = " ".join(names.pop() for _ in range(OFFERED))
    cities = {seat: _grow(chance, [names.pop() for _ in range(tiles)]) for seat in range(players)}
    reserves = {seat: " ".join(names.pop() for _ in range(reserve)) for seat in range(players)}
    cards = [f"{currency}{value}" for currency in CURRENCIES for value in range(1, 10)]
    hands = {seat: " ".join(chance.sample(cards, 12)) for seat in range(players)}
    return arrange(
        players=players, cities=cities, reserves=reserves, hands=hands, market=market, seed=seed
    ).named(NAMES[:players])


def _grow(chance: random.Random, names: list[str]) -> Layout:
    filled, layout = {(0, 0)}, Layout()
    for name in names:
        beside = {(x + dx, y + dy) for x, y in filled for dx, dy in STEPS} - filled
        # Towards the middle, as walls and ways usually make them grow.
        cell = min(
            chance.sample(sorted(beside), min(3, len(beside))), key=lambda c: c[0] ** 2 + c[1] ** 2
        )
        filled.add(cell)
        layout[cell] = name
    return layout


def step_of_a_turn(step: str) -> Position:
    """One turn, at the step named."""
    start = arrange(
        hands={0: "green5 green3 blue9 blue1 orange4 orange4 yellow2", 1: "blue2", 2: "green9"},
        market="tower7 pavilion8 tower9a tower9b", row="blue1 blue2 green4 orange9",
        cities={0: {(1, 0): "chambers10", (2, 0): "seraglio9"}},
        reserves={0: "garden11 arcades10"},
    ).named(NAMES[:3])  # fmt: skip
    moves = {
        "choose": "",
        "pay": "buy2 pay-green5",
        "again": "buy2 pay-green5 pay-green3",
        "bring": "bring-garden11",
        "place": "buy2 pay-green5 pay-green3 end",
        "place two": "buy2 pay-green5 pay-green3 buy3 pay-blue9 end",
        "last of two": "buy2 pay-green5 pay-green3 buy3 pay-blue9 end pavilion8@0,1",
        "next": "take-orange9",
    }
    return start.play_all(moves[step].split())


TURN = ("choose", "pay", "again", "bring", "place", "place two", "last of two", "next")
