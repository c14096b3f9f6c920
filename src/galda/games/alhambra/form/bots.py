"""Alhambra: what bots and the coach know."""

from galda.core.play.form import GameBots
from galda.games.alhambra.rules import traits
from galda.games.alhambra.show import gains, styles

BOTS = GameBots(
    trait_names=traits.TRAITS,
    styles=styles.STYLES,
    gains=gains.gains,
)
