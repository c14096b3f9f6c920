"""The games as OpenSpiel knows them."""

from __future__ import annotations

import pickle
import random
from math import comb
from typing import Any

import numpy as np
import pytest

import galda

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel has no wheel for this Python")
from galda.core.kernels import contract  # noqa: E402
from galda.core.play.game import Game  # noqa: E402
from galda.envs import spiel  # noqa: E402
from support import ALL_STARTS  # noqa: E402


def is_quick(name: str, options: dict[str, Any]) -> bool:
    """Whether it is tried here; `make slow` tries every game, variant and number of players."""
    few = options["players"] in (2, 4) if name != "towers" else options["players"] == 2
    return name != "alhambra" and few and options.get("first", 1) == 1


TABLES = [
    pytest.param(
        *start.values,
        id=str(start.id),
        marks=[] if is_quick(*start.values) else [pytest.mark.slow],  # type: ignore[arg-type]
    )
    for start in ALL_STARTS
]


def load(name: str, **parameters: Any) -> Any:
    return pyspiel.load_game(f"galda_{name}_v0", parameters)


def chance_word(text: str) -> str:
    """A position's text without the seed of what is to come."""
    return " ".join(word for word in text.split() if not word.startswith("chance="))


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_openspiel_s_own_test_passes(name: str, options: dict[str, Any]) -> None:
    game = load(name, **{key: value for key, value in options.items() if key != "neutral"})
    assert game.num_players() == options["players"]
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("alhambra", {"players": 2}),
        pytest.param("alhambra", {"players": 2, "deals": 5}, marks=pytest.mark.slow),
        pytest.param("towers", {"deals": 5}, marks=pytest.mark.slow),
        ("towers", {"position": "few_cards"}),
        ("towers", {"position": "two_kinds", "redraw": True}),
        ("towers", {"position": "few_cards", "deals": 3}),
        ("quixo", {"position": "quixo size=3 xx./oo./... 1"}),
    ],
)
def test_so_it_does_with_other_parameters(name: str, parameters: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load(name, **parameters), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", galda.game_names())
def test_states_can_be_written_down_and_read_back(name: str) -> None:
    chance = random.Random(5)
    state = load(name).new_initial_state()
    for _ in range(12):
        while state.is_chance_node():
            state.apply_action(chance.choice(state.chance_outcomes())[0])
        state.apply_action(chance.choice(state.legal_actions()))
    game, again = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(state.get_game(), state)
    )
    assert str(again) == str(state)
    assert again.history() == state.history()
    assert again.information_state_string(1) == state.information_state_string(1)
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert str(copy) != str(state)
    assert game.observation_tensor_size() == len(state.observation_tensor(0))


def test_types_are_stated_honestly() -> None:
    kind = pyspiel.GameType
    for name, secret in (("quixo", False), ("pylos", False), ("towers", True), ("alhambra", True)):
        told = load(name).get_type()
        # All is open but what chance will bring, and that is decided when it happens.
        assert told.information == kind.Information.PERFECT_INFORMATION
        assert (told.chance_mode == kind.ChanceMode.EXPLICIT_STOCHASTIC) == secret
        assert told.utility == kind.Utility.ZERO_SUM
        if secret:
            dealt = load(name, deals=10).get_type()
            assert dealt.information == kind.Information.IMPERFECT_INFORMATION


def test_games_say_how_long_they_can_last() -> None:
    lengths = {name: load(name).max_game_length() for name in galda.game_names()}
    assert lengths == {"quixo": 2600, "pylos": 9300, "towers": 256, "alhambra": 35_677}
    assert load("quixo", size=3).max_game_length() == 1000
    assert load("towers", players=5).max_game_length() == 44 * 11
    assert load("towers", position="few_cards").max_game_length() == 16
    assert load("towers").max_chance_nodes_in_history() == 160


@pytest.mark.parametrize("players", [2, 5])
def test_chance_brings_every_row_of_cards_with_its_own_probability(players: int) -> None:
    state = load("towers", players=players).new_initial_state()
    chance, likely = random.Random(3), 1.0
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert sum(likely for _, likely in outcomes) == pytest.approx(1)
        code, share = chance.choice(outcomes)
        likely *= share
        state.apply_action(code)
    assert likely == pytest.approx(1 / comb(80 if players == 2 else 110, 5))
    assert sum(int(cards).bit_count() for cards in state.runner.states["row"][0]) == 5


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (5, 4)])
def test_chosen_chance_is_the_game_that_a_seed_decides(players: int, seed: int) -> None:
    run = galda.Runner(galda.game("towers"), seed=seed, players=players)
    state, chance = load("towers", players=players).new_initial_state(), random.Random(seed)
    while True:
        cards = [
            32 * k + b for k in range(5) for b in range(32) if run.states["row"][0, k] >> b & 1
        ]
        for card in cards:
            if state.is_chance_node():  # the last cards of a deck come without being asked for
                state.apply_action(card)
        assert chance_word(str(state)) == chance_word(run.position().text)
        assert state.is_terminal() == run.is_over
        if run.is_over:
            break
        rounds = run.states["rounds"][0]
        while not run.is_over and run.states["rounds"][0] == rounds:
            assert state.legal_actions() == run.legal_actions.tolist()
            action = chance.choice(state.legal_actions())
            state.apply_action(action)
            run.play(action)
    assert state.returns() == run.rewards.tolist()


