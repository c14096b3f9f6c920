"""Quixo, by Thierry Chapeau: push cubes until five in a line are yours."""

from galda.core.message import later
from galda.core.play.form import GameRules
from galda.core.play.game import Game
from galda.core.play.options import Option, check_seat
from galda.games.quixo.ai import evaluation, observation
from galda.games.quixo.rules import rules
from galda.games.quixo.rules.teams import allies

GAME = Game(
    package=__name__,
    title="Quixo",
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
    lots=True,
    rules=GameRules(
        record=rules.State,
        kernels=rules.KERNELS | {"evaluate": evaluation.evaluate, "observe": observation.observe},
        action_count=rules.PASS + 1,
        most_legal=2 * rules.PUSH_LIMIT,
        limits=rules.limits,
        check=check_seat("first"),
        features=observation.FEATURES,
        allies=allies,
    ),
    notation=".text:NOTATION",
    words=".text:WORDS",
    board=".board:BOARD",
    bots=".ai.bots:BOTS",
    exact=".ai.exact:EXACT",
)
