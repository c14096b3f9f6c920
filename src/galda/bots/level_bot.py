"""The bot that plays a level: its game's table says by which search (`core/play/levels.py`)."""

from __future__ import annotations

import random
from dataclasses import replace

from galda.bots.alphabeta import AlphaBeta
from galda.bots.blunders import choose_softmax, noticed_by_lead, noticed_by_search, win_at_once
from galda.bots.book_bot import BookBot
from galda.bots.bot import Adviser
from galda.bots.mcts import Mcts
from galda.bots.network import NetworkMcts, PolicyBot, has_network, network_of
from galda.bots.round_search import RoundSearch
from galda.bots.styles import tastes_of
from galda.core.play.game import Game
from galda.core.play.levels import (
    ALPHA_BETA,
    RANDOM_ROLLOUTS,
    TREE_SEARCH,
    WITH_NETWORK,
    AlphaBetaLevel,
    BlunderModel,
    Budget,
    Level,
    Levels,
    PolicyLevel,
    RoundSearchLevel,
    TreeSearchLevel,
    sampled_levels,
)
from galda.core.play.position import Position
from galda.core.play.values import Suggestion

LATER = 0.25
"""The share of the budget for a turn's further decisions: tree search grows its tree on."""
LEAST_FOR_ADVICE = 20
"""Iterations of tree search that even the weakest level makes when it is asked for advice."""


def levels_of(game: Game, players: int) -> Levels:
    """The levels of a game at a number of players, by name.

    >>> from galda.bots.level_bot import levels_of
    >>> levels_of(galda.game("quixo"), 2)["expert"].depth
    3
    """
    table = game.bots.levels
    if not table:
        return _usual_levels(game, players)
    return table[players] if players in table else table[None]


def _usual_levels(game: Game, players: int) -> Levels:
    """Those of a game without a table of its own, by what it brings."""
    if players == 2 and game.has("evaluate"):
        return ALPHA_BETA
    sees_leads = game.has("scores_now") or game.has("margin")
    sampled = sampled_levels(guided=game.has("rollout_policy"), sees_leads=sees_leads)
    return {**sampled, **(WITH_NETWORK if has_network(game) else {})}


def _levels_with_rollouts(game: Game) -> Levels:
    return TREE_SEARCH if game.has("rollout_policy") else RANDOM_ROLLOUTS


class LevelBot:
    """Plays a level of whatever game it is given.

    `work` replaces the level's budget. With a style it plays by tree search with rollouts, since
    neither alpha-beta's evaluation nor a network knows of styles.
    """

    def __init__(
        self, level: str, seed: int | None = None, style: str = "", work: int | None = None
    ) -> None:
        self.level = level
        self.style = style
        self._budget = None if work is None else Budget(work, None)
        self._chance = random.Random(seed)
        self._tree_search: Mcts | None = None
        self._policy: PolicyBot | None = None

    def choose(self, position: Position) -> int:
        """The action to play."""
        level = self._level(position)
        if len(position.legal_actions) == 1:
            return position.legal_actions[0]
        match level:
            case PolicyLevel():
                self._policy = self._policy or PolicyBot(network_of(position.game))
                return self._policy.choose(position)
            case AlphaBetaLevel(blunders=BlunderModel() as blunders):
                moves = noticed_by_search(position, level.depth, blunders, self._chance)
                return choose_softmax(moves, blunders.temperature, self._chance)
            case TreeSearchLevel(blunders=BlunderModel() as blunders):
                return self._choose_among_noticed(position, level, blunders)
        return self._search(level, position).choose(position)

    def suggest(self, position: Position) -> list[Suggestion]:
        """The legal actions, best first; a level overlooks nothing when it is asked for advice."""
        return self._search(self._level(position), position, LEAST_FOR_ADVICE).suggest(position)

    def _level(self, position: Position) -> Level:
        game = position.game
        table = _levels_with_rollouts(game) if self.style else levels_of(game, position.players)
        level = table[self.level]
        return level if self._budget is None else replace(level, budget=self._budget)

    def _choose_among_noticed(
        self, position: Position, level: TreeSearchLevel, blunders: BlunderModel
    ) -> int:
        if (win := win_at_once(position)) is not None:
            return win
        moves = noticed_by_lead(position, blunders, self._chance)
        if level.budget.work == 0 or len(moves) == 1:
            return choose_softmax(moves, blunders.temperature, self._chance)
        return self._tree(level, position).choose(position, {move.action for move in moves})

    def _search(self, level: Level, position: Position, least: int = 1) -> Adviser:
        if isinstance(level, AlphaBetaLevel):
            search = AlphaBeta(
                level.depth, level.budget.work, level.budget.seconds,
                seed=self._chance.getrandbits(60), repetitions_draw=level.repetitions_draw,
            )  # fmt: skip
            return BookBot(search) if level.book else search
        if isinstance(level, RoundSearchLevel):
            budget = level.budget.part(LATER if position.in_turn else 1)
            return RoundSearch(budget.work, budget.seconds, self._chance.getrandbits(60))
        return self._tree(level, position, least)

    def _tree(
        self, level: TreeSearchLevel | PolicyLevel, position: Position, least: int = 1
    ) -> Mcts:
        seed = self._chance.getrandbits(60)
        self._tree_search = self._tree_search or self._new_tree(level, position.game, seed)
        budget = level.budget.at_least(least).part(LATER if position.in_turn else 1)
        return replace(self._tree_search, iterations=budget.work, seconds=budget.seconds)

    def _new_tree(self, level: TreeSearchLevel | PolicyLevel, game: Game, seed: int) -> Mcts:
        if isinstance(level, PolicyLevel) or level.network:
            return NetworkMcts(network=network_of(game), seed=seed, reuse=True)
        return Mcts(
            guided=level.guided, rollout_limit=level.rollout_limit, seed=seed, reuse=True,
            tastes=tastes_of(game, self.style),
        )  # fmt: skip
