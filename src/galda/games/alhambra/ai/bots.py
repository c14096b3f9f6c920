"""Alhambra: what bots and the coach know."""

from galda.core.play.form import GameBots
from galda.core.play.levels import TREE_SEARCH, PolicyLevel, TreeSearchLevel
from galda.games.alhambra.ai import gains, styles, traits

CALIBRATION = (1.422, 0.188)
"""Fitted to games of `expert` against itself by
`python -m lab.learning.calibration alhambra --games 1900 --every 8 --seed 500000 --fit`."""
BOTS = GameBots(
    levels={
        None: {**TREE_SEARCH, "expert": PolicyLevel(), "master": TreeSearchLevel(network=True)}
    },
    calibration=CALIBRATION,
    trait_names=traits.TRAITS,
    styles=styles.STYLES,
    gains=gains.gains,
)
