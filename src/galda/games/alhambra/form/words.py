"""Alhambra: what is told to people."""

from galda.core.play.form import GameWords
from galda.games.alhambra.text import names, prompts, refusals, sheets, telling, together, words

WORDS = GameWords(
    refuse=refusals.refuse,
    sentence=words.sentence,
    seat_name=names.seat_name,
    view=words.view,
    prompt=prompts.prompt,
    tallies=together.tallies,
    ending=prompts.ending,
    tell_turn=telling.tell_turn,
    told_alike=True,
    sheets=sheets.sheets,
)
