"""The contract between a game's rules and everything that plays them.

A game state is one NumPy record with at least the field `to_act` (the seat to decide next). The
functions below are stubs: calling one runs the kernel that the state's own game registered under
that name. In compiled code the choice is made at compile time from the record's type, so an
algorithm is written once and compiled per game.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import partial
from typing import Any

import numpy as np

from galda.core.jit.settings import CHECKED, COMPILED, origins
from galda.core.jit.waiting import settled, when_loaded
from galda.core.kernels.chance import below
from galda.core.kernels.checking import checked
from galda.core.kernels.kernel import kernel, seldom
from galda.core.kernels.writing import write_digits

KERNELS: dict[str, dict[Any, Callable[..., Any]]] = {}
"""Kernel name -> record type -> the game's kernel."""
STUBS: dict[str, Callable[..., Any]] = {}
"""Kernel name -> the function below that says what it is given and does."""

CASTS = {
    "action": "np.int64", "viewer": "np.int64", "players": "np.int64", "outcome": "np.int64",
    "seed": "np.uint64", "bits": "np.uint64", "at": "np.int64", "samples": "np.int64",
    "n": "np.int64",
}  # fmt: skip
"""Compiled code passes these as one type only: every further type is compiled all over again."""

RECORD_OF = np.generic.__dict__["dtype"].__get__
"""A state's record type; asking NumPy's records for it by name takes ten times as long."""

REQUIRED = frozenset({"setup", "legal", "apply", "is_over", "scores"})


def register(record: np.dtype[Any], kernels: Mapping[str, Any]) -> None:
    """Make `kernels` the rules of states of type `record`."""
    if missing := REQUIRED - kernels.keys():
        raise TypeError(f"the game lacks the kernels {', '.join(sorted(missing))}")
    if unknown := kernels.keys() - KERNELS.keys():
        raise TypeError("; ".join(map(_no_kernel, sorted(unknown))))
    if "to_act" not in (record.names or ()):
        raise TypeError("a state record needs the field `to_act`")
    if hidden := set(record.names or ()) & set(dir(np.record)):
        raise TypeError(f"NumPy keeps the names {', '.join(sorted(hidden))} for itself")
    known = KERNELS["legal"].get(record)
    if known is not None and settled(known) is not settled(kernels["legal"]):
        raise TypeError("another game has the very same record: give this one a field of its own")
    for name, function in kernels.items():
        KERNELS[name][record] = settled(seldom(function))
    if COMPILED:
        origins[record] = dict(kernels)


def _no_kernel(name: str) -> str:
    near = get_close_matches(name, KERNELS, n=1)
    return f"no kernel is called {name}" + (f"; did you mean {near[0]}?" if near else "")


def _dispatched(stub: Callable[..., Any]) -> Callable[..., Any]:
    """Turn a stub into a call of the kernel registered for its first argument's record type.

    The stub's own body is what games that register nothing get.
    """
    table = KERNELS.setdefault(stub.__name__, {})
    STUBS[stub.__name__] = stub
    default = seldom(kernel(stub))

    def choose(*arguments: Any) -> Any:
        return table.get(RECORD_OF(arguments[0]), default)(*arguments)

    if CHECKED:
        choose = partial(_choose_checked, stub.__name__, table, default)
    choose.__doc__ = stub.__doc__
    choose.__name__ = stub.__name__
    if COMPILED:
        when_loaded(partial(_choose_when_compiled, choose, stub, table, default))
    return choose


def _choose_checked(
    name: str, table: Mapping[Any, Any], default: Callable[..., Any], *arguments: Any
) -> Any:
    """Call the kernel of the first argument's record; what it does is checked."""
    return checked(name, table.get(RECORD_OF(arguments[0]), default), arguments)


def _choose_when_compiled(
    choose: Callable[..., Any], stub: Callable[..., Any], table: dict[Any, Any], default: Any
) -> None:
    """Tell Numba how compiled code chooses; it is loaded now, and all kernels are made."""
    from numba import types  # noqa: PLC0415

    from galda.core.jit import engine  # noqa: PLC0415

    table.update({record: settled(function) for record, function in table.items()})
    default = settled(default)
    names = list(inspect.signature(stub).parameters)
    given = ", ".join(names)
    taken = ", ".join(f"{CASTS[name]}({name})" if name in CASTS else name for name in names)
    # Numba wants an implementation with the stub's own parameter names.
    space: dict[str, Any] = {"table": table, "default": default, "np": np}
    exec(
        f"def implement({given}):\n"
        f"    chosen = table.get(state.dtype, default)\n"
        f"    return lambda {given}: chosen({taken})",
        space,
    )
    casts = [getattr(types, CASTS[name][3:]) if name in CASTS else None for name in names]
    engine.choose(choose, space["implement"], table, default, casts)


@_dispatched
def setup(state, options, seed):
    """Fill a zeroed state for the start of a game."""


@_dispatched
def deal(state, options, words):
    """`setup` by several random numbers, so that nobody can try out all that they may have been.

    A game whose set-up deals something that stays hidden and that `determinize` does not draw anew
    (hands) lets all of `words` decide about it; for others the first one will do.
    """
    setup(state, options, words[0])


@_dispatched
def legal(state, out):
    """Write the legal actions into `out` in ascending order and return how many there are."""
    return 0


@_dispatched
def mark_legal(state, out, at, scratch):
    """Mark the legal actions in `out`, where all is 0 still, from the place `at` on.

    `out` is a row of bytes, or of words whose bits are the places. A game that has its actions as a
    set may know a quicker way than listing them.
    """
    for k in range(legal(state, scratch)):
        write_digits(out, at + scratch[k], np.uint64(1), 1, 1)


