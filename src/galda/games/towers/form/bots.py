"""5 Towers: what bots and the coach know."""

from galda.core.play.form import GameBots
from galda.games.towers.rules import traits
from galda.games.towers.show import gains, styles

BOTS = GameBots(
    trait_names=traits.TRAITS,
    styles=styles.STYLES,
    gains=gains.gains,
)
