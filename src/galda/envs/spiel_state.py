"""A game under way as OpenSpiel knows it: players, chance as it happens, what is seen and known.

An information state is all that a player knows who forgets nothing: what everybody has done, and
what chance has shown. As text it is the codes of all actions, in order, and between them what was
turned up; where chance has no nodes for that, what could be seen after each. As numbers it is one
code for each thing done or turned up.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from typing import Any

import numpy as np

from galda.core.extras import extra
from galda.core.kernels import contract
from galda.core.kernels.chance import draw
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


def tell(position: Position) -> str:
    """A position in one line; games that have no such text tell what is not 0 in their record."""
    if position.game.has("position_text"):
        return position.text
    state = position.states[0]
    fields = [name for name in state.dtype.names if np.any(state[name])]
    return " ".join([position.game.name, *(f"{name}={state[name].tolist()}" for name in fields)])


class Shown:
    """What could be seen at one time, told to each seat once: information states tell it often."""

    def __init__(self, since: int, position: Position, before: Position | None) -> None:
        self.since = since
        """How many actions there had been, those of chance included."""
        self.position = position
        self._before = before
        self._told: dict[int, str] = {}
        self._turned_up: dict[tuple[int, ...], list[int]] = {}

    def tell(self, seat: int) -> str:
        """What a seat saw."""
        if seat not in self._told:
            self._told[seat] = tell(self.position.seen_by(seat))
        return self._told[seat]

    def turned_up(self, eyes: tuple[int, ...]) -> list[int]:
        """The codes of what these seats saw that had not been there the last time."""
        if eyes not in self._turned_up:
            codes = self.position.game.exact.turned_up
            assert codes, "asked only of games that have codes for it"
            found: dict[int, None] = {}
            for seat in eyes:
                before = self._before.seen_by(seat).state if self._before else None
                found |= dict.fromkeys(codes.between(before, self.position.seen_by(seat).state))
            self._turned_up[eyes] = list(found)
        return self._turned_up[eyes]


def list_draws(runner: Runner) -> list[tuple[int, float]]:
    """What may be turned up next and how likely it is; what can only be one thing is turned up."""
    if runner.game.exact.chance is None:
        return []
    codes = np.zeros(runner.game.exact.chance.count, np.int32)
    chances = np.zeros(runner.game.exact.chance.count, np.float64)
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
        before = self._shown[-1].position if self._shown else self.get_game().laid_out
        self._shown.append(Shown(len(self.history()) + 1, self.runner.position(), before))

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
            return str(self.get_game().galda_game.exact.chance.write(action))
        return f"deal {action}"

    def __str__(self) -> str:
        if not self._dealt:
            return BEFORE
        text = tell(self.runner.position())
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
        return tell(self.runner.position().seen_by(player)) if self._dealt else BEFORE

    def tell_private(self, player: int) -> str:
        """What a player sees and others do not; nothing where all is known to all."""
        perfect = pyspiel.GameType.Information.PERFECT_INFORMATION
        if not self._dealt or self.get_game().get_type().information == perfect:
            return ""
        seen = self.tell_observation(player)
        return "" if seen == self.tell_observation(SPECTATOR) else seen

    def _eyes(self, player: int) -> tuple[int, ...]:
        """Whose eyes a player has seen with, all the time."""
        # What all have seen when it was dealt nobody forgets, even if it is out of sight now.
        all_open = self.get_game().galda_game.rules.all_open
        return tuple(range(self.runner.players)) if all_open else (player,)

    def _happened(self) -> Iterator[tuple[int, int] | Shown]:
        """All that was done, and what could be seen whenever something may have been turned up."""
        shown = {shown.since: shown for shown in self._shown}
        for number, (actor, action) in enumerate(self.full_history_pairs(), 1):
            if actor != CHANCE or self.get_game().chance is ChanceIs.DRAWS:
                yield actor, action
            if number in shown:
                yield shown[number]

    def tell_known(self, player: int) -> str:
        """A text that is the same exactly when the player has seen and done the same."""
        game, told = self.get_game().galda_game, [f"player {player}:"]
        for what in self._happened():
            if isinstance(what, Shown):
                told += [f"[{what.tell(seat)}]" for seat in self._eyes(player)]
            else:
                actor, action = what
                told.append(str(action) if actor != CHANCE else game.exact.chance.write(action))
        return " ".join(told)

    def list_known(self, player: int) -> list[int]:
        """The same as numbers: actions by their code plus 1, what was turned up after those."""
        eyes, first = self._eyes(player), self.get_game().galda_game.rules.action_count + 1
        known: list[int] = []
        for what in self._happened():
            if isinstance(what, Shown):
                known += [first + code for code in what.turned_up(eyes)]
            else:
                actor, action = what
                known.append(action + (first if actor == CHANCE else 1))
        return known

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
