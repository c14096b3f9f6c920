"""Quixo, by Thierry Chapeau: push cubes until five in a line are yours."""

from galda.core.play.game import Game
from galda.core.play.length import Length
from galda.core.play.options import Option, check_seat
from galda.core.play.position import Position
from galda.core.show.language import later
from galda.games.quixo.rules import evaluation, observation, rules
from galda.games.quixo.show import (
    board,
    figures,
    gains,
    lesson,
    setting_up,
    terminal,
    text,
    wood,
    words,
)


def longest(position: Position) -> Length:
    """Every blank cube is taken once, after fewer quiet turns than make a draw (Q10)."""
    size, cubes = int(position.options["size"]), position.state.cubes
    blank = size * size - int(cubes[0] | cubes[1]).bit_count()
    return Length(rules.QUIET_LIMIT * (blank + 1))


GAME = Game(
    package=__name__,
    title="Quixo",
    record=rules.State,
    kernels=rules.KERNELS | {"evaluate": evaluation.evaluate, "observe": observation.observe},
    options=(
        Option("players", (2, 4), 2, later("two players, or four in two teams"), later("Players")),
        Option(
            "size", (5, 4, 3), 5, later("rows of the board and length of a line"), later("Size")
        ),
        Option(
            "first",
            (1, 2, 3, 4),
            1,
            later("the player who begins; odd ones have the crosses"),
            later("First player"),
        ),
    ),
    check=check_seat("first"),
    features=observation.FEATURES,
    action_count=rules.PASS + 1,
    most_legal=2 * rules.PUSH_LIMIT,
    example=words.EXAMPLE,
    touches=words.touches,
    write=words.write,
    read=words.read,
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
    allies=words.allies,
    figures=figures.figures,
    gains=gains.gains,
    position_text=text.TEXT,
    lessons=lesson.lessons,
    setting_up=setting_up.SETTING_UP,
    longest=longest,
)
