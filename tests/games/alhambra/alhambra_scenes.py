"""One turn of Alhambra at its four stages, laid out for tests of what may be done at each."""

from __future__ import annotations

from alhambra_bridge import arrange

from galda import Position


def choosing() -> Position:
    """The start of a turn: a tile can be bought exactly, two are in the reserve."""
    return arrange(
        hands={0: "green5 green3 blue9"}, market="tower7 pavilion8 tower9a tower9b",
        row="blue1 blue1 green4 orange9", cities={0: {(1, 0): "chambers10", (2, 0): "seraglio9"}},
        reserves={0: "garden11 arcades10"},
    )  # fmt: skip


def paying() -> Position:
    """A tile is chosen, nothing is paid yet."""
    return choosing().play("buy2")


def bringing() -> Position:
    """A tile of the reserve is chosen, but not where it goes."""
    return choosing().play("bring-garden11")


def placing() -> Position:
    """Two tiles are bought and have to be placed."""
    return paying().play_all(["pay-green5", "pay-green3", "buy3", "pay-blue9", "end"])
