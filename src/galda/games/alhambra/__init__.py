"""Alhambra, by Dirk Henn: buy buildings in four currencies and wall in the finest palace."""

from galda.core.play.game import Game
from galda.core.play.length import Length, TurnedUp
from galda.core.play.options import Option
from galda.core.play.position import Position
from galda.core.show.language import later
from galda.games.alhambra.learning import ALIKE
from galda.games.alhambra.rules import (
    encoding,
    evaluation,
    observation,
    record,
    rules,
    tiles,
    traits,
)
from galda.games.alhambra.show import (
    board,
    figures,
    gains,
    lesson,
    names,
    prompts,
    refusals,
    setting_up,
    sheets,
    styles,
    telling,
    terminal,
    text,
    turned_up,
    turns,
    words,
)


def longest(position: Position) -> Length:
    """Whoever takes a card or buys a tile ends a quiet time (A39), and there are so many of both.

    A card is taken once, and again after each time it was paid; a tile costs at most as many cards
    as its price. A turn of none of this has two actions at most; what a purchase adds, its
    choosing, placing and further action, comes on top.
    """
    copies, prices = 2 if position.players == 2 else 3, int(tiles.PRICE.sum())
    loud = copies * tiles.CARDS + prices + tiles.TILE_COUNT
    turns = record.QUIET_ROUNDS * position.players * (loud + 1)
    actions = 2 * turns + prices + 4 * tiles.TILE_COUNT
    return Length(actions, actions + 1)


GAME = Game(
    package=__name__,
    title="Alhambra",
    record=record.State,
    kernels=rules.KERNELS
    | {
        "rollout_policy": evaluation.rollout_policy,
        "margin": evaluation.margin,
        "scores_now": evaluation.scores_now,
        "observe": observation.observe,
        "traits": traits.traits,
        "encode": encoding.encode,
        "encode_actions": encoding.encode_actions,
    },
    options=(
        Option("players", (2, 3, 4, 5, 6), 3, later("two to six players"), later("Players")),
        Option(
            "scoring_cards",
            ("shuffled", "top"),
            "shuffled",
            later("how the scoring cards go into their piles: shuffled in, or on top"),
            later("Scoring cards"),
            (later("shuffled in"), later("on top")),
        ),
        Option(
            "neutral",
            (),
            names.NEUTRAL_NAME,
            later("the neutral third player's name in a game of two"),
            later("Neutral player"),
            (later("Dirk"),),
            players=(2,),
        ),
    ),
    features=observation.FEATURES,
    encoding=encoding.FEATURES,
    action_encoding=encoding.ACTION_FEATURES,
    action_count=record.ACTION_COUNT,
    most_legal=record.MOST_LEGAL,
    example=words.EXAMPLE,
    touches=names.touches,
    write=words.write,
    read=words.read,
    free_order=turns.free_order,
    idle_words=turns.IDLE_WORDS,
    refuse=refusals.refuse,
    sentence=words.sentence,
    told_alike=True,
    seat_name=names.seat_name,
    view=words.view,
    board=board.draw,
    print=terminal.print_lines,
    sheets=sheets.sheets,
    prompt=prompts.prompt,
    ending=prompts.ending,
    tell_turn=telling.tell_turn,
    figures=figures.figures,
    gains=gains.gains,
    trait_names=traits.TRAITS,
    styles=styles.STYLES,
    position_text=text.TEXT,
    lessons=lesson.lessons,
    setting_up=setting_up.SETTING_UP,
    turned_up=TurnedUp(turned_up.CODES, turned_up.write, turned_up.between),
    all_open=True,
    alike=ALIKE,
    longest=longest,
)
