"""The gate: what comes from outside is checked here once, and kernels trust it afterwards.

Numbers that seed a generator, arrays of any library, actions, states, and what networks answer.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.play.field_limits import check_fields

if TYPE_CHECKING:
    from galda.core.play.game import Game
    from galda.core.play.options import Value

Array = npt.NDArray[Any]
LARGEST_SEED = 2**64 - 1
LARGEST_ACTION = 2**31 - 1
SeedLike = int | np.integer | np.random.SeedSequence | np.random.Generator | None
"""What seeds are taken as; a generator is drawn from, None draws from the operating system."""


def read_seed(given: SeedLike) -> int:
    """A seed as a whole number from 0 to 2**64 - 1.

    >>> import numpy as np
    >>> from galda.core.play.checks import read_seed
    >>> read_seed(np.int64(5)), read_seed(np.random.SeedSequence(7))
    (5, 16920295385781661272)
    """
    if type(given) is int and 0 <= given <= LARGEST_SEED:
        return given
    if given is None:
        return secrets.randbits(63)
    if isinstance(given, np.random.SeedSequence):
        return int(given.generate_state(1, np.uint64)[0])
    if isinstance(given, np.random.Generator):
        return int(given.integers(LARGEST_SEED, dtype=np.uint64, endpoint=True))
    if isinstance(given, np.ndarray) and given.ndim == 0:
        given = given[()]
    if isinstance(given, int | np.integer) and 0 <= int(given) <= LARGEST_SEED:
        return int(given)
    raise GaldaError("a seed is a whole number from 0 to 2**64 - 1, not {given!r}", given=given)


def read_games(given: Any) -> int:
    """A number of games."""
    if not isinstance(given, int | np.integer) or given < 1:
        raise GaldaError("a batch needs at least one game, not {n}", n=given)
    return int(given)


def read_threads(given: Any) -> int | None:
    """A number of threads; None means one for each core."""
    if given is not None and (not isinstance(given, int | np.integer) or given < 1):
        raise GaldaError("threads are a whole number from 1, not {given!r}", given=given)
    return None if given is None else int(given)


def read_array(given: Any) -> Array:
    """An array of any library that lies in the processor's memory, without a copy if possible."""
    if hasattr(given, "__dlpack__") and not hasattr(given, "__array__"):
        return np.from_dlpack(given)
    return np.asarray(given)


def check_whole(name: str, kind: np.dtype[Any]) -> None:
    """Refuse numbers that are not whole: 3.7 is not 3."""
    if kind.kind not in "iu":
        raise GaldaError("{name} are whole numbers, not {kind}", name=name, kind=kind.name)


def check_shape(name: str, given: Any, *shapes: tuple[int, ...]) -> None:
    """Refuse an array that has none of these shapes."""
    if tuple(given.shape) not in shapes:
        raise GaldaError(
            "{name} must have the shape {shape}, not {given}",
            name=name,
            shape=" / ".join(map(str, shapes)),
            given=tuple(given.shape),
        )


def whole_numbers(name: str, given: Array, kind: Any) -> Array:
    """Whole numbers as one type: what is too large is the largest, so never another number."""
    if given.size == 0 and given.dtype == np.float64:  # what NumPy makes of an empty list
        given = given.astype(kind)
    check_whole(name, given.dtype)
    if not np.can_cast(given.dtype, kind):
        own, ours = np.iinfo(given.dtype), np.iinfo(kind)
        given = np.clip(given, max(own.min, ours.min), min(own.max, ours.max))
    return np.ascontiguousarray(given, kind)


def read_seeds(given: Any) -> npt.NDArray[np.uint64]:
    """A seed for each of several games."""
    found = read_array(given)
    if found.ndim != 1:
        check_shape("seeds", found, ("n",))  # type: ignore[arg-type]
    seeds = whole_numbers("seeds", found, np.uint64)
    if found.dtype.kind == "i" and found.size and int(found.min()) < 0:
        read_seed(int(found.min()))
    return seeds


def check_actions(given: Any, n: int) -> None:
    """Refuse what is not one whole number for each of `n` games, wherever the array lies."""
    if tuple(given.shape) != (n,):
        raise GaldaError(
            "{n} games need actions of shape ({n},), not {shape}", n=n, shape=tuple(given.shape)
        )
    check_whole("actions", np.dtype(given.dtype))


def read_actions(given: Any, n: int) -> npt.NDArray[np.int32]:
    """An action for each of `n` games; what is negative or too large is an illegal one."""
    actions = read_array(given)
    check_actions(actions, n)
    own = np.iinfo(actions.dtype)
    within = np.clip(actions, max(own.min, -1), min(own.max, LARGEST_ACTION))
    return np.ascontiguousarray(within, np.int32)


def check_saved(given: Mapping[str, Any], own: Mapping[str, Array]) -> None:
    """Refuse arrays that are not those of a batch of the same game, options and size."""
    if set(given) != set(own):
        raise GaldaError("these arrays were not saved by such a batch")
    for name, array in own.items():
        found = np.asarray(given[name])
        if found.dtype != array.dtype or found.shape != array.shape:
            raise GaldaError(
                "{name} must be of type {kind} and shape {shape}, not {given}",
                name=name,
                kind=array.dtype.name,
                shape=array.shape,
                given=f"{found.dtype.name} {found.shape}",
            )


def check_states(game: Game, states: Any) -> None:
    """Refuse what is not an array of this game's records."""
    if getattr(states, "dtype", None) != game.rules.record:
        raise GaldaError("these are no states of {game}", game=game.title)


def read_states(game: Game, options: Mapping[str, Value], given: Any) -> Array:
    """States of this game with these options as a contiguous row of records."""
    check_states(game, given)
    states = np.ascontiguousarray(given).reshape(-1).view(np.ndarray)
    size = game.rules.record.itemsize
    check_fields(game, options, np.ndarray((len(states), size), np.uint8, states))
    return states


def read_answers(name: str, given: Any, *shapes: tuple[int, ...], kind: Any = np.float32) -> Array:
    """What a network answered, NumPy's array or a tensor on any device, in one of these shapes."""
    if hasattr(given, "detach"):
        given = given.detach().cpu().float().numpy()
    found = np.asarray(given)
    if found.dtype.kind not in "fiub":
        raise GaldaError("{name} are numbers, not {kind}", name=name, kind=found.dtype.name)
    check_shape(name, found, *shapes)
    return np.ascontiguousarray(found, kind)
