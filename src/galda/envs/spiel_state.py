"""A game under way as OpenSpiel knows it: players, chance as it happens, what is seen and known.

An information state is all that a player knows who forgets nothing: what everybody has done, and
what chance has shown. It is written as the codes of all actions, in order, and between them what
was turned up; where draws have no names, what could be seen after each.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Any

import numpy as np

from galda.core.extras import extra
from galda.core.kernels import contract
from galda.core.kernels.chance import draw
from galda.core.kernels.features import split, width
from galda.core.play.position import Position
from galda.core.play.runner import Runner
from galda.core.play.terms import SPECTATOR

with extra("openspiel"):
    import pyspiel

BEFORE = "before the deal"
CHANCE = int(pyspiel.PlayerId.CHANCE)


class ChanceIs(Enum):
    """How chance comes into a game."""

    NOTHING = auto()
    """There is none."""
    DRAWS = auto()
    """Every draw is a node, with the exact chance of each outcome."""
    TURNS = auto()
    """Every turn that ends is a node, whose outcomes are independent draws of what follows."""
    ONE_DEAL = auto()
    """One node at the start draws the seed that decides everything."""


class Shared(list[Any]):
    """A list of what never changes: copies of it have the same things in them."""

    def __deepcopy__(self, memo: object) -> Shared:
        return Shared(self)


class Shown:
    """What could be seen at one time, told to each seat once: information states tell it often."""

    def __init__(self, since: int, position: Position) -> None:
        self.since = since
        """How many actions there had been, those of chance included."""
        self._position = position
        self._told: dict[int, str] = {}

    def tell(self, seat: int) -> str:
        """What a seat saw."""
        if seat not in self._told:
            self._told[seat] = self._position.seen_by(seat).text
        return self._told[seat]


def list_draws(runner: Runner) -> list[tuple[int, float]]:
    """What may be turned up next and how likely it is; what can only be one thing is turned up."""
    if runner.game.chance is None:
        return []
    codes = np.zeros(runner.game.chance.count, np.int32)
    chances = np.zeros(runner.game.chance.count, np.float64)
    while (n := contract.outcomes(runner.states[0], codes, chances)) == 1:
        contract.turn_up(runner.states[0], codes[0])
    runner.look_again()
    return list(zip(codes[:n].tolist(), chances[:n].tolist(), strict=True))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game under way."""

    def __init__(self, of: Any) -> None:
        super().__init__(of)
        self.runner: Runner = of.start.copy()
        self._dealt = of.placed or of.chance in (ChanceIs.NOTHING, ChanceIs.DRAWS)
        self._waiting: int | None = None
        """The action that ends a turn, until chance has decided what follows."""
        self._draws: list[tuple[int, float]] = of.first_draws
        """What may be turned up next."""
        self._shown = Shared()
        """What could be seen each time something may have been turned up."""

    # Who acts, and what they can do

    def current_player(self) -> int:
        """The seat to act, or chance."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if not self._dealt or self._draws or self._waiting is not None:
            return CHANCE
        return self.runner.to_act

    def _legal_actions(self, player: int) -> list[int]:
        legal: list[int] = self.runner.legal_actions.tolist()
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring, and how likely each is."""
        if self._draws:
            return list(self._draws)
        outcomes = self.get_game().outcomes
        return [(outcome, 1 / outcomes) for outcome in range(outcomes)]

    def _apply_action(self, action: int) -> None:
        of = self.get_game()
        if not self._dealt:
            self._deal(action, of)
        elif self._draws:
            contract.turn_up(self.runner.states[0], action)
            self._go_on_drawing()
        elif self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            self._redraw(action)
            self.runner.play(waiting)
            self._show()
        elif of.chance is ChanceIs.TURNS and self._ends_turn(action):
            self._waiting = action
        else:
            self.runner.play(action)
            if of.chance is ChanceIs.DRAWS and contract.put_back(self.runner.states[0]):
                self._go_on_drawing()
            elif of.chance is ChanceIs.ONE_DEAL and not contract.in_turn(self.runner.states[0]):
                self._show()

    def _deal(self, outcome: int, of: Any) -> None:
        """Begin by chance: a new game, or a position with everything unknown drawn anew."""
        if of.given["position"]:
            self._redraw(outcome)
        else:
            self.runner.restart(outcome)
        self._dealt = True
        self._show()

    def _redraw(self, outcome: int) -> None:
        """Let one of the outcomes decide all that is to come."""
        seed = np.uint64(draw(np.uint64(len(self.history())), outcome))
        contract.determinize(self.runner.states[0], self.runner.to_act, seed)
        self.runner.look_again()

    def _go_on_drawing(self) -> None:
        """See what may be turned up next."""
        self._draws = list_draws(self.runner)

    def _ends_turn(self, action: int) -> bool:
        """Whether a turn ends by this action: nothing is turned up inside one."""
        after = self.runner.copy()
        after.play(action)
        return not contract.in_turn(after.states[0])

    def _show(self) -> None:
        """Remember what can be seen now. (This action has not been added to the history yet.)"""
        self._shown.append(Shown(len(self.history()) + 1, self.runner.position()))

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self._dealt and self._waiting is None and not self._draws and self.runner.is_over

    def returns(self) -> list[float]:
        """From -1 to 1 for each seat at the end; before, 0."""
        if not self.is_terminal():
            return [0.0] * self.runner.players
        return [float(reward) for reward in self.runner.rewards]

    # What is written, seen and known

    def _action_to_string(self, player: int, action: int) -> str:
        if player != CHANCE:
            return self.runner.position().write(action)
        if self._draws:
            return str(self.get_game().galda_game.chance.write(action))
        return f"deal {action}"

    def __str__(self) -> str:
        if not self._dealt:
            return BEFORE
        text = self.runner.position().text
        if self._draws:
            return f"{text} (more is turned up)"
        if self._waiting is not None:
            return f"{text} (then {self.runner.position().write(self._waiting)})"
        return text

    def observe(self, player: int) -> Any:
        """What a player sees now, as numbers; nothing before the deal."""
        return self.runner.observation(player).ravel() if self._dealt else 0

    def tell_observation(self, player: int) -> str:
        """A text that is the same exactly when the player sees the same."""
        return self.runner.position().seen_by(player).text if self._dealt else BEFORE

    def tell_private(self, player: int) -> str:
        """What a player sees and others do not; nothing where all is known to all."""
        perfect = pyspiel.GameType.Information.PERFECT_INFORMATION
        if not self._dealt or self.get_game().get_type().information == perfect:
            return ""
        seen = self.tell_observation(player)
        return "" if seen == self.tell_observation(SPECTATOR) else seen

    def tell_known(self, player: int) -> str:
        """A text that is the same exactly when the player has seen and done the same."""
        game, told = self.get_game().galda_game, [f"player {player}:"]
        # What all have seen when it was dealt nobody forgets, even if it is out of sight now.
        eyes = range(self.runner.players) if game.all_open else (player,)
        shown = {shown.since: shown for shown in self._shown}
        for number, (actor, action) in enumerate(self.full_history_pairs(), 1):
            if actor != CHANCE:
                told.append(str(action))
            elif game.chance and self.get_game().chance is ChanceIs.DRAWS:
                told.append(game.chance.write(action))
            if number in shown:
                told += [f"[{shown[number].tell(seat)}]" for seat in eyes]
        return " ".join(told)

    def full_history_pairs(self) -> list[tuple[int, int]]:
        """Who did what, chance included, in order."""
        return [(int(item.player), int(item.action)) for item in self.full_history()]

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> Any:
        """This state with everything drawn anew that the player cannot know."""
        other = self.clone()
        if self.get_game().chance in (ChanceIs.TURNS, ChanceIs.ONE_DEAL):
            seed = np.uint64(probability_sampler() * 2**53)
            contract.determinize(other.runner.states[0], player, seed)
            other.runner.look_again()
        return other


