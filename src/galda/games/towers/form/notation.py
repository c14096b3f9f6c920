"""5 Towers: how actions and positions are written."""

from galda.core.play.form import GameNotation
from galda.games.towers.text import position as text
from galda.games.towers.text import turns, words

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
