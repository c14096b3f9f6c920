"""Pylos: what bots and the coach know."""

from galda.core.play.form import GameBots
from galda.core.play.levels import ALPHA_BETA
from galda.games.pylos.ai import gains

BOTS = GameBots(
    levels={2: ALPHA_BETA},
    gains=gains.gains,
)
