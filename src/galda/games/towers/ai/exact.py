"""5 Towers: what exact methods need."""

from galda.core.play.form import GameExact
from galda.core.play.length import Chance, TurnedUp
from galda.games.towers.rules import chance
from galda.games.towers.text import studies

EXACT = GameExact(
    longest=studies.longest,
    chance=Chance(chance.OUTCOMES, studies.write_outcome),
    turned_up=TurnedUp(chance.OUTCOMES, studies.write_outcome, studies.turned_up),
    studies=studies.STUDIES,
)
