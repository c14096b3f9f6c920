"""Whether a game is in OpenSpiel what it says: see `environments.api_test`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pyspiel

from galda.core.play.game import Game
from galda.envs.spiel import spiel_name


def check_openspiel(game: Game, options: dict[str, Any], steps: int, seed: int) -> None:
    """Players are told what they know, and a game that was written down goes on from there."""
    known = {option.name for option in game.options if option.values}
    named = {name: value for name, value in options.items() if name in known}
    loaded = pyspiel.load_game(spiel_name(game), named)
    check_memory(loaded, seed, steps)
    *_, last = walk(loaded, seed, steps)
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(loaded, last))
    assert str(again) == str(last), f"written down and read: {game.name}"
    for player in range(loaded.num_players()):
        told = last.information_state_string(player)
        assert again.information_state_string(player) == told, f"known to {player}: {game.name}"


def walk(loaded: Any, seed: int, steps: int, every: int = 1) -> Iterator[Any]:
    """States of two games by chance and, beside their ways, what else might have been."""
    for way in range(2):
        # The same to begin with, so that much is alike that is not the same.
        chance, state = random.Random(seed), loaded.new_initial_state()
        for step in range(steps):
            if step == 2 * every:
                chance.seed(seed + way)
            if step % every == 0 or state.is_terminal():
                yield state.clone()
            if state.is_terminal():
                break
            outcomes = state.chance_outcomes() if state.is_chance_node() else []
            choices = [outcome for outcome, _ in outcomes] or state.legal_actions()
            if step % every == 0:
                yield state.child(chance.choice(choices))
            state.apply_action(chance.choice(choices))


def check_memory(loaded: Any, seed: int, steps: int, every: int = 1) -> int:
    """Whoever knows the same has the same numbers, and nobody else has; how many were told apart.

    Players who see the same are told the same, whatever is hidden from them.
    """
    as_numbers = loaded.get_type().provides_information_state_tensor
    told: dict[int, int] = {}
    meant: dict[int, int] = {}
    chance = random.Random(seed)
    for state in walk(loaded, seed, steps, every):
        for player in range(loaded.num_players()):
            where = f"player {player}, {loaded.get_type().short_name}, {state.history()}"
            twin = state.resample_from_infostate(player, chance.random)
            seen = state.observation_tensor(player)
            assert twin.observation_tensor(player) == seen, f"hidden, but told: {where}"
            known = hash(state.information_state_string(player))  # they are long
            if as_numbers:
                numbers = hash(tuple(state.information_state_tensor(player)))
                assert told.setdefault(known, numbers) == numbers, f"not the same: {where}"
                assert meant.setdefault(numbers, known) == known, f"not told apart: {where}"
            else:
                told[known] = 0
    return len(told)
