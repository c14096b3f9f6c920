"""Quixo: how actions and positions are written."""

from galda.core.play.form import GameNotation
from galda.games.quixo.show import text, words

NOTATION = GameNotation(
    example=words.EXAMPLE,
    touches=words.touches,
    write=words.write,
    read=words.read,
    position_text=text.TEXT,
)
