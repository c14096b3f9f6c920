"""Alhambra: what teaches the game."""

from galda.core.play.form import GameTeaching
from galda.games.alhambra.show import figures, lesson

TEACHING = GameTeaching(
    figures=figures.figures,
    lessons=lesson.lessons,
)
