"""5 Towers: what teaches the game."""

from galda.core.play.form import GameTeaching
from galda.games.towers.show import figures, lesson

TEACHING = GameTeaching(
    figures=figures.figures,
    lessons=lesson.lessons,
)
