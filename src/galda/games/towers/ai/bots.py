"""5 Towers: what bots and the coach know."""

from galda.core.play.form import GameBots
from galda.core.play.levels import TREE_SEARCH, PolicyLevel, RoundSearchLevel
from galda.games.towers.ai import gains, styles, traits

CALIBRATION = (1.171, 0.150)
"""Fitted to games of `expert` against itself by
`python -m lab.learning.calibration towers --games 2500 --every 8 --seed 500000 --fit`."""
BOTS = GameBots(
    levels={None: {**TREE_SEARCH, "expert": PolicyLevel(), "master": RoundSearchLevel()}},
    calibration=CALIBRATION,
    trait_names=traits.TRAITS,
    styles=styles.STYLES,
    gains=gains.gains,
)