def test_where_draws_are_not_listed_every_turn_s_end_is_left_to_chance() -> None:
    state: Any = load("alhambra", players=3, outcomes=4).new_initial_state()
    state.apply_action(2)
    while not state.is_chance_node():  # somebody takes money
        state.apply_action(state.legal_actions()[0])
    known = contract.key(state.runner.states[0])
    assert len(state.chance_outcomes()) == 4
    futures = [state.child(outcome) for outcome in range(4)]
    assert len({str(future.observation_string(0)) for future in futures}) > 1
    for future in futures:
        assert future.current_player() != state.runner.to_act
        np.testing.assert_array_equal(
            future.runner.states["hand"][0], futures[0].runner.states["hand"][0]
        )
    assert contract.key(state.runner.states[0]) == known


def test_a_state_is_redrawn_without_changing_what_the_player_sees() -> None:
    state: Any = load("alhambra", players=3).new_initial_state()
    state.apply_action(11)
    other = state.resample_from_infostate(0, random.Random(2).random)
    assert other.observation_tensor(0) == state.observation_tensor(0)
    assert other.observation_string(0) == state.observation_string(0)
    assert str(other) != str(state)


def test_the_deal_is_the_seed_where_there_is_one_deal() -> None:
    state = load("towers", players=4, deals=100).new_initial_state()
    assert state.is_chance_node()
    assert len(state.chance_outcomes()) == 100
    state.apply_action(42)
    assert state.runner.position() == galda.game("towers").new(seed=42, players=4)
    assert spiel.has_secrets(galda.game("towers"))


def test_an_information_state_holds_what_was_and_nothing_that_is_to_come() -> None:
    told = set()
    for deal in (1, 2):
        state = load("towers", deals=10).new_initial_state()
        state.apply_action(deal)
        told.add(state.information_state_string(0))
    assert len(told) == 2  # the rows are not the same
    state = load("towers", position="few_cards", deals=10).new_initial_state()
    first, second = state.child(1), state.child(2)
    assert first.information_state_string(0) == second.information_state_string(0)
    hands = load("alhambra", players=2).new_initial_state().child(5)
    told_to_first = hands.information_state_string(0)
    assert hands.observation_string(1) in told_to_first  # the deal was open
    assert hands.observation_string(1) != hands.observation_string(0)


def test_information_states_tell_ways_apart_that_lead_to_the_same_position() -> None:
    ways = [["a1", "d4", "b1", "c4"], ["b1", "c4", "a1", "d4"]]
    states = []
    for way in ways:
        state = load("pylos").new_initial_state()
        for move in way:
            state.apply_action(state.string_to_action(move))
        states.append(state)
    one, other = states
    assert str(one) == str(other)
    assert one.observation_tensor(0) == other.observation_tensor(0)
    assert one.information_state_string(0) != other.information_state_string(0)
    assert one.information_state_tensor(0) != other.information_state_tensor(0)
    history = one.information_state_tensor(0)[-one.get_game().max_game_length() :]
    assert history[:5] == [action + 1 for action in one.history()] + [0]


@pytest.mark.parametrize("name", galda.game_names())
def test_games_and_states_can_be_pickled(name: str) -> None:
    game = load(name, players=2)
    again = pickle.loads(pickle.dumps(game))
    assert str(again) == str(game)
    assert again.get_parameters() == game.get_parameters()


def test_a_game_from_a_position_can_be_written_down() -> None:
    game = load("quixo", position="quixo size=3 xx./oo./... 1")
    again = pyspiel.load_game(str(game))
    assert str(again.new_initial_state()) == "quixo size=3 xx./oo./... 1"
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    with pytest.raises(galda.GaldaError):
        load("quixo", position="quixo size=3 xx./oo./... 1", size=4)


@pytest.mark.parametrize("name", galda.game_names())
def test_states_and_observations_can_be_read_by_people(name: str) -> None:
    state = load(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert galda.position(str(state)) == state.runner.position()
    assert state.observation_string(1) == state.runner.position().seen_by(1).text
    dealt = load("towers", deals=5).new_initial_state()
    assert str(dealt) == dealt.observation_string(0) == "before the deal"


def test_what_is_not_provided_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:  # a game from elsewhere, without codes for its draws
        patch.setattr(Game, "has", lambda game, name: name not in ("turned_up",))
        game = load("towers", deals=3)
    assert not game.get_type().provides_information_state_tensor
    with pytest.raises(pyspiel.SpielError, match="not provided"):
        game.new_initial_state().child(1).information_state_tensor(0)


def test_what_all_see_and_what_one_sees_are_told_apart() -> None:
    kind, private = pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    for deals in (0, 5):
        game = load("alhambra", players=2, deals=deals)
        state = game.new_initial_state().child(1)
        everybody = game.make_py_observer(kind(True, False, private.NONE))
        told = everybody.string_from(state, 0)
        assert told == everybody.string_from(state, 1) == state.runner.position().seen_by(-1).text
        own = game.make_py_observer(kind(False, False, private.SINGLE_PLAYER))
        # Where chance comes as it happens everything is known to all who forget nothing.
        hidden = state.observation_string(1) if deals else ""
        assert own.string_from(state, 1) == hidden
        assert own.tensor is None
