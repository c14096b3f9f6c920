"""Alhambra: what bots and the coach know."""

from galda.core.play.form import GameBots
from galda.core.play.levels import TREE_SEARCH, PolicyLevel, TreeSearchLevel
from galda.games.alhambra.ai import gains, styles, traits

BOTS = GameBots(
    levels={
        None: {**TREE_SEARCH, "expert": PolicyLevel(), "master": TreeSearchLevel(network=True)}
    },
    trait_names=traits.TRAITS,
    styles=styles.STYLES,
    gains=gains.gains,
)
