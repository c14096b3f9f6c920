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
from galda.envs.autoreset import Autoreset
from galda.envs.dlpack import Exported, Imported
from galda.envs.kernels import stepping
from support import ALL_STARTS

NO_CUDA = why_no_cuda()
on_a_card = pytest.mark.skipif(bool(NO_CUDA), reason=NO_CUDA or "there is a card")
ARRAYS = (
    "states", "masks", "observations", "rewards", "scores", "terminated", "episodes", "to_act",
    "final_states",
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
        cpu._do(actions)
        card._do(actions)
    assert card.position(1) == cpu.position(1)
    placed = galda.game(name).new(seed=43, **options)
    for batch in (cpu, card):
        batch.place({1: placed})
    assert card.position(1) == placed
    assert card.masks.copy_to_host().tobytes() == cpu.masks.tobytes()
    # Unlike on the CPU nothing is said of an illegal action, but nothing is done either.
    actions[:] = galda.game(name).rules.action_count
    card.step(actions)
    assert card.states.copy_to_host().tobytes() == cpu.states.tobytes()
    beyond = cpu.random_actions(7).astype(np.int64) + 2**32
    card.step(beyond)
    assert card.states.copy_to_host().tobytes() == cpu.states.tobytes()
    with pytest.raises(galda.GaldaError, match="whole numbers"):
        card.step(cpu.random_actions(7) + 0.5)
    actions = cpu.random_actions(9)
    for batch in (cpu, card):  # what is told of the last action is of the same one again
        batch.step(actions)
    # A copy, and a batch that was written down, go their own way from where it stood.
    copies = (card.copy(), pickle.loads(pickle.dumps(card)))
    cpu.restart([1])
    for other in copies:
        assert other.states.copy_to_host().tobytes() == card.states.copy_to_host().tobytes()
        other.restart([1])
        for array in ARRAYS:
            ours, theirs = getattr(cpu, array), getattr(other, array).copy_to_host()
            assert np.ascontiguousarray(ours).tobytes() == theirs.tobytes(), array


def same_bytes(ours: Any, theirs: Any) -> bool:
    """Whether an array here and one on the card are the same."""
    there = theirs.copy_to_host()
    here = np.ascontiguousarray(ours)
    return bool(here.shape == there.shape and here.tobytes() == there.tobytes())


def compare_cut(name: str, options: dict[str, Any]) -> None:
    """A batch in small blocks, the last of them not full, into memory that begins anywhere."""
    from galda.envs.cuda_batch import CudaBatch  # noqa: PLC0415  (needs numba-cuda)
    from galda.envs.kernels.cuda_batches import SHARED, shifting_seer, usual_plan  # noqa: PLC0415

    cuda, game, rows = load_cuda(), galda.game(name), 19
    cpu = galda.batch(name, rows, seed=3, **options)
    beyond = cuda.to_device(np.zeros(rows * game.rules.action_count + 1, np.bool_))[1:]
    room: dict[str, Any] = {"masks": beyond.reshape(rows, game.rules.action_count)}
    beyond = cuda.to_device(np.zeros(cpu.observations.size + 1, np.uint8))[1:]
    numbers = {"observations": beyond.reshape(cpu.observations.shape)}
    plan = usual_plan(game)._replace(games=16)
    seen_apart = plan._replace(apart=True, shifting=True)
    cards = [
        CudaBatch(game, rows, 3, options, buffers=buffers, plan=each)
        for buffers, each in (
            ({}, plan), (room, plan), (numbers, seen_apart),
            ({}, seen_apart._replace(seen_near=SHARED)),
        )
    ]  # fmt: skip
    for step in range(4):
        actions = cpu.random_actions(step)
        actions[step] = stepping.RESTART
        for batch in (cpu, *cards):
            batch._do(actions)
        for card in cards:
            for array in ARRAYS:
                assert same_bytes(getattr(cpu, array), getattr(card, array)), (array, step)
    # Several blocks of rows that are staged from whole words on.
    states = cpu.states[np.arange(40) % rows]
    seats = np.zeros(len(states), np.int8)
    whole = cpu.rules.observe(states, 0).reshape(len(states), -1)
    out = cuda.to_device(np.zeros_like(whole))
    shifting_seer(game)(
        len(states), cuda.to_device(states), cuda.to_device(seats), cpu.players, out
    )
    assert same_bytes(whole, out)


def compare_modes(name: str, options: dict[str, Any], rows: int, steps: int) -> None:
    """The three autoreset modes, ends that are seen, and states put in, on both devices."""
    for mode in Autoreset:
        cpu = galda.batch(name, rows, seed=7, autoreset=mode, **options)
        card = galda.batch(name, rows, seed=7, autoreset=mode, device="cuda", **options)
        saved = cpu.states.copy()
        for step in range(steps):
            actions = cpu.random_actions(step)
            if step % 10 == 5:
                actions[0] = stepping.RESTART
            cpu._do(actions)
            card._do(actions)
            for array in ARRAYS:
                assert same_bytes(getattr(cpu, array), getattr(card, array)), (mode, array, step)
        for seats in (None, 0, 1):
            assert same_bytes(cpu.observe(seats), card.observe(seats))
            assert same_bytes(cpu.final_observations(seats), card.final_observations(seats))
        for ours, theirs in zip(cpu.legal_actions(), card.legal_actions(), strict=True):
            assert same_bytes(ours, theirs)
        for batch in (cpu, card):
            batch.set_states(saved[1:3], rows=[2, 0])
            batch.place({1: galda.game(name).new(seed=5, **options)})
        for array in ARRAYS:
            assert same_bytes(getattr(cpu, array), getattr(card, array)), (mode, array)


def compare_rules(name: str, options: dict[str, Any], rows: int, steps: int) -> None:
    """The rules as functions of states, on both devices."""
    here, there = galda.rules(name, **options), galda.rules(name, device="cuda", **options)
    seeds = np.arange(rows)
    ours, theirs = here.new(seeds), there.new(seeds)
    for step in range(steps):
        assert same_bytes(ours, theirs), step
        padded = here.legal_padded(ours)
        assert same_bytes(padded, there.legal_padded(theirs))
        assert same_bytes(here.masks(ours), there.masks(theirs))
        assert same_bytes(here.to_act(ours), there.to_act(theirs))
        for mine, others in zip(here.legal(ours), there.legal(theirs), strict=True):
            assert same_bytes(mine, others)
        for mine, others in zip(here.outcome(ours), there.outcome(theirs), strict=True):
            assert same_bytes(mine, others)
        for seats in (None, 0, np.full(rows, here.players - 1)):
            assert same_bytes(here.observe(ours, seats), there.observe(theirs, seats))
            assert same_bytes(here.conceal(ours, seats), there.conceal(theirs, seats))
            drawn = here.determinize(ours, seeds, seats)
            assert same_bytes(drawn, there.determinize(theirs, seeds, seats))
        several = np.ascontiguousarray(padded[:, :5])
        assert same_bytes(here.step(ours, several), there.step(theirs, several))
        chosen = padded[:, step % 3].copy()
        on_card = there._take(chosen.astype(np.int64))
        ours, theirs = here.step(ours, chosen), there.step(theirs, on_card)
    # Unlike on the CPU nothing is said of an illegal action, but nothing is done either.
    assert same_bytes(ours, there.step(theirs, np.full(rows, here.game.rules.action_count)))


@on_a_card
@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_a_card_ends_and_begins_games_as_the_processor_does(
    name: str, options: dict[str, Any]
) -> None:
    compare_modes(name, options, rows=67, steps=60)


@on_a_card
@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_the_rules_are_the_same_functions_on_a_card(name: str, options: dict[str, Any]) -> None:
    compare_rules(name, options, rows=67, steps=12)


@on_a_card
def test_a_card_s_batch_writes_into_memory_that_was_given() -> None:
    cuda = load_cuda()
    own = galda.batch("quixo", 64, seed=1, device="cuda")
    room = {
        "masks": cuda.to_device(np.ones((64, 89), np.bool_)),
        "observations": cuda.to_device(np.ones((64, 8, 5, 5), np.uint8)),
    }
    given = galda.batch("quixo", 64, seed=1, device="cuda", buffers=room)
    for step in range(5):
        actions = own.random_actions(step)
        own.step(actions)
        given.step(actions)
    for name, array in room.items():
        assert getattr(own, name).copy_to_host().tobytes() == array.copy_to_host().tobytes()
    with pytest.raises(galda.GaldaError, match="must be of type uint8"):
        galda.batch("quixo", 3, device="cuda", buffers={"observations": room["masks"]})
    with pytest.raises(galda.GaldaError, match="on the card"):
        galda.batch("quixo", 64, device="cuda", buffers={"masks": [1]})


@on_a_card
@pytest.mark.parametrize("library", ["torch", "cupy", "jax.dlpack"])
def test_dlpack_goes_both_ways_on_a_card(library: str) -> None:
    module = pytest.importorskip(library)
    batch = galda.batch("quixo", 64, seed=1, device="cuda")
    batch.synchronize()
    taken = module.from_dlpack(Exported(batch.masks))
    assert np.array_equal(np.asarray(taken.tolist()), batch.masks.copy_to_host())
    cuda = load_cuda()
    back = cuda.as_cuda_array(Imported(taken))
    assert back.copy_to_host().tobytes() == batch.masks.copy_to_host().tobytes()


class DlpackAlone:
    """An array of another library that speaks DLPack and nothing else."""

    def __init__(self, array: Any) -> None:
        self._array, self.shape = array, array.shape

    def __dlpack__(self, **given: Any) -> Any:
        return self._array.__dlpack__(**given)

    def __dlpack_device__(self) -> Any:
        return self._array.__dlpack_device__()


@on_a_card
def test_a_card_s_batch_is_given_memory_and_actions_by_dlpack() -> None:
    torch = pytest.importorskip("torch")
    if not torch.cuda.is_available():
        pytest.skip("this PyTorch knows no card")
    cpu = galda.batch("quixo", 64, seed=6)
    masks = torch.zeros((64, 89), dtype=torch.bool, device="cuda").view(torch.uint8)
    seen = torch.zeros((64, 8, 5, 5), dtype=torch.uint8, device="cuda")
    rewards = torch.zeros((64, 2), dtype=torch.float32, device="cuda")
    room = {"observations": DlpackAlone(seen), "rewards": rewards, "masks": masks.view(torch.bool)}
    card = galda.batch("quixo", 64, seed=6, device="cuda", buffers=room)
    for step in range(30):
        actions = cpu.random_actions(step)
        there = torch.as_tensor(actions.astype(np.int64 if step % 2 else np.int32), device="cuda")
        cpu.step(actions)
        card.step(DlpackAlone(there))
        card.synchronize()
        for ours, theirs in ((cpu.observations, seen), (cpu.masks, masks), (cpu.rewards, rewards)):
            assert ours.tobytes() == theirs.cpu().numpy().tobytes(), step
    back = torch.from_dlpack(Exported(card.observations))
    assert back.data_ptr() == seen.data_ptr()


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
    scratch = np.zeros(game.rules.most_legal, np.int32)
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
    program = """
import galda, test_cuda
test_cuda.compare('quixo', {'size': 3}, rows=24, steps=17)
test_cuda.compare_modes('quixo', {'size': 3}, rows=3, steps=9)
test_cuda.compare_rules('towers', {'players': 3}, rows=3, steps=2)
for name in galda.game_names():
    test_cuda.compare_cut(name, {})
"""
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
