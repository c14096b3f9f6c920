"""Tables some way into a game, and their twins, which differ in hidden things only."""

from __future__ import annotations

import copy
import random
from dataclasses import replace
from typing import Any

import galda
from galda import Position
from galda.table import Seat, SeatPlan, TablePlan
from galda.table.log.entry import Entry, SealedTurn
from galda.table.log.history import after
from galda.table.log.table import Table
from galda.testing.twins import twin as twin_moment

TURNS = 25


def some_turn(position: Position, chance: random.Random | None = None) -> list[int]:
    """A whole turn: the first there is, or one by chance."""
    actions = []
    while True:
        legal = position.legal_actions
        actions.append(chance.choice(legal) if chance else legal[0])
        position = position.play(actions[-1])
        if not position.in_turn:
            return actions


def played(name: str, options: dict[str, Any], seed: int) -> Table:
    """A table some way into a game played by chance."""
    print(f"seed {seed}")
    chance = random.Random(seed)
    players = int(galda.game(name).read_options(options)["players"])
    plan = TablePlan(name, options, (SeatPlan("local"),) * players)
    seats = tuple(Seat(k, "local", "", "ann", "", "") for k in range(players))
    table = Table("id", plan, seats, "key", 0.0, seed)
    for number in range(1, chance.randrange(2, TURNS)):
        if table.to_act is None:
            break
        turn = {"actions": some_turn(table.position, chance)}
        table = after(table, Entry(number, table.to_act, "turn", turn, number, str(number)))
    return table


def twin(table: Table, viewer: int, seed: int) -> Table:
    """A table that differs from another only in what `viewer` cannot know."""
    other = copy.copy(table)
    other.position = table.position.known_to(viewer, seed)
    other.views, other.knowledge, other.line_cache = {}, {}, {}
    other.played = {
        sequence: _twin_turn(turn, table.entries[sequence - 1], viewer, seed)
        for sequence, turn in table.played.items()
    }
    return other


def _twin_turn(turn: SealedTurn, entry: Entry, viewer: int, seed: int) -> SealedTurn:
    actions = entry.payload["actions"]
    begin = twin_moment(turn.before, viewer, seed, actions)
    return replace(turn, begin=begin, end=begin.play_all(actions))
