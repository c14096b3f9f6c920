"""Quixo: what bots and the coach know."""

from galda.core.play.form import GameBots
from galda.core.play.levels import ALPHA_BETA, RANDOM_ROLLOUTS
from galda.games.quixo.ai import gains

BOTS = GameBots(
    levels={2: ALPHA_BETA, 4: RANDOM_ROLLOUTS},
    gains=gains.gains,
)
