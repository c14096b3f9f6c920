"""Compare processor and graphics card byte for byte, then measure the card.

    python -m lab.cards.on_a_card GAME

Runs of several games may be started at once: they compile side by side and take turns measuring.
"""

from __future__ import annotations

import fcntl
import json
import os
import sys
import tempfile
import time
import traceback
from dataclasses import asdict
from itertools import product
from pathlib import Path

import numpy as np

import galda
from benchmarks.speed import card as speed
from galda.core.kernels.chance import draw
from galda.core.kernels.cuda import load_cuda
from galda.core.play.options import option_codes
from galda.envs.kernels import cuda_stepping, stepping

ARRAYS = [
    "states", "masks", "observations", "rewards", "scores", "terminated", "episodes", "to_act",
]  # fmt: skip
SM = 132
WAYS = [
    (near, SM * threads, block)
    for near in (True, False)
    for threads in (256, 512, 1024, 2048)
    for block in (64, 128, 256)
]
LOCK = Path(tempfile.gettempdir(), "galda-on-a-card.lock")


def starts(name):
    game = galda.game(name)
    chosen = [option for option in game.options if option.values]
    for values in product(*(option.values for option in chosen)):
        options = dict(zip((option.name for option in chosen), values, strict=True))
        try:
            yield game.read_options(options)
        except galda.BadOption:
            continue


def compare(name, options, rows=200, steps=120):
    cpu = galda.batch(name, rows, seed=41, **options)
    card = galda.batch(name, rows, seed=41, device="cuda", **options)
    for step in range(steps):
        actions = cpu.random_actions(step)
        assert actions.tobytes() == card.random_actions(step).copy_to_host().tobytes(), step
        cpu.step(actions)
        card.step(actions)
        if step % 20 == 0 or step > steps - 5:
            for array in ARRAYS:
                ours = np.ascontiguousarray(getattr(cpu, array)).tobytes()
                assert ours == getattr(card, array).copy_to_host().tobytes(), (array, step)
    return int(cpu.episodes.sum())


def compare_random_play(name, rows=4096, actions=1000, near=None):
    cuda, game = load_cuda(), galda.game(name)
    batch = galda.batch(name, rows, seed=3, observe=False)
    start = batch.states.copy()
    codes = option_codes(game.options, batch.options)
    there, ended = cuda.to_device(start), cuda.to_device(np.zeros(rows, np.int32))
    cuda_stepping.random_player(game, near)[rows // 128, 128](
        np.uint64(5), actions, there, cuda.to_device(codes), ended
    )
    scratch = np.zeros(game.rules.most_legal, np.int32)
    done = sum(
        stepping.play_on(start[i], np.uint64(draw(np.uint64(5), i)), actions, codes, scratch)
        for i in range(rows)
    )
    assert there.copy_to_host().tobytes() == start.tobytes()
    assert int(ended.copy_to_host().sum()) == done
    return done


def share():
    """Exchange arrays with other libraries."""
    batch = galda.batch("quixo", 64, seed=1, device="cuda")  # any game would do
    first = batch.masks.copy_to_host().argmax(1)
    cpu = galda.batch("quixo", 64, seed=1)
    cpu.step(first)
    for library in ("torch", "cupy", "jax"):
        try:
            share_with(library, cpu)
            print(f"shared with {library}", flush=True)
        except Exception:
            print(library)
            traceback.print_exc(file=sys.stdout)


def share_with(library, cpu):
    module = __import__(library)
    batch = galda.batch("quixo", 64, seed=1, device="cuda")
    batch.synchronize()
    if library == "torch":
        masks = module.as_tensor(batch.masks, device="cuda")
        numbers = module.as_tensor(batch.observations, device="cuda")
        best = masks.to(module.uint8).argmax(1)
        same = masks.data_ptr() == batch.masks.__cuda_array_interface__["data"][0]
        capsule = module.utils.dlpack.to_dlpack(masks.to(module.uint8))
        print("torch", masks.dtype, numbers.dtype, masks.device, "same memory", same, capsule)
    elif library == "cupy":
        masks, numbers = module.asarray(batch.masks), module.asarray(batch.observations)
        best = masks.argmax(1)
        same = masks.data.ptr == batch.masks.__cuda_array_interface__["data"][0]
        print("cupy", masks.dtype, "same memory", same)
    else:
        numbers = module.numpy.asarray(batch.observations)
        print("jax", numbers.dtype, numbers.devices())
        masks = module.numpy.asarray(batch.masks)
        best = masks.argmax(1)
        print("jax", masks.dtype, best.dtype, hasattr(best, "__cuda_array_interface__"))
        try:
            pointer = masks.unsafe_buffer_pointer()
            same = pointer == batch.masks.__cuda_array_interface__["data"][0]
            print("jax same memory", same)
        except Exception as error:
            print("jax pointer", error)
    assert np.array_equal(np.asarray(numbers.tolist()), batch.observations.copy_to_host())
    batch.step(best)
    batch.synchronize()
    assert batch.states.copy_to_host().tobytes() == cpu.states.tobytes()


def main(name):
    began = time.time()
    game = galda.game(name)
    galda.batch(name, 8, seed=1)
    print(f"{name}: CPU compiled {time.time() - began:.1f} s", flush=True)
    speed.card_batch(game, 8, True)
    speed.card_batch(game, 8, False)
    print(f"{name}: steps compiled {time.time() - began:.1f} s", flush=True)
    compare_random_play(name, 128, 1, near=True)
    compare_random_play(name, 128, 1, near=False)
    print(f"{name}: random play compiled {time.time() - began:.1f} s", flush=True)
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for options in starts(name):
            games = compare(name, options)
            print(f"{name} {options}: CPU = CUDA after 120 steps, {games} games", flush=True)
        for near in (True, False):
            games = compare_random_play(name, near=near)
            print(f"{name}: random play CPU = CUDA, near {near}, {games} games", flush=True)
        for near, players, block in WAYS:
            moves = speed.random_play(game, 0.2, players, block, near)
            way = f"{players} games, blocks of {block}, near {near}"
            print(f"{name}: {way}: {moves / 1e9:.3f} G moves/s", flush=True)
        found = speed.on_a_card(game, 0.4)
        for each in found:
            told = f"{each.moves_per_second / 1e6:.2f} M/s, {1e9 / each.moves_per_second:.4f} ns"
            print(f"{name}: {each.way}: {told} {asdict(each)}", flush=True)
    print(f"{name}: done {time.time() - began:.1f} s", flush=True)
    Path(os.environ.get("OUT", "."), f"card-{name}.json").write_text(
        json.dumps([asdict(each) for each in found], indent=1)
    )


if __name__ == "__main__":
    try:
        share() if sys.argv[1] == "share" else main(sys.argv[1])
    except Exception:
        traceback.print_exc(file=sys.stdout)
        sys.exit(1)
