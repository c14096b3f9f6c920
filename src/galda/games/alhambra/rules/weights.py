"""Alhambra: the weights of the policy that has learnt, by name, and where they stand.

`scripts/policy_learn.py` found them, by games alone; `policy.py` says what they weigh.
"""

from __future__ import annotations

from galda.core.kernels.policy import Weight, places, read_policy
from galda.games.alhambra.rules.tiles import HIGHEST, KINDS, ROUNDS

TIMES = 7
"""Before the first and the second scoring, its card being still far or possibly next; then before
the last one, tiles being many, few or nearly gone."""
FEW_TILES, LATE = 4, 5
"""Tiles for each player in the bag with which the last turns have come, and the time it is then."""
NEARLY_GONE = 3
MOST_AHEAD = 2
"""How far ahead of the best of the others, or behind, makes a difference."""


def always(worth: float) -> tuple[float, ...]:
    """The same number for all times."""
    return (worth,) * TIMES


LEARNT = (
    # One more building: its points at the next scoring, at the last one, what others lose by it,
    # what kind it is (before each scoring), and how far it brings one ahead of all others.
    Weight("gain", always(0.3), 0.1),
    Weight("later gain", (0.0, 0.0), 0.05),
    Weight("loss", always(0.1), 0.1),
    Weight("kind", (0.0,) * (ROUNDS * len(KINDS)), 0.5),
    Weight("ahead", (0.0,) * (2 * MOST_AHEAD + 1), 0.5),
    # Buying it.
    Weight("buys", always(2.0), 0.7),
    Weight("exact", always(3.0), 0.7),
    Weight("waste", always(-1.0), 0.4),
    Weight("price", always(0.0), 0.1),
    Weight("unfit", (-1.0,), 0.7),
    Weight("walled", (0.0, 0.3, 0.6, 0.6), 0.7),
    # Buying it if that ends the game, and for each point that one is ahead then.
    Weight("finishes", (0.0,), 0.7),
    Weight("finishes ahead", (0.1,), 0.1),
    # Money, for each card: its value, and what it does for the tile of its currency.
    Weight("takes", always(0.0), 0.7),
    Weight("further card", (0.0,), 0.5),
    Weight("card", (0.0,) * HIGHEST, 0.4),
    Weight("value", always(0.4), 0.15),
    Weight("rich", always(0.02), 0.04),
    Weight("makes exact", (1.0,), 0.7),
    Weight("was exact", (0.0,), 0.7),
    Weight("affords", (0.0,), 0.7),
    Weight("tempts", (0.0,), 0.3),
    Weight("nearer", (0.0,), 0.1),
    Weight("sums", (0.0,), 0.15),
    # Late: what its value does for getting the tile of its currency at the end.
    Weight("claims", (0.0,), 0.05),
    # Other things to do in a turn.
    Weight("brings", always(-1.0), 0.7),
    Weight("brings walls", (0.0,), 0.7),
    Weight("brings late", (0.0,), 0.3),
    Weight("ends", (-3.0,), 0.7),
    # Where a tile goes: walls that come and go, neighbours, doors, walls that go on or break off.
    Weight("wall", (0.0, 1.0, 2.0, 3.0), 0.7),
    Weight("covers", (0.0, -1.0, -2.0, -3.0), 0.7),
    Weight("neighbours", (0.0, 0.0, 0.0), 0.7),
    Weight("doors", (0.2,), 0.7),
    Weight("continues", (1.0,), 0.7),
    Weight("breaks", (-0.3,), 0.7),
    Weight("stores", (-2.0,), 0.7),
    Weight("gives", (-4.0,), 0.7),
    Weight("swaps", (-2.0,), 0.7),
    Weight("sharpness", (1.5,), 0.3),
)
PLACES = places(LEARNT)
GAIN, LATER_GAIN, LOSS = PLACES["gain"], PLACES["later gain"], PLACES["loss"]
KIND, LEADS = PLACES["kind"], PLACES["ahead"] + MOST_AHEAD
BUYS, EXACT, WASTE, PRICED = (PLACES[name] for name in ("buys", "exact", "waste", "price"))
UNFIT, WALLED = PLACES["unfit"], PLACES["walled"]
TAKES, FURTHER, CARD = PLACES["takes"], PLACES["further card"], PLACES["card"]
VALUE, RICH = PLACES["value"], PLACES["rich"]
MAKES_EXACT, WAS_EXACT = PLACES["makes exact"], PLACES["was exact"]
AFFORDS, TEMPTS = PLACES["affords"], PLACES["tempts"]
NEARER, SUMS, CLAIMS = PLACES["nearer"], PLACES["sums"], PLACES["claims"]
FINISHES, FINISHES_AHEAD = PLACES["finishes"], PLACES["finishes ahead"]
BRINGS, BRINGS_WALLS, ENDS = PLACES["brings"], PLACES["brings walls"], PLACES["ends"]
BRINGS_LATE = PLACES["brings late"]
WALL, COVERS, NEIGHBOURS = PLACES["wall"], PLACES["covers"], PLACES["neighbours"] - 1
DOORS, CONTINUES, BREAKS = PLACES["doors"], PLACES["continues"], PLACES["breaks"]
STORES, GIVES, SWAPS = PLACES["stores"], PLACES["gives"], PLACES["swaps"]
SHARPNESS = PLACES["sharpness"]
ROWS = 2
"""Two play another game than more do: there is a neutral player. Each has weights of its own."""
WEIGHTS = read_policy(__file__, LEARNT, ROWS)
