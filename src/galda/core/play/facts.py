"""What a position says of itself by the rules: who is to act, what is legal, how it stands."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.kernels import contract, running, standing
from galda.core.kernels.features import observation_shape, width
from galda.core.play.options import Value
from galda.core.play.plain import Plain
from galda.core.play.terms import Touches

if TYPE_CHECKING:
    from galda.core.play.game import Game
    from galda.core.play.position import Position

Found = TypeVar("Found")


class Facts:
    """The part of `Position` that only reads the state."""

    game: Game
    options: dict[str, Value]
    states: npt.NDArray[Any]

    @property
    def _this(self) -> Position:
        return cast("Position", self)

    @property
    def state(self) -> Any:
        """The record itself. Kernels that change it must be given a copy.

        >>> int(galda.game("quixo").new().state.to_act)
        0
        """
        return self.states[0]

    @cached_property
    def plain(self) -> Any:
        """The record's fields as plain numbers and lists: for words and boards, which read many.

        >>> galda.game("quixo").new().plain.to_act
        0
        """
        return Plain(self.states)

    def once(self, find: Callable[[Position], Found]) -> Found:
        """What `find` says of this position, asked once: boards and words ask the same often.

        >>> position = galda.game("quixo").new()
        >>> position.once(repr) is position.once(repr)
        True
        """
        found = self.__dict__.setdefault("_found", {})
        if find not in found:
            found[find] = find(self._this)
        answer: Found = found[find]
        return answer

    def let_go(self) -> None:
        """Drop what was found out by reading; it is found out again when somebody asks.

        Like `forget` it changes nothing else, and is for those who hold many positions.

        >>> position = galda.game("quixo").new()
        >>> paths = position.paths
        >>> position.let_go()
        >>> position.paths == paths
        True
        """
        for name in ("plain", "paths", "_found"):
            self.__dict__.pop(name, None)

    @cached_property
    def to_act(self) -> int:
        """The seat that decides next.

        >>> galda.game("quixo").new().play("a1-a5").to_act
        1
        """
        return int(self.states["to_act"][0])

    @cached_property
    def players(self) -> int:
        """The number of seats.

        >>> galda.game("quixo").new(players=4).players
        4
        """
        return int(self.options["players"])

    @cached_property
    def is_over(self) -> bool:
        """Whether the game has ended.

        >>> galda.game("quixo").new().is_over
        False
        """
        return bool(running.has_ended(self.states))

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """Each seat's score by the game's own rules.

        >>> galda.game("alhambra").new(players=3, seed=1).scores
        (0, 0, 0)
        """
        out = np.zeros(self.players, np.int64)
        standing.write_scores(self.states, out)
        return tuple(int(score) for score in out)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the best score once the game is over; all of them: a draw.

        >>> position = galda.game("quixo").new(size=3, seed=1)
        >>> bot = galda.make_bot("random", seed=1)
        >>> while not position.is_over:
        ...     position = position.play(bot.choose(position))
        >>> position.winners
        (0,)
        """
        if not self.is_over:
            return ()
        return tuple(s for s, score in enumerate(self.scores) if score == max(self.scores))

    @cached_property
    def sides(self) -> tuple[frozenset[int], ...]:
        """For each seat the seats that win and lose with it, itself among them.

        >>> [sorted(side) for side in galda.game("quixo").new(players=4).sides]
        [[0, 2], [1, 3], [0, 2], [1, 3]]
        """
        return tuple(frozenset({s, *self.allies(s)}) for s in range(self.players))

    def allies(self, seat: int) -> tuple[int, ...]:
        """The other seats on the same side, in games of teams.

        >>> galda.game("quixo").new(players=4).allies(0)
        (2,)
        """
        return self.game.rules.allies(self._this, seat) if self.game.rules.allies else ()

    @property
    def rewards(self) -> tuple[float, ...]:
        """From -1 to 1 for each seat when the game is over, before that 0 (`running.reward`).

        >>> galda.position("quixo size=3 xxx/oo./... 2").rewards
        (1.0, -1.0)
        """
        out = np.zeros(self.players, np.float64)
        if self.is_over:
            running.reward(np.array(self.scores, np.int64), self.players, out)
        return tuple(out.tolist())

    def observation(self, viewer: int | None = None) -> npt.NDArray[np.uint8]:
        """What a seat sees, by default the one to act, as environments give it.

        >>> galda.game("towers").new(seed=1).observation().shape
        (902,)
        """
        seat = self.to_act if viewer is None else viewer
        if not 0 <= seat < self.players:
            raise GaldaError(
                "no seat {viewer}; seats are 0 to {last}", viewer=seat, last=self.players - 1
            )
        features = self.game.rules.features
        out = np.zeros(width(features), np.uint8)
        running.see(self.states, seat, out)
        return out.reshape(observation_shape(features))

    @property
    def key(self) -> int:
        """A 64-bit number for the position.

        >>> start = galda.game("quixo").new()
        >>> start.key == start.play("a1-a5").key
        False
        """
        return int(contract.key(self.state))

    @cached_property
    def legal_actions(self) -> tuple[int, ...]:
        """The legal actions, ascending; none when the game is over.

        >>> len(galda.game("quixo").new().legal_actions)
        44
        """
        if self.is_over:
            return ()
        out = np.zeros(self.game.rules.most_legal, np.int32)
        return tuple(out[: running.write_legal(self.states, out)].tolist())

    @cached_property
    def paths(self) -> dict[Touches, int]:
        """The touch path of each legal action.

        >>> galda.game("quixo").new().paths["a1", "a5"]
        1
        """
        touches = self.game.notation.touches
        return {touches(self._this, action): action for action in self.legal_actions}

    @cached_property
    def in_turn(self) -> bool:
        """Whether the seat to act is in the middle of its turn.

        >>> galda.game("alhambra").new(seed=1).in_turn
        False
        """
        return not self.is_over and bool(running.is_in_turn(self.states))
