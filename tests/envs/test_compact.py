"""Compact observations are the ordinary ones, exactly, in far fewer bytes."""

from __future__ import annotations

import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import galda
from galda import GaldaError, Runner
from galda.core.kernels.features import Feature, width
from galda.envs.autoreset import Autoreset
from galda.envs.benchmark.environments import bytes_a_move
from galda.envs.compact import Expander, compact_size, runs, table_of_places, table_of_runs
from galda.envs.kernels import compact as kernels
from support import ALL_STARTS

ROWS, STEPS, GUARD = 4, 45, 9
PAGE = Path(__file__).parents[2] / "docs" / "researchers.md"


@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_expanded_they_are_what_single_games_show(name: str, options: dict[str, Any]) -> None:
    mode = Autoreset.NEXT_STEP  # so that ends are shown as well
    batch = galda.batch(name, ROWS, seed=17, compact=True, threads=2, autoreset=mode, **options)
    whole = galda.batch(name, ROWS, seed=17, autoreset=mode, **options)
    game, expander = galda.game(name), Expander(batch.game.rules.features)
    runners = [Runner(game, seed=batch.seed_of(i, 0), **options) for i in range(ROWS)]
    alone = [
        galda.batch(name, 1, compact=True, autoreset=mode, **options) for _ in range(ROWS)
    ]  # each a batch of one game, put where the game of its row stands
    for step in range(STEPS):
        seen = batch.expand()
        assert seen.tobytes() == whole.observations.tobytes(), step
        assert expander(batch.observations).tobytes() == seen.tobytes(), step
        for i, runner in enumerate(runners):
            assert (seen[i] == runner.observation(runner.to_act)).all(), (step, i)
            if not runner.is_over:
                alone[i].set_states(batch.states[i : i + 1])
                assert alone[i].observations[0].tobytes() == batch.observations[i].tobytes()
        seat = step % batch.players
        for ours, theirs in (
            (batch.observe(seat), whole.observe(seat)),
            (batch.final_observations(seat), whole.final_observations(seat)),
        ):
            assert batch.rules.expand(ours).tobytes() == theirs.tobytes()
        actions = batch.random_actions(step)
        for i, (runner, over) in enumerate(zip(runners, batch.over, strict=True)):
            if over:
                runner.restart(batch.seed_of(i, int(batch.episodes[i])))
            else:
                runner.play(int(actions[i]))
        for each in (batch, whole):
            each.step(actions)


@pytest.mark.parametrize("name", galda.game_names())
def test_they_are_far_fewer_bytes_and_the_page_says_how_many(name: str) -> None:
    game = galda.game(name)
    numbers, size = width(game.rules.features), compact_size(game.rules.features)
    assert 2 * size < 1.05 * numbers
    a_step = [bytes_a_move(game, True), bytes_a_move(game, True, compact=True)]
    told = f"| {game.title} | {numbers} | {size} | {a_step[0]} | {a_step[1]} |"
    assert told in PAGE.read_text("utf-8")


