"""Alhambra, by Dirk Henn: buy buildings in four currencies and wall in the finest palace."""

from galda.core.message import later
from galda.core.play.form import GameRules
from galda.core.play.game import Game
from galda.core.play.options import Option
from galda.games.alhambra.ai import encoding, evaluation, observation, traits
from galda.games.alhambra.options import NEUTRAL_NAME
from galda.games.alhambra.rules import record, rules

GAME = Game(
    package=__name__,
    title="Alhambra",
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
            NEUTRAL_NAME,
            later("the neutral third player's name in a game of two"),
            later("Neutral player"),
            (later("Dirk"),),
            players=(2,),
        ),
    ),
    rules=GameRules(
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
        action_count=record.ACTION_COUNT,
        most_legal=record.MOST_LEGAL,
        limits=record.limits,
        features=observation.FEATURES,
        encoding=encoding.FEATURES,
        action_encoding=encoding.ACTION_FEATURES,
        all_open=True,
    ),
    notation=".text:NOTATION",
    words=".text:WORDS",
    board=".board:BOARD",
    bots=".ai.bots:BOTS",
    exact=".ai.exact:EXACT",
)
