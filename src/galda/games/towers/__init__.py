"""5 Towers, by Kasper Lapp: call how many cards you dare to take, and build with all of them."""

from galda.core.play.game import Game
from galda.core.play.length import Chance, TurnedUp
from galda.core.play.options import Option, check_seat
from galda.core.show.language import later
from galda.games.towers.learning import ALIKE
from galda.games.towers.rules import (
    chance,
    encoding,
    evaluation,
    observation,
    record,
    rounds,
    rules,
    traits,
)
from galda.games.towers.show import (
    board,
    figures,
    gains,
    lesson,
    refusals,
    setting_up,
    sheets,
    studies,
    styles,
    terminal,
    text,
    turns,
    words,
)

GAME = Game(
    package=__name__,
    title="5 Towers",
    record=record.State,
    kernels=rules.KERNELS
    | chance.KERNELS
    | {
        "rollout_policy": evaluation.rollout_policy,
        "heuristic_scores": evaluation.heuristic_scores,
        "margin": evaluation.margin,
        "weigh": rounds.weigh,
        "observe": observation.observe,
        "traits": traits.traits,
        "encode": encoding.encode,
    },
    options=(
        Option("players", (2, 3, 4, 5), 2, later("how many play"), later("Players")),
        Option(
            "first",
            (1, 2, 3, 4, 5),
            1,
            later("the player who opens the first auction"),
            later("First player"),
        ),
    ),
    check=check_seat("first"),
    features=observation.FEATURES,
    encoding=encoding.FEATURES,
    action_count=record.ACTIONS,
    most_legal=record.MOST_LEGAL,
    example=words.EXAMPLE,
    touches=words.touches,
    write=words.write,
    read=words.read,
    free_order=turns.free_order,
    idle_words=turns.IDLE_WORDS,
    refuse=refusals.refuse,
    sentence=words.sentence,
    told_alike=True,
    seat_name=words.seat_name,
    prompt=words.prompt,
    view=words.view,
    board=board.draw,
    print=terminal.print_lines,
    sheets=sheets.sheets,
    figures=figures.figures,
    gains=gains.gains,
    trait_names=traits.TRAITS,
    styles=styles.STYLES,
    position_text=text.TEXT,
    lessons=lesson.lessons,
    setting_up=setting_up.SETTING_UP,
    chance=Chance(chance.OUTCOMES, studies.write_outcome),
    turned_up=TurnedUp(chance.OUTCOMES, studies.write_outcome, studies.turned_up),
    all_open=True,
    alike=ALIKE,
    longest=studies.longest,
    studies=studies.STUDIES,
)
