"""What can be touched on a table's board, and what is counted meanwhile, for the picker."""

from __future__ import annotations

from collections.abc import Sequence

from galda.core.play.position import Position
from galda.core.play.touching import Choice as Touching
from galda.core.play.touching import UnderWay
from galda.core.show.language import tell
from galda.web.tables.schema import Choice, Counted, Path


def choices_beyond(paths: Sequence[Path], made: UnderWay) -> list[Choice] | None:
    """All that can be touched now; None where the paths of the position say it already."""
    found: list[Choice] = [
        (_steps(choice), _actions(choice, made.turn)) for choice in made.choices()
    ]
    return None if found == [(list(path), action) for path, action in paths] else found


def _steps(choice: Touching) -> list[str | list[str]]:
    return [step if isinstance(step, str) else list(step) for step in choice.steps]


def _actions(choice: Touching, turn: tuple[int, ...]) -> int | list[int]:
    """The one action that comes after the turn so far, or the whole turn."""
    *before, last = choice.turn
    return last if tuple(before) == turn else list(choice.turn)


def counted(position: Position, lang: str) -> list[Counted]:
    """What is counted while something is chosen, in words."""
    hook = position.game.words.tallies
    if hook is None or position.is_over:
        return []
    return [
        {
            "first": tally.first,
            "worth": dict(tally.worth),
            "due": tally.due,
            "left": [tell(lang, phrase) for phrase in tally.left],
            "offer": list(tally.offer),
            "offered": tell(lang, tally.offered) if tally.offer else "",
        }
        for tally in hook(position)
    ]
