"""`api_test`: whether a game's environments are what they say, for whoever writes one.

    from galda.testing import api_test
    api_test("name", players=3)

It needs no pytest. Gymnasium's and PettingZoo's own checkers are asked where they are installed;
where OpenSpiel is, its states are looked at as well.
"""

from __future__ import annotations

import importlib.util
import random
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.kernels.features import places
from galda.core.play.game import Game
from galda.core.play.runner import Runner
from galda.envs.autoreset import Autoreset
from galda.envs.batch import Batch
from galda.envs.make import batch as make_batch
from galda.envs.make import rules as make_rules
from galda.envs.rules import Rules
from galda.games import game as find_game

ROWS, STEPS, SEED = 3, 30, 11
RESTARTED = 7
"""One game in so many steps is given up."""
TOLD = 3
"""OpenSpiel, whose states tell all that was, plays one step where others play so many."""


def api_test(name: str, *, steps: int = STEPS, seed: int = SEED, **options: Any) -> tuple[str, ...]:
    """Play a game in every kind of environment and compare; the names of what was looked at.

    Whatever differs raises an `AssertionError` that says where.

    >>> from galda.testing.environments import api_test
    >>> api_test("quixo", size=3)[:2]
    ('batch', 'rules')
    """
    game = find_game(name)
    for mode in Autoreset:
        check_batch(game, options, mode, steps, seed)
    check_rules(game, options, steps, seed)
    done = ["batch", "rules"]
    if game.rules.features and importlib.util.find_spec("gymnasium"):
        from galda.testing.gymnasiums import check_gymnasium  # noqa: PLC0415  (optional)

        check_gymnasium(game, options, steps, seed)
        done.append("gymnasium")
    if game.rules.features and importlib.util.find_spec("pettingzoo"):
        from galda.testing.zoos import check_pettingzoo  # noqa: PLC0415  (optional)

        check_pettingzoo(game, options, steps)
        done.append("pettingzoo")
    if game.rules.features and importlib.util.find_spec("pyspiel"):
        from galda.testing.spiels import check_openspiel  # noqa: PLC0415  (optional)

        check_openspiel(game, options, steps // TOLD, seed)
        done.append("openspiel")
    return tuple(done)


class SingleGame:
    """What a row of a batch should be, told by one game played in place."""

    def __init__(self, batch: Batch, i: int) -> None:
        self._batch, self._i, self._mode = batch, i, batch.autoreset
        options: dict[str, Any] = dict(batch.options)
        self.runner = Runner(batch.game, **options)
        self.final: Runner | None = None
        self._episode = 0
        self.begin()

    def begin(self) -> None:
        """The next game of this row."""
        self.runner.restart(self._batch.seed_of(self._i, self._episode))
        self._episode += 1
        self.over = False
        self._tell(np.zeros(self.runner.players), np.zeros(self.runner.players))

    def _tell(self, rewards: npt.NDArray[Any], scores: npt.NDArray[Any]) -> None:
        self.rewards, self.scores = rewards.tolist(), scores.tolist()

    def step(self, action: int) -> None:
        """One action, or what the autoreset mode does in its place."""
        stands_ended = self.over and self._mode is not Autoreset.SAME_STEP
        nothing = np.zeros(self.runner.players)
        if stands_ended and self._mode is Autoreset.NEXT_STEP:
            self.begin()
            return
        self._tell(nothing, nothing)
        if stands_ended:
            return
        self.over = False
        self.runner.play(action)
        if self.runner.is_over:
            rewards, scores = self.runner.rewards, self.runner.scores
            self.final = self.runner.copy()
            if self._mode is Autoreset.SAME_STEP:
                self.begin()
            self.over = True
            self._tell(rewards, scores)

    def compare(self, step: int) -> None:
        """Whether the row is this game, byte for byte."""
        batch, i, runner = self._batch, self._i, self.runner
        where = f"{batch.game.name}, {self._mode}, row {i}, step {step}"
        stands_ended = self.over and self._mode is not Autoreset.SAME_STEP
        mask = np.ones(batch.game.rules.action_count, np.int8) if stands_ended else runner.mask()
        assert batch.states[i].tobytes() == runner.states.tobytes(), f"state: {where}"
        assert batch.masks[i].tobytes() == mask.tobytes(), f"mask: {where}"
        assert bool(batch.terminated[i]) == self.over, f"over: {where}"
        assert batch.scores[i].tolist() == self.scores, f"scores: {where}"
        assert np.allclose(batch.rewards[i], self.rewards), f"rewards: {where}"
        assert int(batch.episodes[i]) == self._episode, f"episodes: {where}"
        if self.final is not None:
            ended = self.final.states.tobytes()
            assert batch.final_states[i].tobytes() == ended, f"final state: {where}"
        if not batch.game.rules.features:
            return
        seen = runner.observation(runner.to_act)
        assert (batch.observations[i] == seen).all(), f"observation: {where}"
        for seat in range(runner.players):
            other = runner.observation(seat)
            assert (batch.observe(seat)[i] == other).all(), f"observation of {seat}: {where}"
            if self.final is not None:
                last = batch.final_observations(seat)[i]
                assert (last == self.final.observation(seat)).all(), f"last observation: {where}"


def check_batch(
    game: Game, options: dict[str, Any], mode: Autoreset, steps: int, seed: int
) -> None:
    """A batch of n is n single games, in whichever way their next ones begin."""
    observe = bool(game.rules.features)
    batch = make_batch(game.name, ROWS, seed=seed, observe=observe, autoreset=mode, **options)
    assert batch.metadata["autoreset_mode"] is mode
    games = [SingleGame(batch, i) for i in range(ROWS)]
    for step in range(steps):
        for single in games:
            single.compare(step)
        actions = batch.random_actions(seed + step)
        batch.step(actions)
        for single, action in zip(games, actions.tolist(), strict=True):
            single.step(action)
        if step % RESTARTED == 0:
            batch.restart([step % ROWS])
            games[step % ROWS].begin()
    for single in games:
        single.compare(steps)
    _check_states_in_and_out(batch)


def _check_states_in_and_out(batch: Batch) -> None:
    """States that were saved, and positions, are where one goes on from."""
    saved = batch.states.copy()
    batch.reset()
    going = np.flatnonzero(~batch.rules.outcome(saved).terminated).tolist()
    batch.set_states(saved[going], going)
    assert batch.states[going].tobytes() == saved[going].tobytes()
    positions = {i: batch.rules.position(saved[i]) for i in going}
    batch.reset()
    batch.place(positions)
    assert batch.states[going].tobytes() == saved[going].tobytes()


def check_rules(game: Game, options: dict[str, Any], steps: int, seed: int) -> None:
    """Functions of states say what single games do, and change nothing that they are given."""
    rules = make_rules(game.name, **options)
    chance = random.Random(seed)
    runner = Runner(game, seed=seed, **options)
    assert rules.new([seed])[0].tobytes() == runner.states.tobytes()
    passed = [runner.copy()]
    for _ in range(steps):
        if runner.is_over:
            break
        runner.play(chance.choice(runner.legal_actions.tolist()))
        passed.append(runner.copy())
    states = np.concatenate([each.states for each in passed])
    before = states.tobytes()
    starts, actions = rules.legal(states)
    padded, masks = rules.legal_padded(states), rules.masks(states)
    after = rules.step(states, padded)
    over, scores, rewards = rules.outcome(states)
    for k, each in enumerate(passed):
        legal = each.legal_actions.tolist()
        assert actions[starts[k] : starts[k + 1]].tolist() == legal
        assert np.flatnonzero(masks[k]).tolist() == legal
        assert padded[k, : len(legal)].tolist() == legal and (padded[k, len(legal) :] == -1).all()
        assert bool(over[k]) == each.is_over
        assert scores[k].tolist() == each.scores.tolist()
        assert np.allclose(rewards[k], each.rewards)
        for place, action in enumerate(legal):
            child = each.copy()
            child.play(action)
            assert after[k, place].tobytes() == child.states.tobytes(), f"{game.name}: {action}"
        assert after[k, len(legal) :].tobytes() == each.states.tobytes() * (
            game.rules.most_legal - len(legal)
        )
        if game.rules.features:
            for seat in range(each.players):
                seen = rules.observe(states[k : k + 1], seat)[0]
                assert (seen == each.observation(seat)).all()
    if game.rules.features:
        _check_features(rules, states)
    assert states.tobytes() == before, f"{game.name}: what was given has changed"
    drawn = rules.determinize(states, np.arange(len(states)))
    assert rules.conceal(drawn).tobytes() == rules.conceal(states, rules.to_act(drawn)).tobytes()


def _check_features(rules: Rules, states: npt.NDArray[Any]) -> None:
    """Features say rightly how large their numbers get, and which are all the same."""
    features = rules.game.rules.features
    for seat in range(rules.players):
        seen = rules.observe(states, seat).reshape(len(states), -1)
        for feature in features:
            numbers = seen[:, places(features)[feature.name]]
            told = f"{rules.game.name}: {feature.name}, seen by {seat}"
            assert (numbers <= feature.most).all(), told
            assert not feature.same or (numbers == numbers[:, :1]).all(), told
