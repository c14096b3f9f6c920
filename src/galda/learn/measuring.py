"""How well a network plays by itself against bots: whole games at many tables at once."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from galda.core.extras import extra
from galda.core.play.game import Game
from galda.envs.autoreset import Autoreset
from galda.envs.learners import Learners
from galda.learn.games import Given, looker
from galda.nets.seat_network import SeatNetwork

with extra("learn"):
    import torch


def share_of_points(
    network: SeatNetwork,
    game: Game,
    opponent: str,
    games: int,
    seed: int,
    threads: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> float:
    """The share of the others that the network is ahead of at the end; a tie counts half.

    It plays its likeliest actions, at a seat drawn by the seed, the opponent sits at all others:
    1/2 is as well as these.
    """
    tables = Learners(game, games, opponent, None, Autoreset.DISABLED, dict(options or {}), threads)
    tables.seed([seed * games + i for i in range(games)])
    tables.begin()
    look, given = looker(game, "cpu", threads), Given.room(game, (games,), "cpu")
    earned, over = np.zeros(games), np.zeros(games, np.bool_)
    while not over.all():
        look(tables.states, given, None)
        with torch.inference_mode():
            logits = network(*given).logits
        choices = given.codes.gather(1, logits.argmax(dim=1, keepdim=True)).squeeze(1)
        choices[torch.as_tensor(over)] = 0  # whatever is chosen where a game is over is not played
        tables.step(choices.long().numpy())
        fresh = tables.terminated & ~over
        earned[fresh], over = tables.rewards[fresh], over | tables.terminated
    return float((earned.mean() + 1) / 2)


def measure(
    network: SeatNetwork,
    game: Game,
    opponents: Sequence[str],
    players: Sequence[int],
    games: int,
    seed: int,
    threads: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> dict[str, float]:
    """Shares of points against each opponent: of all numbers of players, and of each."""
    told: dict[str, float] = {}
    network = copy.deepcopy(network).cpu()
    for opponent in opponents:
        each = {
            f"{opponent} {count}": share_of_points(
                network, game, opponent, games, seed, threads,
                {**(options or {}), "players": count},
            )
            for count in players
        }  # fmt: skip
        told[opponent] = sum(each.values()) / len(each)
        told |= each if len(each) > 1 else {}
    return {name: round(share, 4) for name, share in told.items()}
