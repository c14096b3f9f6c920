"""First turns of solved games: what each is worth, how many replies hold, and how it was played."""

from __future__ import annotations

from dataclasses import dataclass

import galda
from galda.core.play.options import Value
from galda.core.play.values import Exact
from galda.solve.book import Chapter, openings_of


@dataclass(frozen=True)
class Opening:
    """A first turn, and all that are the same by symmetry."""

    actions: tuple[int, ...]
    written: str
    value: Exact
    """To who plays it."""
    replies: int
    """How many replies there are, and how many keep for the other side what it could have."""
    holding: int


def known_openings(game: str, options: dict[str, Value]) -> Chapter | None:
    """What is shipped for these options, if anything."""
    for known in openings_of(galda.game(game)):
        if dict(known.options) == options:
            return known
    return None


def first_turns(game: str, options: dict[str, Value]) -> list[Opening]:
    """Every first turn with its exact value, no two alike; best first."""
    known = known_openings(game, options)
    if known is None:
        return []
    start = galda.game(game).new(seed=0, **options)
    groups: dict[int, list[int]] = {}
    for action in start.legal_actions:
        after = start.play(action)
        groups.setdefault(known.solver.alike(after.options, after.state), []).append(action)
    found = []
    for actions in groups.values():
        after = start.play(actions[0])
        value = known.value(after)
        if value is None:
            raise ValueError(f"{start.write(actions[0])} is not among the openings")
        replies = [known.value(after.play(reply)) for reply in after.legal_actions]
        holding = sum(r is not None and r.turned().outcome == value.outcome for r in replies)
        found.append(Opening(tuple(actions), start.write(actions[0]), value.turned(),
                             len(replies), holding))  # fmt: skip
    return sorted(found, key=lambda opening: (opening.value, opening.replies - opening.holding),
                  reverse=True)  # fmt: skip


def played(opening: Opening, counted: dict[str, list[int]]) -> tuple[int, int, int]:
    """Won, drawn and lost games of whoever opened so."""
    rows = [counted.get(str(action), [0, 0, 0]) for action in opening.actions]
    won, drawn, lost = (sum(row[k] for row in rows) for k in range(3))
    return won, drawn, lost
