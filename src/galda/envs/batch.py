"""What batches have in common: thousands of games stepped at once, on all cores or on a GPU.

A batch owns its arrays and overwrites them at each step; nothing is allocated on the way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.kernels.chance import draw
from galda.core.kernels.features import Shape, observation_shape
from galda.core.play.checks import SeedLike, check_saved, read_games, read_seed
from galda.core.play.game import Game
from galda.core.play.position import Position
from galda.envs.autoreset import Autoreset
from galda.envs.kernels.stepping import RESTART, STAY
from galda.envs.rules import LegalLists, Rules


class Batch(ABC):
    """Games of one kind, numbered from 0, each followed by the next when it ends.

    Row i of each array is about game i: `masks` (legal actions), `observations` (what the seat to
    act sees), `to_act`, and about the action just played: `terminated` (it ended a game), `rewards`
    and `scores` of that ended game for each seat, else 0. `final_states` keeps where the last ended
    game of a row stood. When the next game begins, `autoreset` says; where an ended game is still
    there, its mask allows everything, and whatever is chosen is not played.

    >>> batch = galda.batch("pylos", 4, seed=1)
    >>> batch
    <4 games of Pylos on cpu>
    >>> batch.masks.sum(axis=1).tolist(), batch.rewards.shape
    ([16, 16, 16, 16], (4, 2))
    """

    device: str
    num_envs: int
    """The number of games, as Gymnasium and EnvPool call it; `len(batch)` is the same."""
    stream: Any = None
    """On a graphics card, the stream that steps are given to."""
    states: Any
    masks: Any
    observations: Any
    rewards: Any
    scores: Any
    terminated: Any
    episodes: Any
    """How many games each row has begun."""
    final_states: Any
    """Where the last game of each row that ended stood at its end."""
    rules: Rules
    """The rules of these games, as functions of states: what would be, without a step."""

    def __init__(
        self,
        game: Game,
        n: int,
        seed: SeedLike,
        options: dict[str, object],
        autoreset: Autoreset = Autoreset.SAME_STEP,
        observe: bool = True,
    ) -> None:
        self.game = game
        self.num_envs = read_games(n)
        self.seed = read_seed(seed)
        self.options = game.read_options(options)
        self.players = int(self.options["players"])
        self.observation_shape: Shape = (
            observation_shape(game.rules.features) if game.rules.features else (0,)
        )
        self._observe = observe
        self.autoreset, self._mode = autoreset, autoreset.code
        self.metadata = {"autoreset_mode": autoreset}

    def __len__(self) -> int:
        return self.num_envs

    @property
    def num_actions(self) -> int:
        """The number of action codes: the width of a mask.

        >>> batch = galda.batch("pylos", 4)
        >>> batch.num_envs, len(batch), batch.num_actions
        (4, 4, 278)
        """
        return self.game.rules.action_count

    @property
    def legal_action_mask(self) -> Any:
        """The same as `masks`, under the name that pgx gives it.

        >>> batch = galda.batch("quixo", 2)
        >>> batch.legal_action_mask is batch.masks
        True
        """
        return self.masks

    def seed_of(self, i: int, episode: int) -> int:
        """The seed of a game of row `i`: `game.new(seed=…)` with it begins the same game.

        >>> batch = galda.batch("alhambra", 3, seed=5)
        >>> again = galda.game("alhambra").new(seed=batch.seed_of(2, episode=0))
        >>> again == batch.position(2)
        True
        """
        self._check_row(i)
        stream = np.uint64(draw(np.uint64(self.seed), i))
        return int(draw(stream, episode))

    @abstractmethod
    def reset(self, seed: SeedLike = None) -> None:
        """Begin all games anew; without a seed with the batch's own, from its first game on.

        >>> batch = galda.batch("quixo", 2)
        >>> batch.step(batch.random_actions(seed=1))
        >>> batch.reset()
        >>> batch.to_act.tolist()
        [0, 0]
        """

    def place(self, positions: Mapping[int, Position | str | npt.NDArray[Any]]) -> None:
        """Let rows go on from positions, by the number of the row; the others stay as they are.

        A position may also be the text that means it, or a state that was saved.

        >>> batch = galda.batch("quixo", 2, size=3)
        >>> batch.place({1: "quixo size=3 x../.../... 2"})
        >>> batch.to_act.tolist()
        [0, 1]
        """
        self.set_states(self.rules.gather(positions.values()), list(positions))

    def set_states(self, states: Any, rows: Iterable[int] | None = None) -> None:
        """Let rows, by default all, go on from states of the same game and options.

        States of another game, player count, size or variant are refused. Whether they can come
        about is not checked: give what `states` or `rules` gave.

        >>> batch = galda.batch("quixo", 2)
        >>> before = batch.states.copy()
        >>> batch.step([1, 1])
        >>> batch.set_states(before[:1], rows=[1])
        >>> batch.to_act.tolist()
        [1, 0]
        """
        chosen = list(range(self.num_envs)) if rows is None else self._read_rows(rows)
        given = self.rules._states(states)
        if given.shape[0] != len(chosen):
            raise GaldaError(
                "{n} rows need {n} states, not {given}", n=len(chosen), given=given.shape[0]
            )
        over = self.rules._bring(self.rules.outcome(given).terminated)
        if over.any():
            raise GaldaError(
                "row {i}: in this position the game is over", i=chosen[int(over.argmax())]
            )
        if chosen:
            self._stand(given, chosen)
            self._do(np.full(self.num_envs, STAY, np.int32))

    def restart(self, rows: Iterable[int]) -> None:
        """Give up the games of some rows and begin their next ones; the others stay.

        >>> batch = galda.batch("quixo", 3)
        >>> batch.step([1, 1, 1])
        >>> batch.restart([0, 2])
        >>> batch.to_act.tolist(), batch.episodes.tolist()
        ([0, 1, 0], [2, 1, 2])
        """
        actions = np.full(self.num_envs, STAY, np.int32)
        actions[self._read_rows(rows)] = RESTART
        self._do(actions)

    @abstractmethod
    def step(self, actions: Any) -> None:
        """Play one legal action in each game; `restart` gives games up.

        >>> batch = galda.batch("quixo", 2)
        >>> batch.step([1, 1])
        >>> batch.to_act.tolist()
        [1, 1]
        """

    @abstractmethod
    def random_actions(self, seed: SeedLike) -> Any:
        """A legal action for each game, all equally likely, decided by the seed.

        >>> galda.batch("quixo", 5).random_actions(seed=1).shape
        (5,)
        """

    def observe(self, seats: Any = None) -> Any:
        """What seats see now, in an array of its own: one seat, or one for each game.

        >>> batch = galda.batch("towers", 3, players=4)
        >>> batch.observe(seats=2).shape, batch.observe(seats=[0, 1, 3]).shape
        ((3, 902), (3, 902))
        """
        return self.rules.observe(self.states, seats)

    def final_observations(self, seats: Any = None) -> Any:
        """What seats saw at the end of the last game that ended; only rows with one have sense.

        >>> batch = galda.batch("quixo", 50, size=3)
        >>> while not batch.terminated.any():
        ...     batch.step(batch.random_actions(seed=1))
        >>> batch.final_observations(seats=0)[batch.terminated].shape[1:]
        (8, 5, 5)
        """
        return self.rules.observe(self.final_states, seats)

    def legal_actions(self) -> LegalLists:
        """The legal actions as lists: of game i, `actions[starts[i] : starts[i + 1]]`.

        >>> starts, actions = galda.batch("pylos", 2).legal_actions()
        >>> actions[starts[0] : starts[1]].tolist()[:5]
        [0, 1, 2, 3, 4]
        """
        return self.rules.legal(self.states)

    @property
    @abstractmethod
    def to_act(self) -> Any:
        """The seat to act in each game.

        >>> galda.batch("quixo", 2).to_act.tolist()
        [0, 0]
        """

    def synchronize(self) -> None:  # noqa: B027  (nothing to wait for here)
        """Wait until all steps are done; on the CPU they always are.

        >>> galda.batch("quixo", 2).synchronize()
        """

    @abstractmethod
    def position(self, i: int) -> Position:
        """Game `i` as it stands, without its past.

        >>> galda.batch("quixo", 2).position(1)
        <Quixo after 0 actions>
        """

    def copy(self) -> Self:
        """A second batch whose games stand where these do; from then on each goes its own way.

        >>> batch = galda.batch("quixo", 2)
        >>> other = batch.copy()
        >>> other.step([1, 1])
        >>> batch.to_act.tolist(), other.to_act.tolist()
        ([0, 0], [1, 1])
        """
        make, made_of = self.__reduce__()
        copied: Self = make(*made_of)
        return copied

    def keep(self) -> dict[str, npt.NDArray[Any]]:
        """All that changes as games are played, in arrays of its own: to be written into a file.

        >>> batch = galda.batch("quixo", 2)
        >>> kept = batch.keep()
        >>> batch.step([1, 1])
        >>> batch.stand_as(kept)
        >>> batch.to_act.tolist()
        [0, 0]
        """
        return self._save()

    def stand_as(self, kept: Mapping[str, npt.NDArray[Any]]) -> None:
        """Stand where a batch of the same game, options, size and seed stood when it was kept.

        >>> batch, other = (galda.batch("quixo", 2, seed=3) for _ in range(2))
        >>> other.step([1, 1])
        >>> batch.stand_as(other.keep())
        >>> batch.to_act.tolist()
        [1, 1]
        """
        check_saved(dict(kept), self._save())
        self._load(dict(kept))

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        made_of = (self.game, self.num_envs, self.seed, dict(self.options))
        return _stand_again, (type(self), made_of, self._settings(), self._save())

    def _seen_shape(self) -> Shape:
        """The shape of one observation as this batch gives it."""
        return self.observation_shape if self._observe else (0,)

    @abstractmethod
    def _stand(self, states: Any, rows: list[int]) -> None:
        """Write states into rows, and forget how the games ended that were there."""

    @abstractmethod
    def _do(self, actions: npt.NDArray[np.int32]) -> None:
        """Play actions that are known to be possible, `RESTART` and `STAY` among them."""

    @abstractmethod
    def _settings(self) -> dict[str, Any]:
        """What else this kind of batch is made of."""

    @abstractmethod
    def _save(self) -> dict[str, npt.NDArray[Any]]:
        """All that changes as games are played, in arrays that stay as they are."""

    @abstractmethod
    def _load(self, saved: dict[str, npt.NDArray[Any]]) -> None:
        """Stand where another batch stood."""

    def _read_rows(self, given: Iterable[int]) -> list[int]:
        if not isinstance(given, Iterable) or getattr(given, "ndim", 1) != 1:
            raise GaldaError("rows are a list of numbers, not {given!r}", given=given)
        rows = list(given)
        for i in rows:
            self._check_row(i)
        if len(set(rows)) < len(rows):
            raise GaldaError("each row can be named once")
        return [int(i) for i in rows]

    def _check_row(self, i: int) -> None:
        if not isinstance(i, int | np.integer) or not 0 <= i < self.num_envs:
            raise GaldaError("no row {i}; rows are 0 to {last}", i=i, last=self.num_envs - 1)

    def _position_of(self, states: npt.NDArray[Any], i: int, episodes: int) -> Position:
        return Position(self.game, self.options, self.seed_of(i, episodes - 1), states)

    def __repr__(self) -> str:
        return f"<{self.num_envs} games of {self.game.title} on {self.device}>"


def _stand_again(
    kind: type[Batch],
    made_of: tuple[Any, ...],
    settings: dict[str, Any],
    saved: dict[str, npt.NDArray[Any]],
) -> Batch:
    """A batch that was copied or written down."""
    batch = kind(*made_of, **settings)
    batch._load(saved)
    return batch
