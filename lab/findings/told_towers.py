"""5 Towers in lab/findings.md: calls, cards, towers, refills."""

from __future__ import annotations

from galda.games.towers.rules.cards import KINDS, VALUES
from lab.findings.charts import COLOURS, Plot
from lab.findings.numbers import fit, lead_of, share, spread_of, wins_of
from lab.findings.told import Section, Told, main_runs, number, picture, table


def tell(runs: list[Told]) -> Section:
    """The section."""
    main = main_runs(runs)
    if not main:
        return Section("")
    pictures: dict[str, str] = {}
    text = ["## 5 Towers", "### Bids", _calls(main), "### Cards", _cards(main, pictures),
            "### Towers, crowns and demolitions", _towers(main),
            "### Refills", _refills(main)]  # fmt: skip
    return Section("\n\n".join(text), pictures)


def in_short(run: Told) -> str:
    """What is worth most, in two sentences."""
    cards = fit(run.own["fit cards"])
    others = [card.value for card in cards[1:VALUES]]
    crowns = run.own["by crowns"]["by value"]
    told = [f"{wins_of(row).value:.0f} % with {n}" for n, row in enumerate(crowns) if row[0] >= 100]
    return (
        f"**5 Towers: crown your towers.** A 0 goes with {cards[0].tell(1)} points of lead, any "
        f"other card with {min(others):.1f} to {max(others):.1f}; a demolition "
        f"costs {abs(cards[16].value):.1f}. By crowned towers, two players win {', '.join(told)}."
    )


def _calls(main: list[Told]) -> str:
    opened, built, raised = [], [], []
    for run in main:
        calls, stood = run.own["opened"], run.own["stood"]
        whole = sum(calls)
        opened.append([str(run.players), *[
            f"{100 * calls[n] / whole:.1f} % · {100 * stood[n] / calls[n]:.0f} %" if n and calls[n]
            else f"{100 * calls[n] / whole:.1f} %" for n in range(6)]])  # fmt: skip
        worth = fit(run.own["fit buildings"])
        done = run.own["built"]
        built.append([str(run.players), *[
            f"{worth[n - 1].tell(2, sign=True)} ({100 * done[n] / sum(done):.0f} %)"
            for n in range(1, 6)], worth[5].tell(2, sign=True)])  # fmt: skip
        raised.append([str(run.players), *[
            share(run.own["raised"][n], run.own["faced"][n]).tell(1) if run.own["faced"][n] else "–"
            for n in range(5)]])  # fmt: skip
    games = ", ".join(f"{number(run.results['games'])} with {run.players}" for run in main)
    return f"""\
Games: {games}; {main[0].who}.

How often a round is opened with each bid · how often that bid wins the auction:

{table(["players", *[f"bid {n}" for n in range(6)]], opened)}

How often a player who could overbid did so, in percent, by the highest bid so far:

{table(["players", *[f"over {n}" for n in range(5)]], raised)}

Points of lead at the end that go with one more building of this many cards, all
else being equal (least squares, one seat of each game), and the share of such buildings; the last
column is one more demolition:

{table(["players", "1 card", *[f"{n} cards" for n in range(2, 6)], "demolition"], built)}"""


def _cards(main: list[Told], pictures: dict[str, str]) -> str:
    first = main[0]
    values = fit(first.own["fit cards"])
    cards = values[:VALUES]
    low = min(found.value - found.reach for found in cards)
    high = max(found.value + found.reach for found in cards)
    plot = Plot((-0.7, 15.7), (min(low, 0), high + 0.2))
    plot.axes("value of the card", "points", 1, xs=range(16))
    for value, found in enumerate(cards):
        plot.bar(value, found.value, 0.6, COLOURS[0] + "66")
        plot.dot(value, found, COLOURS[0], f"{value}: {found.tell(2)}")
    said = f"points of lead for one more card of each value, {first.players} players"
    pictures["towers-cards.svg"] = plot.draw("What a card in a tower brings", said)
    held = first.own["cards by value"]
    seats = first.results["games"] * first.players
    rows = [["lead", *[found.tell(2, sign=True) for found in cards]],
            ["cards of each player", *[f"{n / seats:.2f}" for n in held]]]  # fmt: skip
    kinds = [
        f"{name} {n / seats:.3f}" for name, n in zip(KINDS, first.own["cards by kind"], strict=True)
    ]
    return f"""\
{first.players} players, {first.who}: the lead that goes with one more card of a value in one's
towers at the end, all other cards and demolitions being equal, and how many of them a player has.

{picture("towers-cards.svg", said)}

{table(["", *[str(v) for v in range(VALUES)]], rows)}

No kind is better than another: the five have the same cards. Cards of each kind that a player has
at the end: {", ".join(kinds)}. What differs is not the kind but the order in which the policy
looks at them."""


def _towers(main: list[Told]) -> str:
    rows = []
    for run in main:
        for name, what in (("crowned towers", "by crowns"), ("demolitions", "by demolitions")):
            groups = run.own[what]["by value"]
            whole = sum(row[0] for row in groups)
            rows.append([str(run.players), name, *[
                f"{wins_of(row).tell(1)} ({100 * row[0] / whole:.1f} %)" if row[0] >= 100 else "–"
                for row in groups[:6]]])  # fmt: skip
    spreads = [spread_of(run.own["heights"]) for run in main]
    crowned = [spread_of(run.own["crowned heights"]) for run in main]
    heights = ", ".join(
        f"{s['mean']:.1f} cards ({c['mean']:.1f} when crowned, at most {s['greatest']:.0f}) "
        f"with {run.players}"
        for s, c, run in zip(spreads, crowned, main, strict=True)
    )
    crown = main[0].own["by crowns"]["by value"]
    leads = ", ".join(
        lead_of(row, main[0].players).tell(1, sign=True) for row in crown if row[0] >= 100
    )
    return f"""\
Wins in percent (and the share of players) by how many towers a player has crowned, and by how many
cards it has demolished:

{table(["players", "", *[str(n) for n in range(6)]], rows)}

Between {main[0].players} the mean lead with 0, 1, 2 … crowns is {leads} points. A tower has
{heights}."""


def _refills(main: list[Told]) -> str:
    rows = []
    for run in main:
        rounds = spread_of(run.own["rounds"])
        again = spread_of(run.own["cards that come again"])
        last = run.own["last row"]
        short = sum(n for size, n in last.items() if size != "5")
        rows.append([
            str(run.players),
            f"{rounds['mean']:.1f} ({rounds['least']:.0f}–{rounds['greatest']:.0f})",
            f"{again['mean']:.1f} ({again['least']:.0f}–{again['greatest']:.0f})",
            share(short, sum(last.values())).tell(1),
            f"{run.own['rounds without a building'] / run.results['games']:.2f}",
        ])  # fmt: skip
    head = [
        "players",
        "rounds",
        "cards that come again",
        "last row short, %",
        "rounds nobody builds, a game",
    ]
    return table(head, rows)
