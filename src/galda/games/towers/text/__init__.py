"""5 Towers in words: notation, positions in one line, sentences, refusals, the numbered rules."""

from galda.core.play.form import GameNotation, GameWords
from galda.games.towers.text import position as text
from galda.games.towers.text import refusals, sheets, turns, words

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
    refuse=refusals.refuse,
    sentence=words.sentence,
    seat_name=words.seat_name,
    view=words.view,
    prompt=words.prompt,
    told_alike=True,
    milestone=words.milestone,
    sheets=sheets.sheets,
)
