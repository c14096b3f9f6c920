"""Alhambra: what bots and the coach know."""

from galda.core.play.form import GameBots
from galda.games.alhambra.ai import gains, styles, traits

BOTS = GameBots(
    trait_names=traits.TRAITS,
    styles=styles.STYLES,
    gains=gains.gains,
)
