"""The picture of the longest wall: its game is played again from the seed and the dice."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

import galda
from galda.core.play.options import option_codes
from galda.core.play.position import Position
from lab.findings.runs import POLICIES, go_through
from lab.findings.told import Told

FILE = "alhambra-longest-wall.svg"
CAN_REPLAY = frozenset(POLICIES)


def longest(runs: list[Told]) -> Told:
    """The run that has it, of those between players of compiled code."""
    there = [run for run in runs if run.equals and run.bots[0] in CAN_REPLAY]
    return max(there, key=lambda run: (run.own["most wall"][0], run.bots))


def end_of(run: Told) -> tuple[Position, int]:
    """The end of the game with the longest wall of a run, and whose it is."""
    _, seed, dice, seat = run.own["most wall"]
    game, players = galda.game(run.game), run.players
    kernels = import_module(f"lab.findings.kernels.{run.game}")
    states = np.zeros(1, game.rules.record)
    codes: Any = option_codes(game.options, run.options)
    policies = np.full((1, players), POLICIES[run.bots[0]], np.int8)
    facts = np.zeros((1, players, kernels.WIDTH), np.int32)
    go_through(run.game)(
        states, codes, np.array([seed], np.uint64), np.array([dice], np.uint64), policies,
        np.zeros((1, 0), np.int32), game.rules.most_legal, np.zeros((1, players), np.int64),
        np.zeros(1, np.int64), facts,
    )  # fmt: skip
    return Position(game, run.options, None, states), seat


def draw(runs: list[Told]) -> str:
    """The table at the end of that game, seen by who built the wall."""
    end, seat = end_of(longest(runs))
    return end.svg(viewer=seat, shape="wide")
