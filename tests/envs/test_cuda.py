"""Batches on a graphics card play the games of the CPU, byte for byte."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import galda
from galda.core.kernels.chance import draw
from galda.core.kernels.cuda import load_cuda, why_no_cuda
from galda.core.kernels.kernel import COMPILED
from galda.core.play.options import option_codes
from galda.envs.kernels import stepping
from support import ALL_STARTS

NO_CUDA = why_no_cuda()
on_a_card = pytest.mark.skipif(bool(NO_CUDA), reason=NO_CUDA or "there is a card")
ARRAYS = (
    "states", "masks", "observations", "rewards", "scores", "over", "episodes", "to_act",
)  # fmt: skip


def compare(name: str, options: dict[str, Any], rows: int, steps: int) -> None:
    """Step the same games on both devices and compare every byte."""
    cpu = galda.batch(name, rows, seed=41, **options)
    card = galda.batch(name, rows, seed=41, device="cuda", **options)
    for step in range(steps):
        for array in ARRAYS:
            ours, theirs = getattr(cpu, array), getattr(card, array).copy_to_host()
            assert np.ascontiguousarray(ours).tobytes() == theirs.tobytes(), (array, step)
        actions = cpu.random_actions(step)
        assert actions.tobytes() == card.random_actions(step).copy_to_host().tobytes()
        if step % 10 == 5:
            actions[0] = stepping.RESTART
        cpu.step(actions)
        card.step(actions)
    assert card.position(1) == cpu.position(1)
    placed = galda.game(name).new(seed=43, **options)
    for batch in (cpu, card):
        batch.place({1: placed})
    assert card.position(1) == placed
    assert card.masks.copy_to_host().tobytes() == cpu.masks.tobytes()
    # Unlike on the CPU nothing is said of an illegal action, but nothing is done either.
    actions[:] = galda.game(name).action_count
    card.step(actions)
    assert card.states.copy_to_host().tobytes() == cpu.states.tobytes()
    beyond = cpu.random_actions(7).astype(np.int64) + 2**32
    card.step(beyond)
    assert card.states.copy_to_host().tobytes() == cpu.states.tobytes()
    with pytest.raises(galda.GaldaError, match="whole numbers"):
        card.step(cpu.random_actions(7) + 0.5)
    # A copy, and a batch that was written down, go their own way from where it stood.
    copies = (card.copy(), pickle.loads(pickle.dumps(card)))
    cpu.restart([1])
    for other in copies:
        assert other.states.copy_to_host().tobytes() == card.states.copy_to_host().tobytes()
        other.restart([1])
        for array in ARRAYS:
            ours, theirs = getattr(cpu, array), getattr(other, array).copy_to_host()
            assert np.ascontiguousarray(ours).tobytes() == theirs.tobytes(), array


@on_a_card
@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_a_card_steps_the_same_games(name: str, options: dict[str, Any]) -> None:
    compare(name, options, rows=97, steps=120)


@on_a_card
@pytest.mark.parametrize("name", galda.game_names())
def test_a_card_plays_on_by_chance_as_the_processor_does(name: str) -> None:
    from galda.envs.kernels import cuda_stepping  # noqa: PLC0415  (needs numba-cuda)

    cuda = load_cuda()
    game = galda.game(name)
    rows, actions = 256, 500
    batch = galda.batch(name, rows, seed=3)
    start = batch.states.copy()
    codes = option_codes(game.options, batch.options)
    there, ended = cuda.to_device(start), cuda.to_device(np.zeros(rows, np.int32))
    cuda_stepping.random_player(game)[2, 128](
        np.uint64(5), actions, there, cuda.to_device(codes), ended
    )
    scratch = np.zeros(game.most_legal, np.int32)
    played = np.zeros(rows, np.int32)
    for i in range(rows):
        stream = np.uint64(draw(np.uint64(5), i))
        played[i] = stepping.play_on(start[i], stream, actions, codes, scratch)
    assert ended.copy_to_host().tolist() == played.tolist()
    assert there.copy_to_host().tobytes() == start.tobytes()


@pytest.mark.parametrize("library", ["torch", "cupy", "jax"])
@on_a_card
def test_other_libraries_share_the_arrays(library: str) -> None:
    module = pytest.importorskip(library)
    batch = galda.batch("quixo", 64, seed=1, device="cuda")
    batch.synchronize()
    options = {"device": "cuda"} if library == "torch" else {}
    find: dict[str, Any] = {"torch": "as_tensor", "cupy": "asarray", "jax": "numpy.asarray"}
    take: Any = partial(attrgetter(find[library])(module), **options)
    for array in (batch.masks, batch.observations):
        assert np.array_equal(np.asarray(take(array).tolist()), array.copy_to_host())
    masks = take(batch.masks)
    best = masks.argmax(1) if library != "torch" else masks.to(module.uint8).argmax(1)
    first = batch.masks.copy_to_host().argmax(1)
    cpu = galda.batch("quixo", 64, seed=1)
    cpu.step(first)
    batch.step(best)
    batch.synchronize()
    assert batch.states.copy_to_host().tobytes() == cpu.states.tobytes()
    if library != "jax":  # the view sees what the step has written
        assert np.array_equal(np.asarray(masks.tolist()), cpu.masks)


@pytest.mark.skipif(bool(NO_CUDA) and "numba-cuda" in NO_CUDA, reason=NO_CUDA or "there is a card")
@pytest.mark.skipif(not COMPILED, reason="nothing is compiled in this run")
def test_the_card_s_way_of_stepping_holds_in_the_simulator() -> None:
    # Numba's simulator runs CUDA kernels as plain Python: slow, but anywhere.
    program = "import test_cuda; test_cuda.compare('quixo', {'size': 3}, rows=70, steps=4)"
    paths = [str(Path(__file__).parent), str(Path(__file__).parents[1])]
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env={
            **os.environ,
            "GALDA_COMPILE": "0",
            "NUMBA_ENABLE_CUDASIM": "1",
            "PYTHONPATH": os.pathsep.join([*paths, os.environ.get("PYTHONPATH", "")]),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