class Observer:
    """What a player sees or, with recall, all that it knows: as numbers and as text.

    With recall the numbers are the player's own place, what it sees, and the history: for every
    action and draw its code plus 1 (those of draws after those of actions), 0 for what is to come.
    """

    def __init__(self, of: Any, recall: bool) -> None:
        self._recall = recall
        self._actions = of.galda_game.action_count
        seen = width(of.galda_game.features)
        players, length = of.start.players, sum(of.length)
        if recall and not of.get_type().provides_information_state_tensor:
            self.tensor, self.dict = None, {}
            return
        before, after = (players, length) if recall else (0, 0)
        self.tensor = np.zeros(before + seen + after, np.float32)
        self.dict = split(of.galda_game.features, self.tensor[before : before + seen])
        if recall:
            self.dict = {
                "player": self.tensor[:before],
                **self.dict,
                "history": self.tensor[before + seen :],
            }
        self._seen = self.tensor[before : before + seen]

    def set_from(self, state: Any, player: int) -> None:
        """Look at a state."""
        if self.tensor is None:
            raise pyspiel.SpielError(
                "information states are not provided as tensors; information_state_string is"
            )
        self._seen[:] = state.observe(max(player, 0))
        if self._recall:
            self.dict["player"][:] = 0
            self.dict["player"][player] = 1
            history = self.dict["history"]
            history[:] = 0
            for k, (actor, action) in enumerate(state.full_history_pairs()):
                history[k] = 1 + action + (self._actions if actor == CHANCE else 0)

    def string_from(self, state: Any, player: int) -> str:
        """A text that is the same exactly when the player sees, or knows, the same."""
        told: str = state.tell_known(player) if self._recall else state.tell_observation(player)
        return told


class HalfObserver:
    """What everybody sees, or what one player alone sees: as text only."""

    tensor = None

    def __init__(self, private: bool) -> None:
        self._private = private
        self.dict: dict[str, Any] = {}

    def set_from(self, state: Any, player: int) -> None:
        """Look at a state: there are no numbers to be written."""

    def string_from(self, state: Any, player: int) -> str:
        """This half of what a player sees."""
        told: str = (
            state.tell_private(player) if self._private else state.tell_observation(SPECTATOR)
        )
        return told
