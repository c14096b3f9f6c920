"""Beacon: lay cards at five beacons and light three of them."""

from beacon import board, evaluation, observation, rules, words
from galda.core.message import later
from galda.core.play.form import GameBoard, GameNotation, GameRules, GameWords
from galda.core.play.game import Game
from galda.core.play.options import Option

GAME = Game(
    package=__name__,
    title="Beacon",
    options=(Option("players", (2,), 2, later("two players"), later("Players")),),
    rules=GameRules(
        record=rules.State,
        kernels=rules.KERNELS | evaluation.KERNELS | {"observe": observation.observe},
        features=observation.FEATURES,
        action_count=rules.ACTIONS,
        most_legal=rules.MOST_LEGAL,
    ),
    notation=GameNotation(example="7@3", touches=words.touches, write=words.write, read=words.read),
    words=GameWords(
        refuse=words.refuse,
        sentence=words.sentence,
        seat_name=words.seat_name,
        view=words.view,
        prompt=words.prompt,
        next_prompts=words.next_prompts,
    ),
    board=GameBoard(draw=board.draw, print=board.print_lines),
)
