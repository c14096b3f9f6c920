"""What a seat cannot know does not reach it through any environment, and each sees its own."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import galda
from galda import Position, Runner
from galda.envs import gym, vector, zoo
from support import ALL_STARTS

TABLES = sorted(
    {(str(start.values[0]), start.values[1]["players"]) for start in ALL_STARTS}  # type: ignore
)
SECRETIVE = [table for table in TABLES if galda.game(table[0]).has("conceal")]
every_table = pytest.mark.parametrize(("name", "players"), TABLES)
every_secretive_table = pytest.mark.parametrize(("name", "players"), SECRETIVE)
LOOKS = 12
"""How many moments of a game are looked at with other eyes."""


def moments(name: str, players: int, seed: int) -> Iterator[Position]:
    """Some positions of a random game, the last among them."""
    print(f"seed {seed}")
    chance = random.Random(seed)
    runner = Runner(galda.game(name), seed=seed, players=players)
    played = [runner.position()]
    while not runner.is_over:
        runner.play(chance.choice(runner.legal_actions))
        played.append(runner.position())
    yield from chance.sample(played[:-1], min(LOOKS, len(played) - 1))
    yield played[-1]


def check_that_nothing_leaks(
    name: str, players: int, look: Callable[[Position, int], Any], seed: int
) -> None:
    """`look` at positions and at others that differ in nothing that the seat can know."""
    hidden = 0
    for position in moments(name, players, seed):
        for seat in range(players):
            seen = look(position, seat)
            for twin in (position.known_to(seat, 12), position.seen_by(seat)):
                hidden += twin.states.tobytes() != position.states.tobytes()
                assert look(twin, seat) == seen, (seat, position.actions)
    assert hidden > LOOKS  # the twins do differ


@every_secretive_table
def test_a_runner_shows_a_seat_nothing_hidden(name: str, players: int) -> None:
    runner = Runner(galda.game(name), players=players)

    def look(position: Position, seat: int) -> bytes:
        runner.states[:] = position.states
        return runner.observation(seat).tobytes()

    check_that_nothing_leaks(name, players, look, 51)


@every_secretive_table
def test_pettingzoo_shows_an_agent_nothing_hidden(name: str, players: int) -> None:
    env = zoo.env(name, players=players)
    env.reset(seed=1)

    def look(position: Position, seat: int) -> bytes:
        env.runner.states[:] = position.states
        seen = env.observe(f"player_{seat}")["observation"]
        assert isinstance(seen, np.ndarray)
        return seen.tobytes()

    check_that_nothing_leaks(name, players, look, 52)


@every_secretive_table
def test_gymnasium_shows_the_learner_nothing_hidden(name: str, players: int) -> None:
    envs = [gym.GymEnv(name, players=players, seat=seat) for seat in range(players)]

    def look(position: Position, seat: int) -> bytes:
        env = envs[seat]
        env.reset(seed=1)
        env._table.states[:] = position.states
        seen, *_ = env.step(-1)  # an illegal action shows the game as it is and changes nothing
        assert isinstance(seen, np.ndarray)
        return seen.tobytes()

    check_that_nothing_leaks(name, players, look, 53)


@every_secretive_table
def test_vector_environments_show_learners_nothing_hidden(name: str, players: int) -> None:
    for_seat = [vector.GymVectorEnv(name, 1, players=players, seat=s) for s in range(players)]

    def look(position: Position, seat: int) -> bytes:
        envs = for_seat[seat]
        envs.reset(seed=1)
        envs._tables.states[:] = position.states
        seen, *_ = envs.step([-1])  # an illegal action shows the game as it is
        return bytes(seen.tobytes())

    check_that_nothing_leaks(name, players, look, 57)


@every_secretive_table
def test_rules_show_a_seat_nothing_hidden(name: str, players: int) -> None:
    rules = galda.rules(name, players=players)

    def look(position: Position, seat: int) -> bytes:
        states = position.states
        seen = (rules.observe(states, seat), rules.conceal(states, seat))
        return b"".join(array.tobytes() for array in seen)

    check_that_nothing_leaks(name, players, look, 60)


@every_secretive_table
def test_openspiel_shows_a_player_nothing_hidden(name: str, players: int) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel has no wheel for this Python")
    pytest.importorskip("galda.envs.spiel")
    chosen = {"players": players, "deals": 10}
    state = pyspiel.load_game(f"galda_{name}_v0", chosen).new_initial_state()
    state.apply_action(3)

    def look(position: Position, seat: int) -> tuple[Any, str]:
        state.runner.states[:] = position.states
        return tuple(state.observation_tensor(seat)), state.observation_string(seat)

    check_that_nothing_leaks(name, players, look, 54)


@every_secretive_table
def test_a_batch_shows_the_seat_to_act_nothing_hidden(name: str, players: int) -> None:
    rows = 16
    batch, other = (galda.batch(name, rows, seed=55, players=players) for _ in range(2))
    compared = 0
    for step in range(60):
        before = [batch.position(i) for i in range(rows)]
        masks, actions = batch.masks.copy(), batch.random_actions(step)
        batch.step(actions)
        for i, position in enumerate(before):
            other.states[i] = position.known_to(int(batch.to_act[i]), step).state
        other.masks[:] = masks
        other.step(actions)
        for i in range(rows):
            seat = int(batch.to_act[i])
            one, two = batch.position(i), other.position(i)
            if not batch.terminated[i] and one.seen_by(seat) == two.seen_by(seat):
                compared += one != two
                assert batch.observations[i].tobytes() == other.observations[i].tobytes()
    assert compared > rows


@every_table
def test_every_agent_of_pettingzoo_sees_with_its_own_eyes(name: str, players: int) -> None:
    env, chance = zoo.env(name, players=players), random.Random(56)
    env.reset(seed=56)
    while not env.runner.is_over:
        own = Runner(env.game, players=players)
        own.states[:] = env.runner.states
        seen = [own.observation(seat).tobytes() for seat in range(players)]
        assert len(set(seen)) == players  # nobody sees the same as another
        for seat, agent in enumerate(env.possible_agents):
            shown = env.observe(agent)
            assert shown["observation"].tobytes() == seen[seat]
            may_act = seat == env.runner.to_act
            assert shown["action_mask"].tolist() == (env.runner.mask() * may_act).tolist()
        env.step(chance.choice(env.runner.legal_actions))


@every_table
def test_every_agent_of_pettingzoo_gets_its_own_reward(name: str, players: int) -> None:
    env, chance = zoo.env(name, players=players), random.Random(57)
    different = 0
    for seed in range(4):
        env.reset(seed=seed)
        while not env.runner.is_over:
            assert not any(env.rewards.values())
            env.step(chance.choice(env.runner.legal_actions))
        rewards = env.runner.rewards.tolist()
        assert [env.rewards[agent] for agent in env.possible_agents] == rewards
        assert [env._cumulative_rewards[agent] for agent in env.possible_agents] == rewards
        different += len(set(rewards)) > 1
    assert different


@every_table
def test_the_learner_gets_the_reward_and_the_last_sight_of_its_own_seat(
    name: str, players: int
) -> None:
    unlike_the_first = 0
    chance = random.Random(58)
    for seat in range(players):
        env = gym.GymEnv(name, players=players, seat=seat)
        for seed in (1, 2, 3):
            _, info = env.reset(seed=seed)
            over, seen, reward = False, None, 0.0
            while not over:
                assert (env.position().to_act, info["seat"], reward) == (seat, seat, 0.0)
                seen, reward, over, _, info = env.step(chance.choice(env.position().legal_actions))
            assert seen is not None
            run = galda.Runner(galda.game(name), players=players)
            run.stand(env.position())
            for other in range(players):
                sight = run.observation(other)
                assert (seen.tobytes() == sight.tobytes()) == (other == seat)
            rewards = run.rewards
            assert reward == rewards[seat]
            unlike_the_first += reward != rewards[0]
    assert unlike_the_first


def play_and_compare(state: Any, seed: int, meant: dict[str, bytes]) -> bool:
    """Play a game of OpenSpiel and see what each player sees; whether anybody has won."""
    chance, players = random.Random(seed), state.num_players()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(chance.choice(state.chance_outcomes())[0])
            continue
        assert state.returns() == [0] * players
        for seat in range(players):
            seen = state.runner.observation(seat).ravel().tolist()
            assert list(state.observation_tensor(seat)) == seen
            own = state.runner.position().seen_by(seat)
            told = state.observation_string(seat)
            assert told == own.text
            assert meant.setdefault(told, own.states.tobytes()) == own.states.tobytes()
            expected = state.runner.legal_actions.tolist() if seat == state.runner.to_act else []
            assert state.legal_actions(seat) == expected
        state.apply_action(chance.choice(state.legal_actions()))
    assert state.returns() == state.runner.rewards.tolist()
    return any(state.returns())


@every_table
def test_every_player_of_openspiel_sees_and_earns_its_own(name: str, players: int) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel has no wheel for this Python")
    pytest.importorskip("galda.envs.spiel")
    game = pyspiel.load_game(f"galda_{name}_v0", {"players": players})
    meant: dict[str, bytes] = {}
    for seed in range(59, 69):
        if play_and_compare(game.new_initial_state(), seed, meant):
            return
    pytest.fail("ten draws")
