"""Tournaments: fair seats, faults that cost the game, resuming, and ratings that make sense."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from dataclasses import asdict, replace
from itertools import permutations
from pathlib import Path
from typing import ClassVar

import pytest

import galda
from galda import GaldaError, Position
from galda.arena.match import (
    Forfeit,
    MatchResult,
    Overrun,
    Pairing,
    Terms,
    places_by_score,
    play_match,
    time_limit,
)
from galda.arena.ratings import standings
from galda.arena.tournament import Tournament, pairings
from galda.bots import levels
from galda.core.play.paper import read_record
from galda.core.shares import wilson
from galda.core.workers import here, processes

FORFEIT = Forfeit(1, "{bot} took {seconds} s", {"bot": "random", "seconds": "9"})
TERMS = Terms("quixo", {"players": 2, "size": 3, "first": 1}, ("greedy", "random"), 5.0)


class Faulty:
    """A bot that does one thing wrong."""

    def __init__(self, fault: str) -> None:
        self.fault = fault

    def choose(self, position: Position) -> int:
        if self.fault == "raise":
            raise RuntimeError("out of ideas")
        if self.fault == "exit":
            sys.exit("I resign")
        if self.fault == "illegal":
            return 88
        if self.fault == "hang":
            time.sleep(30)
        return 10_000


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("raise", "failed with RuntimeError: out of ideas"),
        ("exit", "failed with SystemExit: I resign"),
        ("illegal", "played what is not allowed: Q3"),
        ("nonsense", "played what is not allowed: 10000 is no action"),
        ("hang", "took more than 2 s"),
    ],
)
def test_a_bot_that_errs_loses_and_the_reason_is_kept(
    fault: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(levels.PLAIN, "faulty", lambda seed: Faulty(fault))
    terms = Terms("quixo", TERMS.options, ("random", "faulty"), 2.0)
    result, record = play_match(terms, Pairing(0, 1, (0, 1)))
    assert result.places == (1.0, 2.0)
    assert result.forfeit
    assert result.forfeit.seat == 1
    assert result.forfeit.tell("en").startswith(f"faulty (seat 2) {told}")
    assert f"faulty (seat 2) {told.partition(':')[0]}" in record
    assert json.loads(json.dumps(asdict(result)))["forfeit"]["seat"] == 1, "it can be kept"


def test_of_three_who_errs_is_last_and_the_others_share_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(levels.PLAIN, "faulty", lambda seed: Faulty("raise"))
    options = galda.game("towers").read_options({"players": 3})
    terms = Terms("towers", options, ("random", "faulty", "greedy"), 5.0)
    for seats in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        result, _ = play_match(terms, Pairing(0, 3, seats))
        assert result.forfeit
        assert seats[result.forfeit.seat] == 1
        assert result.places == tuple(3.0 if entrant == 1 else 1.5 for entrant in seats)
        table = standings(terms.entrants, [result])
        assert {s.name: s.forfeits for s in table} == {"random": 0, "faulty": 1, "greedy": 0}


@pytest.mark.parametrize(
    ("scores", "places"),
    [
        ((7, 3, 5), (1.0, 3.0, 2.0)),
        ((5, 5), (1.5, 1.5)),
        ((5, 3, 5), (1.5, 3.0, 1.5)),
        ((5, 9, 5, 5), (3.0, 1.0, 3.0, 3.0)),
    ],
)
def test_who_ties_shares_the_places_they_cover(
    scores: tuple[int, ...], places: tuple[float, ...]
) -> None:
    assert places_by_score(scores) == places


class Spy:
    """A bot that plays anything and remembers what it was given."""

    given: ClassVar[list[Position]] = []

    def choose(self, position: Position) -> int:
        self.given.append(position)
        return position.legal_actions[0]


def test_a_bot_is_given_only_what_its_seat_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Spy, "given", [])
    monkeypatch.setitem(levels.PLAIN, "spy", lambda seed: Spy())
    options = galda.game("towers").read_options({"players": 2})
    terms = Terms("towers", options, ("spy", "spy"), 5.0)
    _, record = play_match(terms, Pairing(0, 3, (0, 1)))
    played = read_record(record, galda.game).position.history()[:-1]
    assert len(Spy.given) == len(played) > 20
    other = 0
    for given, truth in zip(Spy.given, played, strict=True):
        seat = truth.to_act
        assert given.seed is None
        assert given.seen_by(seat).states.tobytes() == truth.seen_by(seat).states.tobytes()
        other += given.states.tobytes() != truth.states.tobytes()
    assert other > 10, "what is hidden was drawn anew"


def test_a_block_that_takes_too_long_is_cut_short() -> None:
    slept = False
    with pytest.raises(Overrun), time_limit(0.05):
        time.sleep(10)
        slept = True
    assert not slept


def test_every_seed_is_played_from_every_seat() -> None:
    wanted = pairings(entrants=3, seats=3, games=10)
    assert len(wanted) == 12
    for seed in range(1, 5):
        seatings = {p.seats for p in wanted if p.seed == seed}
        assert seatings == {(0, 1, 2), (1, 2, 0), (2, 0, 1)}
    assert {p.seats for p in pairings(3, 2, 1)} == {(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)}
    with pytest.raises(GaldaError, match="at least 3 bots"):
        pairings(2, 3, 1)


def test_a_tournament_is_resumed_where_it_stopped(tmp_path: Path) -> None:
    results, records = tmp_path / "results.jsonl", tmp_path / "records"
    wanted = pairings(2, 2, 8)
    first = Tournament(TERMS, wanted[:4], results, records)
    before = first.play(processes(1), lambda _: None)
    with results.open("a") as file:
        file.write('{"number": 5, "se')  # what a kill in the middle of a line leaves
    again = Tournament(TERMS, wanted, results, records)
    seen: list[int] = []
    after = again.play(processes(2), lambda result: seen.append(result.number))
    assert sorted(seen) == list(range(8))
    assert after[:4] == before
    assert [o.number for o in after] == list(range(8))
    kept = read_record((records / "game-00000.txt").read_text(), galda.game)
    assert kept.position.scores == after[0].scores
    other = Terms("quixo", TERMS.options, ("random", "random"), 5.0)
    with pytest.raises(GaldaError, match="another tournament"):
        Tournament(other, wanted, results).play(processes(1), lambda _: None)


def test_games_repeat_by_seed() -> None:
    one, _ = play_match(TERMS, Pairing(0, 7, (0, 1)))
    two, _ = play_match(TERMS, Pairing(0, 7, (0, 1)))
    assert one == two


def result(number: int, places: tuple[float, ...]) -> MatchResult:
    seats = tuple(range(len(places)))
    return MatchResult(number, number, seats, places, tuple(-int(p) for p in places), 10)


def test_who_wins_more_is_rated_higher_and_more_games_make_it_surer() -> None:
    few = standings(("a", "b"), [result(k, (1.0, 2.0)) for k in range(10)])
    many = standings(("a", "b"), [result(k, (1.0, 2.0)) for k in range(200)])
    assert [s.name for s in few] == ["a", "b"]
    assert few[0].beaten == 1.0
    width = [t[0].rating_interval[1] - t[0].rating_interval[0] for t in (few, many)]
    assert width[1] < width[0]
    assert few[0].beaten_interval[0] == pytest.approx(0.7225, abs=0.001)


def test_three_players_are_rated_by_place() -> None:
    table = standings(("a", "b", "c"), [result(k, (2.0, 1.0, 3.0)) for k in range(20)])
    assert [s.name for s in table] == ["b", "a", "c"]
    assert [s.mean_place for s in table] == [1.0, 2.0, 3.0]
    assert [s.beaten for s in table] == [1.0, 0.5, 0.0]


def round_robin(strengths: tuple[float, ...], games: int, seed: int) -> list[MatchResult]:
    """Results of two at a time, each pair as often from either seat."""
    chance = random.Random(seed)
    found: list[MatchResult] = []
    for a, b in permutations(range(len(strengths)), 2):
        for _ in range(games):
            won = chance.random() < 1 / (1 + 10 ** ((strengths[b] - strengths[a]) / 400))
            places = (1.0, 2.0) if won else (2.0, 1.0)
            found.append(MatchResult(len(found), 1, (a, b), places, (0, 0), 10))
    return found


def test_ratings_do_not_depend_on_the_order_of_games() -> None:
    seed = 5
    print(f"seed {seed}")
    names = ("a", "b", "c", "d")
    games = round_robin((100.0, 30.0, 0.0, -130.0), 20, seed)
    first = standings(names, games)
    for shuffle in range(5):
        random.Random(shuffle).shuffle(games)
        again = standings(names, games)
        assert [s.name for s in again] == [s.name for s in first]
        for one, other in zip(first, again, strict=True):
            assert one.rating == pytest.approx(other.rating, abs=1e-6)


def test_in_a_full_round_robin_who_beats_more_is_rated_higher() -> None:
    for seed in range(20):
        print(f"seed {seed}")
        table = standings(("a", "b", "c", "d"), round_robin((10.0, 0.0, 0.0, -10.0), 5, seed))
        shares = [s.beaten for s in table]
        assert shares == sorted(shares, reverse=True)


def test_true_strengths_lie_in_nineteen_of_twenty_intervals() -> None:
    strengths = (150.0, 50.0, -50.0, -150.0)
    inside = 0
    for seed in range(50):
        table = {
            s.name: s for s in standings(("0", "1", "2", "3"), round_robin(strengths, 30, seed))
        }
        for k, strength in enumerate(strengths):
            low, high = table[str(k)].rating_interval
            inside += low <= strength <= high
    assert 180 <= inside <= 198


def test_ten_to_one_are_four_hundred_points() -> None:
    games = [result(k, (2.0, 1.0) if k % 11 == 0 else (1.0, 2.0)) for k in range(11_000)]
    table = standings(("a", "b"), games)
    assert table[0].rating - table[1].rating == pytest.approx(400, abs=1)


def test_those_who_always_tie_are_rated_alike_and_nobody_met_nobody() -> None:
    tied = standings(("a", "b", "c"), [result(k, (2.0, 2.0, 2.0)) for k in range(9)])
    assert [s.rating for s in tied] == pytest.approx([0, 0, 0])
    assert [s.rating for s in standings(("a", "b"), [])] == [0.0, 0.0]


def test_wilson_s_interval_is_the_published_one() -> None:
    # 81 of 263, as in Newcombe's paper of 1998: 0.2553 to 0.3662.
    assert wilson(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=0.0001)


def test_results_are_json_lines(tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    Tournament(TERMS, pairings(2, 2, 2), results).play(processes(1), lambda _: None)
    head, *lines = results.read_text().splitlines()
    assert json.loads(head)["terms"]["game"] == "quixo"
    assert [json.loads(line)["number"] for line in lines] == [0, 1]


def test_forfeits_are_kept_and_those_of_earlier_versions_are_still_read(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    terms = Terms("quixo", TERMS.options, ("mine (seat 2)", "random"), 5.0)
    sentence = "mine (seat 2) (seat 1) failed with RuntimeError: out of {ideas}"
    lines = [
        {"terms": asdict(terms)},
        asdict(result(0, (2.0, 1.0))) | {"forfeit": sentence},
        asdict(result(1, (1.0, 2.0))) | {"forfeit": ""},
        asdict(replace(result(2, (1.0, 2.0)), forfeit=FORFEIT)),
        asdict(result(3, (1.0, 2.0))),
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    read = Tournament(terms, pairings(2, 2, 4), file).play(here, lambda _: None)
    assert [r.forfeit.seat if r.forfeit else None for r in read] == [0, None, 1, None]
    assert read[0].forfeit
    assert read[0].forfeit.tell("en") == sentence
    assert read[2].forfeit == FORFEIT
    assert read[3] == result(3, (1.0, 2.0))
    table = {s.name: s.forfeits for s in standings(terms.entrants, read)}
    assert table == {"mine (seat 2)": 1, "random": 1}


@pytest.mark.slow
def test_the_same_tournament_runs_on_ray(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    arena = [sys.executable, "-m", "galda", "arena", "quixo", "greedy", "random", "--size", "3"]
    arena += ["--games", "4", "--opening", "0", "--move-seconds", "5", "--results", str(results)]
    # Ray listens on every address it finds, so it gets a network of its own with none but loopback.
    alone = [
        "unshare",
        "--map-root-user",
        "--net",
        "sh",
        "-c",
        'ip link set lo up && exec "$@"',
        "-",
    ]
    subprocess.run([*alone, *arena, "--ray"], check=True)
    _, *lines = results.read_text().splitlines()
    there = {told["number"]: told["scores"] for told in map(json.loads, lines)}
    here = {p.number: list(play_match(TERMS, p)[0].scores) for p in pairings(2, 2, 4)}
    assert there == here
