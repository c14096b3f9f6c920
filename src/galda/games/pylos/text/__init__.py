"""Pylos in words: notation, positions in one line, sentences, refusals, the numbered rules."""

from galda.core.play.form import GameNotation, GameWords
from galda.games.pylos.text import position as text
from galda.games.pylos.text import turns, words

NOTATION = GameNotation(
    example=words.EXAMPLE,
    touches=words.touches,
    write=words.write,
    read=words.read,
    free_order=turns.free_order,
    later=turns.later,
    idle_words=turns.IDLE_WORDS,
    position_text=text.TEXT,
)

WORDS = GameWords(
    refuse=words.refuse,
    sentence=words.sentence,
    seat_name=words.seat_name,
    view=words.view,
    prompt=words.prompt,
    next_prompts=words.next_prompts,
    ending=words.ending,
)
