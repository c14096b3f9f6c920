"""`Search`: the same tree search in many games at once, led by a network that sees them together.

The network is any function of arrays: observations and masks to logits and values. It is asked
once for each simulation, with a row for each game, on the processor with NumPy's arrays and on a
graphics card with arrays that stay there.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.kernels.cuda import check_device, load_cuda
from galda.core.kernels.features import observation_shape, width
from galda.core.play.checks import (
    SeedLike,
    check_shape,
    read_answers,
    read_games,
    read_seed,
    read_states,
)
from galda.core.play.game import Game
from galda.core.play.options import Value
from galda.core.play.solver import Device
from galda.games import game as game_called
from galda.search.kernels import trees as kernels
from galda.search.kernels.trees import Rules, Trees
from galda.solve.devices import Cpu, Cuda

Network = Callable[[Any, Any], tuple[Any, Any]]
"""(observations, masks) -> (logits, values).

Logits have a column for each action, values are for the seat to act, from -1 to 1; or they have a
column for each seat, clockwise from the one to act.
"""


class Found(NamedTuple):
    """Row i is about game i; NumPy's arrays, wherever the search was."""

    actions: npt.NDArray[np.int32]
    """What to play; -1 where the game is over."""
    policy: npt.NDArray[np.float32]
    """The improved policy: what a network may learn."""
    values: npt.NDArray[np.float32]
    """What the seat to act may expect."""
    visits: npt.NDArray[np.int32]
    """How often each action was tried."""


class Search:
    """Gumbel search with PUCT below the root, in `n` games at once.

    In games with secrets or chance every simulation draws anew what the seat to act cannot know.

    >>> import numpy as np
    >>> from galda.search import Search
    >>> def knows_nothing(observations, masks):
    ...     return np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32)
    >>> batch = galda.batch("quixo", 3, size=3)
    >>> found = Search("quixo", 3, knows_nothing, simulations=8, size=3).run(batch.states, seed=1)
    >>> found.visits.sum(axis=1).tolist(), found.policy.sum(axis=1).round(3).tolist()
    ([8, 8, 8], [1.0, 1.0, 1.0])
    """

    def __init__(
        self,
        game: Game | str,
        n: int,
        network: Network,
        *,
        simulations: int = 32,
        considered: int = 16,
        exploration: float = 1.25,
        scale: float = 1.0,
        device: str = "cpu",
        threads: int | None = None,
        **options: object,
    ) -> None:
        check_device(device)
        n = read_games(n)
        if simulations < 1 or considered < 2:
            raise GaldaError("a search needs a game, a simulation and two actions at least")
        if not (math.isfinite(exploration) and math.isfinite(scale)):
            raise GaldaError("{name} must be finite", name="exploration, scale")
        self.game = game_called(game) if isinstance(game, str) else game
        if not self.game.rules.features:
            raise GaldaError("{game} says nothing of what a seat sees", game=self.game.title)
        self.options: dict[str, Value] = self.game.read_options(options)
        self.n, self.network, self.simulations = n, network, simulations
        self.players = int(self.options["players"])
        self._device: Device = Cuda() if device == "cuda" else Cpu(threads)
        self._rules = Rules(
            considered=considered,
            hidden=int(self.game.has("determinize")),
            exploration=exploration,
            scale=scale,
        )
        table = [schedule(actions, simulations) for actions in range(considered + 1)]
        self._schedule = self._device.put(np.array(table, np.int32))
        self._trees = self._make_trees()

    def _make_trees(self) -> Trees:
        n, game, put = self.n, self.game, self._device.put
        nodes, actions, players = self.simulations + 1, game.rules.action_count, self.players

        def zeros(*shape: int, kind: Any = np.int32) -> Any:
            return put(np.zeros((n, *shape), kind))

        return Trees(
            roots=put(np.zeros(n, game.rules.record)),
            work=put(np.zeros(n, game.rules.record)),
            legal=zeros(game.rules.most_legal),
            logits=zeros(nodes, actions, kind=np.float32),
            children=zeros(nodes, actions),
            visits=zeros(nodes),
            totals=zeros(nodes, players, kind=np.float32),
            known=zeros(nodes, kind=np.uint8),
            sizes=zeros(),
            paths=zeros(nodes + 1),
            depths=zeros(),
            noise=zeros(actions, kind=np.float32),
            observations=zeros(width(game.rules.features), kind=np.uint8),
            masks=zeros(actions, kind=np.bool_),
            scores=zeros(players),
            values=zeros(players, kind=np.float32),
            over=zeros(kind=np.uint8),
        )

    def run(self, states: Any, seed: SeedLike = 0, *, noise: float = 1.0) -> Found:
        """Search from the states of `n` games, records as in batches; they are not changed.

        `noise` is the scale of the Gumbel noise: 1 to learn, 0 to play as well as one can.

        >>> import numpy as np
        >>> from galda.search import Search
        >>> def knows_nothing(observations, masks):
        ...     return np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32)
        >>> wins_at_once = galda.position("quixo size=3 xx./o../o.. 1")
        >>> search = Search("quixo", 1, knows_nothing, considered=20, size=3)
        >>> chosen = int(search.run(wins_at_once.states, noise=0).actions[0])
        >>> wins_at_once.play(chosen).winners
        (0,)
        """
        trees, rules, device, n = self._trees, self._rules, self._device, self.n
        given = device.get(states) if hasattr(states, "copy_to_host") else np.asarray(states)
        if given.shape != (n,) or given.dtype != self.game.rules.record:
            raise GaldaError("a search of {n} games needs as many states of {game}",
                             n=n, game=self.game.title)  # fmt: skip
        if not math.isfinite(noise):
            raise GaldaError("{name} must be finite", name="noise")
        seed = read_seed(seed)
        _fill(trees.roots, read_states(self.game, self.options, given))
        drawn = np.random.default_rng(seed % 2**63).gumbel(size=(n, self.game.rules.action_count))
        _fill(trees.noise, (noise * drawn).astype(np.float32))
        device.parallel_sum(kernels.clear_span, n, trees)
        stream = np.uint64(seed)
        for simulation in range(-1, self.simulations):  # the first sees the roots themselves
            device.parallel_sum(
                kernels.descend_span, n, trees, rules, self._schedule, max(simulation, 0), stream
            )
            logits, values = self._ask()
            if device.parallel_sum(kernels.back_up_span, n, trees, logits, values):
                raise GaldaError("logits and values must be finite (a logit may be -inf)")
        actions = self.game.rules.action_count
        out = [
            device.put(np.zeros(shape, kind))
            for shape, kind in (
                ((n,), np.int32), ((n, actions), np.float32), ((n,), np.float32),
                ((n, actions), np.int32),
            )
        ]  # fmt: skip
        device.parallel_sum(kernels.conclude_span, n, trees, rules, *out)
        return Found(*(device.get(array) for array in out))

    def _ask(self) -> tuple[Any, Any]:
        """What the network answers for all leaves; where a game has ended it is not used."""
        shape = observation_shape(self.game.rules.features)
        seen = self._trees.observations.reshape(self.n, *shape)
        answer = self.network(seen, self._trees.masks)
        if not isinstance(answer, tuple | list) or len(answer) != 2:
            raise GaldaError("a network answers with logits and values")
        n, actions = self.n, self.game.rules.action_count
        read = _on_card if self._device.name == "cuda" else read_answers
        logits = read("logits", answer[0], (n, actions))
        values = read("values", answer[1], (n,), (n, 1), (n, self.players))
        return logits, values.reshape(n, 1) if values.ndim == 1 else values


