"""Games of a search against itself, as lessons for a network: what a seat saw, chose and got.

A row of a lesson: the observation of the seat to act and how far each seat leads, which actions
were legal, the share of visits each got, what the search expected for every seat and what came of
it (`utility`, the viewer first), and the final scores. The same seed gives the same lessons,
whoever plays them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

import galda
from galda.bots.learnt import LearntMcts, Taught
from galda.bots.mcts import Mcts
from galda.core.kernels import contract
from galda.core.kernels.features import width
from galda.core.kernels.learnt import write_leads
from galda.core.play.options import player_counts
from galda.core.play.position import Position

MOST_SEATS = 8
ANYTHING = 0.3
"""How often a choice made to see more of the game is just anything."""
CHUNK = 20
"""Games that are one job."""
Row = dict[str, Any]
Lessons = dict[str, Any]


@dataclass(frozen=True)
class Lesson:
    """Which games are played and how."""

    game: str
    players: tuple[int, ...]
    """How many play, from game to game in turn."""
    iterations: int
    seed: int
    network: Taught | None = None
    """What leads the search; None: it samples games."""
    explore: float = 0.15
    """How often a seat plays not its best move but one of those it looked at."""


def searcher(lesson: Lesson) -> Mcts:
    """The bot that plays all seats."""
    nodes = 8 * lesson.iterations + 1000
    if lesson.network is None:
        return Mcts(iterations=lesson.iterations, nodes=nodes)
    return LearntMcts(iterations=lesson.iterations, nodes=nodes, **lesson.network.options)


def turned(values: Any, seat: int, players: int) -> Any:
    """Values by seat, counted from this seat on."""
    out = np.zeros(MOST_SEATS, np.float32)
    out[:players] = np.roll(values[:players], -seat)
    return out


def look(position: Position, bot: Mcts) -> tuple[Row, int]:
    """What is to be learnt from one decision, and the best action."""
    game, seat = position.game, position.to_act
    found = bot.suggest(position)
    shares = np.zeros(game.rules.action_count, np.float32)
    for each in found:
        shares[each.action] = each.visits
    observed = width(game.rules.features)
    seen = np.zeros(observed + max(player_counts(game.options)), np.uint8)
    contract.observe(position.states[0], seat, seen)
    scores = np.zeros(2 * MOST_SEATS)
    write_leads(position.states[0], seat, position.players, scores, seen, observed)
    legal = np.zeros(game.rules.action_count, np.uint8)
    legal[list(position.legal_actions)] = 1
    tree = bot._tree
    assert tree is not None
    root = tree.value_sums[tree.root] / max(int(tree.nodes[tree.root]["visits"]), 1)
    row = {
        "seen": seen,
        "legal": legal,
        "shares": (shares / shares.sum()).astype(np.float16),
        "expected": turned(root, seat, position.players),
    }
    return row, found[0].action


def play(lesson: Lesson, number: int) -> list[Row]:
    """One game: a row for each decision that was one."""
    seed = lesson.seed * 1_000_000 + number
    players = lesson.players[number % len(lesson.players)]
    chance = np.random.default_rng(seed)
    bot = searcher(lesson)
    position = galda.game(lesson.game).new(seed=seed, players=players)
    rows: list[Row] = []
    seats: list[int] = []
    while not position.is_over:
        legal = position.legal_actions
        if len(legal) == 1:
            position = position.play(legal[0])
            continue
        bot.seed = seed * 1000 + len(rows)
        row, action = look(position, bot)
        rows.append(row)
        seats.append(position.to_act)
        if chance.random() < lesson.explore:
            shares = row["shares"].astype(np.float64)
            action = int(chance.choice(len(shares), p=shares / shares.sum()))
            if chance.random() < ANYTHING:
                action = int(chance.choice(legal))
        position = position.play(action)
    worth = np.zeros(2 * MOST_SEATS)
    contract.utility(position.states[0], players, worth)
    for row, seat in zip(rows, seats, strict=True):
        row["worth"] = turned(worth, seat, players)
        row["scores"] = turned(np.array(position.scores, np.float32), seat, players)
        row["players"] = np.array(players, np.uint8)
    return rows


def join(parts: list[Lessons]) -> Lessons:
    """Lessons one below the other."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def play_some(lesson: Lesson, numbers: range) -> Lessons:
    """Some games, one below the other."""
    rows = [row for number in numbers for row in play(lesson, number)]
    return {name: np.stack([row[name] for row in rows]) for name in rows[0]}
