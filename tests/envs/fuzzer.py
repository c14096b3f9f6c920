"""Calls of everything public in `envs`, `search` and `exams` with arrays that mostly do not fit.

Run as a program: `python fuzzer.py SECONDS SEED`. Each call ends well or in a `GaldaError`; any
other exception is a finding, an `IndexError` of plain Python (`GALDA_COMPILE=0`) or of Numba's
bounds checks (`NUMBA_BOUNDSCHECK=1`) above all.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np

import galda
from galda import GaldaError
from galda.exams import Exam, exams_of, make_dataset, score, score_values
from galda.exams.scoring import sit
from galda.search import Search

CONFIGURATIONS: list[tuple[str, dict[str, Any]]] = [
    ("quixo", {"size": 3}), ("quixo", {}), ("quixo", {"players": 4}), ("pylos", {}),
    ("pylos", {"variant": "expert"}), ("towers", {"players": 2}), ("towers", {"players": 5}),
    ("alhambra", {"players": 2}), ("alhambra", {"players": 6}),
]  # fmt: skip
NUMBERS = (0, 1, -1, -2, 5, 88, 89, 2**7, 2**31 - 1, 2**31, -(2**31), 2**32, 2**63 - 1, 2**64 - 1)
KINDS = ("int8", "uint8", "int32", "int64", "uint64", "float32", "bool", "O", "S3")
MODES = ("SAME_STEP", "NEXT_STEP", "DISABLED")


class Fuzzer:
    """Random calls, decided by a seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.numbers = np.random.default_rng(seed)
        self.played = {k: self.play(*each) for k, each in enumerate(CONFIGURATIONS)}

    def play(self, name: str, options: dict[str, Any]) -> Any:
        """States of a configuration, some of them at their ends."""
        batch = galda.batch(name, 4, seed=self.chance.randrange(2**32), **options)
        for step in range(self.chance.choice((0, 3, 40))):
            batch.step(batch.random_actions(step))
        return np.concatenate([batch.states, batch.final_states])

    def number(self) -> Any:
        """A whole number, mostly an odd one, or something else."""
        others = (self.chance.randrange(100), 1.5, "5", None, np.int64(3))
        return self.chance.choice((*NUMBERS, *others))

    def array(self, n: int) -> Any:
        """An array that may have one number for each of `n` games."""
        rows = self.chance.choice((n, n, n, n, 0, 1, n + 1, 1000))
        shape = self.chance.choice(((rows,), (rows,), (rows,), (rows, 2), (rows, 1), ()))
        kind = self.chance.choice(KINDS)
        with np.errstate(all="ignore"):
            found = np.array(self.numbers.choice(NUMBERS[:9], shape)).astype(kind)
        way = self.chance.randrange(5)
        if way == 0:
            return found.tolist()
        if way == 1:
            return np.repeat(found, 2, axis=0)[::2] if found.ndim else found
        if way == 2 and found.ndim:
            return found[::-1]
        return self.chance.choice((found, found, found, self.number()))

    def states(self, k: int) -> Any:
        """States, mostly of this configuration; else of another one, or no states at all."""
        own = self.chance.random() < 0.6
        found = self.played[k if own else self.chance.randrange(len(CONFIGURATIONS))]
        way = self.chance.randrange(12)
        if way == 0:
            return np.zeros(4, found.dtype)
        if way == 1:
            return found.view(np.uint8)
        if way == 2:
            return np.repeat(found, 3)[::3]
        if way == 3:
            return found.reshape(2, 4)
        if way == 4:
            return self.array(4)
        return found[: self.chance.choice((4, 4, 4, 0, 1, 8))]

    def network(self, *_: Any) -> Any:
        """Answers of any shape."""
        width = self.chance.choice((1, 5, 902, *[self.actions] * 6))
        rows = self.chance.choice((4, 4, 4, 1, 0))
        logits = self.numbers.normal(size=(rows, width))
        values = self.numbers.normal(size=self.chance.choice(((rows,), (rows, 1), (rows, 2), (2,))))
        if self.chance.random() < 0.2 and logits.size:
            logits.flat[0] = self.chance.choice((np.nan, np.inf, -np.inf))
        elif self.chance.random() < 0.2:
            logits = logits.astype(self.chance.choice(("float32", "int8", "O")))
        return logits if self.chance.random() < 0.1 else (logits, values)

    def of_a_batch(self, k: int) -> Callable[[], Any]:
        """Calls of a batch."""
        name, options = CONFIGURATIONS[k]
        batch = galda.batch(
            name, 4, seed=1, autoreset=self.chance.choice(MODES),
            threads=self.chance.choice((1, 2)), **options,
        )  # fmt: skip
        fits = batch.random_actions(self.chance.randrange(9))
        few: Any = self.chance.choice((2, 2, 0, -1, 1.5, "5", None))
        n, rows, given = self.number(), self.array(4), self.states(k)

        def go_on() -> None:
            batch.step(batch.random_actions(2))
            batch.step(self.array(4))

        def place(how: Callable[[], None]) -> None:
            how()
            go_on()

        return self.chance.choice((
            lambda: batch.step(self.array(4)),
            lambda: place(lambda: batch.step(fits)),
            lambda: place(lambda: batch.set_states(given)),
            lambda: place(lambda: batch.set_states(given, rows)),
            lambda: place(lambda: batch.place({n: given})),
            lambda: place(lambda: batch.restart(self.array(2))),
            lambda: batch.observe(self.array(4)),
            lambda: batch.final_observations(self.array(4)),
            lambda: batch.reset(n),
            lambda: batch.random_actions(n),
            lambda: batch.seed_of(n, self.chance.randrange(5)),
            lambda: batch.position(n),
            lambda: batch.stand_as({**batch.keep(), "masks": self.array(4)}),
            lambda: galda.batch(name, few, buffers={"terminated": self.array(2)}),
        ))  # fmt: skip

    def of_the_rules(self, k: int) -> Callable[[], Any]:
        """A call of the rules as functions."""
        name, options = CONFIGURATIONS[k]
        rules, states = galda.rules(name, **options), self.states(k)
        n = states.size if isinstance(states, np.ndarray) else 4
        return self.chance.choice((
            lambda: rules.new(self.array(4)),
            lambda: rules.step(states, self.array(n)),
            lambda: rules.masks(states),
            lambda: rules.legal(states),
            lambda: rules.legal_padded(states),
            lambda: rules.step(states, rules.legal_padded(states)),
            lambda: rules.observe(states, self.array(n)),
            lambda: rules.outcome(states),
            lambda: rules.determinize(states, self.array(n), self.array(n)),
            lambda: rules.conceal(states, self.array(n)),
            lambda: rules.to_act(states),
            lambda: rules.gather([states, states]),
            lambda: rules.position(states),
        ))  # fmt: skip

    def of_a_search(self, k: int) -> Callable[[], Any]:
        """A search with a network that answers anything."""
        name, options = CONFIGURATIONS[k]
        self.actions = galda.game(name).rules.action_count
        simulations, considered = self.chance.choice((1, 3, 0)), self.chance.choice((2, 16, 1))

        def search() -> None:
            found = Search(
                name, 4, self.network, simulations=simulations, considered=considered, **options
            )
            found.run(self.states(k), self.number())

        return search

    def of_exams(self, k: int) -> Callable[[], Any]:
        """Answers to an exam, and data sets."""
        exam: Exam = exams_of("quixo", size=3)[0].first(3)
        self.actions, count = 89, self.chance.choice((0, -1))

        def values(*_: Any) -> Any:
            return self.array(4)

        return self.chance.choice((
            lambda: sit(exam, self.array(3)),
            lambda: score("quixo", self.network, batched=True, positions=4, size=3),
            lambda: score("quixo", lambda _: self.number(), positions=3, size=3),
            lambda: score_values("quixo", values, batched=True, positions=4, size=3),
            lambda: make_dataset("quixo", count, seed=self.number(), size=3),
        ))  # fmt: skip

    def call(self) -> None:
        """One call; what it raises that is no `GaldaError` is a finding."""
        kinds = (self.of_a_batch, self.of_the_rules, self.of_the_rules, self.of_a_search)
        kind = self.of_exams if self.chance.random() < 0.02 else self.chance.choice(kinds)
        with suppress(GaldaError):
            kind(self.chance.randrange(len(CONFIGURATIONS)))()


def fuzz(seconds: float, seed: int) -> int:
    """Make calls for a while; how many. A finding says the number of its call."""
    fuzzer, calls, end = Fuzzer(seed), 0, time.monotonic() + seconds
    while calls < 50 or time.monotonic() < end:
        fuzzer.chance.seed(f"{seed} {calls}")
        fuzzer.numbers = np.random.default_rng([seed, calls])
        try:
            fuzzer.call()
        except Exception as error:
            error.add_note(f"seed {seed}, call {calls}")
            raise
        calls += 1
    return calls


if __name__ == "__main__":
    print(fuzz(float(sys.argv[1]), int(sys.argv[2])), "calls")
