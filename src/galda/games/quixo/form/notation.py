"""Quixo: how actions and positions are written."""

from galda.core.play.form import GameNotation
from galda.games.quixo.text import position as text
from galda.games.quixo.text import words

NOTATION = GameNotation(
    example=words.EXAMPLE,
    touches=words.touches,
    write=words.write,
    read=words.read,
    position_text=text.TEXT,
)