def _fill(array: Any, numbers: npt.NDArray[Any]) -> None:
    """Overwrite an array, wherever it lies."""
    if hasattr(array, "copy_to_device"):
        array.copy_to_device(numbers)
    else:
        array[...] = numbers


def _on_card(name: str, given: Any, *shapes: tuple[int, ...]) -> Any:
    """An array on the GPU as numba.cuda has it: PyTorch's, CuPy's and others without a copy."""
    if hasattr(given, "detach"):
        given = given.detach().float().contiguous()
    found = load_cuda().as_cuda_array(given)
    check_shape(name, found, *shapes)
    if found.dtype != np.float32 or not found.is_c_contiguous():
        raise GaldaError("{name} must be contiguous and of type float32", name=name)
    return found


@lru_cache
def schedule(actions: int, simulations: int) -> tuple[int, ...]:
    """Sequential halving: for each simulation, how often the action to be tried was tried before.

    All actions are tried equally often, then the better half of them, and so on until two are left.

    >>> from galda.search.search import schedule
    >>> schedule(4, 10)
    (0, 0, 0, 0, 1, 1, 2, 2, 3, 3)
    """
    if actions <= 1:
        return tuple(range(simulations))
    phases = math.ceil(math.log2(actions))
    found: list[int] = []
    tried, left = [0] * actions, actions
    while len(found) < simulations:
        for _ in range(max(1, simulations // (phases * left))):
            found += tried[:left]
            tried[:left] = [times + 1 for times in tried[:left]]
        left = max(2, left // 2)
    return tuple(found[:simulations])
