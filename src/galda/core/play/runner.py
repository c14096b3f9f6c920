"""`Runner`: one game that is played in place, for programs that make millions of moves."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from galda import hooks
from galda.core.errors import GaldaError
from galda.core.kernels import contract
from galda.core.kernels.features import observation_shape, width
from galda.core.kernels.kernel import compiled_for
from galda.core.kernels.running import begin_listed, list_legal, mark, play_listed, reward, see
from galda.core.play.checks import SeedLike, read_seed
from galda.core.play.game import Game
from galda.core.play.options import option_codes
from galda.core.play.position import Position
from galda.core.play.text import check_fit


@lru_cache
def _compiled(game: Game) -> tuple[Any, Any, Any]:
    """How a game is begun, played and seen, compiled for its record."""
    states, codes = np.zeros(1, game.rules.record), np.zeros(1, np.int64)
    legal = np.zeros(1, np.int32)
    return (
        compiled_for(begin_listed, states, codes, np.uint64(0), legal),
        compiled_for(play_listed, states, 0, legal, 0),
        compiled_for(see, states, 0, np.zeros(1, np.uint8)),
    )


@lru_cache
def _marked() -> Any:
    """How a mask is written; the same for all games."""
    return compiled_for(mark, np.zeros(1, np.int32), 0, np.zeros(1, np.int8))


class Runner:
    """A game under way. Unlike a `Position` it changes: it knows neither its past nor its rules.

    One call plays an action and finds the next legal ones. What a position can tell, sentences,
    boards, reasons, `position()` tells.

    >>> run = galda.Runner("pylos", seed=7)
    >>> run.play(5)
    >>> run.to_act, len(run.legal_actions)
    (1, 15)
    """

    __slots__ = (
        "_begin", "_codes", "_count", "_legal", "_play", "_seat", "_see", "_shape", "_width",
        "game", "legal_actions", "options", "players", "seed", "states",
    )  # fmt: skip

    def __init__(self, game: Game | str, /, *, seed: SeedLike = 0, **options: Any) -> None:
        game = hooks.FIND_GAME(game) if isinstance(game, str) else game
        self.game: Game = game
        self.options = game.read_options(options)
        self.players = int(self.options["players"])
        self.states = np.zeros(1, game.rules.record)
        self._seat = self.states["to_act"]
        self._codes = option_codes(game.options, self.options)
        self._legal = np.zeros(game.rules.most_legal, np.int32)
        self._begin, self._play, self._see = _compiled(game)
        self._shape = observation_shape(game.rules.features) if game.rules.features else (0,)
        self._width = width(game.rules.features)
        self.restart(seed)

    def restart(self, seed: SeedLike) -> None:
        """Begin again, with another seed.

        >>> run = galda.Runner(galda.game("pylos"))
        >>> run.play(5)
        >>> run.restart(seed=1)
        >>> run.to_act
        0
        """
        self.seed = seed = read_seed(seed)
        self._found(self._begin(self.states, self._codes, seed, self._legal))

    def stand(self, position: Position) -> None:
        """Go on from a position of this game, with the options that this runner has.

        >>> run = galda.Runner(galda.game("quixo"), size=3)
        >>> run.stand(galda.position("quixo size=3 x../.o./... 1"))
        >>> run.position().text
        'quixo size=3 x../.o./... 1'
        """
        check_fit(self.game, self.options, position)
        self.states[:] = position.states
        self.look_again()

    def look_again(self) -> None:
        """Find the legal actions anew, after the state itself was changed from outside.

        >>> run = galda.Runner(galda.game("quixo"))
        >>> run.states["to_act"] = 1
        >>> run.look_again()
        >>> run.to_act, len(run.legal_actions)
        (1, 44)
        """
        self._found(list_legal(self.states[0], self._legal))

    def _found(self, count: int) -> None:
        """Note how many actions are legal now."""
        self._count = count
        self.legal_actions: npt.NDArray[np.int32] = self._legal[:count]
        """The legal actions, ascending; none when the game is over. The next move overwrites it."""

    def play(self, action: int) -> None:
        """Play a legal action; any other is refused with the rule, and nothing changes.

        >>> run = galda.Runner(galda.game("quixo"))
        >>> run.play(1)
        >>> run.position().before is None  # a runner keeps no past
        True
        """
        try:
            count = self._play(self.states, action, self._legal, self._count)
        except (TypeError, ValueError, OverflowError):
            raise GaldaError("{action!r} is no action", action=action) from None
        if count < 0:
            self.position().play(int(action))  # says why not
            raise GaldaError("{action!r} is no action", action=action)
        self._count = count
        self.legal_actions = self._legal[:count]  # an attribute: quicker to read than a property

    @property
    def is_over(self) -> bool:
        """Whether the game has ended.

        >>> galda.Runner(galda.game("quixo")).is_over
        False
        """
        return self._count == 0

    @property
    def to_act(self) -> int:
        """The seat that decides next.

        >>> galda.Runner(galda.game("quixo")).to_act
        0
        """
        return int(self._seat[0])

    @property
    def scores(self) -> npt.NDArray[np.int64]:
        """Each seat's score by the game's own rules.

        >>> galda.Runner(galda.game("quixo")).scores
        array([0, 0])
        """
        out = np.zeros(self.players, np.int64)
        contract.scores(self.states[0], out)
        return out

    @property
    def rewards(self) -> npt.NDArray[np.float64]:
        """From -1 to 1 for each seat when the game is over, before that 0 (`running.reward`).

        >>> galda.Runner(galda.game("quixo")).rewards
        array([0., 0.])
        """
        out = np.zeros(self.players, np.float64)
        if self.is_over:
            reward(self.scores, self.players, out)
        return out

    def mask(self) -> npt.NDArray[np.int8]:
        """1 for every legal action code, 0 for all others.

        >>> int(galda.Runner(galda.game("quixo")).mask().sum())
        44
        """
        mask = np.empty(self.game.rules.action_count, np.int8)
        _marked()(self._legal, self._count, mask)
        return mask

    def observation(self, viewer: int) -> npt.NDArray[np.uint8]:
        """What a seat sees, as the game's features.

        >>> galda.Runner(galda.game("quixo")).observation(0).shape
        (8, 5, 5)
        """
        if not 0 <= viewer < self.players:
            raise GaldaError(
                "no seat {viewer}; seats are 0 to {last}",
                viewer=viewer,
                last=self.players - 1,
            )
        out = np.empty(self._width, np.uint8)
        self._see(self.states, viewer, out)
        return out.reshape(self._shape)

    def position(self) -> Position:
        """The game as it stands, without its past.

        >>> galda.Runner(galda.game("quixo")).position()
        <Quixo after 0 actions>
        """
        return Position(self.game, self.options, self.seed, self.states.copy())

    def copy(self) -> Runner:
        """A second game that stands where this one does.

        >>> run = galda.Runner(galda.game("quixo"))
        >>> other = run.copy()
        >>> other.play(1)
        >>> run.to_act, other.to_act
        (0, 1)
        """
        other = object.__new__(Runner)
        for name in Runner.__slots__:
            value: Any = getattr(self, name)
            setattr(other, name, value.copy() if isinstance(value, np.ndarray) else value)
        other._seat = other.states["to_act"]
        other._found(self._count)
        return other

    def __deepcopy__(self, memo: object) -> Runner:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _stand_again, (self.game, self.options, self.seed, self.states)


def _stand_again(
    game: Game, options: dict[str, Any], seed: int, states: npt.NDArray[Any]
) -> Runner:
    runner = Runner(game, seed=seed, **options)
    runner.states[:] = states
    runner.look_again()
    return runner
