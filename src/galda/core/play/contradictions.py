"""What a game's form may not say together: refused when the game is made, not when it is played."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from galda.core.jit.settings import COMPILED
from galda.core.kernels import contract

if TYPE_CHECKING:
    from galda.core.play.form import GameRules
    from galda.core.play.game import Game

LARGEST_ACTION = 2**31 - 1
TOGETHER = (("conceal", "determinize"), ("put_back", "outcomes", "turn_up"))
"""Kernels of which a game brings all or none."""
DESCRIBED = {"features": "observe", "encoding": "encode", "action_encoding": "encode_actions"}
"""What describes the numbers that a kernel writes."""


def check(game: Game) -> None:
    """Raise `TypeError` with all that a game's options and rules contradict themselves in."""
    wrong = [*_in_options(game), *_in_kernels(game.rules), *_in_rules(game.rules)]
    if wrong:
        raise TypeError(f"{game.package}: {'; '.join(wrong)}")


def _in_options(game: Game) -> Iterator[str]:
    names = [option.name for option in game.options]
    if "players" not in names:
        yield "the options lack `players`: how many play"
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"two options are called `{name}`"
    for option in game.options:
        if option.values and option.default not in option.values:
            yield f"the option `{option.name}` has the default {option.default!r}, no value of it"


def _in_kernels(rules: GameRules) -> Iterator[str]:
    for name, kernel in rules.kernels.items():
        stub = contract.STUBS.get(name)
        if stub is None:
            continue  # the contract itself complains
        if not callable(kernel) or (COMPILED and not hasattr(kernel, "py_func")):
            yield f"`{name}` is not compiled: write @kernel above it"
        elif len(given := _takes(kernel)) != len(wanted := _takes(stub)):
            yield f"`{name}` takes ({', '.join(given)}); it is called with ({', '.join(wanted)})"


def _takes(kernel: Callable[..., Any]) -> tuple[str, ...]:
    """The names of a kernel's parameters."""
    return tuple(inspect.signature(getattr(kernel, "py_func", kernel)).parameters)


def _in_rules(rules: GameRules) -> Iterator[str]:
    kernels = rules.kernels.keys()
    for together in TOGETHER:
        if missing := _some_missing(together, kernels):
            yield f"{_listed(set(together) & kernels)} without {_listed(missing)}"
    if "evaluate" in kernels and "determinize" in kernels:
        yield (
            "`evaluate` with `determinize`: alpha-beta would look at one drawn deal as if it were "
            "known; bring `heuristic_scores` and `rollout_policy` instead"
        )
    for described, kernel in DESCRIBED.items():
        if bool(getattr(rules, described)) != (kernel in kernels):
            yield f"`{described}` and the kernel `{kernel}` go together"
    if not 1 <= rules.action_count <= LARGEST_ACTION:
        yield f"`action_count` is {rules.action_count}"
    if not 1 <= rules.most_legal <= rules.action_count:
        yield f"`most_legal` is {rules.most_legal}, of {rules.action_count} actions there are"


def _some_missing(together: Iterable[str], kernels: Iterable[str]) -> set[str]:
    """What is missing, where some are there and others are not."""
    missing = set(together) - set(kernels)
    return missing if missing != set(together) else set()


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in sorted(names))
