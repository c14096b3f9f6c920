"""5 Towers, by Kasper Lapp: call how many cards you dare to take, and build with all of them."""

from galda.core.message import later
from galda.core.play.form import GameRules
from galda.core.play.game import Game
from galda.core.play.options import Option, check_seat
from galda.games.towers.ai import encoding, evaluation, observation, rounds, traits
from galda.games.towers.rules import chance, record, rules

GAME = Game(
    package=__name__,
    title="5 Towers",
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
    rules=GameRules(
        record=record.State,
        kernels=rules.KERNELS
        | chance.KERNELS
        | {
            "rollout_policy": evaluation.rollout_policy,
            "heuristic_scores": evaluation.heuristic_scores,
            "margin": evaluation.margin,
            "action_values": rounds.action_values,
            "observe": observation.observe,
            "traits": traits.traits,
            "encode": encoding.encode,
        },
        action_count=record.ACTIONS,
        most_legal=record.MOST_LEGAL,
        limits=record.limits,
        check=check_seat("first"),
        features=observation.FEATURES,
        encoding=encoding.FEATURES,
        all_open=True,
    ),
    notation=".text:NOTATION",
    words=".text:WORDS",
    board=".board:BOARD",
    bots=".ai.bots:BOTS",
    exact=".ai.exact:EXACT",
)
