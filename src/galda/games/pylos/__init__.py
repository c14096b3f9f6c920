"""Pylos, by David G. Royffe: save your balls and put the last one on top of the pyramid."""

from galda.core.play.game import Game
from galda.core.play.length import Length
from galda.core.play.options import Option
from galda.core.play.position import Position
from galda.core.show.language import later
from galda.games.pylos.rules import evaluation, observation, rules
from galda.games.pylos.show import (
    board,
    figures,
    gains,
    lesson,
    setting_up,
    terminal,
    text,
    turns,
    wood,
    words,
)


def longest(position: Position) -> Length:
    """There can be so many new highs, after fewer turns than make a draw (P16), of three actions:
    a ball is placed or raised, then two removed (P7)."""
    highs = 2 * rules.BALLS_EACH - int(position.state.most)
    return Length(3 * rules.QUIET_LIMIT * (highs + 1))


GAME = Game(
    package=__name__,
    title="Pylos",
    record=rules.State,
    kernels=rules.KERNELS | {"evaluate": evaluation.evaluate, "observe": observation.observe},
    options=(
        Option("players", (2,), 2, later("light and dark; light begins"), later("Players")),
        Option(
            "variant",
            rules.VARIANTS,
            "standard",
            later("beginners remove nothing, experts for rows"),
            later("Variant"),
            (later("standard"), later("for beginners"), later("expert")),
        ),
    ),
    features=observation.FEATURES,
    action_count=rules.STOP + 1,
    most_legal=rules.MOST_LEGAL,
    example=words.EXAMPLE,
    touches=words.touches,
    write=words.write,
    read=words.read,
    free_order=turns.free_order,
    idle_words=turns.IDLE_WORDS,
    refuse=words.refuse,
    sentence=words.sentence,
    seat_name=words.seat_name,
    prompt=words.prompt,
    ending=words.ending,
    next_prompts=words.next_prompts,
    mark=wood.mark,
    lots=True,
    view=words.view,
    board=board.draw,
    print=terminal.print_lines,
    figures=figures.figures,
    gains=gains.gains,
    position_text=text.TEXT,
    lessons=lesson.lessons,
    setting_up=setting_up.SETTING_UP,
    longest=longest,
)
