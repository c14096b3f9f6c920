"""Pylos: what teaches the game."""

from galda.core.play.form import GameTeaching
from galda.games.pylos.show import figures, lesson

TEACHING = GameTeaching(
    figures=figures.figures,
    lessons=lesson.lessons,
)
