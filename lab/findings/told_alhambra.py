"""Alhambra in lab/findings.md: tiles, places, money, walls."""

from __future__ import annotations

import numpy as np

from galda.games.alhambra.rules.tiles import KINDS, ROUNDS, TILES
from lab.findings import longest_wall, numbers
from lab.findings.alhambra import MOST_CARDS, OF_KIND
from lab.findings.charts import COLOURS, Plot, curves
from lab.findings.counts import SHARES
from lab.findings.numbers import fit, share, spread_of, wins_of
from lab.findings.told import Section, Told, main_runs, number, picture, table

WHEN = ("before A", "A to B", "after B")
SCORINGS = ("A", "B", "end")


def tell(runs: list[Told]) -> Section:
    """The section."""
    main = main_runs(runs)
    if not main:
        return Section("")
    pictures: dict[str, str] = {}
    text = ["## Alhambra", "### What a tile is worth", _tiles(main, pictures),
            "### First in a type", _places(main), "### Cards at the start",
            _starts(main), "### Paying exactly", _money(main),
            "### The wall", _walls(runs, pictures)]  # fmt: skip
    return Section("\n\n".join(text), pictures)


def in_short(run: Told) -> str:
    """What is worth most, in two sentences."""
    fits = fit(run.own["fit kinds and wall"])
    low, high = min(fits[:6], key=lambda f: f.value), max(fits[:6], key=lambda f: f.value)
    when = fit(run.own["fit kinds by time"])
    early = sum(found.value for found in when[:6]) / 6
    late = sum(found.value for found in when[12:]) / 6
    counts = np.array(run.own["purchases"])
    exact = share(int(counts[:, :, 1].sum()), int(counts.sum()))
    alike = ", expensive types barely more than cheap ones" if high.value - low.value < 1 else ""
    if early <= late:
        return ""
    return (
        "**Alhambra: buy early, and mind the wall.** Between two, one more tile of any type goes "
        f"with {low.value:.1f} to {high.value:.1f} points of lead{alike}; bought before the first "
        f"scoring {early:.1f}, after the second {late:.1f}. A segment of the longest wall goes "
        f"with {fits[6].tell(1)}. {exact.value:.0f} % of tiles were paid exactly."
    )


def cards_in_short(run: Told) -> str:
    """What the hand at the start means."""
    groups = run.own["by cards of the others"]["by value"]
    few, many = groups[4], groups[7]
    if few[0] < 100 or many[0] < 100 or wins_of(few).value >= wins_of(many).value:
        return ""
    first = numbers.win_share(run.results, 0)
    begins = (
        " The first player has the fewest, which costs more than the first turn brings."
        if first.value + first.reach < 100 / run.players
        else ""
    )
    return (
        "**Alhambra: many small cards are better than a few large ones.** All start with 20 to 28 "
        f"in money; of {run.players}, who does not begin wins {wins_of(few).tell(1)} % with 4 "
        f"cards and {wins_of(many).tell(1)} % with 7.{begins}"
    )


def _tiles(main: list[Told], pictures: dict[str, str]) -> str:
    rows = []
    for kind, name in enumerate(KINDS):
        rows.append([name, *[fit(run.own["fit kinds and wall"])[kind].tell(1) for run in main]])
    rows.append(["a segment of the longest wall at the end",
                 *[fit(run.own["fit kinds and wall"])[6].tell(2) for run in main]])  # fmt: skip
    heads = [f"{run.players} players" for run in main]
    explained = ", ".join(
        f"{100 * run.own['fit kinds and wall']['explained']:.0f} %" for run in main
    )
    games = ", ".join(number(run.results["games"]) for run in main)
    first = main[0]
    values = fit(first.own["fit tiles"])
    top = max(found.value + found.reach for found in values)
    low = min(found.value - found.reach for found in values)
    plot = Plot((1.5, 13.5), (min(low, 0), top + 0.5), 420)
    plot.axes("price", "points", xs=range(2, 14))
    for tile, found in zip(TILES, values, strict=True):
        kind = OF_KIND[tile.number]
        plot.dot(tile.price + (kind - 2.5) * 0.13, found, COLOURS[kind],
                 f"{tile.name}: {found.tell(1)}")  # fmt: skip
    plot.legend(KINDS)
    title = "What each tile brings"
    said = f"points of lead for each of the 54 tiles by price, {first.players} players"
    pictures["alhambra-tiles.svg"] = plot.draw(title, said)
    order = sorted(range(len(TILES)), key=lambda t: values[t].value)
    best, worst = TILES[order[-1]], TILES[order[0]]
    bargain = max(TILES, key=lambda tile: values[tile.number].value / tile.price)
    when = fit(first.own["fit kinds by time"])
    times = [[WHEN[p], *[when[p * len(KINDS) + k].tell(1) for k in range(len(KINDS))]]
             for p in range(ROUNDS)]  # fmt: skip
    return f"""\
How many points of lead (over the mean of the others, at the end) go with one more tile of a kind
than the others have, all else being equal: a fit by least squares of leads in points on leads in
tiles and in the wall, one seat of each game. It explains {explained} of the variance. Games:
{games}.

{table(["one more", *heads], rows)}

The same for each of the 54 tiles, by who bought it ({first.players} players, {first.who}). The
best is {best.name} ({values[best.number].tell(1)} points), the least {worst.name}
({values[worst.number].tell(1)}); most for its price brings {bargain.name}
({values[bargain.number].value / bargain.price:.2f} points for each coin).

{picture("alhambra-tiles.svg", said)}

When a tile was bought matters as well. Points of lead for one more bought tile of each kind,
{first.players} players:

{table(["bought", *KINDS], times)}"""


