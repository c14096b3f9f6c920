"""Quixo: what is told to people."""

from galda.core.play.form import GameWords
from galda.games.quixo.text import words

WORDS = GameWords(
    refuse=words.refuse,
    sentence=words.sentence,
    seat_name=words.seat_name,
    view=words.view,
    prompt=words.prompt,
    next_prompts=words.next_prompts,
    ending=words.ending,
)
