"""Alhambra: how actions and positions are written."""

from galda.core.play.form import GameNotation
from galda.games.alhambra.text import names, together, turns, words
from galda.games.alhambra.text import position as text

NOTATION = GameNotation(
    example=words.EXAMPLE,
    touches=names.touches,
    write=words.write,
    read=words.read,
    free_order=turns.free_order,
    together=together.together,
    later=together.later,
    idle_words=turns.IDLE_WORDS,
    position_text=text.TEXT,
)
