"""The games as OpenSpiel knows them."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

import galda

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel has no wheel for this Python")
from galda.envs import spiel  # noqa: E402
from support import ALL_STARTS  # noqa: E402

TABLES = sorted(
    {(str(start.values[0]), start.values[1]["players"]) for start in ALL_STARTS}  # type: ignore
)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_openspiel_s_own_test_passes(name: str, players: int) -> None:
    game = pyspiel.load_game(f"galda_{name}_v0", {"players": players})
    assert game.num_players() == players
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", galda.game_names())
def test_states_can_be_written_down_and_read_back(name: str) -> None:
    chance = random.Random(5)
    state = pyspiel.load_game(f"galda_{name}_v0").new_initial_state()
    for _ in range(12):
        if state.is_chance_node():
            state.apply_action(3)
        state.apply_action(chance.choice(state.legal_actions()))
    game, again = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(state.get_game(), state)
    )
    assert str(again) == str(state)
    assert again.history() == state.history()
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert str(copy) != str(state)
    assert game.observation_tensor_size() == len(state.observation_tensor(0))


def test_types_are_stated_honestly() -> None:
    kind = pyspiel.GameType
    for name, secret in (("quixo", False), ("pylos", False), ("towers", True), ("alhambra", True)):
        told = pyspiel.load_game(f"galda_{name}_v0").get_type()
        assert (told.information == kind.Information.IMPERFECT_INFORMATION) == secret
        assert (told.chance_mode == kind.ChanceMode.EXPLICIT_STOCHASTIC) == secret
        assert told.utility == kind.Utility.ZERO_SUM


def test_a_state_is_redrawn_without_changing_what_the_player_sees() -> None:
    state: Any = pyspiel.load_game("galda_alhambra_v0", {"players": 3}).new_initial_state()
    state.apply_action(11)
    other = state.resample_from_infostate(0, random.Random(2).random)
    assert other.observation_tensor(0) == state.observation_tensor(0)
    assert other.observation_string(0) == state.observation_string(0)
    assert str(other) != str(state)


def test_the_deal_is_the_seed() -> None:
    state = pyspiel.load_game("galda_towers_v0", {"players": 4}).new_initial_state()
    assert state.is_chance_node()
    state.apply_action(42)
    assert state.runner.position() == galda.game("towers").new(seed=42, players=4)
    assert spiel.has_secrets(galda.game("towers"))


@pytest.mark.parametrize("name", galda.game_names())
def test_games_and_states_can_be_pickled(name: str) -> None:
    game = pyspiel.load_game(f"galda_{name}_v0", {"players": 2})
    again = pickle.loads(pickle.dumps(game))
    assert str(again) == str(game)
    assert again.get_parameters() == game.get_parameters()


@pytest.mark.parametrize("name", galda.game_names())
def test_states_and_observations_can_be_read_by_people(name: str) -> None:
    state = pyspiel.load_game(f"galda_{name}_v0").new_initial_state()
    if state.is_chance_node():
        assert str(state) == state.observation_string(0) == "before the deal"
        state.apply_action(5)
    assert galda.position(str(state)) == state.runner.position()
    assert state.observation_string(1) == state.runner.position().seen_by(1).text


def test_what_is_not_provided_is_not_given() -> None:
    state = pyspiel.load_game("galda_quixo_v0").new_initial_state()
    assert not state.get_game().get_type().provides_information_state_string
    with pytest.raises(pyspiel.SpielError, match="not provided"):
        state.information_state_string(0)
    with pytest.raises(pyspiel.SpielError, match="not provided"):
        state.information_state_tensor(0)