@_dispatched
def apply(state, action):
    """Play one legal action."""


@_dispatched
def is_over(state):
    """Whether the game has ended."""
    return True


@_dispatched
def scores(state, out):
    """Write each seat's score into `out`: at the end the highest score wins, equals share."""


@_dispatched
def in_turn(state):
    """Whether the seat to act is in the middle of its turn and may still take back."""
    return False


@_dispatched
def pick(state, bits, scratch):
    """The legal action that the random number `bits` chooses, all equally likely.

    The uniform random policy. A game may know a quicker way, but must choose the same one.
    """
    return scratch[below(bits, legal(state, scratch))]


@_dispatched
def rollout_policy(state, bits, scratch):
    """A legal action for a rollout (playout), chosen by `bits`: wiser than chance, and quick.

    A default policy in the terms of Monte-Carlo tree search; without one it is the uniform policy.
    """
    return pick(state, bits, scratch)


@_dispatched
def evaluate(state):
    """How good the position is for the seat to act, in two-player games: between -9000 and 9000.

    The heuristic (static evaluation) of alpha-beta search.
    """
    return 0


@_dispatched
def scores_now(state, out):
    """Write what each seat would score if the game were counted now; by default its score."""
    scores(state, out)


@_dispatched
def heuristic_scores(state, out):
    """Write what each seat may expect to score at the end; by default what it would score now.

    The heuristic of tree search where a rollout stops before the end.
    """
    scores_now(state, out)


@_dispatched
def margin(state):
    """A lead that makes one fairly sure to win, in games that score points; 0: leads count not.

    The scale of the logistic function by which `utility` counts leads.
    """
    return 0.0


@kernel
def standing(scores, seat, players, scale):
    """How well a seat has done by the scores, from 0 to 1; `scale` as `margin` tells it."""
    beaten, best = 0.0, -1e9
    for other in range(players):
        if other != seat:
            if scores[seat] > scores[other]:
                beaten += 1.0
            elif scores[seat] == scores[other]:
                beaten += 0.5
            best = max(best, scores[other])
    worth = beaten / (players - 1)
    if scale > 0:
        worth = 0.5 * worth + 0.5 / (1.0 + math.exp((best - scores[seat]) / scale))
    return worth


@_dispatched
def utility(state, players, out):
    """Write how well each seat has done, from 0 to 1, into `out` (twice as long as `players`).

    Tree search backs it up. The default is the share of the others it is ahead of (a tie counts
    half); where leads count, that is one half and the lead over the best of the others the other.
    """
    heuristic_scores(state, out)
    scale = margin(state)
    for seat in range(players):
        out[players + seat] = standing(out, seat, players, scale)
    for seat in range(players):
        out[seat] = out[players + seat]


@_dispatched
def action_values(state, samples, seed, legal, out):
    """List the legal actions, and write the value of each to each seat, from 0 to 1.

    The game's own search, where it has a better one than tree search: `out` has a row for each
    action. Chance is averaged over `samples` draws; with 0 the search stops where chance decides.
    It may read nothing that `conceal` would blank out. Returns the number of actions, and the
    number of positions that were evaluated, a measure of its work. By default a game has none.
    """
    return 0, 0


@_dispatched
def traits(state, out):
    """Write how much of each of the game's `traits` each seat has, into `out[seat, trait]`.

    Styles say what a trait is worth to a bot (`core/play/styles.py`).
    """


@_dispatched
def key(state):
    """A 64-bit number for the position: equal positions, equal keys (for transposition tables)."""
    return np.uint64(0)


@_dispatched
def conceal(state, viewer):
    """Blank out everything `viewer` cannot know (-1: a spectator).

    What is left is the viewer's information state: the same bytes for all states in one
    information set.
    """


@_dispatched
def determinize(state, viewer, seed):
    """Draw at random everything `viewer` cannot know: a determinization.

    The state becomes another of the viewer's information set.
    """


@_dispatched
def renew(state, viewer, seed):
    """Let what nobody knows yet follow from `seed`, without changing what anyone holds.

    With a long seed it is called before each action. By default it is `determinize`, which is right
    for games whose perfect memory knows everything but chance (`all_open`).
    """
    determinize(state, viewer, seed)


@_dispatched
def put_back(state):
    """Put back what chance has brought since the last action, or in `setup`; how many draws it was.

    Then `outcomes` lists what may come next and `turn_up` brings one of them, until nothing is
    left to come: so chance can be chosen, one draw after the other, instead of following a seed.
    """
    return 0


@_dispatched
def outcomes(state, codes, chances):
    """Write what the next draw may bring, as ascending codes, and how likely each is; how many."""
    return 0


@_dispatched
def turn_up(state, outcome):
    """Let the next draw bring this outcome."""


@_dispatched
def observe(state, viewer, out):
    """Write what seat `viewer` sees into `out` as numbers: the game's `features`, in their order.

    It may read nothing that `conceal` would blank out.
    """


@_dispatched
def encode(state, viewer, out):
    """Write the inputs of a policy-value network into `out`: the game's `encoding`, in order.

    Unlike `observe` it may read what a seat knows that remembers everything: what `determinize`
    keeps. By default the two are the same.
    """
    observe(state, viewer, out)


@_dispatched
def encode_actions(state, actions, n, out):
    """Write for each of the first `n` of these legal actions a row of its `action_encoding`."""
