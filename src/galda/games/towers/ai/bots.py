"""5 Towers: what bots and the coach know."""

from galda.core.play.form import GameBots
from galda.core.play.levels import TREE_SEARCH, PolicyLevel, RoundSearchLevel
from galda.games.towers.ai import gains, styles, traits

BOTS = GameBots(
    levels={None: {**TREE_SEARCH, "expert": PolicyLevel(), "master": RoundSearchLevel()}},
    trait_names=traits.TRAITS,
    styles=styles.STYLES,
    gains=gains.gains,
)
