"""Alhambra in words: notation, positions in one line, sentences, refusals, the numbered rules."""

from galda.core.play.form import GameNotation, GameWords
from galda.games.alhambra.text import (
    names,
    prompts,
    refusals,
    sheets,
    telling,
    together,
    turns,
    words,
)
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
