"""What is remembered of drawings never shows: a board is the same whatever was drawn before it."""

from __future__ import annotations

import random
import sys
from itertools import islice

import pytest

import galda
from galda import Position
from galda.core.play.terms import Shape
from support import random_game, starts

LOOKS: list[tuple[str, Shape]] = [("en", "tall"), ("lv", "wide"), ("is", "tall"), ("en", "wide")]


def forget_all() -> None:
    """Empty whatever our modules remember of calls."""
    for name, module in list(sys.modules.items()):
        if name.startswith("galda.") and ".show" in name:
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear") and value.__module__.startswith("galda."):
                    value.cache_clear()


@pytest.mark.parametrize("name", galda.game_names())
def test_a_board_is_the_same_whatever_was_drawn_before(name: str) -> None:
    options = next(starts(name))
    boards: list[tuple[Position, int, str, Shape]] = []
    for seed in (1, 2):
        for position in islice(random_game(name, options, seed), 5 * seed, 60, 50):
            names = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")[: position.players]
            for viewer in (-1, position.to_act):
                for lang, shape in LOOKS:
                    for told in (position, position.named(names)):
                        boards.append((told, viewer, lang, shape))
    random.Random(7).shuffle(boards)
    warm = [at.svg(viewer, lang, shape) for at, viewer, lang, shape in boards]
    for (at, viewer, lang, shape), drawn in list(zip(boards, warm, strict=True))[::9]:
        forget_all()
        assert at.svg(viewer, lang, shape) == drawn
