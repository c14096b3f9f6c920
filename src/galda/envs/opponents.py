"""Who plays against a learner: chance or greed, in the kernel; a bot by name; one's own policy.

A policy is called with what seats see and what they may do, one row for each game that waits, and
answers with an action for each: `policy(observations, masks) -> actions`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from galda.bots.bot import Bot
from galda.bots.levels import RANDOM, check_bot, make_bot
from galda.core.play.checks import read_actions
from galda.core.play.game import Game
from galda.core.play.position import Position
from galda.envs.cpu_rules import CpuRules

GREEDY = "greedy"
IN_THE_KERNEL = (RANDOM, GREEDY)
Policy = Callable[[npt.NDArray[np.uint8], npt.NDArray[np.bool_]], Any]
Opponent = str | Policy
"""The name of a bot, or a policy."""


class Waiting(Protocol):
    """Tables at which others are to act."""

    rows: npt.NDArray[np.int64]
    states: npt.NDArray[Any]
    """Theirs alone, in the order of `rows`."""
    episodes: npt.NDArray[np.int64]
    dice: npt.NDArray[np.uint64]
    """A random number for each."""


def check_opponents(asked: Opponent, game: Game) -> None:
    """Complain unless it is the name of a bot of this game or something that can be called."""
    if not callable(asked):
        check_bot(asked, game=game)


class Others(Protocol):
    """Whoever chooses for the seats that are not the learner's, from Python."""

    def choose(self, waiting: Waiting) -> npt.NDArray[np.int64]:
        """An action for each table that waits."""


class OtherBots:
    """Bots of one name, one for each seat of each game: they are given what their seat knows."""

    def __init__(self, name: str, rules: CpuRules) -> None:
        self._name, self._rules = name, rules
        self._bots: dict[tuple[int, int], tuple[int, Bot]] = {}

    def choose(self, waiting: Waiting) -> npt.NDArray[np.int64]:
        """Ask the bot of each seat that is to act."""
        chosen = np.empty(len(waiting.rows), np.int64)
        for k, row in enumerate(waiting.rows.tolist()):
            bits = int(waiting.dice[k]) >> 11
            states = waiting.states[k : k + 1].copy()
            position = Position(self._rules.game, self._rules.options, None, states)
            bot = self._bot(row, position.to_act, int(waiting.episodes[k]), bits)
            chosen[k] = bot.choose(position.known_to(position.to_act, bits))
        return chosen

    def _bot(self, row: int, seat: int, episode: int, seed: int) -> Bot:
        """The bot of a seat: a new one in each game."""
        known = self._bots.get((row, seat))
        if known is None or known[0] != episode:
            known = episode, make_bot(self._name, seed)
            self._bots[row, seat] = known
        return known[1]


class OtherPolicy:
    """A function that chooses for all tables at once."""

    def __init__(self, policy: Policy, rules: CpuRules) -> None:
        self._policy, self._rules = policy, rules

    def choose(self, waiting: Waiting) -> npt.NDArray[np.int64]:
        """Ask it."""
        states = waiting.states
        answer = self._policy(self._rules.observe(states), self._rules.masks(states))
        return read_actions(answer, len(states)).astype(np.int64)


def find_others(asked: Opponent, rules: CpuRules) -> Others:
    """Whoever is to be asked from Python."""
    return OtherPolicy(asked, rules) if callable(asked) else OtherBots(asked, rules)
