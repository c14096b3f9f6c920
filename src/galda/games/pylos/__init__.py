"""Pylos, by David G. Royffe: save your balls and put the last one on top of the pyramid."""

from galda.core.play.game import Game
from galda.core.play.options import Option
from galda.core.show.language import later
from galda.games.pylos.rules import evaluation, observation, rules
from galda.games.pylos.show import (
    board,
    figures,
    lesson,
    setting_up,
    terminal,
    text,
    turns,
    wood,
    words,
)

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
    position_text=text.TEXT,
    lessons=lesson.lessons,
    setting_up=setting_up.SETTING_UP,
)