def _places(main: list[Told]) -> str:
    parts = []
    for run in main[:2]:
        rows = []
        for scoring in range(ROUNDS):
            row = [SCORINGS[scoring]]
            for kind in range(len(KINDS)):
                counts = np.array(run.own["places"][scoring][kind])
                alone, wins = int(counts[:, 1].sum()), int(counts[:, 4].sum())
                row.append(share(round(wins / SHARES), alone).tell(1))
            rows.append(row)
        needed = []
        for scoring in range(ROUNDS):
            row = [SCORINGS[scoring]]
            for kind in range(len(KINDS)):
                counts = np.array(run.own["places"][scoring][kind])
                enough = [n for n in range(1, 12) if counts[n, 0] >= 50
                          and 2 * (counts[n, 1] + counts[n, 2]) >= counts[n, 0]]  # fmt: skip
                row.append(str(enough[0]) if enough else "–")
            needed.append(row)
        parts.append(f"""\
{run.players} players, {run.who}, {number(run.results["games"])} games. Share of
games won, in percent, by the player who was first alone in a type at a scoring (an even share
is {100 / run.players:.1f}):

{table(["scoring", *KINDS], rows)}

The fewest tiles with which at least half were first, alone or shared:

{table(["scoring", *KINDS], needed)}""")
    return "\n\n".join(parts)


def _starts(main: list[Told]) -> str:
    rows = []
    for run in main:
        for who, what in (
            ("who begins", "by cards of who begins"),
            ("the others", "by cards of the others"),
        ):
            groups = run.own[what]["by value"]
            whole = sum(row[0] for row in groups)
            rows.append([str(run.players), who, *[
                f"{wins_of(row).tell(1)} ({100 * row[0] / whole:.0f} %)" if row[0] >= 100 else "–"
                for row in groups[3:]]])  # fmt: skip
    return f"""\
Everybody is dealt cards until they are worth 20 or more, and who has the fewest begins. Wins in
percent (and the share of such hands) by the number of cards at the start:

{table(["players", "", *[str(n) for n in range(3, MOST_CARDS)], f"{MOST_CARDS} or more"], rows)}"""


def _money(main: list[Told]) -> str:
    rows = []
    for run in main:
        counts = np.array(run.own["purchases"])
        bought, exact = int(counts.sum()), int(counts[:, :, 1].sum())
        seats = run.results["games"] * run.players
        rows.append([
            str(run.players), run.who, number(run.results["games"]), f"{bought / seats:.1f}",
            share(exact, bought).tell(1), f"{run.own['overpaid'] / max(bought - exact, 1):.2f}",
            f"{run.own['extra actions'] / seats:.1f}",
            f"{100 * run.own['extra actions'] / run.own['turns']:.1f}",
        ])  # fmt: skip
    head = ["players", "who plays", "games", "tiles bought by each", "paid exactly, %",
            "overpaid, when not", "extra actions of each", "per 100 turns"]  # fmt: skip
    first = main[0]
    few: list[tuple[int, list[int]]] = []
    many: list[tuple[int, list[int]]] = []
    for extra, row in enumerate(first.own["by extra actions"]["by value"]):
        if row[0] >= 200:
            (few if extra <= 2 else many).append((extra, row))
    told = ""
    if few and many:
        low, high = few[0], many[-1]
        told = (
            f"\n\nBetween {first.players}, who had {low[0]} extra actions in the game won "
            f"{wins_of(low[1]).tell(1)} % ({number(low[1][0])} seats); with {high[0]} it "
            f"was {wins_of(high[1]).tell(1)} % ({number(high[1][0])} seats). That is not "
            "all the extra action's doing: who buys much has more of them."
        )
    return table(head, rows) + told


def _walls(runs: list[Told], pictures: dict[str, str]) -> str:
    main = main_runs(runs)
    rows = []
    for run in main:
        spreads = [spread_of(run.own["walls"][scoring]) for scoring in range(ROUNDS)]
        points = run.own["points"]
        whole = sum(points["kinds"]) + sum(points["walls"])
        rows.append([
            str(run.players), run.who, *[f"{spread['mean']:.1f}" for spread in spreads],
            f"{100 * sum(points['walls']) / whole:.0f}", f"{spreads[2]['greatest']:.0f}",
        ])  # fmt: skip
    pictures["alhambra-walls.svg"] = curves(
        "The longest wall at the end", "its length in percent of all players", "segments",
        {f"{run.players} players": run.own["walls"][2] for run in main}, cut=0.005,
    )  # fmt: skip
    longest = longest_wall.longest(runs)
    length, seed, _, seat = longest.own["most wall"]
    head = [
        "players",
        "who plays",
        "mean at A",
        "at B",
        "at the end",
        "points from walls, %",
        "longest",
    ]
    return f"""\
{table(head, rows)}

{picture("alhambra-walls.svg", "the longest wall at the end, in percent of all players")}

The longest of all had {length} segments: {longest.players} players, {longest.who}, player
{seat + 1}, the deal of seed {seed}. Nobody was trying: how long a wall could be made on purpose is
another question.

{picture(longest_wall.FILE, f"the end of that game, with a wall of {length} segments")}"""
