"""Quixo, by Thierry Chapeau: push cubes until five in a line are yours."""

from collections.abc import Mapping

from galda.core.errors import BadOption
from galda.core.game import Game
from galda.core.options import Option, Value
from galda.games.quixo import board, judgement, rules, words


def _check(options: Mapping[str, Value]) -> None:
    if int(options["first"]) > int(options["players"]):
        raise BadOption("first cannot be more than 2 when two play; it can be 1, 2", "first")


GAME = Game(
    package=__name__,
    title="Quixo",
    record=rules.State,
    kernels=rules.KERNELS | {"evaluate": judgement.evaluate},
    options=(
        Option("players", (2, 4), 2, "two players, or four in two teams"),
        Option("size", (5, 4, 3), 5, "rows of the board and length of a line"),
        Option("first", (1, 2, 3, 4), 1, "the player who begins; odd ones have the crosses"),
    ),
    check=_check,
    action_count=rules.PASS + 1,
    most_legal=2 * rules.PUSH_LIMIT,
    example=words.EXAMPLE,
    touches=words.touches,
    write=words.write,
    read=words.read,
    refuse=words.refuse,
    sentence=words.sentence,
    seat_name=words.seat_name,
    view=words.view,
    board=board.draw,
    print=board.print_lines,
)
