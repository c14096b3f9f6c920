"""Quixo: what exact methods need."""

from galda.core.play.form import GameExact
from galda.core.play.length import Length
from galda.core.play.position import Position
from galda.games.quixo.rules import rules


def longest(position: Position) -> Length:
    """Every blank cube is taken once, after fewer quiet turns than make a draw (Q10)."""
    size, cubes = int(position.options["size"]), position.state.cubes
    blank = size * size - int(cubes[0] | cubes[1]).bit_count()
    return Length(rules.QUIET_LIMIT * (blank + 1))


EXACT = GameExact(
    longest=longest,
)
