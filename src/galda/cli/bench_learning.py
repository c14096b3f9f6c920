"""The tables of `galda bench` about programs that learn: from Python, adapters, batches, card."""

from __future__ import annotations

from rich.markup import escape
from rich.table import Table

from galda.cli.app import console
from galda.core.kernels.cuda import why_no_cuda
from galda.core.play.game import Game
from galda.core.show.language import number, percent, say
from galda.envs.benchmark import peers
from galda.envs.benchmark.environments import Speed, as_environments, in_batches, one_by_one

TABLES = ("engine", "starts", "search", "python", "adapters", "batches", "card")


def measure(table: str, game: Game, seconds: float) -> list[Speed]:
    """Measure a game for one of the tables; nothing where what it needs is not there."""
    if table == "python":
        return [one_by_one(game, seconds)]
    if table == "adapters":
        return as_environments(game, seconds)
    if table == "batches":
        return in_batches(game, seconds)
    if why_no_cuda():
        return []
    from galda.envs.benchmark.card import on_a_card  # noqa: PLC0415  (numba-cuda is optional)

    return on_a_card(game, seconds)


def measure_peers(table: str, seconds: float) -> list[Speed]:
    """Measure those of other projects' games that belong into a table and are installed."""
    ways = {
        "python": peers.open_spiel_from_python,
        "adapters": peers.pettingzoo_steps,
        "batches": peers.pgx_batch,
        "card": peers.pgx_on_a_card,
    }
    if table not in ways or (table == "card" and why_no_cuda()):
        return []
    return peers.measured(ways[table], seconds)


def print_speeds(speeds: list[Speed], lang: str) -> None:
    """Print moves a second, one way of playing after the other."""
    table = Table(say(lang, "way"), say(lang, "game"), "", box=None)
    for head in (
        say(lang, "moves/s"), say(lang, "games at once"), say(lang, "bytes a move"),
        say(lang, "of the memory's speed"),
    ):  # fmt: skip
        table.add_column(head, justify="right")
    ways = list(dict.fromkeys(speed.way for speed in speeds))
    for way in ways:
        # later() has put every way into the catalogues.
        told = say(lang, way)
        for speed in (speed for speed in speeds if speed.way == way):
            share = speed.of_bandwidth
            table.add_row(
                escape(told),
                f"[bold]{escape(speed.game)}[/]",
                escape(speed.by),
                number(lang, speed.moves_per_second, 0),
                number(lang, speed.games_at_once, 0) if speed.games_at_once else "–",
                number(lang, speed.bytes_a_move, 0) if speed.bytes_a_move else "–",
                percent(lang, share) if share else "–",
            )
            told = ""
    console.print(table)
