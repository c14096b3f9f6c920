"""What many tests share, by its short name: the rule marker, all starts of games, random play."""

from __future__ import annotations

import pytest

from galda.testing.parameters import ALL_STARTS
from galda.testing.playing import random_game, refused, starts, trace

__all__ = ["ALL_STARTS", "random_game", "refused", "rule", "starts", "trace"]

rule = pytest.mark.rule
