"""Pylos, by David G. Royffe: save your balls and put the last one on top of the pyramid."""

from galda.core.message import later
from galda.core.play.form import GameRules
from galda.core.play.game import Game
from galda.core.play.options import Option
from galda.games.pylos.ai import evaluation, observation
from galda.games.pylos.rules import rules, standing

GAME = Game(
    package=__name__,
    title="Pylos",
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
    lots=True,
    rules=GameRules(
        record=rules.State,
        kernels=rules.KERNELS
        | standing.KERNELS
        | {"evaluate": evaluation.evaluate, "observe": observation.observe},
        action_count=rules.STOP + 1,
        most_legal=rules.MOST_LEGAL,
        limits=rules.limits,
        features=observation.FEATURES,
    ),
    notation=".text:NOTATION",
    words=".text:WORDS",
    board=".board:BOARD",
    bots=".ai.bots:BOTS",
    exact=".ai.exact:EXACT",
)
