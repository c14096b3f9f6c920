"""Walking a game on a page that keeps everything itself: each step comes with all before it.

What the pages of openings and of proofs have in common.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from markupsafe import Markup
from pydantic import Field

from galda.core.play.game import Game
from galda.core.play.options import Value
from galda.core.play.position import Position
from galda.core.show.labels import options_words
from galda.core.show.language import say
from galda.web.common.bodies import MOST_ACTIONS, Body, Number
from galda.web.common.render import script_values
from galda.web.tables.schema import Path


class Walked(Body):
    """What was played so far."""

    actions: list[Number] = Field(default_factory=list, max_length=MOST_ACTIONS)


def paths_of(position: Position) -> list[Path]:
    """What can be touched, for the picker."""
    return [(list(path), action) for path, action in position.paths.items()]


def which_words(game: Game, matter: Collection[str], chosen: Mapping[str, Value], lang: str) -> str:
    """The options that tell one thing to walk apart from the others, in words."""
    return options_words((o for o in game.options if o.name in matter), chosen, lang)


def board_values(view: Any, lang: str) -> dict[str, Any]:
    """What a template needs to show the first board and to let its script go on."""
    failed = say(lang, "The server did not answer. Please try that again.")
    return {
        "view": view,
        "board": Markup(view["svg"]),
        "values": script_values(view),
        "words": json.dumps({"failed": failed}, ensure_ascii=False),
    }
