"""5 Towers: what bots and the coach know."""

from galda.core.play.form import GameBots
from galda.games.towers.ai import gains, styles, traits

BOTS = GameBots(
    trait_names=traits.TRAITS,
    styles=styles.STYLES,
    gains=gains.gains,
)
