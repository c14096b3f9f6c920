"""OpenSpiel: importing this registers all games with pyspiel, as `galda_name_v0`.

Besides a game's options there are parameters: `position` begins from a position, written as text
or named as a study; `redraw` draws anew what chance has just brought there. Chance has nodes of its
own as it happens: every draw, exactly, where a game lists its outcomes; else one node for each turn
that ends, with `outcomes` futures, each drawn independently. With `deals` there is instead one node
at the start, which draws one of so many seeds that decide everything, and nobody sees it. Rewards
add up to 0 for any number of players. `history` is how many of the latest actions and draws an
information state as a tensor spells out, where the game does not say it by itself.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, unquote

from galda.core.extras import extra
from galda.core.kernels import contract
from galda.core.play.game import Game
from galda.core.play.length import Length
from galda.core.play.runner import Runner
from galda.core.play.text import check_fit
from galda.envs.spiel_observer import HalfObserver, Observer
from galda.envs.spiel_state import ChanceIs, SpielState, list_draws
from galda.games import game, game_names

with extra("openspiel"):
    import pyspiel

LONGEST = 100_000
"""What we say of games from elsewhere that do not say how long they can last."""
LONGEST_TENSOR = 10_000
"""Information states as tensors hold a number for everything that was, in games up to this long."""
SPELT = 2_000
"""Of longer games, this many of the latest numbers; what was earlier has a fingerprint."""
OWN_PARAMETERS: dict[str, Any] = {
    "position": "", "redraw": False, "deals": 0, "outcomes": 256, "history": 0,
}  # fmt: skip


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


def choose_chance(game: Game, deals: int) -> ChanceIs:
    """How chance comes into a game."""
    if not has_secrets(game):
        return ChanceIs.NOTHING
    if deals or not game.rules.all_open:  # a draw in the middle would change what players hold
        return ChanceIs.ONE_DEAL
    return ChanceIs.DRAWS if game.exact.chance else ChanceIs.TURNS


def choose_history(length: Length, asked: int) -> int:
    """How much of what was is spelt out by tensors: all of it, as much as asked for, or enough."""
    whole = sum(length)
    return min(asked or (whole if whole <= LONGEST_TENSOR else SPELT), whole)


def describe(game: Game, chance: ChanceIs) -> Any:
    """What pyspiel wants to know about a game."""
    kind = pyspiel.GameType
    players = next(option for option in game.options if option.name == "players").values
    named = chance in (ChanceIs.NOTHING, ChanceIs.DRAWS) or game.has("turned_up")
    return kind(
        short_name=spiel_name(game),
        long_name=f"{game.title} (Galda)",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC
        if chance is ChanceIs.NOTHING
        else kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION
        if chance is ChanceIs.ONE_DEAL
        else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(int(number) for number in players),
        min_num_players=min(int(number) for number in players),
        provides_information_state_string=True,
        provides_information_state_tensor=named,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={o.name: o.default for o in game.options if o.values}
        | OWN_PARAMETERS,
    )


def read_start(game: Game, given: dict[str, Any]) -> Runner:
    """A runner that stands where games begin: at the start, or at the position asked for."""
    options = {name: value for name, value in given.items() if name not in OWN_PARAMETERS}
    asked = unquote(str(given["position"]))
    if not asked:
        return Runner(game, **options)
    found = game.position(game.exact.studies.get(asked, asked), seed=0)
    usual = {option.name: option.default for option in game.options}
    named = {name: value for name, value in options.items() if value != usual[name]}
    runner = Runner(game, **{**found.options, **named})
    check_fit(game, runner.options, found)
    runner.stand(found)
    return runner


def _load(name: str, parameters: dict[str, Any]) -> Any:
    """A game that was written down; to find this, its module is imported, which registers it."""
    return pyspiel.load_game(name, parameters)


def register(game: Game) -> None:
    """Make a game known to pyspiel."""

    class SpielGame(pyspiel.Game):  # type: ignore[misc]
        """A game of Galda as pyspiel wants it."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            given = {**OWN_PARAMETERS, **(params or {})}
            # Games are written as text in which commas and brackets mean something.
            given["position"] = quote(unquote(str(given["position"])), safe="")
            self.given = given
            self.galda_game = game
            self.chance = choose_chance(game, int(given["deals"]))
            self.start = read_start(game, given)
            redraw = given["redraw"] or self.chance is ChanceIs.ONE_DEAL
            self.placed = bool(given["position"]) and not redraw
            position = self.start.position()
            self.laid_out = position if given["position"] else None
            self.length = (
                game.exact.longest(position) if game.exact.longest else Length(LONGEST, LONGEST)
            )
            self.spelt = choose_history(self.length, int(given["history"]))
            self.first_draws: list[tuple[int, float]] = []
            if self.chance is ChanceIs.DRAWS and not self.placed:
                contract.put_back(self.start.states[0])
                self.first_draws = list_draws(self.start)
            if self.chance is ChanceIs.ONE_DEAL:
                self.outcomes = int(given["deals"]) or 1000
            else:
                self.outcomes = int(given["outcomes"])
            most = {
                ChanceIs.NOTHING: 0,
                ChanceIs.DRAWS: game.exact.chance.count if game.exact.chance else 0,
            }.get(self.chance, self.outcomes)
            information = pyspiel.GameInfo(
                num_distinct_actions=game.rules.action_count,
                max_chance_outcomes=most,
                num_players=self.start.players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=self.length.actions,
            )
            super().__init__(describe(game, self.chance), information, given)

        def __reduce__(self) -> tuple[Any, ...]:
            return _load, (spiel_name(game), self.given)

        def new_initial_state(self, state: Any = None) -> Any:
            """The start of a game, before the deal where there is one."""
            return SpielState(self)

        def max_chance_nodes_in_history(self) -> int:
            """How often chance can come into a game at most."""
            if self.chance is ChanceIs.ONE_DEAL:
                return 1
            return 0 if self.chance is ChanceIs.NOTHING else self.length.draws

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            """Something that writes observations, information states, or one half of them."""
            if not getattr(iig_obs_type, "public_info", True):
                return HalfObserver(private=True)
            nobody = pyspiel.PrivateInfoType.NONE
            if getattr(iig_obs_type, "private_info", None) == nobody:
                return HalfObserver(private=False)
            return Observer(self, bool(getattr(iig_obs_type, "perfect_recall", False)))

    chance = choose_chance(game, 0)
    pyspiel.register_game(describe(game, chance), SpielGame)


for _name in game_names():
    if game(_name).rules.features and spiel_name(game(_name)) not in pyspiel.registered_names():
        register(game(_name))
