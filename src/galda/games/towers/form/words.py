"""5 Towers: what is told to people."""

from galda.core.play.form import GameWords
from galda.games.towers.text import refusals, sheets, words

WORDS = GameWords(
    refuse=refusals.refuse,
    sentence=words.sentence,
    seat_name=words.seat_name,
    view=words.view,
    prompt=words.prompt,
    told_alike=True,
    sheets=sheets.sheets,
)
