"""The public names: what the reference describes, and what keeps its meaning between versions.

This is the one list of them. The reference of the documentation is made from it, and tests see to
it that it holds `galda.__all__` and everything that the pages of docs/ call,
and that each name has a docstring with an example that runs.
"""

from __future__ import annotations

PUBLIC: dict[str, tuple[str, ...]] = {
    "Games and positions": (
        "galda.game",
        "galda.game_names",
        "galda.Game",
        "galda.Position",
        "galda.position",
        "galda.SPECTATOR",
    ),
    "Values": (
        "galda.core.play.values.Suggestion",
        "galda.core.play.values.Exact",
        "galda.core.play.values.Estimate",
        "galda.core.play.values.Points",
        "galda.core.play.values.Outcome",
        "galda.bots.looking.Line",
        "galda.solve.oracle.certainty",
        "galda.solve.oracle.certain_moves",
    ),
    "Bots": (
        "galda.make_bot",
        "galda.bot_names",
        "galda.bots.levels.LEVELS",
        "galda.bots.bot.Bot",
        "galda.bots.alphabeta.AlphaBeta",
        "galda.bots.mcts.Mcts",
    ),
    "Environments": (
        "galda.Runner",
        "galda.batch",
        "galda.Batch",
        "galda.rules",
        "galda.Rules",
        "galda.envs.autoreset.Autoreset",
        "galda.core.kernels.features.split",
        "galda.envs.zoo.env",
        "galda.envs.zoo.parallel_env",
        "galda.envs.gym.GymEnv",
        "galda.envs.vector.GymVectorEnv",
        "galda.testing.environments.api_test",
        "galda.envs.spiel.spiel_name",
        "galda.search.Search",
    ),
    "Benchmarks and data sets": (
        "galda.exams.score",
        "galda.exams.score_values",
        "galda.exams.exams_of",
        "galda.exams.make_dataset",
    ),
    "Notebook": (
        "galda.play",
        "galda.notebook.board.Board",
    ),
    "Game records": (
        "galda.core.play.paper.read_record",
        "galda.core.play.paper.write_record",
        "galda.core.play.paper.GameRecord",
        "galda.core.play.study.Study",
        "galda.core.play.study.study_of",
        "galda.core.play.study.record_of",
        "galda.core.play.variations.Branch",
    ),
    "Exceptions": (
        "galda.GaldaError",
        "galda.UnknownGame",
        "galda.BadOption",
        "galda.BadPosition",
        "galda.UnreadableMove",
        "galda.IllegalMove",
        "galda.Refusal",
        "galda.BadRecord",
        "galda.MissingExtra",
    ),
}
"""The names by the page of the reference they stand on."""


def all_names() -> tuple[str, ...]:
    """Every public name."""
    return tuple(name for names in PUBLIC.values() for name in names)


def page_name(title: str) -> str:
    """What the page of the reference with this title is called in an address."""
    return title.lower().replace(" ", "-")
