"""Pylos: what bots and the coach know."""

from galda.core.play.form import GameBots
from galda.games.pylos.ai import gains

BOTS = GameBots(
    gains=gains.gains,
)
