"""What lab/findings.md tells was counted rightly: against games read word by word, and by hand."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import galda
from galda import Position
from galda.games.alhambra.rules.tiles import BY_NAME, KINDS
from lab.findings import charts, counts, numbers, page, runs
from lab.findings.kernels import alhambra, playing, pylos, quixo, towers
from lab.findings.kernels.playing import player
from lab.findings.plans import PLANS
from lab.findings.summary import DATA, read
from lab.findings.told import runs_of

SEED = 5


def plain(kernel: Any) -> Any:
    """A kernel as it was written."""
    return getattr(kernel, "py_func", kernel)


@pytest.fixture(autouse=True)
def plainly(monkeypatch: pytest.MonkeyPatch) -> dict[int, list[int]]:
    """Few games are played by the plain functions: compiling them takes longer. What was played."""
    actions: dict[int, list[int]] = {}

    def play_all(game: str) -> Callable[..., int]:
        kernels = import_module(f"lab.findings.kernels.{game}")

        def note(state: Any, action: int, facts: np.ndarray[Any, Any]) -> None:
            actions.setdefault(facts.ctypes.data, []).append(int(action))
            kernels.note(state, action, facts)

        played: Callable[..., int] = plain(player(note, kernels.finish))
        return played

    monkeypatch.setattr(runs, "_play_all", play_all)
    monkeypatch.setattr(playing, "choose", plain(playing.choose))
    return actions


def walk(run: runs.Run, played: counts.Played, game: int, actions: list[int]) -> Iterator[Position]:
    """The positions of a game, by the rules alone; the last one is its end."""
    position = galda.game(run.game).new(seed=int(played.seeds[game]), **run.options)
    yield position
    for action in actions:
        position = position.play(action)
        yield position
    assert position.is_over
    assert position.scores == tuple(played.scores[game])


def played_and_walked(
    run: runs.Run, plainly: dict[int, list[int]]
) -> tuple[counts.Played, list[list[Position]]]:
    plainly.clear()
    played = runs.play(run, np.arange(run.deals))
    games = [plainly[played.facts[game].ctypes.data] for game in range(len(played.scores))]
    return played, [list(walk(run, played, n, actions)) for n, actions in enumerate(games)]


def words(game: list[Position]) -> Iterator[tuple[Position, int, str]]:
    """Before each action: the position, who acts, and the action in notation."""
    for before, after in pairwise(game):
        yield before, before.to_act, before.write(after.actions[-1])


@pytest.mark.parametrize("players", [2, 4])
def test_tiles_money_places_and_walls_are_those_of_the_game(
    players: int, plainly: dict[int, list[int]]
) -> None:
    run = runs.new_run("alhambra", {"players": players}, ("guided",), 1, 2, SEED)
    played, games = played_and_walked(run, plainly)
    for facts, game in zip(played.facts, games, strict=True):
        bought: dict[tuple[int, int], int] = {}
        found: Counter[tuple[int, int]] = Counter()
        paid, square = 0, 0
        for position, seat, word in words(game):
            main = word.startswith(("take", "buy", "lift", "bring", "pass"))
            found[seat, alhambra.TURNS] += main and not position.in_turn
            found[seat, alhambra.EXTRA] += main and position.in_turn
            found[seat, alhambra.REDESIGNS] += word.startswith(("lift", "bring"))
            if word.startswith("take"):
                found[seat, alhambra.TAKINGS] += 1
                cards = word.removeprefix("take-").split("+")
                found[seat, alhambra.CARDS_TAKEN] += len(cards)
                found[seat, alhambra.MONEY_TAKEN] += sum(int(card[-1]) for card in cards)
            elif word.startswith("buy"):
                paid, square = 0, int(word[3:]) - 1
            elif word.startswith("pay"):
                paid += int(word[-1])
                tile = position.view()["market"][square]
                if paid >= tile["price"]:
                    sheets = position.game.words.sheets
                    period = 1 + (len(sheets(position, "en")) if sheets else 0)
                    exactly = 4 if paid == tile["price"] else 0
                    bought[seat, BY_NAME[tile["tile"]].number] = period + exactly
                    found[seat, alhambra.OVERPAID] += paid - tile["price"]
        assert bought, "somebody buys"
        for seat in range(players):
            hand = game[0].view(seat)["players"][seat]["hand"]
            assert facts[seat, alhambra.START_CARDS] == len(hand)
            assert facts[seat, alhambra.START_MONEY] == sum(int(card[-1]) for card in hand)
        for seat in range(players):
            told = [bought.get((seat, tile), 0) for tile in range(54)]
            assert facts[seat, alhambra.BOUGHT : alhambra.BOUGHT + 54].tolist() == told
            for at in range(alhambra.OVERPAID, alhambra.REDESIGNS + 1):
                assert facts[seat, at] == found[seat, at], (seat, at)
        check_end(facts, game[-1])


def check_end(facts: np.ndarray[Any, Any], end: Position) -> None:
    """Tiles, walls and points of the last scoring by what lies there; all scorings by their sum."""
    told = end.view()
    cities = [list(player["alhambra"].values()) for player in told["players"]]
    held = [*cities, told["neutral"]["tiles"]] if end.players == 2 else cities
    for seat, city in enumerate(cities):
        assert facts[seat, alhambra.BUILT] == len(city)
        assert facts[seat, alhambra.STORED] == len(told["players"][seat]["reserve"])
        assert facts[seat, alhambra.WALL + 2] == told["players"][seat]["wall"]
        points = facts[seat, alhambra.WALL : alhambra.TALLY].sum()
        assert points == end.scores[seat]
        for k, kind in enumerate(KINDS):
            number = [sum(BY_NAME[tile].kind == kind for tile in tiles) for tiles in held]
            first = number[seat] == max(number) > 0
            place = (2 if number.count(max(number)) == 1 else 1) if first else 0
            assert facts[seat, alhambra.TALLY + 12 + k] == number[seat]
            assert facts[seat, alhambra.PLACE + 12 + k] == place


@pytest.mark.parametrize("players", [2, 5])
def test_calls_and_towers_are_those_of_the_game(
    players: int, plainly: dict[int, list[int]]
) -> None:
    run = runs.new_run("towers", {"players": players}, ("guided",), 2, 1, SEED)
    played, games = played_and_walked(run, plainly)
    for facts, game in zip(played.facts, games, strict=True):
        found: Counter[tuple[int, int]] = Counter()
        rounds, again, begun = 0, 0, False
        for position, seat, word in words(game):
            view = position.view()
            calls = [call for call in view["calls"] if isinstance(call, int)]
            standing = max(calls, default=0)
            opener = view["first"] - 1
            if word.startswith(("call", "pass")):
                begun = False
                if seat == opener and not calls:
                    rounds += 1
                    found[seat, towers.OPENED + int(word[4:])] += 1
                elif any(position.write(action) != "pass" for action in position.legal_actions):
                    found[seat, towers.FACED + standing] += 1
                    found[seat, towers.RAISED + standing] += word != "pass"
            elif not begun:
                begun = True
                found[seat, towers.BUILT + standing] += 1
                found[seat, towers.STOOD + standing] += seat == opener
            if view["shuffles"] == 2 and not again:
                again = len(view["deck"]) + len(view["row"])
        end = game[-1].view()
        for seat in range(players):
            for k, kind in enumerate(("candy", "horror", "tree", "scrap", "sand")):
                tower = end["towers"][seat].get(kind, [])
                found[seat, towers.HEIGHT + k] = len(tower)
                found[seat, towers.CROWNED + k] = tower[-1:] == [0]
                for value in tower:
                    found[seat, towers.LAID + value] += 1
            found[seat, towers.DEMOLISHED] = len(end["demolished"][seat])
            for at in range(towers.ROUNDS):
                assert facts[seat, at] == found[seat, at], (seat, at)
        assert facts[0, towers.ROUNDS] == rounds
        assert facts[0, towers.SECOND_TIME] == again > 0


def test_pushes_and_lines_are_those_of_the_game(plainly: dict[int, list[int]]) -> None:
    run = runs.new_run("quixo", {"size": 4}, ("random",), 6, 1, SEED)
    played, games = played_and_walked(run, plainly)
    for facts, game in zip(played.facts[:, 0], games, strict=True):
        actions = game[-1].actions
        assert facts[quixo.FIRST : quixo.TURNS].tolist() == list(actions[:2])
        assert facts[quixo.TURNS] == len(actions)
        assert facts[quixo.LAST] == (len(actions) - 1) % 2
        if any(game[-1].scores):
            assert facts[quixo.ROWS :].sum() > 0
    told = runs.count(run, played)["own"]
    assert sum(map(sum, told["first push"].values())) == 6
    assert sum(told["turns"].values()) == 6


@pytest.mark.parametrize("variant", ["standard", "expert"])
def test_balls_are_those_of_the_game(variant: str, plainly: dict[int, list[int]]) -> None:
    run = runs.new_run("pylos", {"variant": variant}, ("judging",), 3, 1, SEED)
    played, games = played_and_walked(run, plainly)
    for facts, game in zip(played.facts, games, strict=True):
        told = list(words(game))
        turns = [each for each in told if not each[0].in_turn]
        assert facts[0, pylos.TURNS] == len(turns)
        for seat in range(2):
            mine = [each for each in told if each[1] == seat]
            first = [word for before, _, word in mine if before.in_turn]
            assert facts[seat, pylos.RAISES] == sum(">" in word for _, _, word in mine)
            assert facts[seat, pylos.REMOVED] == sum(word.startswith("-") for word in first), first
            assert facts[seat, pylos.RESERVE] == 15 - int(game[-1].state.balls[seat]).bit_count()


def test_wins_leads_and_shares_by_hand() -> None:
    scores = np.array([[3, 7, 7], [5, 1, 4]])
    assert counts.rewards(scores).tolist() == [[-2, 1, 1], [2, -2, 0]]
    assert counts.shares_of_win(scores).tolist() == [[0, 30, 30], [60, 0, 0]]
    assert counts.leads(scores).tolist() == [[-8, 4, 4], [5, -7, 2]]  # over the others, twice
    one, other = {"a": [1, 2], "most x": [3, 1]}, {"a": [1, 1], "most x": [2, 9], "b": {"1": 4}}
    assert counts.added(one, other) == {"a": [2, 3], "most x": [3, 1], "b": {"1": 4}}


def made_up(deal: float, play: float, seat: float, deals: int, times: int) -> dict[str, Any]:
    """Results of two seats with as much luck as is told, in thousandths."""
    chance = np.random.default_rng(SEED)
    luck = chance.normal(size=(deals, 1)) * deal + chance.normal(size=(deals, times)) * play
    first = np.rint(1000 * (luck + seat)).astype(np.int64).reshape(-1)
    values = np.stack([first, -first], axis=1)
    sums = counts.by_deal(values, times)
    return {"games": deals * times, "deals": deals, "reward by order": sums, "values": values}


def test_luck_adds_up_and_is_what_went_in() -> None:
    results = made_up(deal=2.0, play=1.0, seat=0.5, deals=40_000, times=3)
    luck = numbers.luck(results)
    assert luck is not None
    assert luck.seat + luck.deal + luck.play == pytest.approx(1)
    assert luck.deal / luck.play == pytest.approx(4, rel=0.1)
    assert luck.seat / luck.play == pytest.approx(0.25, rel=0.15)
    # All squares about the mean are those between deals and those within them.
    first = results["values"][:, 0].reshape(-1, 3).astype(float)
    within = ((first - first.mean(axis=1, keepdims=True)) ** 2).sum()
    between = 3 * ((first.mean(axis=1) - first.mean()) ** 2).sum()
    assert ((first - first.mean()) ** 2).sum() == pytest.approx(within + between)
    sums = results["reward by order"]
    assert sums["squares"][0] - sums["squares of deals"][0] / 3 == pytest.approx(within)


def test_the_error_of_a_mean_is_that_of_its_deals() -> None:
    results = made_up(deal=1.0, play=0.2, seat=0.0, deals=500, times=4)
    of_deals = results["values"][:, 0].reshape(-1, 4).mean(axis=1)
    found = numbers.mean(results, "reward by order", 0)
    assert found.value == pytest.approx(results["values"][:, 0].mean())
    assert found.reach == pytest.approx(1.959964 * of_deals.std(ddof=1) / np.sqrt(500))


def test_a_fit_finds_what_features_are_worth() -> None:
    chance = np.random.default_rng(SEED)
    features = chance.integers(0, 6, size=(3000, 3, 2))
    scores = 4 * features[:, :, 0] - features[:, :, 1] + chance.integers(-2, 3, size=(3000, 3))
    played = counts.Played("any", scores, np.zeros(3000, np.int64), np.zeros((3000, 3), np.int64),
                           np.arange(3000), 1, False, np.zeros((3000, 3, 0), np.int32),
                           np.zeros(3000, np.uint64), np.zeros(3000, np.uint64), {})  # fmt: skip
    settled = numbers.settled(counts.fit_counts(played, features))
    one, other = numbers.fit(settled)
    assert one.value == pytest.approx(4, abs=0.05)
    assert other.value == pytest.approx(-1, abs=0.05)
    assert 0 < one.reach < 0.05
    assert settled["explained"] > 0.9


def test_a_stopped_run_goes_on_and_the_same_seed_counts_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "GAMES_IN_A_PART", 8)
    run = runs.new_run("pylos", {}, ("random",), 20, 1, SEED)
    seen: list[int] = []
    whole = runs.play_run(run, tmp_path / "once", 1, lambda done, parts: seen.append(done))
    assert seen == [0, 1, 2, 3]
    assert whole["results"]["games"] == 20
    fewer = runs.new_run("pylos", {}, ("random",), 12, 1, SEED)
    runs.play_run(fewer, tmp_path / "twice", 1, lambda done, parts: None)
    (file,) = (tmp_path / "twice").iterdir()
    file.write_text(file.read_text("utf-8") + '[2, {"resul', "utf-8")  # stopped while writing
    seen.clear()
    again = runs.play_run(run, tmp_path / "twice", 1, lambda done, parts: seen.append(done))
    assert seen[0] == 1, "the part that is whole is not played again"
    assert json.dumps(again, sort_keys=True) == json.dumps(whole, sort_keys=True)


@pytest.mark.slow
def test_two_processes_count_the_same_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = runs.new_run("pylos", {}, ("random",), 90_000, 1, SEED)
    two = runs.play_run(run, tmp_path / "two", 2, lambda done, parts: None)
    monkeypatch.undo()  # compiled, here too
    one = runs.play_run(run, tmp_path / "one", 1, lambda done, parts: None)
    assert json.dumps(one, sort_keys=True) == json.dumps(two, sort_keys=True)


def test_bots_play_as_in_the_arena_and_sit_in_every_seat() -> None:
    run = runs.new_run("quixo", {"size": 3}, ("greedy", "random"), 2, 1, SEED)
    played = runs.play(run, np.arange(2))
    assert played.entrants.tolist() == [[0, 1], [1, 0]] * 2
    found = counts.count_results(played)
    assert found["games"] == 4 and sum(found["both games"].values()) == 2
    greedy = sum(played.scores[n, n % 2] for n in range(4))
    assert found["reward by entrant"]["sum"] == [greedy, -greedy]
    equals = runs.new_run("quixo", {"size": 3}, ("greedy",), 1, 3, SEED)
    again = runs.play(equals, np.arange(1)).facts[:, 0]
    assert len({tuple(row) for row in again.tolist()}) > 1, "each with other dice"


def test_the_page_and_its_pictures_are_what_the_counts_say() -> None:
    assert page.PAGE.read_text("utf-8") == page.page()
    drawn = page.pictures()
    assert len(drawn) >= 7
    for name, picture in drawn.items():
        assert (page.PICTURES / name).read_text("utf-8") == picture
        assert ElementTree.fromstring(picture).tag.endswith("svg")


def test_every_run_adds_up() -> None:
    for game in page.GAMES:
        for run in runs_of(game, DATA):
            games, results = run.results["games"], run.results
            assert sum(results["scores"].values()) == games * run.players
            assert sum(results["reward by order"]["sum"]) == 0
            assert sum(results["win by order"]["sum"]) == 60 * games
            if run.players == 2:
                assert sum(results["both games"].values()) == results["deals"]


def test_the_command_plays_the_runs_of_the_page_again() -> None:
    planned = [runs.new_run(*plan) for plan in PLANS]
    kept = [
        (game, told["run"]["options"], tuple(told["run"]["bots"]), told["results"]["deals"])
        for game in page.GAMES
        for told in read(game).values()
    ]
    assert len(kept) == len(planned)
    for run in planned:
        assert (run.game, run.options, run.bots, run.deals) in kept


def test_axes_have_round_numbers_inside() -> None:
    assert charts.steps(0, 10) == [0, 2, 4, 6, 8, 10]
    assert charts.steps(-23, 81) == [-20, 0, 20, 40, 60, 80]
    assert charts.steps(0, 1) == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1.0])
