"""OpenSpiel: importing this registers all games with pyspiel, as `galda_name_v0`.

Games without chance or secrets are registered as deterministic games of perfect information. The
others begin with one chance node that draws the deal, a seed below the parameter `deals`; what is
turned up later follows from it. Since nobody sees the seed they have imperfect information. Rewards
add up to 0 for any number of players.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from galda.core.extras import extra
from galda.core.kernels import contract
from galda.core.kernels.features import observation_shape, split
from galda.core.play.game import Game
from galda.core.play.runner import Runner
from galda.games import game, game_names

with extra("openspiel"):
    import pyspiel

DEALS = 1000
BEFORE = "before the deal"
NOT_PROVIDED = "information states are not provided"
LONGEST = 100_000
"""More actions than any game has."""


def spiel_name(game: Game) -> str:
    """The name under which pyspiel knows a game.

    >>> import galda.envs.spiel, pyspiel
    >>> galda.envs.spiel.spiel_name(galda.game("quixo"))
    'galda_quixo_v0'
    >>> pyspiel.load_game("galda_quixo_v0").num_distinct_actions()
    89
    """
    return f"galda_{game.name}_v{game.version}"


def has_secrets(game: Game) -> bool:
    """Whether there is anything in a game that chance decides or that is hidden."""
    return game.has("conceal")


def game_type(game: Game) -> Any:
    """What pyspiel wants to know about a game."""
    kind = pyspiel.GameType
    players = next(option for option in game.options if option.name == "players").values
    parameters: dict[str, Any] = {o.name: o.default for o in game.options if o.values}
    if has_secrets(game):
        parameters["deals"] = DEALS
    return kind(
        short_name=spiel_name(game),
        long_name=f"{game.title} (Galda)",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC
        if has_secrets(game)
        else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION
        if has_secrets(game)
        else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(int(number) for number in players),
        min_num_players=min(int(number) for number in players),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game under way."""

    def __init__(self, of: Any) -> None:
        super().__init__(of)
        self.runner = Runner(of.galda_game, **of.galda_options)
        self._deals = of.deals
        self._dealt = not of.deals

    def current_player(self) -> int:
        """The seat to act, or chance before the deal."""
        if not self._dealt:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.runner.is_over else self.runner.to_act

    def _legal_actions(self, player: int) -> list[int]:
        return self.runner.legal_actions.tolist() if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All deals are equally likely."""
        return [(deal, 1 / self._deals) for deal in range(self._deals)]

    def _apply_action(self, action: int) -> None:
        if self._dealt:
            self.runner.play(action)
        else:
            self.runner.restart(action)
            self._dealt = True

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.runner.position().write(action)

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self._dealt and self.runner.is_over

    def returns(self) -> list[float]:
        """From -1 to 1 for each seat at the end; before, 0."""
        return [float(reward) for reward in self.runner.rewards]

    def __str__(self) -> str:
        return self.runner.position().text if self._dealt else BEFORE

    def information_state_string(self, player: int | None = None) -> str:
        """There is none: an observation does not hold what was seen before."""
        raise pyspiel.SpielError(f"{NOT_PROVIDED}; observation_string is")

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """There is none: an observation does not hold what was seen before."""
        raise pyspiel.SpielError(f"{NOT_PROVIDED}; observation_tensor is")

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> Any:
        """This state with everything drawn anew that the player cannot know."""
        other = self.clone()
        contract.determinize(other.runner.states[0], player, int(probability_sampler() * 2**53))
        return other


class Observer:
    """What a player sees, as numbers and as text."""

    def __init__(self, of: Game) -> None:
        self.tensor = np.zeros(int(np.prod(observation_shape(of.features))), np.float32)
        self.dict = split(of.features, self.tensor)

    def set_from(self, state: Any, player: int) -> None:
        """Look at a state."""
        if state._dealt:
            self.tensor[:] = state.runner.observation(player).ravel()
        else:
            self.tensor[:] = 0

    def string_from(self, state: Any, player: int) -> str:
        """A text that is the same exactly when the player sees the same."""
        return state.runner.position().seen_by(player).text if state._dealt else BEFORE


def _load(name: str, parameters: dict[str, Any]) -> Any:
    """A game that was written down; to find this, its module is imported, which registers it."""
    return pyspiel.load_game(name, parameters)


def register(game: Game) -> None:
    """Make a game known to pyspiel."""
    known = game_type(game)

    class SpielGame(pyspiel.Game):  # type: ignore[misc]
        """A game of Galda as pyspiel wants it."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            given = dict(params or {})
            self.deals = int(given.get("deals", DEALS)) if has_secrets(game) else 0
            self.galda_game = game
            self.galda_options = {k: v for k, v in given.items() if k != "deals"}
            players = int(game.read_options(self.galda_options)["players"])
            info = pyspiel.GameInfo(
                num_distinct_actions=game.action_count,
                max_chance_outcomes=self.deals,
                num_players=players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=LONGEST,
            )
            self._given = given
            super().__init__(known, info, given)

        def __reduce__(self) -> tuple[Any, ...]:
            return _load, (spiel_name(game), self._given)

        def new_initial_state(self, state: Any = None) -> Any:
            """The start of a game, before the deal where there is one."""
            return SpielState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            """Something that writes observations."""
            return Observer(game)

    pyspiel.register_game(known, SpielGame)


for _name in game_names():
    if game(_name).features and spiel_name(game(_name)) not in pyspiel.registered_names():
        register(game(_name))