def invented(chance: random.Random) -> tuple[Feature, ...]:
    """Features of any size, with numbers of any size."""
    return tuple(
        Feature(
            str(k), (chance.choice([1, 2, 7, 8, 9, 25, 41]),), "",
            most=chance.choice([0, 1, 2, 5, 15, 16, 60, 127, 128, 255]),
            same=chance.random() < 0.3,
        )
        for k in range(chance.randint(1, 7))
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_any_features_become_compact_and_whole_again(seed: int) -> None:
    print("seed", seed)
    chance = random.Random(seed)
    features = invented(chance)
    numbers = [
        [chance.randint(0, f.most)] * f.size
        if f.same
        else [chance.choice([0, f.most, chance.randint(0, f.most)]) for _ in range(f.size)]
        for f in features
    ]
    row = np.array([number for each in numbers for number in each], np.uint8)
    size, table = compact_size(features), table_of_runs(features)
    assert size % 4 == 0
    packed, again = np.full(size + GUARD, 77, np.uint8), np.full(len(row) + GUARD, 77, np.uint8)
    kernels.pack(row, table, packed[:size])
    kernels.unpack(packed[:size], table, again[: len(row)])
    assert again[: len(row)].tolist() == row.tolist()
    assert (packed[size:] == 77).all() and (again[len(row) :] == 77).all()
    assert Expander(features)(packed[:size]).tolist() == row.tolist()
    # Packing may be done in place: that is how a graphics card does it.
    room = np.zeros(max(size, len(row)), np.uint8)
    room[: len(row)] = row
    kernels.pack(room[: len(row)], table, room[:size])
    assert room[:size].tolist() == packed[:size].tolist()
    # Runs lie one behind the other, each number in bits of its own.
    ends = [run.at + run.size for run in runs(features)]
    assert [run.at for run in runs(features)] == [0, *ends[:-1]] and size - ends[-1] < 4
    bits = np.unpackbits(packed[:size], bitorder="little")
    for number, place in zip(row.tolist(), table_of_places(features).tolist(), strict=True):
        begin, many = place >> 4, place & 15
        assert sum(int(bits[begin + k]) << k for k in range(many)) == number


def test_a_number_that_is_too_large_spoils_no_other() -> None:
    features = (Feature("few", (16,), "", most=3),)
    row = np.full(16, 2, np.uint8)
    row[5] = 255
    packed = np.zeros(compact_size(features), np.uint8)
    kernels.pack(row, table_of_runs(features), packed)
    assert Expander(features)(packed).tolist() == [2] * 5 + [3] + [2] * 10


def test_a_compact_batch_is_copied_kept_and_given_memory() -> None:
    room = np.zeros((3, 24), np.uint8)
    batch = galda.batch("pylos", 3, seed=4, compact=True, buffers={"observations": room})
    batch.step(batch.random_actions(1))
    assert room.any() and room.tobytes() == batch.observations.tobytes()
    for other in (batch.copy(), pickle.loads(pickle.dumps(batch))):
        assert other.compact
        assert other.observations.tobytes() == room.tobytes()
    kept, before = batch.keep(), room.copy()
    batch.step(batch.random_actions(2))
    assert room.tobytes() != before.tobytes()
    batch.stand_as(kept)
    assert room.tobytes() == before.tobytes()
    own = np.zeros((3, 16, 4, 4), np.uint8)
    assert np.shares_memory(batch.expand(own), own)
    assert own.tobytes() == batch.rules.observe(batch.states).tobytes()
    assert galda.batch("pylos", 3, observe=False, compact=True).observations.size == 0


def test_what_is_not_compact_is_not_expanded() -> None:
    batch = galda.batch("quixo", 2)
    with pytest.raises(GaldaError, match="observations of Quixo are bytes of shape n, 20 here"):
        batch.expand()
    rules = galda.rules("quixo")
    with pytest.raises(GaldaError, match="not float64"):
        rules.pack(batch.observations.astype(float))
    with pytest.raises(GaldaError, match="the buffer out must be"):
        rules.expand(rules.pack(batch.observations), np.zeros((2, 200), np.uint8))
    assert rules.expand(np.zeros((0, 20), np.uint8)).shape == (0, 8, 5, 5)


@pytest.mark.parametrize("name", galda.game_names())
def test_pytorch_and_jax_expand_them_with_their_own_arrays(name: str) -> None:
    batch = galda.batch(name, 5, seed=2, compact=True)
    for step in range(30):
        batch.step(batch.random_actions(step))
    expander, whole = Expander(batch.game.rules.features), batch.expand()
    looked_at = 0
    for library in ("torch", "jax"):
        try:
            module: Any = __import__(library)
        except ImportError:
            continue
        looked_at += 1
        if library == "torch":
            given = module.from_numpy(batch.observations)
            assert expander(given).numpy().tobytes() == whole.tobytes()
            assert tuple(expander(given[0]).shape) == batch.observation_shape
            assert batch.rules.expand(given).tobytes() == whole.tobytes()
        else:
            given = module.numpy.asarray(batch.observations)
            for expand in (expander, module.jit(expander)):
                assert np.asarray(expand(given)).tobytes() == whole.tobytes()
    if not looked_at:
        pytest.skip("needs PyTorch or JAX: pip install 'galda[torch]'")
